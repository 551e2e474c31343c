import ThudCore
import ThudPlayback

/// Plays one take at a time, through the same engine as a game's rounds.
final class TakePlayback {
    let output: SoundOutput
    private let routing: Routing
    private var voice: UInt64 = 0
    private var begun: Receipt?
    private var take: AuditionTake?
    private var loops: Int?
    private var isCut = false
    private var paused: (take: AuditionTake, loops: Int?)?

    /// Creates a player with a volume of 0 to 1. If `drives`, the haptic channels get the drive signal.
    init(_ output: SoundOutput, volume: Double, drives: Bool) {
        self.output = output
        var routing = Routing.silent
        routing[0, .left] = Float(volume)
        routing[1, .right] = Float(volume)
        if drives { routing[2, .haptic] = 1 }
        self.routing = routing
    }

    var sampleRate: Int { output.engine.sampleRate }
    /// Whether something sounds or is about to.
    var isSounding: Bool { !isCut && output.engine.voiceCount > 0 }

    /// Plays a take from its start, in place of the current one.
    ///
    /// - Parameter loops: the number of repetitions; nil repeats for ever.
    /// - Returns: false if the engine did not accept the request.
    @discardableResult
    func play(_ take: AuditionTake, loops: Int?) -> Bool {
        _ = output.engine.cut(id: voice)
        voice += 1
        (self.take, self.loops, begun, isCut) = (take, loops, nil, false)
        return take.left.isEmpty || output.engine.play(request(take))
    }

    /// Switches to another take of the same pattern at the same position.
    func change(to take: AuditionTake, loops: Int?) {
        guard isSounding, !take.left.isEmpty else { return }
        (self.take, self.loops) = (take, loops)
        _ = output.engine.replace(with: request(take))
    }

    func stop() {
        _ = output.engine.cut(id: voice)
        isCut = true
    }

    /// Stops playback until `resume`.
    func pause() {
        guard isSounding, let take else { return }
        paused = (take, loops.map { max(1, $0 - repetitions) })
        stop()
    }

    /// Resumes at the start of the repetition that was paused.
    func resume() {
        guard let (take, loops) = paused else { return }
        paused = nil
        play(take, loops: loops)
    }

    /// How many times the take has played in full.
    private var repetitions: Int {
        guard let begun, let take, !take.left.isEmpty else { return 0 }
        return Int(max(0, output.engine.clock.frame(at: .now()) - begun.frame)) / take.left.count
    }

    /// Collects the engine's receipts and returns that of the latest take, once.
    func collect() -> Receipt? {
        let receipt = output.engine.receipts().last { $0.id == voice }
        if let receipt { begun = receipt }
        return receipt
    }

    /// Returns the position within the take at `now`, in seconds; nil if nothing is playing.
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
