extension HapticPattern {
    /// The pattern played faster (a rate above 1) or slower: every time and duration divided by the rate, and attack,
    /// decay and release with them. Sharpness, and so the pitch of what is felt, stays.
    ///
    /// What would come later or last longer than ``HapticLimits`` and ``EnvelopeTime/longest`` allow is held there. A
    /// vibration without a duration stays without one. A rate that is not above 0 and finite changes nothing.
    public func played(atRate rate: Double) -> HapticPattern {
        guard rate > 0, rate.isFinite, rate != 1 else { return self }
        var played = self
        played.events = events.map { $0.played(atRate: rate) }
        played.parameters = parameters.map { DynamicParameter($0.id, at: $0.time / rate, value: $0.value) }
        played.curves = curves.map { curve in
            ParameterCurve(
                curve.id, at: curve.time / rate,
                points: curve.points.map { .init(time: $0.time / rate, value: $0.value) })
        }
        return played
    }
}

extension HapticEvent {
    fileprivate func played(atRate rate: Double) -> HapticEvent {
        // A duration must not vanish in rounding: 0 means "until stopped".
        let duration = duration.map { $0 > 0 ? max($0 / rate, .leastNormalMagnitude) : 0 }
        var played = moved(to: time / rate, lasting: duration)
        for id in [EventParameterID.attackTime, .decayTime, .releaseTime] where self[id] > 0 {
            played[id] = EnvelopeTime.adjuster(seconds: EnvelopeTime.seconds(self[id]) / rate)
        }
        return played
    }
}
