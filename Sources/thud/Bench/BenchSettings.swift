import ThudCore
import ThudCues
import ThudGameKit
import ThudGameUI
import ThudPatterns
import ThudPlayback
import ThudReports

extension BenchSession {
    /// Returns all settings in which two runs may differ, by name.
    func facts(carriesMarkers: Bool) -> [BenchFact] {
        let sound = options.sound
        let settings = sound.settings()
        let injected = timing.injected
        let game = options.playedGame?.description
        let played: [(name: String, value: String?)] = [
            ("burst", "\(timing.burst)"), ("keys", "\(options.keyCount)"),
            ("game", game.map { "\($0.name) at \(options.fps.value) frames a second" } ?? "none"),
            ("mode", game.flatMap { $0.modes.count > 1 ? $0.mode(options.mode)?.name : nil }),
            ("busy threads", "\(options.load.value)"), ("music", options.music ? "another client's" : "none"),
            ("output", sound.output.named ?? PCMRequest().name), ("latency", sound.output.latency.rawValue),
            ("period", sound.output.period.map { "\($0.value) frames" }),
            ("sound", settings.soundOn ? "on" : "off"), ("volume", Decimals.fixed(settings.volume, 2)),
            ("loud", settings.isLoud ? "on" : nil),
            ("haptics", haptics), ("balance", sound.policy.balance.map { "\(Decimals.short($0.value, atMost: 2)) dB" }),
            ("silent switch", settings.silent ? "on" : "off"), ("loopback", options.loopback),
            ("actuator", measuredActuator.name),
            ("drive", actuator.map { "shaped for \($0.name)" }),
            ("injected", injected > .zero ? "\(injected.milliseconds) ms" : nil),
            ("cold start", options.coldStart ? nil : "not timed"),
            ("markers", carriesMarkers ? "43 ms of noise in place of each cue's sound" : nil),
        ]
        return [BenchFact]([("cue", options.cueName)] + timing.facts("cues") + played)
    }

    /// The actuator whose figures are reported.
    var measuredActuator: ActuatorProfile { actuator ?? .phone }

    private var haptics: String {
        if let device = options.sound.hapticsDevice { return "driven through \(device)" }
        return switch options.sound.settings().haptics {
        case .heard: "heard"
        case .drive: "driven on further channels"
        case .off: "off"
        }
    }
}
