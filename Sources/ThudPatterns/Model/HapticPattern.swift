public import ThudCore

/// A haptic pattern with everything that Core Haptics plays and an AHAP file holds.
public struct HapticPattern: Hashable, Sendable {
    /// The version of the format. 1 is the only one that Apple has published.
    public var version: Double
    /// Project, date, description and other information in the file about itself, kept unchanged.
    public var metadata: [JSONValue.Member]
    /// Taps, rumbles and sounds, in file order.
    public var events: [HapticEvent]
    /// Steps of parameters, in file order.
    public var parameters: [DynamicParameter]
    /// Curves of parameters, in file order.
    public var curves: [ParameterCurve]

    /// Creates a pattern.
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

    /// The sounds that the pattern names, each once.
    package var soundPaths: [String] { Set(events.compactMap(\.waveformPath)).sorted() }

    /// The end of the last event, releases included, in seconds. A sound counts with the duration that the pattern
    /// gives it, because its file is not read here.
    public var duration: Double {
        let evaluation = HapticEvaluation(self)
        return events.map { evaluation.span(of: $0).upperBound }.max() ?? 0
    }

    /// The end of the last event that has a duration, in seconds. Tones without a duration end at this time.
    public var statedEnd: Double {
        let evaluation = HapticEvaluation(self)
        let stated = events.filter { $0.kind != .audioContinuous || $0.duration ?? 0 > 0 }
        return stated.map { evaluation.span(of: $0).upperBound }.max() ?? 0
    }

    /// Returns the pattern played faster (a rate above 1) or slower. Every time and duration is divided by the rate,
    /// as are attack, decay and release. Sharpness, and with it the frequency of the vibration, stays the same.
    ///
    /// Times are clamped to ``HapticLimits`` and ``EnvelopeTime/longest``. A vibration without a duration stays
    /// without one. A rate that is not above 0 and finite changes nothing.
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

    /// Returns the pattern with changed parameters, for every event that has them. Values combine like those of
    /// dynamic parameters: intensity and volume are multiplied, the others are added, and the results are clamped.
    ///
    /// - Parameter changes: Values within ``EventParameterID/changes``.
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
        // A duration must not round to zero, because 0 means "until stopped".
        let duration = duration.map { $0 > 0 ? max($0 / rate, .leastNormalMagnitude) : 0 }
        var played = moved(to: time / rate, lasting: duration)
        for id in [EventParameterID.attackTime, .decayTime, .releaseTime] where self[id] > 0 {
            played[id] = EnvelopeTime.adjuster(seconds: EnvelopeTime.seconds(self[id]) / rate)
        }
        return played
    }
}
