import ThudCore
import ThudPlayback

/// Plays one take at a time, through the same engines as a game's rounds.
final class TakePlayback {
    let output: SoundOutput
    private let routing: Routing
    private var voice: UInt64 = 0
    private var begun: Receipt?
    private var take: AuditionTake?
    private var loops: Int?
    private var isCut = false
    private var paused: (take: AuditionTake, loops: Int?)?

    /// Creates a player with a gain for the loudspeakers. The haptic channel always gets the drive signal,
    /// as in a round; the output decides whether it reaches an actuator.
    init(_ output: SoundOutput, volume: Double) {
        self.output = output
        var routing = Routing.silent
        routing[0, .left] = Float(volume)
        routing[1, .right] = Float(volume)
        routing[2, .haptic] = 1
        self.routing = routing
    }

    private var engines: [Engine] { [output.engine] + (output.hapticEngine.map { [$0] } ?? []) }

    var sampleRate: Int { output.engine.sampleRate }
    /// Whether something sounds or is about to.
    var isSounding: Bool { !isCut && !output.isQuiet }

    /// Plays a take from its start, in place of the current one.
    ///
    /// - Parameter loops: the number of repetitions; nil repeats for ever.
    /// - Returns: false if the engine did not accept the request.
    @discardableResult
    func play(_ take: AuditionTake, loops: Int?) -> Bool {
        cut()
        voice += 1
        (self.take, self.loops, begun, isCut) = (take, loops, nil, false)
        guard !take.left.isEmpty else { return true }
        // Two devices begin on one instant; a single one at once.
        let start = output.hapticEngine.map { _ in Instant.now() + output.lead }
        return engines.map { $0.play(request(take, on: $0, at: start)) }.allSatisfy(\.self)
    }

    private func cut() { for engine in engines { _ = engine.cut(id: voice) } }

    /// Switches to another take of the same pattern at the same position.
    func change(to take: AuditionTake, loops: Int?) {
        guard isSounding else { return }
        guard !take.left.isEmpty else { return stop() }
        (self.take, self.loops) = (take, loops)
        for engine in engines { _ = engine.replace(with: request(take, on: engine, at: nil)) }
    }

    func stop() {
        cut()
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
        return Int(max(0, output.engine.clock.frame(at: .now()) - begun.frame)) / take.period
    }

    /// Collects the engine's receipts and returns that of the latest take, once.
    func collect() -> Receipt? {
        _ = output.hapticEngine?.receipts()
        let receipt = output.engine.receipts().last { $0.id == voice }
        if let receipt { begun = receipt }
        return receipt
    }

    /// Returns the position within the take at `now`, in seconds; nil if nothing is playing.
    func position(at now: Instant) -> Double? {
        guard isSounding, let begun, let take, !take.left.isEmpty else { return nil }
        let frames = output.engine.clock.frame(at: now) - begun.frame
        guard frames >= 0 else { return 0 }
        let repetition = frames / Int64(take.period)
        // What rings on after the last repetition belongs to it.
        let current = loops.map { min(repetition, Int64($0) - 1) } ?? repetition
        let position = Double(frames - current * Int64(take.period)) / Double(take.sampleRate)
        return position < take.seconds ? position : nil
    }

    private func request(_ take: AuditionTake, on engine: Engine, at start: Instant?) -> VoiceRequest {
        var routing = routing
        routing[0, .left] *= take.gain
        routing[1, .right] *= take.gain
        routing[2, .haptic] *= take.driveGain
        var request = VoiceRequest(id: voice, clip: take.clip, routing: routing, triggered: start ?? .now())
        if let start { request.start = .frame(engine.clock.frame(at: start)) }
        request.loop = VoiceRequest.Loop(period: take.period, count: loops)
        return request
    }
}
