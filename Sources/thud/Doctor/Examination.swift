import ArgumentParser
import Glibc
import ThudCore
import ThudOutputCapture
import ThudPlayback
import ThudReports

/// Looks for obstacles to low latency on this machine. It plays a second of silence and a few inaudibly quiet cues, and
/// changes nothing.
struct Examination {
    let options: DeviceOptions
    /// The ALSA plugins that a round would play through, as far as they are known; empty if there is no device.
    let chain: String

    /// How long the silent stream runs, in microseconds.
    private static let listening: UInt32 = 1_000_000

    /// Opens the device briefly, to learn its plugins.
    init(options: DeviceOptions) {
        self.options = options
        let request = options.request
        chain = (try? PCMChain.describe(setUpFor: request)) ?? (try? PCMChain.describe(request.name)) ?? ""
    }

    func findings() -> [Finding] {
        let server = PipeWireServer.ask()
        // Nothing is heard then, and every other figure would mislead.
        if let server, server.defaultSink == nil, chain.contains("PipeWire") { return [assets(), Self.noSink] }
        let stream = stream(server)
        return [assets()] + stream.findings + findings(on: server, rate: stream.rate) + honesty(server)
            + [governor()].compactMap(\.self)
    }

    private static let noSink = Finding(
        .failure, "sound device", "PipeWire runs, but it has no default sink",
        "start its session manager (systemctl --user start wireplumber), or connect a sound card")

    private func assets() -> Finding {
        do {
            let assets = try Assets.find()
            _ = try assets.allCues(sampleRate: PCMRequest().sampleRate)
            return Finding(.fine, "sounds and decks", assets.folder)
        } catch {
            return Finding(.failure, "sounds and decks", "\(error)")
        }
    }

    /// Opens the device as a round would, and plays a second of silence.
    ///
    /// - Returns: the findings and the stream's sample rate; a nil rate if the device cannot be opened.
    private func stream(_ server: PipeWireServer?) -> (findings: [Finding], rate: Int?) {
        let engine: Engine
        do {
            engine = try Engine.playing(through: options.request)
        } catch {
            // The error about a device that was named says what to do; the default one needs a sound server.
            let isNamed = options.request.name != PCMRequest().name
            let remedy = "install and start PipeWire with pipewire-alsa; `thud devices` lists the devices"
            return ([Finding(.failure, "sound device", Failure.sentence(error), isNamed ? nil : remedy)], nil)
        }
        usleep(Examination.listening)
        let health = engine.health
        let now = Instant.now()
        let ahead = engine.latestOutput(now) - now
        try? engine.stop()
        let silence = Silence(
            ahead: ahead, health: health, sampleRate: engine.sampleRate, isExclusive: options.exclusive,
            forcedQuantum: server?.forcedQuantum ?? 0,
            isQuantumNamed: isLong(server?.forcedQuantum ?? 0),
            isThroughPipeWire: chain.contains("PipeWire"), hasPipeWire: server != nil)
        return ([silence.device, silence.latency, silence.steadiness, priority(health)], engine.sampleRate)
    }

    private func priority(_ health: EngineHealth) -> Finding {
        if health.isRealtime { return Finding(.fine, "real-time priority", "\(health.priority)") }
        return Finding(
            .warning, "real-time priority", "refused by the system and by RealtimeKit; cues may be late under load",
            "install and start rtkit; or echo '@audio - rtprio 20' | sudo tee /etc/security/limits.d/audio.conf, "
                + "add yourself to the audio group, and log in again")
    }

    /// Power saving slows the first wake-ups after idling. Drivers that have no `schedutil`, such as intel_pstate,
    /// choose the frequency by themselves, and their `powersave` is not the slowest one.
    func governor(in folder: String = "/sys/devices/system/cpu/cpu0/cpufreq") -> Finding? {
        func words(_ name: String) -> [Substring] {
            let bytes = (try? SourceFile.read("\(folder)/\(name)")) ?? []
            return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        }
        guard let name = words("scaling_governor").first else { return nil }
        let isSaving = name == "powersave" && words("scaling_available_governors").contains("schedutil")
        return Finding(
            isSaving ? .warning : .fine, "power saving", "CPU governor \(name)",
            isSaving ? "echo schedutil | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor" : nil)
    }
}

/// Checks how the sound server and the plugins in front of it affect latency.
extension Examination {
    /// Returns findings about the server, if one answers. `rate` is the sample rate of a stream; nil if there is none.
    func findings(on server: PipeWireServer?, rate: Int?) -> [Finding] {
        [quantum(server), bluetooth(server), resampling(server, streamRate: rate)].compactMap(\.self)
    }

    private func quantum(_ server: PipeWireServer?) -> Finding? {
        guard let quantum = server?.forcedQuantum else { return nil }
        guard isLong(quantum) else {
            return Finding(.fine, "quantum", quantum == 0 ? "not forced" : "forced to \(quantum) frames")
        }
        return Finding(
            .warning, "quantum", "forced to \(quantum) frames, which delays every cue", PipeWireServer.unforcing)
    }

