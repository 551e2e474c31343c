import ThudCore
import ThudReports

extension BenchRun {
    /// Returns a simulated run as on a desktop: every cue with all instants from the sensor to the captured output,
    /// about 4 ms from trigger to output, and one xrun. The same seed gives the same run.
    ///
    /// - Parameter slowness: multiplies the cost of the queue.
    package static func sample(cues count: Int = 200, seed: UInt64 = 7, slowness: Double = 1) -> BenchRun {
        var generator = SeededGenerator(seed: seed)
        var run = BenchRun(origin: Instant(nanoseconds: 5_000_000_000))
        run.machine = [
            BenchFact("processor", "AMD Ryzen 7 5800U, 16 threads"), BenchFact("system", "Debian 12, Linux 6.1.0"),
            BenchFact("sound server", "PipeWire 0.3.65, quantum 64 of 48000 Hz"), BenchFact("real-time priority", "20"),
        ]
        run.settings = [
            BenchFact("game", "kape"), BenchFact("frames a second", "60"), BenchFact("busy threads", "2"),
            BenchFact("device", "default"), BenchFact("seed", "7"),
        ]
        run.clockSource = "the device's own delay (snd_pcm_delay)"
        run.cold = BenchCold(
            startToFirstOutput: .init(.milliseconds(44), isMeasured: true),
            firstCueAfterIdle: .init(.milliseconds(5), isMeasured: false))
        run.actuator = BenchActuator(
            name: "lra", electricalOnset: Interval(nanoseconds: 400_000),
            rise: Interval(nanoseconds: 11_600_000), feltPeak: Interval(nanoseconds: 14_200_000))
        run.loopback = BenchLoopback(
            source: "the monitor of bench-sink through PipeWire", pathDelay: .known(Interval(nanoseconds: 1_333_333)),
            selfTest: BenchSelfTest(delayed: 10, found: 10, worstError: Interval(nanoseconds: 9_200)))
        var instant = run.origin
        run.cues = (0..<count).map { place in
            instant = instant + .seconds(generator.between(0.15, 0.4))
            return cue(place + 1, at: instant, slowness: slowness, &generator)
        }
        if count > 3 { run.xruns = [BenchXrun(at: run.cues[count / 3].triggered ?? run.origin, framesLost: 64)] }
        run.frameTimes = DurationHistogram(
            (0..<count * 16).map { _ in .seconds(0.0166667 + generator.bell() * 0.0006) }, resolution: .microsecond)
        run.wakeLateness = DurationHistogram(
            (0..<count * 40).map { _ in .seconds(abs(generator.bell()) * 0.00004) }, resolution: .microsecond)
        run.keyCues = run.cues.prefix(50).map(\.ofTypedKey)
        return run
    }

    private static func cue(
        _ index: Int, at cause: Instant, slowness: Double, _ generator: inout SeededGenerator
    ) -> BenchCue {
        var cue = BenchCue(index: index, name: ["kape/correct", "kape/skip", "kape/tick"][generator.index(below: 3)])
        let detected = cause + .seconds(generator.between(0.018, 0.030))
        let triggered = detected + .seconds(generator.between(0.000_02, 0.000_2))
        let taken = triggered + .seconds(generator.between(0.000_05, 0.000_6))
        let queue = generator.between(0.0022, 0.0036) + (generator.chance(0.04) ? generator.between(0.001, 0.004) : 0)
        let predicted = taken + .seconds(queue * slowness)
        cue.cause = cause
        cue.detected = detected
        cue.triggered = triggered
        cue.taken = taken
        cue.predicted = predicted
        cue.frame = (predicted.nanoseconds - 5_000_000_000) * 48 / 1_000_000
        cue.hapticPredicted = predicted + .seconds(generator.between(0, 0.000_02))
        cue.measured = predicted + .seconds(generator.bell() * 0.000_06)
        cue.confidence = 0.9 + generator.unit() * 0.1
        cue.isSure = true
        return cue
    }
}

extension BenchCue {
    /// The cue as if a key had triggered it: without a sensor and without a separate haptics device.
    package var ofTypedKey: BenchCue {
        var cue = self
        (cue.detected, cue.hapticPredicted) = (nil, nil)
        cue.typed = cause.map { $0 - .milliseconds(1) }
        cue.flashed = measured
        return cue
    }

    /// Returns a cue with only its trigger and its latencies, in milliseconds after the trigger.
    package static func plain(_ index: Int, predicted: Double? = nil, measured: Double? = nil, isSure: Bool = true)
        -> BenchCue
    {
        var cue = BenchCue(index: index, name: "kape/correct")
        let triggered = Instant(nanoseconds: Int64(index) * 300_000_000)
        cue.triggered = triggered
        cue.predicted = predicted.map { triggered + .seconds($0 / 1000) }
        cue.measured = measured.map { triggered + .seconds($0 / 1000) }
        cue.isSure = isSure && measured != nil
        return cue
    }
}

extension BenchRun {
    /// Returns a run of plain cues.
    package static func plain(_ cues: [BenchCue], isCaptured: Bool = false) -> BenchRun {
        var run = BenchRun(origin: Instant(nanoseconds: 0))
        run.cues = cues
        if isCaptured { run.loopback = BenchLoopback(source: "a cable", pathDelay: .unknown(reason: "it is a cable")) }
        return run
    }

    /// Returns a run of cues with these measured latencies, in milliseconds.
    package static func measured(_ latencies: [Double]) -> BenchRun {
        plain(
            latencies.enumerated().map { .plain($0 + 1, predicted: $1, measured: $1) }, isCaptured: true)
    }
}
