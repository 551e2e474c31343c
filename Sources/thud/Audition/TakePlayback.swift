import ThudCore
import ThudPlayback

/// Plays one take at a time through the engine that rounds play through.
final class TakePlayback {
    /// A take that was begun.
    struct Begun {
        let receipt: Receipt
        let seconds: Double
    }

    let output: SoundOutput
    private let routing: Routing
    private var voice: UInt64 = 0
    private var begun: Receipt?
    private var take: AuditionTake?
    private var loops: Int?
    private var isCut = false
    private var paused: (take: AuditionTake, loops: Int?)?

    /// A player at a volume from 0 to 1; where haptics have channels of their own, the drive signal goes there too.
    init(_ output: SoundOutput, volume: Double, drives: Bool) {
        self.output = output
        var routing = Routing.silent
        routing[0, .left] = Float(volume)
        routing[1, .right] = Float(volume)
        if drives { routing[2, .haptic] = 1 }
        self.routing = routing
    }

    /// Frames a second.
    var sampleRate: Int { output.engine.sampleRate }

    /// Something sounds, or is about to.
    var isSounding: Bool { !isCut && output.engine.voiceCount > 0 }

    /// Plays a take from its start, in place of whatever sounds.
    ///
    /// - Parameter loops: how often; nil for ever.
    /// - Returns: false where the engine could not take it.
    @discardableResult
    func play(_ take: AuditionTake, loops: Int?) -> Bool {
        _ = output.engine.cut(id: voice)
        voice += 1
        (self.take, self.loops, begun, isCut) = (take, loops, nil, false)
        return take.left.isEmpty || output.engine.play(request(take))
    }

    /// Has what sounds go on as another take of the same pattern, at the same point.
    func change(to take: AuditionTake, loops: Int?) {
        guard isSounding, !take.left.isEmpty else { return }
        (self.take, self.loops) = (take, loops)
        _ = output.engine.replace(with: request(take))
    }

    func stop() {
        _ = output.engine.cut(id: voice)
        isCut = true
    }

    /// Ends what sounds until it goes on.
    func pause() {
        guard isSounding, let take else { return }
        paused = (take, loops.map { max(1, $0 - repetitions) })
        stop()
    }

    /// Has what was paused go on, from the start of the repetition in which it was.
    func resume() {
        guard let (take, loops) = paused else { return }
        paused = nil
        play(take, loops: loops)
    }

    /// How often the take has been heard whole.
    private var repetitions: Int {
        guard let begun, let take, !take.left.isEmpty else { return 0 }
        return Int(max(0, output.engine.clock.frame(at: .now()) - begun.frame)) / take.left.count
    }

    /// Takes in what the engine has to say: the receipt of the take that was begun last, once.
    func collect() -> Receipt? {
        let receipt = output.engine.receipts().last { $0.id == voice }
        if let receipt { begun = receipt }
        return receipt
    }

    /// How far the take has come at `now`, in seconds of it; nil while nothing sounds.
    func position(at now: Instant) -> Double? {
        guard isSounding, let begun, let take, !take.left.isEmpty else { return nil }
        let frames = output.engine.clock.frame(at: now) - begun.frame
        guard frames >= 0 else { return 0 }
        let length = Int64(take.left.count)
        guard loops.map({ frames < length * Int64($0) }) ?? true else { return nil }
        return Double(frames % length) / Double(take.sampleRate)
    }

    private func request(_ take: AuditionTake) -> VoiceRequest {
        var request = VoiceRequest(id: voice, clip: take.clip, routing: routing, triggered: .now())
        request.isLooping = loops != 1
        request.frames = loops.map { take.left.count.multipliedReportingOverflow(by: $0) }.map { $1 ? .max : $0 }
        return request
    }
}
