import ThudCore
import ThudCues
import ThudGameKit
import ThudGameUI
import ThudOutputCapture
import ThudPatterns
import ThudPlayback
import ThudReports

/// How many triggers there are, and how far apart.
struct BenchTiming {
    var count: Int
    /// The range of milliseconds between two triggers.
    let interval: ClosedRange<Double>
    var seed: UInt64
    /// How many triggers follow each other 10 ms apart at every tenth trigger; 1 for no bursts.
    var burst = 1
    /// The delay of ten randomly chosen cues; zero for no self-test.
    var injected = Interval.zero

    /// Returns what two runs with different timing differ in.
    ///
    /// - Parameter triggers: what is counted.
    func facts(_ triggers: String) -> [(name: String, value: String?)] {
        let range = [interval.lowerBound, interval.upperBound].map { Decimals.short($0, atMost: 6) }
        return [(triggers, "\(count)"), ("interval", "\(range[0]) to \(range[1]) ms"), ("seed", "\(seed)")]
    }
}

struct BenchRequest {
    let timing: BenchTiming
    /// The name of the cue to play. A sound file, if given, is played instead.
    let cue: String
    let soundFile: String?
    var keyCount = 0
    /// The game that plays a round in the background, if any.
    let game: (any GameView.Type)?
    /// The mode of its rounds; nil means the usual one.
    var mode: String?
    let framesPerSecond: Int
    let busyThreads: Int
    let hasMusic: Bool
    let loopback: LoopbackChoice
    /// The actuator that the drive signal is shaped for; nil for the neutral one.
    let actuator: ActuatorProfile?
    let sound: SoundOptions
    var captureFile: String?
    /// Whether the first cue of the process and the first after idling are timed before the others.
    var timesColdStart = true

    /// The actuator whose figures are reported.
    var measuredActuator: ActuatorProfile { actuator ?? .phone }

    /// Returns all settings in which two runs may differ, by name.
    func facts(carriesMarkers: Bool) -> [BenchFact] {
        let settings = sound.settings()
        let injected = timing.injected
        let played: [(name: String, value: String?)] = [
            ("burst", "\(timing.burst)"), ("keys", "\(keyCount)"),
            ("game", game.map { "\($0.description.name) at \(framesPerSecond) frames a second" } ?? "none"),
            ("mode", game.flatMap { $0.description.modes.count > 1 ? $0.description.mode(mode)?.name : nil }),
            ("busy threads", "\(busyThreads)"), ("music", hasMusic ? "another client's" : "none"),
            ("output", sound.output.named ?? PCMRequest().name), ("latency", sound.output.latency.rawValue),
            ("period", sound.output.period.map { "\($0.value) frames" }),
            ("sound", settings.soundOn ? "on" : "off"), ("volume", Decimals.fixed(settings.volume, 2)),
            ("loud", settings.isLoud ? "on" : nil),
            ("haptics", haptics), ("balance", sound.policy.balance.map { "\(Decimals.short($0.value, atMost: 2)) dB" }),
            ("silent switch", settings.silent ? "on" : "off"), ("loopback", listening),
            ("actuator", measuredActuator.name),
            ("drive", actuator.map { "shaped for \($0.name)" }),
            ("injected", injected > .zero ? "\(injected.milliseconds) ms" : nil),
            ("cold start", timesColdStart ? nil : "not timed"),
            ("markers", carriesMarkers ? "43 ms of noise in place of each cue's sound" : nil),
        ]
        return [BenchFact]([("cue", cue)] + timing.facts("cues") + played)
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