    /// Whether cues wait noticeably for a quantum of this many frames.
    func isLong(_ quantum: Int) -> Bool { quantum > 2 * (options.period?.value ?? Self.usualPeriod) }

    /// The period in frames if none is given. A quantum of up to twice a period goes unnoticed.
    private static let usualPeriod = 128

    private func bluetooth(_ server: PipeWireServer?) -> Finding? {
        guard server?.defaultSink?.contains("bluez") == true else { return nil }
        return Finding(
            .failure, "bluetooth", "the default sink is Bluetooth, which adds 100 ms or more that it does not report",
            "choose another sink with wpctl status and wpctl set-default ID, or plug in a cable")
    }

    /// Resampling adds delay and loses sharpness.
    private func resampling(_ server: PipeWireServer?, streamRate: Int?) -> Finding? {
        let device = options.request
        if chain.contains("Rate conversion PCM") {
            return Finding(
                .warning, "resampling", "\(device.name) converts the rate in alsa-lib",
                (server != nil ? "use --device pipewire, or " : "use ")
                    + "a PCM that takes \(device.sampleRate) Hz (`thud devices`)")
        }
        guard let rate = server?.rate, let streamRate else { return nil }
        guard rate != streamRate else { return Finding(.fine, "resampling", "none: the graph runs at \(rate) Hz") }
        return Finding(
            .warning, "resampling", "the graph runs at \(rate) Hz and converts the \(streamRate) Hz of every cue",
            "pw-metadata -n settings 0 clock.force-rate \(streamRate)")
    }
}

/// Checks whether the device reports its delay correctly.
extension Examination {
    /// The number of quiet cues, their distance in milliseconds, and their volume, 40 dB below the usual.
    private static let probes = 6
    private static let apart = "300"
    private static let loudness = "0.01"
    /// No quiet cue is as loud as this; other programs are.
    private static let loudestProbe: Float = 0.03
    /// The largest prediction error that is not reported, in milliseconds.
    private static let tolerance = 2.0

    /// Plays a few very quiet cues and compares their output times with the predictions. Empty if the output cannot be
    /// captured.
    func honesty(_ server: PipeWireServer?) -> [Finding] {
        let source = try? LoopbackSource.find(for: options.request.name, .automatic)
        guard let source = source ?? nil, source.lateness == nil else { return [] }
        do {
            let run = try probe()
            return [heardAgain(run, source), prediction(run, server)].compactMap(\.self)
        } catch {
            return [Finding(.warning, "quiet cues", "cannot be captured from \(source.description): \(error)")]
        }
    }

    /// Reports how many of the cues came out; nil if all did.
    private func heardAgain(_ run: BenchRun, _ source: LoopbackSource) -> Finding? {
        let sure = run.cues.count(where: \.isSure)
        guard sure < run.cues.count else { return nil }
        if let peak = run.loopback?.peak, peak > Self.loudestProbe {
            return Finding(
                .warning, "quiet cues", "only \(sure) of \(run.cues.count) were found below what else plays here",
                "stop other sounds, and run `thud doctor` again")
        }
        return Finding(
            sure == 0 ? .failure : .warning, "quiet cues",
            "only \(sure) of \(run.cues.count) were captured from \(source.description)",
            "use a longer --period, or another device (`thud devices`)")
    }

    private func prediction(_ run: BenchRun, _ server: PipeWireServer?) -> Finding? {
        let errors = run.cues.filter(\.isSure).compactMap { cue -> Double? in
            guard let measured = cue.measured, let predicted = cue.predicted else { return nil }
            return (measured - predicted).milliseconds
        }.sorted()
        guard !errors.isEmpty else { return nil }
        let error = errors[errors.count / 2]
        let figure = Decimals.fixed(abs(error), 2)
        guard abs(error) > Self.tolerance else {
            return Finding(
                .fine, "predicted delay",
                "accurate to \(figure) ms, as \(Count.of(errors.count, "captured quiet cue")) showed")
        }
        return Finding(
            .warning, "predicted delay",
            "cues come out \(figure) ms \(error > 0 ? "later" : "sooner") than the device reports",
            (server != nil ? "use --device pipewire; " : "") + "`thud bench` measures the real delay")
    }

    private func probe() throws -> BenchRun {
        var bench = try BenchCommand.parse([
            "--count", "\(Self.probes)", "--interval", Self.apart, "--game", "none", "--no-cold-start", "--volume",
            Self.loudness,
        ])
        bench.sound.output = options
        bench.sound.output.device = options.request.name
        let interrupts = Interrupts([])
        let (run, _) = try BenchSession(bench, interrupts).run()
        // An interrupted probe proves nothing, and the sender of the signal expects the program to end.
        if let signal = interrupts.received { Interrupts.end(by: signal) }
        return run
    }
}

extension PipeWireServer {
    /// The command that stops forcing the quantum.
    static let unforcing = "pw-metadata -n settings 0 clock.force-quantum 0"

    /// The forced quantum in frames, 0 if none is forced; nil if the server does not say.
    var forcedQuantum: Int? { settings["clock.force-quantum"].flatMap { Int($0) } }
}
