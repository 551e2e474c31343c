import Glibc
import ThudCore
import ThudCues
import ThudGameKit
import ThudGames
import ThudOutputCapture
import ThudPatterns
import ThudPlayback
import ThudReports

/// A whole bench: opens, runs, closes and measures everything, and returns the result as a value.
struct BenchSession {
    let options: BenchCommand
    let timing: BenchTiming
    /// The actuator that the drive signal is shaped for; nil for the neutral one.
    let actuator: ActuatorProfile?
    let assets: Assets
    private let interrupts: Interrupts

    init(_ options: BenchCommand, _ interrupts: Interrupts) throws {
        self.options = options
        timing = try options.timing()
        actuator = try options.actuator.map(RenderingOptions.profile)
        assets = try Assets.find()
        self.interrupts = interrupts
    }

    /// Runs the bench; returns the result, and what could not be saved.
    func run() throws -> (run: BenchRun, loss: (any Error)?) {
        let origin = Instant.now()
        let plan = BenchPlan(timing)
        // A terminal session forks, so it must start before any thread.
        let keys = options.keyCount > 0 ? BenchKeys(options.keyCount, seed: timing.seed) : nil
        if keys == nil, options.keyCount > 0 { Console.remark("No pseudo-terminal is available, so no keys are timed") }
        let rig = try BenchRig(self, plan)
        let runner = BenchRunner(
            plan, cue: options.cueName, timesColdStart: options.coldStart, rig: rig, interrupts: interrupts)
        runner.run()
        var run = BenchRun(origin: origin)
        run.xruns = runner.xruns
        if let keys, interrupts.received == nil { try type(keys, rig, &run) }
        let health = rig.output.engine.health
        let (captured, loss) = rig.close()
        run.machine = BenchMachine.facts(device: health)
        run.settings = facts(carriesMarkers: plan.needsMarkers)
        run.clockSource =
            health.isPacedByClock
            ? "the computer's clock alone, because the device plays nothing"
            : ["snd_pcm_delay, smoothed", health.doubtInWords].compactMap(\.self).joined(separator: ", ")
        run.isInterrupted = interrupts.received != nil
        run.frameTimes = rig.game?.frameTimes ?? run.frameTimes
        run.wakeLateness = BenchSession.lateness(runner.wakeupSlack)
        run.actuator = figures(rig.cue)
        run.hasHapticsInStream = rig.hasHapticsInStream
        run.gameCues = rig.game?.cues ?? []
        if run.xruns.contains(where: { $0.framesLost > 0 }) {
            run.predictionDoubts.append("frames were lost, so some output was late or never heard")
        }
        run.predictionDoubts += runner.predictionDoubts
        if let doubt = health.doubtInWords {
            run.predictionDoubts.append(
                "the device does not report its position at every instant, so predictions are \(doubt)")
        }
        measure(runner, captured, rig, &run)
        // A full disk must not cost the results.
        let kept = captured.flatMap {
            BenchFiles.keep([$0.samples], sampleRate: $0.sampleRate, in: options.outputs.keepCapture)
        }
        return (run, loss ?? kept)
    }

    /// Types the keys after the cues have ended.
    private func type(_ keys: BenchKeys, _ rig: BenchRig, _ run: inout BenchRun) throws {
        rig.game?.endCues(rig.feedback)
        let before = rig.output.engine.health
        let game = options.playedGame ?? Games.usual
        run.keyCues = try keys.run(game, rig, BenchGame.deck(game.description, assets), options.sound, interrupts)
        run.xruns.record(rig.output.engine.health.since(before))
    }

    private func measure(_ runner: BenchRunner, _ captured: CapturedSignal?, _ rig: BenchRig, _ run: inout BenchRun) {
        (run.cold, run.cues) = parts(runner.cues, runner)
        guard let source = rig.source, let captured else { return }
        // A key's cue can be found only if it is the cue that the bench plays, without a marker.
        let isFound = rig.isUnmarked && run.keyCues.allSatisfy { $0.name == options.cueName }
        let measurement = BenchMeasurement(
            runner.cues + (isFound ? run.keyCues : []), in: captured, xruns: run.xruns, templates: rig.templates)
        (run.cold, run.cues) = parts(Array(measurement.cues.prefix(runner.cues.count)), runner)
        if isFound { run.keyCues = Array(measurement.cues.suffix(run.keyCues.count)) }
        run.loopback = BenchLoopback(
            source: source.description, pathDelay: source.lateness.map { .unknown(reason: $0) } ?? .known(.zero),
            selfTest: BenchSelfTest(of: run.cues) { measurement.isTorn($0, by: run.xruns) },
            peak: captured.samples.lazy.map(abs).max())
    }

