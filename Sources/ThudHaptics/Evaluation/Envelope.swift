/// The level of a `HapticContinuous` over time, 0 to 1: up in a straight line over the attack; held for the duration,
/// or down over the decay when not sustained; down over the release from wherever it stands.
///
/// Straight lines in intensity are curves in amplitude, for amplitude is intensity squared.
struct Envelope: Hashable, Sendable {
    /// Seconds.
    let attack: Double
    /// Seconds; never quite 0, see ``EnvelopeTime/shortestDecay``.
    let decay: Double
    let isSustained: Bool
    /// Seconds before the release begins.
    let duration: Double
    /// Seconds.
    let release: Double

    init(attack: Double, decay: Double, isSustained: Bool, duration: Double, release: Double) {
        self.attack = attack
        self.decay = max(decay, EnvelopeTime.shortestDecay)
        self.isSustained = isSustained
        self.duration = duration
        self.release = release
    }

    /// Seconds from the start until the level is 0 for good.
    var length: Double {
        let whole = duration + release
        return isSustained ? whole : min(whole, attack + decay)
    }

    /// The level, `elapsed` seconds after the start.
    func level(at elapsed: Double) -> Double {
        guard elapsed >= 0 else { return 0 }
        if elapsed < duration { return held(at: elapsed) }
        let fading = elapsed - duration
        return fading < release ? held(at: duration) * (1 - fading / release) : 0
    }

    private func held(at elapsed: Double) -> Double {
        if elapsed < attack { return elapsed / attack }
        return isSustained ? 1 : max(0, 1 - (elapsed - attack) / decay)
    }
}
