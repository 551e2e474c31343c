import Glibc
import ThudCore
import ThudPlayback

/// What could stand in the way of low latency on this machine. Only looks: a second of silence is played, and a few cues
/// that nobody hears; nothing is changed.
struct Examination {
    let options: DeviceOptions

    /// How long the silent stream runs, in microseconds.
    private static let listening: UInt32 = 1_000_000

    /// Everything that was looked at.
    func findings() -> [Finding] {
        let server = SoundServer()
        return [assets()] + stream(server) + findings(on: server) + honesty(server) + governor()
    }

    private func assets() -> Finding {
        do {
            return Finding(severity: .fine, subject: "sounds and decks", finding: try Assets.find().folder)
        } catch {
            return Finding(severity: .failure, subject: "sounds and decks", finding: "\(error)")
        }
    }

    /// Opens the device as a round would, and sees what it makes of a second of silence.
    private func stream(_ server: SoundServer) -> [Finding] {
        let engine: Engine
        do {
            engine = try Engine.playing(through: options.request)
        } catch {
            return [
                Finding(
                    severity: .failure, subject: "sound device", finding: "\(error)",
                    remedy: "install and start PipeWire with pipewire-alsa; `thud devices` lists what there is")
            ]
        }
        usleep(Examination.listening)
        let health = engine.health
        let ahead = engine.clock.instant(of: engine.head) - .now()
        try? engine.stop()
        let silence = Silence(
            ahead: ahead, xruns: health.xruns, period: health.period, forcedQuantum: server.forcedQuantum ?? 0,
            isQuantumNamed: isLong(server.forcedQuantum ?? 0),
            isThroughPipeWire: chain.contains("PipeWire"), hasPipeWire: server.answers)
        return [device(health), silence.latency, silence.steadiness, priority(health)]
    }

    /// The plugins through which a round would play; nothing where the device cannot be used.
    var chain: String { (try? PCMChain.describe(setUpFor: options.request)) ?? "" }

    private func device(_ health: EngineHealth) -> Finding {
        guard health.deviceLosses == 0 else {
            return Finding(
                severity: .failure, subject: "sound device",
                finding: "it was lost \(counted(health.deviceLosses, "time")) in a second",
                remedy: "see that the sound server runs and has a sink: wpctl status")
        }
        let sharing = options.exclusive ? "" : ", mixes with other programs"
        return Finding(severity: .fine, subject: "sound device", finding: health.device + sharing)
    }

    private func priority(_ health: EngineHealth) -> Finding {
        guard !health.isRealtime else {
            return Finding(severity: .fine, subject: "real-time priority", finding: "granted (SCHED_FIFO)")
        }
        return Finding(
            severity: .warning, subject: "real-time priority", finding: "not granted; under load cues may come late",
            remedy: "echo '@audio - rtprio 20' | sudo tee /etc/security/limits.d/audio.conf, "
                + "join the group audio, log in again")
    }

    /// Power saving makes the first wake-ups after idling slow.
    private func governor() -> [Finding] {
        let path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
        guard let bytes = try? SourceFile.read(path) else { return [] }
        let name = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first ?? ""
        let isSaving = name == "powersave"
        return [
            Finding(
                severity: isSaving ? .warning : .fine, subject: "power saving", finding: "CPU governor \(name)",
                remedy: isSaving
                    ? "echo schedutil | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor" : nil)
        ]
    }
}
