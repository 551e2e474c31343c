import ThudCore
import ThudCues
import ThudFeedback
import ThudHaptics
import ThudOutputCapture
import ThudPlayback
import ThudReports

/// A whole bench: everything is opened, run, closed and measured; what comes of it is a value.
struct BenchSession {
    let request: BenchRequest
    let assets: Assets

    /// Runs it: what was found out, and the signal that the program is to end by, if one has come.
    ///
    /// - Throws: where something that was asked for cannot be had.
    func run() throws -> (run: BenchRun, signal: Int32?) {
        // Ctrl-Z stops it at once, as it stops any program: there is no terminal to give back.
        let interrupts = Interrupts([])
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
        run.settings = request.facts
        run.clockSource =
            health.isPacedByClock ? "the computer's clock alone: nobody hears the device" : "snd_pcm_delay, smoothed"
        (run.budget, run.maxJitter) = (request.budget, request.maxJitter)
        run.isInterrupted = runner.isInterrupted
        run.xruns = runner.xruns
        run.frameTimes = stage.game?.frameTimes ?? Tally()
        run.wakeLateness = BenchSession.lateness(runner.wakeupSlack)
        run.actuator = actuator(stage)
        run.hasHapticsInStream = stage.hasHapticsInStream
        run.gameCues = stage.game?.cues ?? []
        measure(runner, captured, stage, &run)
        return (run, interrupts.received)
    }

    private func measure(
        _ runner: BenchRunner, _ captured: CapturedSignal?, _ stage: BenchStage, _ run: inout BenchRun
    ) {
        run.cues = runner.cues
        run.cold = BenchCold(runner.coldCues)
        guard let source = stage.source, let captured else { return }
        let coldCount = runner.coldCues.count
        let measurement = BenchMeasurement(runner.coldCues + runner.cues, in: captured, template: stage.template)
        run.cues = Array(measurement.cues.dropFirst(coldCount))
        run.cold = BenchCold(Array(measurement.cues.prefix(coldCount)))
        // Asked now, since asking takes a while, and the first cue is to come as soon as it can.
        let told = try? request.loopbackSource(graphRate: SoundServer().rate)
        let delay: BenchLoopback.PathDelay =
            switch (told ?? source).pathDelay {
            case .none: .known(.zero)
            case .unknown(let reason): .unknown(reason: reason)
            }
        run.loopback = BenchLoopback(
            source: source.description, pathDelay: delay,
            selfTest: BenchSelfTest(of: run.cues) { measurement.isTorn($0, by: run.xruns) })
    }

    /// How much later than at its best the audio thread came to each period, apart for each time that the device was opened,
    /// whose period may be another. Its best is what one in a hundred exceeds, for now and then the device's clock is wrong
    /// for a moment.
    private static func lateness(_ slack: [[Interval]]) -> Tally {
        var tally = Tally()
        for slack in slack where !slack.isEmpty {
            let best = slack.sorted()[slack.count * 99 / 100]
            for interval in slack { tally.record(max(.zero, best - interval)) }
        }
        return tally
    }

    private func actuator(_ stage: BenchStage) -> BenchActuator? {
        guard let cue = stage.cue else { return nil }
        let drive = HapticRenderer().render(cue.pattern, as: .drive)
        let figures = PatternMetrics(cue.pattern, samples: drive, actuator: request.actuator)
        return BenchActuator(
            name: request.actuator.name, electricalOnset: figures.onset.map(Interval.seconds),
            mechanicalT90: figures.mechanicalT90.map(Interval.seconds))
    }
}

extension BenchCold {
    /// The figures of the first cue of the process and the first after idling, measured where that is certain.
    fileprivate init(_ cues: [BenchCue]) {
        func length(_ cue: BenchCue?, since instant: (BenchCue) -> Instant?) -> Length? {
            guard let cue, let from = instant(cue) else { return nil }
            if cue.isSure, let measured = cue.measured { return Length(measured - from, isMeasured: true) }
            guard cue.predictedLatency != nil, let predicted = cue.predicted else { return nil }
            return Length(predicted - from, isMeasured: false)
        }
        self.init(
            startToFirstOutput: length(cues.first) { _ in ProcessStart.instant },
            firstCueAfterIdle: length(cues.dropFirst().first) { $0.triggered })
    }
}
