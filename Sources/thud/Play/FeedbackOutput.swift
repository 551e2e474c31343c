import CThudSystem
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudPlayback

/// Where a session is heard: what it asks for goes out as feedback, and what became of it comes back into the log.
final class FeedbackOutput {
    let output: SoundOutput
    let scheduler: FeedbackScheduler
    private(set) var log: SessionLog
    /// Turns the cues while they are played; nil where they stay as they are.
    var tuner: CueTuner?
    private var silentSwitch: SilentSwitch
    private var live = LiveCues()
    /// The verdict as it stood when the round began that was played last.
    private var beforeRound: RoundVerdict?

    /// Between opening the stream and the session's first moment, so that the device has settled.
    private static let settling = Interval.milliseconds(60)

    /// - Parameter settling: how long after now the session's time begins.
    init(
        output: SoundOutput, scheduler: FeedbackScheduler, silentSwitch: SilentSwitch, keepsReports: Bool,
        settling: Interval = FeedbackOutput.settling
    ) {
        self.output = output
        self.scheduler = scheduler
        self.silentSwitch = silentSwitch
        log = SessionLog(start: output.engine.now + settling, keepsReports: keepsReports)
    }

    /// An output with the cues of a game, all of them loaded.
    ///
    /// - Throws: `ThudError` where a device was named and cannot be used; `ThudError` where a cue is broken or missing, before
    ///   anything is opened, so that a broken cue costs no recording of before and leaves none of nothing.
    static func open(
        _ options: SoundOptions, _ assets: Assets, game: GameDescription, withoutDevice standIn: SoundOutput.StandIn,
        clock: RoundClock = .live, keepsReports: Bool
    ) throws -> FeedbackOutput {
        let usualRate = PCMRequest().sampleRate
        var library = try assets.cues(of: game, sampleRate: usualRate)
        try options.refuseRecording(over: assets.files(of: game.name))
        // Reading records and cues takes much code that a round does not. Once the stream is open nothing is unmapped any more: its
        // threads would have to wait for what they need.
        thud_release_program_pages()
        let output = try SoundOutput.open(options, withoutDevice: standIn, clock: clock)
        do {
            if output.engine.sampleRate != usualRate {
                library = try assets.cues(of: game, sampleRate: output.engine.sampleRate)
            }
        } catch {
            try? output.close()
            throw error
        }
        let scheduler = FeedbackScheduler(
            engine: output.engine, hapticEngine: output.hapticEngine, library: library, settings: options.settings())
        return FeedbackOutput(
            output: output, scheduler: scheduler,
            // The system's mute of the day is no part of a round that can be played again.
            silentSwitch: SilentSwitch(options.policy.silentSwitch ?? (output.engine.isVirtual ? .off : .follow)),
            keepsReports: keepsReports)
    }

    /// The present, as the output takes it.
    var now: Instant { output.engine.now }

    /// Waits for reports, and for a change of the system's mute.
    func register(in loop: EventLoop) {
        output.register(in: loop)
        if let tuner { loop.wait(.feedback, for: tuner.descriptors, until: tuner.nextDeadline) }
        if let descriptor = silentSwitch.descriptor { loop.wait(.mute, for: [descriptor]) }
    }

    /// Nothing sounds, and nothing is still to be reported.
    var isQuiet: Bool { scheduler.pendingCount == 0 && output.isQuiet }

    /// Carries out an effect of a session.
    ///
    /// - Returns: the cue that the effect gives, schedules or begins; nil if it asks for none, or the engine could not take it.
    func play(_ effect: SessionEffect, _ clocks: FeedbackScheduler.Clocks) -> CueHandle? {
        switch effect.effect {
        case .cue(let cue, let tint):
            return scheduler.trigger(cue.description, cause: effect.cause, now: now, tint: tint)
        case .schedule(let cue, let due, let tint):
            return scheduler.schedule(cue.description, cause: effect.cause, due: due, by: clocks, tint: tint)
        case .cancelScheduled: scheduler.cancelScheduled(now: now)
        case .begin(let cue, let key):
            return live.begin(cue, as: key, cause: effect.cause, now: now, by: scheduler)?.handle
        case .turn(let key, let control, let value, let duration):
            live.turn(key, control, to: value, over: duration, now: now, by: scheduler)
        case .end(let key, let fade): live.end(key, fade: fade, now: now, by: scheduler)
        case .silence: scheduler.silence(now: now)
        case .ignored(let cue): scheduler.ignore(cue.description, cause: effect.cause, now: now)
        case .show(let moment): log.note(moment)
        case .finished(let outcome): log.note(outcome)
        }
        return nil
    }

    /// Cancels what is scheduled and ends what lasts, as when a session ends.
    func endAll() {
        scheduler.cancelScheduled(now: now)
        endLasting()
    }

    /// Ends the cues that last.
    func endLasting() { live.endAll(now: now, by: scheduler) }

    /// Puts something that happened into the report of the round.
    func note(event: String) { log.note(event: event) }

    /// Takes the reports of the audio thread and the events of the device.
    ///
    /// - Parameter isTimed: whether the latency of a cue counts.
    func collect(isTimed: (CueReport) -> Bool = { _ in true }) -> (reports: [CueReport], events: [String]) {
        let reports = scheduler.reports()
        for report in reports { log.note(report, isTimed: isTimed(report)) }
        let events = output.events() + (tuner?.collect(into: scheduler) ?? [])
        for event in events { log.note(event: event) }
        return (reports, events)
    }

    /// Has the silent switch stand elsewhere; its descriptors change with it.
    func set(_ option: Preferences.SilentSwitch) {
        silentSwitch = SilentSwitch(option)
        scheduler.settings.silent = option == .on
        followSilentSwitch()
    }

    var verdict: RoundVerdict {
        RoundVerdict(
            tally: log.tally, health: output.engine.health, hapticHealth: output.hapticEngine?.health,
            lostTriggers: scheduler.lostTriggers, isHeard: output.isHeard)
    }

    /// The losses of the round that was played last.
    var roundVerdict: RoundVerdict {
        beforeRound.map { verdict.since($0, tally: log.roundTally) } ?? verdict
    }

    /// Another round begins: earlier losses do not count for it.
    func beginRound() {
        log.beginRound()
        beforeRound = verdict
    }

    /// Ends the streams and tells what was measured, even where a recording failed.
    func close(_ report: RoundReport, isJSON: Bool) throws {
        let lines = isJSON ? [report.json.text(.pretty)] : report.lines
        let closing = Result { try output.close() }
        for line in lines { Console.result(line) }
        try closing.get()
    }

    /// Follows the system's mute, where that is the silent switch.
    func followSilentSwitch() {
        if silentSwitch.isFollowed { scheduler.settings.silent = silentSwitch.isOn() }
    }
}

/// The silent switch: fixed by a flag, or the system's own mute.
struct SilentSwitch {
    private let mute: SystemMute?

    init(_ option: Preferences.SilentSwitch) { mute = option == .follow ? SystemMute() : nil }

    var isFollowed: Bool { mute != nil }
    /// Readable once the system's mute may have changed; nil if it is not followed.
    var descriptor: Int32? { mute?.descriptor }

    func isOn() -> Bool { mute?.isMuted() ?? false }
}
