/// The haptic event of a pattern that is felt first.
struct FirstFelt {
    let event: HapticEvent

    /// When it is felt, in seconds from the start of the pattern: a vibration may be held at 0 for long.
    let time: Double

    /// A curve lets a vibration through for less than this, in seconds, where it only opens for a tap: the converters
    /// from other formats write openings of 20 us.
    private static let shortest = 0.000_05

    /// Nil where nothing is felt.
    init?(in pattern: HapticPattern, _ evaluation: HapticEvaluation) {
        let spans = evaluation.spansFelt(longerThan: Self.shortest)
        var first: FirstFelt?
        for event in pattern.events where event.kind.isHaptic && event.intensity > 0 {
            guard let time = Self.start(of: event, evaluation, spans) else { continue }
            // Of what starts together a tap is felt before a vibration.
            if let first, (first.time, first.rank) <= (time, Self.rank(event)) { continue }
            first = FirstFelt(event: event, time: time)
        }
        guard let first else { return nil }
        self = first
    }

    private init(event: HapticEvent, time: Double) {
        self.event = event
        self.time = time
    }

    private var rank: Int { Self.rank(event) }

    private static func rank(_ event: HapticEvent) -> Int { event.kind == .transient ? 0 : 1 }

    /// When an event is felt; nil for one that never is. A tap takes its strength from the instant at which it starts.
    private static func start(
        of event: HapticEvent, _ evaluation: HapticEvaluation, _ spans: [ClosedRange<Double>]
    ) -> Double? {
        if event.kind == .transient {
            return evaluation.intensity(of: event, at: event.time) > 0 ? event.time : nil
        }
        let span = evaluation.span(of: event)
        var low = 0
        var high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].upperBound - span.lowerBound > shortest { high = middle } else { low = middle + 1 }
        }
        guard low < spans.count else { return nil }
        let start = max(spans[low].lowerBound, span.lowerBound)
        return min(spans[low].upperBound, span.upperBound) - start > shortest ? start : nil
    }
}
