public import ThudCore

/// A pattern with the contents that Core Haptics plays and an AHAP file holds.
public struct HapticPattern: Hashable, Sendable {
    /// The version of the format; 1 is the only one that Apple has published.
    public var version: Double

    /// Project, date, description and other information that a file holds about itself, kept as it is.
    public var metadata: [JSONValue.Member]

    /// Taps, rumbles and sounds, in the order of the file.
    public var events: [HapticEvent]

    /// Steps of a parameter, in the order of the file.
    public var parameters: [DynamicParameter]

    /// Curves of a parameter, in the order of the file.
    public var curves: [ParameterCurve]

    /// A pattern.
    public init(
        _ events: [HapticEvent] = [], parameters: [DynamicParameter] = [], curves: [ParameterCurve] = [],
        version: Double = 1, metadata: [JSONValue.Member] = []
    ) {
        self.version = version
        self.metadata = metadata
        self.events = events
        self.parameters = parameters
        self.curves = curves
    }

    /// When the last event has ended, releases included, in seconds. A sound counts by the duration that the pattern gives it,
    /// since the file of the sound is not read here.
    public var duration: Double {
        let evaluation = HapticEvaluation(self)
        return events.map { evaluation.span(of: $0).upperBound }.max() ?? 0
    }

    /// When the last event that has a duration has ended, in seconds. Tones without a duration end there.
    public var statedEnd: Double {
        let evaluation = HapticEvaluation(self)
        let stated = events.filter { $0.kind != .audioContinuous || $0.duration ?? 0 > 0 }
        return stated.map { evaluation.span(of: $0).upperBound }.max() ?? 0
    }
}

extension HapticPattern {
    /// The pattern played faster (a rate above 1) or slower. Every time and duration is divided by the rate, and so are attack,
    /// decay and release. Sharpness, and with it the frequency of the vibration, stays.
    ///
    /// Times are clamped where they would go beyond ``HapticLimits`` or ``EnvelopeTime/longest``. A vibration without a
    /// duration stays without one. A rate that is not above 0 and finite changes nothing.
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

extension HapticPattern {
    /// The pattern with changed parameters, for every event that has them. Values combine as those of dynamic parameters do:
    /// intensity and volume are multiplied, the others added to, and the results clamped.
    ///
    /// - Parameter changes: values within ``EventParameterID/changes``.
    public func changed(by changes: [EventParameterID: Double]) -> HapticPattern {
        var changed = self
        for index in events.indices {
            for (id, value) in changes where id.belongs(to: events[index].kind) {
                let own = events[index][id]
                changed.events[index][id] = id.isMultiplied ? own * value : own + value
            }
        }
        return changed
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
