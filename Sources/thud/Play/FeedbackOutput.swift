import CThudSystem
import ThudCore
import ThudFeedback
import ThudGameKit
import ThudPlayback

/// The output of a session: plays its effects as feedback, and collects what became of them in the log.
final class FeedbackOutput {
    let output: SoundOutput
    let scheduler: FeedbackScheduler
    private(set) var log: SessionLog
    /// Tunes the cues while they are played; nil unless that was requested.
    var tuner: CueTuner?
    /// The system's mute, if the silent switch follows it.
    private var mute: SystemMute?
    /// The silent switch as last set; nil before.
    private var silentSwitch: Preferences.SilentSwitch?
    /// The lasting cues of a round, by the round's keys.
    private var live: [LiveKey: LiveCue] = [:]
    /// The verdict at the start of the latest round.
    private var beforeRound: RoundVerdict?

    /// The time between opening the stream and the start of the session, in which the device settles.
    private static let settling = Interval.milliseconds(60)
    /// The default fade of a lasting cue.
    private static let silencing = Interval.milliseconds(40)

    init(
        output: SoundOutput, scheduler: FeedbackScheduler, mute: SystemMute?, keepsReports: Bool,
        settling: Interval = FeedbackOutput.settling
    ) {
        self.output = output
        self.scheduler = scheduler
        self.mute = mute
        log = SessionLog(start: output.engine.now + settling, keepsReports: keepsReports)
    }

    /// Opens the output of a round with all cues of its game loaded. Throws if a named device cannot be used, or a cue
    /// is broken or missing. Cues are checked before anything is opened, so a broken one neither overwrites a recording
    /// nor leaves an empty file.
    static func open(_ request: PlayRequest, _ assets: Assets, clock: RoundClock) throws -> FeedbackOutput {
        let (options, game) = (request.sound, request.game.description)
        let usualRate = PCMRequest().sampleRate
        func library(_ sampleRate: Int) throws -> CueLibrary {
            try assets.cues(of: game, sampleRate: sampleRate).shaped(for: request.actuator)
        }
        var cues = try library(usualRate)
        try options.refuseRecording(over: assets.files(of: game.name))
        // Start-up needs much code that a round does not, so its pages are released here. Once the stream is open,
        // nothing may be unmapped, because the stream's threads would wait for the pages they need.
        thud_release_program_pages()
        let output = try SoundOutput.open(options, withoutDevice: request.standIn, clock: clock)
        do {
            if output.engine.sampleRate != usualRate {
                cues = try library(output.engine.sampleRate)
            }
        } catch {
            try? output.close()
            throw error
        }
        let scheduler = FeedbackScheduler(
            engine: output.engine, hapticEngine: output.hapticEngine, library: cues, settings: options.settings())
        return FeedbackOutput(
            output: output, scheduler: scheduler,
            // The system's mute would make a virtual round depend on the machine, and it must be repeatable.
            mute: (options.policy.silentSwitch ?? (output.engine.isVirtual ? .off : .follow)).mute,
            keepsReports: request.isJSON)
    }

    var now: Instant { output.engine.now }

    func register(in loop: EventLoop) {
        output.register(in: loop)
        if let tuner { loop.wait(.feedback, for: tuner.descriptors, until: tuner.nextDeadline) }
        if let mute { loop.wait(.mute, for: [mute.descriptor]) { [self] _ in followSilentSwitch() } }
    }

    /// Whether nothing sounds and no report is outstanding.
    var isQuiet: Bool { scheduler.pendingCount == 0 && output.isQuiet }

    /// Plays an effect of a session; returns the cue it triggers, schedules or begins. Returns nil if the effect has
    /// no cue or the engine could not take it.
    func play(_ effect: SessionEffect, _ clocks: FeedbackScheduler.Clocks) -> CueHandle? {
        switch effect.effect {
        case .cue(let cue, let tint):
            return scheduler.trigger(cue.description, cause: effect.cause, now: now, tint: tint)
        case .schedule(let cue, let due, let tint):
            return scheduler.schedule(cue.description, cause: effect.cause, due: due, by: clocks, tint: tint)
        // Up to its cause, which lies before now, a cue has not begun.
        case .cancelScheduled: scheduler.cancelScheduled(now: effect.cause)
        case .begin(let cue, let key):
            live[key]?.end(fade: Self.silencing)
            live[key] = scheduler.begin(cue.description, cause: effect.cause, now: now)
            return live[key]?.handle
        case .turn(let key, let control, let value, let duration): live[key]?.turn(control, to: value, over: duration)
        case .end(let key, let fade): live.removeValue(forKey: key)?.end(fade: fade)
        case .silence: scheduler.silence(now: now)
        case .ignored(let cue): scheduler.ignore(cue.description, cause: effect.cause, now: now)
        case .show(let moment): log.moments.append(moment)
        case .finished(let outcome): log.results.append(outcome)
        }
        return nil
    }

    /// Cancels scheduled cues and ends lasting ones, because a session ends.
    func endAll() {
        scheduler.cancelScheduled(now: now)
        endLasting()
    }

    func endLasting() {
        for (_, cue) in live.sorted(by: { $0.key.number < $1.key.number }) { cue.end(fade: Self.silencing) }
        live = [:]
    }

    func add(event: String) { log.events.append(event) }

    /// Collects audio reports and device events. `isTimed` says whether a cue's latency counts.
    func collect(
        isTimed: (CueReport) -> Bool = { _ in true }
    ) -> (reports: [CueReport], events: [String], device: [EngineEvent]) {
        let reports = scheduler.reports()
        for report in reports { log.add(report, isTimed: isTimed(report)) }
        let (words, device) = output.events()
        let events = words + (tuner?.collect(into: scheduler) ?? [])
        log.events += events
        return (reports, events, device)
    }

    /// Sets the silent switch. If it changes, its descriptor does, too; opening a mixer takes time.
    func set(_ option: Preferences.SilentSwitch) {
        if option != silentSwitch { (silentSwitch, mute) = (option, option.mute) }
        scheduler.settings.silent = option == .on
        followSilentSwitch()
    }

    var verdict: RoundVerdict {
        RoundVerdict(
            tally: log.tally, health: output.engine.health, hapticHealth: output.hapticEngine?.health,
            lostTriggers: scheduler.lostTriggers, isHeard: output.isHeard)
    }

    var roundVerdict: RoundVerdict { beforeRound.map { verdict.since($0, tally: log.roundTally) } ?? verdict }

    func beginRound() {
        log.beginRound()
        beforeRound = verdict
    }

    /// Ends the streams and prints the report, if there is one, even if a recording failed.
    func close(_ report: RoundReport?, isJSON: Bool) throws {
        let (json, lines) = (report?.json ?? .null, report?.lines ?? [])
        let closing = Result { try output.close() }
        if report != nil { Console.result(isJSON: isJSON, json, lines) }
        try closing.get()
        if report != nil, !isJSON, let path = output.recording { Console.result("Recorded to \(path)") }
    }

    /// Updates the silent setting from the system's mute, if the switch follows it.
    func followSilentSwitch() { if let mute { scheduler.settings.silent = mute.isMuted() } }
}

extension Preferences.SilentSwitch {
    /// Begins to follow the system's mute; nil if the switch is fixed.
    var mute: SystemMute? { self == .follow ? SystemMute() : nil }
}
