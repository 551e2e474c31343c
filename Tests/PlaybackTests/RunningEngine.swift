import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

@testable import ThudPlayback

/// An engine that records into a scratch folder, and its recording after it has stopped.
final class RunningEngine {
    let engine: Engine
    private let scratch: ScratchDirectory
    private var received: [Receipt] = []

    /// The longest that anything may take on a busy but healthy machine.
    static let patience = Interval.seconds(30)

    init(sampleRate: Int = 48_000) throws {
        scratch = try ScratchDirectory(prefix: "thud-engine")
        engine = try Engine.recording(to: scratch.file("all.wav"), sampleRate: sampleRate)
    }

    /// Plays `samples` on the left channel; `start` counts from the head.
    @discardableResult
    func play(id: UInt64 = 1, _ samples: [Float], priority: UInt8 = 128, in start: Int64? = nil) throws -> Frame {
        let frame = engine.head + (start ?? 0)
        try play(id: id, Clip(tracks: [samples]), priority: priority, start: start == nil ? .next : .frame(frame))
        return frame
    }

    func play(
        id: UInt64, _ clip: Clip, priority: UInt8 = 128, start: VoiceRequest.Start = .next, isLooping: Bool = false,
        replaces: Bool = false
    ) throws {
        var routing = Routing.silent
        routing[0, .left] = 1
        var request = VoiceRequest(id: id, clip: clip, routing: routing, start: start, triggered: .now())
        request.priority = priority
        request.loop = isLooping ? VoiceRequest.Loop(period: clip.length) : nil
        try #require(replaces ? engine.replace(with: request) : engine.play(request))
    }

    /// Returns all receipts so far, once there are `count` of them.
    func receipts(_ count: Int) throws -> [Receipt] {
        try holdOn("\(count) receipts", within: RunningEngine.patience) {
            received += engine.receipts()
            return received.count >= count
        }
        return received
    }

    /// Waits until frames up to `frame` are written.
    func reach(_ frame: Frame) throws {
        try holdOn("frame \(frame.index)", within: RunningEngine.patience) { engine.head > frame }
    }

    /// Waits until no voice is left, then stops. Returns left, right and haptic from the first frame on, and every
    /// receipt.
    func finish() throws -> (channels: [[Float]], receipts: [Receipt]) {
        try holdOn("the last voice to end", within: RunningEngine.patience) { engine.voiceCount == 0 }
        received += engine.receipts()
        return (try stop(), received)
    }

    /// Stops all sound and returns left, right and haptic.
    func stop() throws -> [[Float]] {
        try engine.stop()
        return try SoundFile.read(scratch.file("all.wav")).channels
    }
}

/// Expects `samples` from `frame` on, with differences below a 24-bit step, and silence everywhere else.
func expectAlone(
    _ samples: [Float], at frame: Frame, in recorded: [Float], sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let first = Int(frame.index)
    try #require(first >= 0 && first + samples.count <= recorded.count, sourceLocation: sourceLocation)
    let error = zip(recorded[first...], samples).map { abs($0 - $1) }.max() ?? 0
    #expect(error <= 1 / Float(1 << 23), sourceLocation: sourceLocation)
    #expect(recorded[..<first].allSatisfy { $0 == 0 }, sourceLocation: sourceLocation)
    #expect(recorded[(first + samples.count)...].allSatisfy { $0 == 0 }, sourceLocation: sourceLocation)
}
