import Glibc
import ThudCore
import ThudGameKit

/// The pulses of the active effects. Each effect, and the glow of its button, counts from its start.
struct EffectPulses: Hashable, Sendable, Codable {
    private var due: [StageEffect: Instant] = [:]

    var nextDeadline: Instant? { due.values.min() }

    /// Starts an effect's pulses. The caller plays the pulse of this moment.
    mutating func begin(_ effect: StageEffect, at now: Instant) { due[effect] = now + effect.period }

    mutating func end(_ effect: StageEffect) { due[effect] = nil }

    /// Returns the pulses due by `now`. Two at once play as one.
    mutating func pass(to now: Instant) -> [MagicRoundEffect] {
        let passed = due.filter { $0.value <= now }
        for (effect, instant) in passed {
            let count = (now - instant).nanoseconds / effect.period.nanoseconds + 1
            due[effect] = instant + effect.period * count
        }
        return passed.isEmpty ? [] : [.cue(.pulse)]
    }

    /// Returns the current height of an effect's pulse, 0...1. nil if it does not pulse.
    func height(of effect: StageEffect, at now: Instant) -> Double? {
        due[effect].map { (1 + cos(2 * .pi * (now - $0).seconds / effect.period.seconds)) / 2 }
    }
}

extension StageEffect {
    fileprivate var period: Interval { .seconds(1 / pulse) }
}