    private func parts(_ cues: [BenchCue], _ runner: BenchRunner) -> (BenchCold, [BenchCue]) {
        (BenchCold(Array(cues.prefix(runner.coldCount))), Array(cues.dropFirst(runner.coldCount)))
    }

    /// Returns how much later than its best the audio thread woke for each period. Each opening of the device counts
    /// apart, since its period may differ. The best is the 99th percentile of the slack, because the device's clock is
    /// sometimes wrong for a moment.
    private static func lateness(_ slack: [[Interval]]) -> DurationHistogram {
        let lateness = slack.filter { !$0.isEmpty }.flatMap { slack in
            let best = slack.sorted()[slack.count * 99 / 100]
            return slack.map { max(.zero, best - $0) }
        }
        return DurationHistogram(lateness, resolution: .microsecond)
    }

    /// Returns the delays that the actuator adds to a cue.
    private func figures(_ cue: Cue?) -> BenchActuator? {
        guard let cue else { return nil }
        let renderer = HapticRenderer()
        let measured = measuredActuator
        let figures = PatternMetrics(
            cue.pattern, samples: renderer.render(cue.pattern, as: .driven(actuator ?? .ideal)),
            felt: renderer.render(cue.pattern, as: .felt(measured)), actuator: measured)
        return BenchActuator(
            name: measured.name, electricalOnset: figures.onset.map(Interval.seconds),
            rise: figures.actuatorRise.map(Interval.seconds), feltPeak: figures.feltPeak.map(Interval.seconds))
    }
}

extension BenchCold {
    /// Takes the latencies of the two cold cues: measured if the capture is sure of them, else predicted.
    fileprivate init(_ cues: [BenchCue]) {
        func length(_ cue: BenchCue?, since instant: (BenchCue) -> Instant?) -> Length? {
            guard let cue, let from = instant(cue) else { return nil }
            if cue.isSure, let measured = cue.measured { return Length(measured - from, isMeasured: true) }
            guard cue.predictedLatency != nil, let predicted = cue.predicted else { return nil }
            return Length(predicted - from, isMeasured: false)
        }
        self.init(
            startToFirstOutput: length(cues.first) { _ in Self.processStart },
            firstCueAfterIdle: length(cues.dropFirst().first) { $0.triggered })
    }

    /// The start of this process, which the kernel reports to a hundredth of a second; nil if it does not report it.
    private static let processStart: Instant? = {
        let record = ProcessFamily.record(of: "self")
        guard record.count > 19, let ticks = Int64(record[19]) else { return nil }
        var boot = timespec()
        clock_gettime(CLOCK_BOOTTIME, &boot)
        let now = Instant.now()
        let sinceBoot = Int64(boot.tv_sec) * 1_000_000_000 + Int64(boot.tv_nsec)
        let perSecond = Int64(sysconf(Int32(_SC_CLK_TCK)))
        guard perSecond > 0 else { return nil }
        return now - Interval(nanoseconds: sinceBoot - ticks * (1_000_000_000 / perSecond))
    }()
}

/// The facts about the bench's machine, as far as the system reports them.
enum BenchMachine {
    /// - Parameter health: the state of Thud's own device; nil if it plays nothing.
    static func facts(device health: EngineHealth?) -> [BenchFact] {
        [BenchFact]([
            ("processor", processor()),
            ("cores", "\(sysconf(Int32(_SC_NPROCESSORS_ONLN)))"),
            ("system", system()),
            ("governor", lines("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").first),
            ("real-time priority", health.map { "\($0.priority)" }),
            ("device", health?.device),
            ("thud", Thud.version),
        ])
    }

    private static func processor() -> String? {
        let model = lines("/proc/cpuinfo").first { $0.hasPrefix("model name") }
        return model?.split(separator: ":").last.map { $0.drop { $0 == " " } }.map(String.init)
    }

    private static func system() -> String? {
        var name = utsname()
        guard uname(&name) == 0 else { return nil }
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return "\(text(name.sysname)) \(text(name.release)) \(text(name.machine))"
    }

    private static func lines(_ path: String) -> [String] {
        let bytes = (try? SourceFile.read(path)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }
}
