import BenchReports
import Cues
import Feedback
import Haptics
import Loopback
import Playback
import Timebase

/// A whole bench: everything is opened, run, closed and measured; what comes of it is a value.
struct BenchSession {
    let request: BenchRequest
    let assets: Assets

    /// Runs it: what was found out, and the signal that ended it early, if one did.
    ///
    /// - Throws: where something that was asked for cannot be had.
    func run() throws -> (run: BenchRun, signal: Int32?) {
        let interrupts = Interrupts()
        let origin = Instant.now()
        let stage = try BenchStage(request, assets)
        let plan = BenchPlan(
            count: request.count, interval: request.interval, burst: request.burst, injected: request.injected,
            seed: request.seed)
        let runner = BenchRunner(
            plan, cue: request.cue, timesColdStart: request.timesColdStart, stage: stage, interrupts: interrupts)
        runner.run()
        let health = stage.output.engine.health
        let captured = try stage.close()
        var run = BenchRun(origin: origin)
        run.machine = BenchMachine.facts(health)
        run.settings = settings
        run.clockSource =
            health.isPacedByClock ? "the computer's clock alone: nobody hears the device" : "snd_pcm_delay, smoothed"
        (run.budget, run.maxJitter) = (request.budget, request.maxJitter)
        (run.xruns, run.cold) = (runner.xruns, runner.cold)
        run.frameTimes = stage.game?.frameTimes ?? Tally()
        run.wakeLateness = BenchSession.lateness(runner.margins)
        run.actuator = actuator(stage)
        run.hasHapticsInStream = stage.hasHapticsInStream
        run.gameCues = stage.game?.cues ?? []
        measure(runner.cues, captured, stage, &run)
        return (run, runner.signal)
    }

    private func measure(
        _ cues: [BenchCue], _ captured: CapturedSignal?, _ stage: BenchStage, _ run: inout BenchRun
    ) {
        run.cues = cues
        guard let source = stage.source, let captured else { return }
        let measurement = BenchMeasurement(cues, in: captured, template: stage.template)
        run.cues = measurement.cues
        let delay: BenchLoopback.PathDelay =
            switch source.pathDelay {
            case .none: .known(.zero)
            case .unknown(let reason): .unknown(reason: reason)
            }
        run.loopback = BenchLoopback(
            source: source.description, pathDelay: delay, selfTest: measurement.selfTest)
    }

    /// How much later than at its best the audio thread came to each period. Its best is what one in a hundred exceeds, for
    /// now and then the device's clock is wrong for a moment.
    private static func lateness(_ margins: [Interval]) -> Tally {
        let sorted = margins.sorted()
        guard let best = sorted.isEmpty ? nil : sorted[sorted.count * 99 / 100] else { return Tally() }
        return Tally(margins.map { max(.zero, best - $0) })
    }

    private func actuator(_ stage: BenchStage) -> BenchActuator? {
        guard let cue = stage.cue else { return nil }
        let drive = HapticRenderer().render(cue.pattern, as: .drive)
        let figures = PatternFigures(cue.pattern, samples: drive, actuator: request.actuator)
        return BenchActuator(
            name: request.actuator.name, electricalOnset: figures.onset.map(Interval.seconds),
            mechanicalT90: figures.mechanicalT90.map(Interval.seconds))
    }

    private var settings: [BenchFact] {
        let interval =
            "\(StatusLine.fixed(request.interval.lowerBound, 0)) to "
            + "\(StatusLine.fixed(request.interval.upperBound, 0)) ms"
        return [
            BenchFact("cue", request.cue), BenchFact("cues", "\(request.count)"), BenchFact("interval", interval),
            BenchFact("seed", "\(request.seed)"), BenchFact("burst", "\(request.burst)"),
            BenchFact("game", request.playsGame ? "kape at \(request.framesPerSecond) frames a second" : "none"),
            BenchFact("busy threads", "\(request.busyThreads)"),
            BenchFact("music", request.hasMusic ? "another client's" : "none"),
            BenchFact("period", "\(request.sound.output.period) frames"),
        ] + (request.injected > .zero ? [BenchFact("injected", "\(request.injected.milliseconds) ms")] : [])
    }
}
