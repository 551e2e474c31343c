import Glibc
import ThudCore
import ThudOutputCapture
import ThudPlayback
import ThudReports

/// The ears of a measurement of another program: its own stream on the left channel of one capture and the sink's
/// monitor on the right one, or a capture PCM.
final class ProgramEars {
    /// The place of the capture as far as it is known at first.
    private let place: BenchLoopback
    private let capture: LoopbackCapture
    /// The connections of the program's stream; nil if a PCM is captured.
    private let patch: PipeWirePatch?
    /// The mute of the system, which a sink's monitor does not show; nil if a PCM is captured.
    private let mute: SystemMute?
    /// Whether the program's own stream is captured, and whether the sink is.
    private let (hearsStreams, hearsSink): (Bool, Bool)
    private var nextLook = Instant.now()

    private static let pause = Interval.milliseconds(20)

    /// Opens the capture. Call it before other threads use the environment.
    ///
    /// - Parameter cycle: the cycle in frames that the ear asks for; nil to leave it to the program.
    /// - Throws: `ThudError` if there is no PipeWire server, it has no sink, or the PCM cannot be captured.
    init(_ ear: ProgramRequest.Ear, cycle: Int?) throws(ThudError) {
        (hearsStreams, hearsSink) = (ear == .both || ear == .stream, ear != .stream)
        if case .pcm(let name) = ear, let source = try LoopbackSource.find(for: name, .pcm(name)) {
            place = BenchLoopback(
                source: source.description, pathDelay: .unknown(reason: "a cable or the air adds an unknown delay"))
            do throws(ThudError) {
                (capture, patch, mute) = (try LoopbackCapture(source), nil, nil)
            } catch {
                let cause = error.errno.map { ": \(ThudError.words(for: $0))" } ?? ""
                throw ThudError(
                    error.code, about: name,
                    "--ear cannot capture \(TypedText.visible(name))\(cause); name another PCM, stream or sink")
            }
            return
        }
        let name = "thud-ear-\(getpid())"
        let source = try LoopbackSource.programEar(named: name, cycle: cycle)
        guard let server = PipeWireServer.ask(), let sink = (server.sink(nil) ?? server.sinks.first)?.name,
            let patch = PipeWirePatch(into: name, sink: sink, hearsStreams: hearsStreams)
        else {
            throw ThudError(.noCapture, "PipeWire has no sink, so no program can be heard; connect a sound device")
        }
        place = BenchLoopback(source: "the program's stream", pathDelay: .known(.zero))
        capture = try LoopbackCapture(source) { patch.follow([]) }
        self.patch = patch
        mute = SystemMute()
    }

    /// The place of the capture, for the report.
    var loopback: BenchLoopback {
        var place = place
        if let patch, hearsSink {
            let monitors = "the monitor of " + patch.sinks.joined(separator: ", then of ")
            place.source = hearsStreams ? "\(place.source) and \(monitors)" : monitors
        }
        return place
    }

    /// Waits for what the program plays, to connect it. Nothing reports that the program has started another one.
    func register(in loop: EventLoop, for program: ChildProgram) {
        guard let patch, let events = patch.descriptor else { return }
        loop.wait(.ears, for: [events], until: nextLook) { [self] _ in
            patch.follow(program.family)
            nextLook = .now() + Self.pause
        }
    }

    /// Whether each read of the capture shows a cycle of the server.
    var hasCycles: Bool { patch != nil }
    /// Whether nobody could hear the program now.
    var isMuted: Bool { mute?.isMuted() ?? false }

    /// Whether the program plays a stream, as far as that is known.
    var hasStream: Bool { patch.map { $0.streams > 0 } ?? true }
    /// How many streams the program has opened, if they are captured.
    var openedStreams: Int { hearsStreams ? patch?.streams ?? 0 : 0 }
    /// The loudest sample so far of the program, or of the sink if the program may be heard there alone.
    var peak: Float {
        let (left, right) = capture.peaks
        return patch == nil || hearsStreams && (hasStream || !hearsSink) ? left : right
    }
    /// The loudest sample so far of the sink, if that is captured.
    var sinkPeak: Float { patch == nil ? 0 : capture.peaks.right }

    /// Returns the delay that the server predicts for the sink's device at a cycle in frames, if the sink reports one.
    func device(cycle: Int?) -> Interval? {
        guard let sink = patch?.sinks.last, let cycle else { return nil }
        return PipeWireServer.delay(of: sink, cycle: cycle)
    }

    /// Ends the capture and returns what was heard. A PCM is heard in place of the sink.
    func close() -> (stream: CapturedSignal, sink: CapturedSignal) {
        let (left, right) = capture.finish()
        return patch == nil ? (right, left) : (left, right)
    }
}
