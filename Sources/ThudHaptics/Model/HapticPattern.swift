public import ThudCore

/// A pattern as Core Haptics knows it, and as an AHAP file writes it.
public struct HapticPattern: Hashable, Sendable {
    /// The version of the format; 1 is the only one that Apple has published.
    public var version: Double

    /// Project, date, description and whatever else a file says about itself; kept as it is.
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

    /// When the last event has ended, releases included, in seconds. A sound counts by the duration that the pattern
    /// gives it, for the pattern does not know its file.
    public var duration: Double {
        let evaluation = HapticEvaluation(self)
        return events.map { evaluation.span(of: $0).upperBound }.max() ?? 0
    }

    /// When the last event has ended that has an end, in seconds: the end of the tones that state none.
    public var statedEnd: Double {
        let evaluation = HapticEvaluation(self)
        let stated = events.filter { $0.kind != .audioContinuous || $0.duration ?? 0 > 0 }
        return stated.map { evaluation.span(of: $0).upperBound }.max() ?? 0
    }
}
