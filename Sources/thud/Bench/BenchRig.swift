import Glibc
import Synchronization
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGames
import ThudOutputCapture
import ThudPatternRendering
import ThudPlayback
import ThudReports
import ThudSoundFiles

/// The rig of a bench: the output, the scheduler, the game, the music, busy threads and the capture.
final class BenchRig {
    let feedback: FeedbackOutput
    let game: BenchGame?
    let source: LoopbackSource?
    /// The cues' sounds as they may appear in the capture.
    let templates: BenchTemplates
    let cue: Cue?
    /// The name of the cue in the library, or the names of its copies that carry markers.
    private let names: [String]
    private let capture: LoopbackCapture?
    private let music: BenchMusic?
    private let busy: BusyThreads

    /// Opens everything. A sound server's capture comes before any thread that uses the environment, through which it
    /// is configured. On a loopback card it comes after the output, because the first to open sets the format of both
    /// ends. The output follows everything else that can fail, because its recording replaces an earlier one.
    ///
    /// - Throws: also `ThudError` (usage) if the plan takes longer than a capture can.
    init(_ session: BenchSession, _ plan: BenchPlan) throws {
        let (command, assets) = (session.options, session.assets)
        let options = command.sound
        let refusal: ThudError?
        (source, refusal) = try BenchRig.source(for: session, plan)
        let isFirst = source?.comesFirst ?? false
        let early = isFirst ? try source.map { try LoopbackCapture($0) } : nil
        if !isFirst { try source?.check() }
        let usualRate = PCMRequest().sampleRate
        let usual = try BenchRig.library(command, assets, sampleRate: usualRate)
        try options.refuseRecording(over: assets.files(of: BenchRig.game(command).name))
        let setup = try command.playedGame.map {
            try BenchGame.setup($0.description, mode: command.mode, assets, seed: session.timing.seed)
        }
        music = try command.music ? BenchMusic(options.output) : nil
        let output = try SoundOutput.open(options, withoutDevice: .refusal)
        do {
            capture = try early ?? source.map { try LoopbackCapture($0) }
        } catch {
            try? output.close()
            throw error
        }
        if let refusal { Console.remark("Latencies are only predicted: \(refusal)") }
        let rate = output.engine.sampleRate
        var library = rate == usualRate ? usual : try BenchRig.library(command, assets, sampleRate: rate)
        names = plan.needsMarkers ? (0..<CueMarker.count).map { "\(command.cueName)#\($0)" } : [command.cueName]
        if plan.needsMarkers {
            let overlapping = max(session.timing.burst, BenchRig.leastOverlapping)
            for (number, name) in names.enumerated() {
                let marker = CueMarker.samples(number, overlapping: overlapping)
                library = library.adding(marker, inPlaceOfSoundsOf: command.cueName, as: name, sampleRate: rate)
            }
        }
        library = library.shaped(for: session.actuator)
        let scheduler = FeedbackScheduler(
            engine: output.engine, hapticEngine: output.hapticEngine, library: library, settings: options.settings())
        // The bench times whole cues, even if the game's own cues come close to them.
        scheduler.isThinning = false
        feedback = FeedbackOutput(output: output, scheduler: scheduler, mute: nil, keepsReports: false)
        templates = BenchTemplates(
            names.compactMap { library.cues[$0] }, areMarkers: plan.needsMarkers, under: scheduler.settings,
            isDriven: scheduler.settings.haptics == .drive && output.hapticEngine == nil)
        cue = library.cues[command.cueName]?.cue
        busy = BusyThreads(command.load.value)
        let lead = output.lead
        if let played = command.playedGame, var setup {
            setup.lead = lead
            game = try BenchGame(played, setup, framesPerSecond: command.fps.value, start: .now() + .milliseconds(60))
        } else {
            game = nil
        }
    }

    /// Markers are soft enough for at least this many overlaps. A late iteration of the loop triggers several at once.
    private static let leastOverlapping = 8

