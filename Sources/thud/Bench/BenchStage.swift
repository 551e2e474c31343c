import ThudCore
import ThudCues
import ThudFeedback
import ThudHaptics
import ThudOutputCapture
import ThudPlayback
import ThudReports

/// All that runs while a bench does: the output, the scheduler, the game, the music, busy threads, the capture.
final class BenchStage {
    let output: SoundOutput
    let scheduler: FeedbackScheduler
    let game: BenchGame?
    let source: LoopbackSource?
    /// What the capture gets of one cue.
    let template: BenchTemplate
    /// The cue itself.
    let cue: Cue?
    private let capture: LoopbackCapture?
    private let music: BenchMusic?
    private let busy: BusyThreads

    /// Opens everything: the capture before any other thread uses the environment, by way of which it is made; the output
    /// last of all that can fail, since its recording replaces what stood there before.
    ///
    /// - Throws: where a device, a cue or the capture cannot be had.
    init(_ request: BenchRequest, _ assets: Assets) throws {
        let options = request.sound
        let found = BenchStage.source(request)
        try BenchStage.refuse(found, request)
        source = try? found.get()
        capture = try source.map { try LoopbackCapture($0) }
        let usualRate = PCMRequest().sampleRate
        let usual = try BenchStage.library(request, assets, sampleRate: usualRate)
        let deck = try request.playsGame ? BenchGame.deck(assets) : nil
        music = try request.hasMusic ? BenchMusic(options.output) : nil
        output = try SoundOutput.open(options, withoutDevice: .refusal)
        if case .failure(let error) = found { Console.remark("Latencies are predictions: \(error)") }
        let rate = output.engine.sampleRate
        let library = rate == usualRate ? usual : try BenchStage.library(request, assets, sampleRate: rate)
        scheduler = FeedbackScheduler(
            engine: output.engine, hapticEngine: output.hapticEngine, library: library, settings: options.settings())
        template = BenchTemplate(
            library.cues[request.cue], under: scheduler.settings,
            isDriven: scheduler.settings.haptics == .drive && output.hapticEngine == nil)
        cue = library.cues[request.cue]?.cue
        busy = BusyThreads(request.busyThreads)
        let lead = output.lead
        game = deck.map {
            BenchGame(
                $0, seed: request.seed, framesPerSecond: request.framesPerSecond, lead: lead,
                start: .now() + .milliseconds(60))
        }
    }

    var descriptors: [Int32] { [output.engine.signal] + (output.hapticEngine.map { [$0.signal] } ?? []) }

    /// The cue has a haptic part.
    var isFelt: Bool { cue?.pattern.events.contains(where: \.kind.isHaptic) ?? false }

    /// A haptic part goes out with the sound, as one voice on one stream.
    var hasHapticsInStream: Bool {
        guard isFelt, output.hapticEngine == nil, let cue else { return false }
        return scheduler.settings.haptics == .drive || FeedbackPolicy.plan(for: cue, scheduler.settings).heardGain > 0
    }

    /// Nothing of the bench's own is still to be reported.
    var isQuiet: Bool { output.isQuiet }

    /// Ends everything: what was captured, if anything was.
    func close() throws -> CapturedSignal? {
        game?.stop()
        // What the sink has put out reaches the capture a few quanta later.
        if capture != nil { _ = Poller([]).wait(until: .now() + .milliseconds(250)) }
        if let end = capture?.end {
            Console.remark("\(BenchStage.words(for: end)); later cues are judged by prediction")
        }
        let captured = capture?.finish()
        music?.stop()
        busy.stop()
        try output.close()
        return captured
    }

    private static func words(for end: LoopbackCapture.End) -> String {
        switch end.cause {
        case .lost(let reason): "the capture ended before the bench: \(reason)"
        case .full: "the capture was full before the bench was over"
        case .unpaced:
            "the capture failed: its samples come much faster than time goes by, so it captures no device; name another "
                + "PCM with --loopback"
        }
    }

    /// Where to listen, if anywhere, or why nothing can be heard.
    private static func source(_ request: BenchRequest) -> Result<LoopbackSource?, LoopbackError> {
        Result { () throws(LoopbackError) in try request.loopbackSource(graphRate: nil) }
    }

    /// With nothing to be heard by, `auto` makes do with predictions; they prove no self-test.
    private static func refuse(_ found: Result<LoopbackSource?, LoopbackError>, _ request: BenchRequest) throws {
        guard case .failure(let error) = found else { return }
        guard case .automatic = request.loopback, request.injected == .zero else {
            throw CommandError(.noDevice, "\(error)")
        }
    }

    private static func library(_ request: BenchRequest, _ assets: Assets, sampleRate: Int) throws -> CueLibrary {
        let library = try assets.cues(of: "kape", sampleRate: sampleRate)
        guard let path = request.soundFile else {
            guard library.cues[request.cue] != nil else {
                let known = library.cues.keys.sorted().joined(separator: ", ")
                throw CommandError(.badInput, "there is no cue \(request.cue); there are \(known)")
            }
            return library
        }
        return try library.adding(sound: path, as: request.cue, sampleRate: sampleRate)
    }
}
