import ThudCore
import ThudCues
import ThudHaptics
import ThudOutputCapture
import ThudPlayback
import ThudReports

extension BenchRequest {
    /// What was asked for, by name: all that may make one run another than the next.
    var facts: [BenchFact] {
        let settings = sound.settings()
        let facts: [(String, String?)] = [
            ("cue", cue), ("cues", "\(count)"), ("interval", range), ("seed", "\(seed)"), ("burst", "\(burst)"),
            ("game", playsGame ? "kape at \(framesPerSecond) frames a second" : "none"),
            ("busy threads", "\(busyThreads)"), ("music", hasMusic ? "another client's" : "none"),
            ("output", sound.output.named ?? PCMRequest().name), ("period", "\(sound.output.period) frames"),
            ("sound", settings.soundOn ? "on" : "off"), ("volume", Decimals.fixed(settings.volume, 2)),
            ("haptics", haptics), ("silent switch", settings.silent ? "on" : "off"), ("loopback", listening),
            ("actuator", actuator.name), ("budget", "\(budget.milliseconds) ms"),
            ("most jitter", maxJitter.map { "\($0.milliseconds) ms" }),
            ("injected", injected > .zero ? "\(injected.milliseconds) ms" : nil),
        ]
        return facts.compactMap { name, value in value.map { BenchFact(name, $0) } }
    }

    private var range: String {
        "\(Decimals.short(interval.lowerBound, atMost: 6)) to \(Decimals.short(interval.upperBound, atMost: 6)) ms"
    }

    private var haptics: String {
        if let device = sound.hapticsDevice { return "driven through \(device)" }
        return switch sound.settings().haptics {
        case .heard: "heard"
        case .drive: "driven on further channels"
        case .off: "off"
        }
    }

    private var listening: String {
        switch loopback {
        case .automatic: "auto"
        case .off: "off"
        case .pcm(let name): name
        }
    }
}