    /// Returns the library name of the sound that a cue carries.
    func name(of cue: BenchCue) -> String { names[templates.sound(of: cue)] }

    /// Whether the cue sounds as in the game.
    var isUnmarked: Bool { names.count == 1 }
    var output: SoundOutput { feedback.output }
    var scheduler: FeedbackScheduler { feedback.scheduler }
    var isFelt: Bool { cue?.pattern.events.contains(where: \.kind.isHaptic) ?? false }

    /// Whether haptics share one voice on one stream with the sound.
    var hasHapticsInStream: Bool {
        guard isFelt, output.hapticEngine == nil, let cue else { return false }
        return scheduler.settings.haptics == .drive || FeedbackPolicy.plan(for: cue, scheduler.settings).heardGain > 0
    }

    /// Closes everything; returns what was captured, and why the recording is not whole, if it is not.
    func close() -> (captured: CapturedSignal?, loss: (any Error)?) {
        game?.stop()
        // The sink's output reaches the capture a few quanta later.
        if capture != nil { usleep(250_000) }
        if let end = capture?.end {
            Console.remark("\(BenchRig.words(for: end.cause)); later cues are unknown")
        }
        let captured = capture?.finish().left
        music?.stop()
        busy.stop()
        do { try output.close() } catch { return (captured, error) }
        return (captured, nil)
    }

    private static func words(for cause: LoopbackCapture.Cause) -> String {
        switch cause {
        case .lost(let reason): "the capture stopped before the end of the bench: \(reason)"
        case .full: "the capture was full before the end of the bench"
        case .unpaced:
            "the capture failed: its samples come faster than real time, so it captures no device; choose another PCM with "
                + "--loopback"
        }
    }

    /// Finds a capture of the output. If predictions are accepted instead, returns why there is none.
    private static func source(
        for session: BenchSession, _ plan: BenchPlan
    ) throws -> (LoopbackSource?, refusal: ThudError?) {
        let (command, timing) = (session.options, session.timing)
        let choice = LoopbackChoice(command.loopback)
        let source: LoopbackSource?
        do throws(ThudError) {
            source = try LoopbackSource.find(for: command.sound.output.named ?? PCMRequest().name, choice)
        } catch {
            // `auto` accepts predictions instead, except in a self-test, and unless the capture is to be kept.
            guard case .automatic = choice, timing.injected == .zero, command.outputs.keepCapture == nil
            else { throw error }
            return (nil, error)
        }
        guard source == nil || plan.duration.seconds <= LoopbackCapture.longest else {
            throw ThudError(
                .usage,
                "\(timing.count) cues take \(Int(plan.duration.seconds / 60)) minutes, but a capture holds "
                    + "\(Int(LoopbackCapture.longest / 60)); lower --count or --interval, or use --loopback off")
        }
        return (source, nil)
    }

    /// Returns the game whose cues are loaded: the one that runs, else the one that owns the cue.
    private static func game(_ command: BenchCommand) -> GameDescription {
        (command.playedGame ?? Games.game(ofCue: command.cueName) ?? Games.usual).description
    }

    private static func library(_ command: BenchCommand, _ assets: Assets, sampleRate: Int) throws -> CueLibrary {
        var library = try assets.cues(of: game(command), sampleRate: sampleRate)
        guard let path = command.soundFile else {
            guard library.cues[command.cueName] != nil else {
                let known = library.cues.keys.sorted().joined(separator: ", ")
                throw ThudError(
                    .badInput,
                    "\(game(command).name) has no cue \(TypedText.shown(command.cueName)); choose one of \(known); "
                        + "--game none plays those of other games")
            }
            return library
        }
        let sounds = PatternSounds([path: try SoundFile.read(path).resampled(to: sampleRate)])
        let cue = Cue(name: command.cueName, pattern: .playing(path))
        library.add(CueLibrary(cues: [cue], sounds: sounds, sampleRate: sampleRate))
        return library
    }
}
