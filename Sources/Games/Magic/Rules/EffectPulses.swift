import Glibc
import ThudCore
import ThudGameKit

/// The pulses of the effects that are on. Each counts from the moment in which its effect came, and so does the glow of its
/// button.
struct EffectPulses: Hashable, Sendable, Codable {
    private var due: [StageEffect: Instant] = [:]

    var nextDeadline: Instant? { due.values.min() }

    /// An effect pulses from now on; the pulse of this moment is given by whoever begins it.
    mutating func begin(_ effect: StageEffect, at now: Instant) { due[effect] = now + effect.period }

    /// It does so no longer.
    mutating func end(_ effect: StageEffect) { due[effect] = nil }

    /// The pulses that are due by now. Two at once are one.
    mutating func pass(to now: Instant) -> [MagicRoundEffect] {
        let passed = due.filter { $0.value <= now }
        for (effect, instant) in passed {
            let count = (now - instant).nanoseconds / effect.period.nanoseconds + 1
            due[effect] = instant + effect.period * count
        }
        return passed.isEmpty ? [] : [.cue(.pulse)]
    }

    /// How far up the pulse of an effect is, 0...1; nil where it does not pulse.
    func height(of effect: StageEffect, at now: Instant) -> Double? {
        due[effect].map { (1 + cos(2 * .pi * (now - $0).seconds / effect.period.seconds)) / 2 }
    }
}

extension StageEffect {
    fileprivate var period: Interval { .seconds(1 / pulse) }
}
