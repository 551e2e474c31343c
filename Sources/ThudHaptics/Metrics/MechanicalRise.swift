import Glibc
import ThudCore

/// How long an actuator takes until what is asked for is felt: from the start of an event to 90 % of the steady peak of
/// its envelope.
struct MechanicalRise {
    /// High enough that a quarter of the fastest carrier's period is many samples.
    private static let sampleRate = 48_000.0

    /// Seconds from the start of the haptic event that is felt first to 90 %, where it is played alone, without curves
    /// of intensity; nil where nothing is felt, or where the event has ended before.
    ///
    /// The steady peak of a vibration that is sustained is that of one long enough; anything else has the peak that it
    /// comes to.
    static func time(_ pattern: HapticPattern, by actuator: ActuatorProfile) -> Double? {
        let evaluation = HapticEvaluation(pattern)
        guard let first = FirstFelt(in: pattern, evaluation) else { return nil }
        let event = first.event
        let hold = settlingTime(of: event, evaluation, actuator)
        let alone = event.alone(evaluation, feltFrom: first.time, lasting: hold)
        let samples = HapticRenderer(sampleRate: sampleRate).render(HapticPattern([alone]), as: .felt(actuator))
        let envelope = envelope(samples, frequency: actuator.carrier(sharpness: alone.sharpness) / sampleRate)
        let peak = hold.map { steady(envelope, until: $0 * sampleRate) } ?? envelope.max() ?? 0
        guard peak > 0, let reached = envelope.firstIndex(where: { $0 >= 0.9 * peak }) else { return nil }
        let time = Double(reached) / sampleRate
        let end = evaluation.span(of: event)
        return hold != nil && time > end.upperBound - end.lowerBound ? nil : time
    }

    /// Seconds after which a sustained vibration is steady; nil for what never is.
    private static func settlingTime(
        of event: HapticEvent, _ evaluation: HapticEvaluation, _ actuator: ActuatorProfile
    ) -> Double? {
        guard event.kind == .continuous, event.isSustained else { return nil }
        let slowness = actuator.resonance?.timeConstant ?? 0
        return evaluation.continuousEnvelope(of: event).attack + 10 * slowness + 0.1
    }

    /// The amplitude of a wave of a frequency (in cycles a sample) at each sample: from two samples a quarter of a period
    /// apart, which stand at right angles. It has no lag, as a filter would, and steps do not mislead it, as they would a
    /// derivative.
    private static func envelope(_ samples: [Float], frequency: Double) -> [Double] {
        let quarter = Int((1 / (4 * frequency)).rounded())
        let before = quarter / 2
        let after = quarter - before
        return samples.indices.map { index in
            let earlier = index >= before ? Double(samples[index - before]) : 0
            let later = index + after < samples.count ? Double(samples[index + after]) : 0
            return hypot(earlier, later)
        }
    }

    /// The mean of the last fifth of a hold that ends after a number of samples.
    private static func steady(_ envelope: [Double], until end: Double) -> Double {
        let last = min(Int(end), envelope.count)
        let part = envelope[(last - last / 5)..<last]
        return part.isEmpty ? 0 : part.reduce(0, +) / Double(part.count)
    }
}

extension HapticEvent {
    /// How far into a vibration its sharpness is taken, in seconds: beyond what a curve opens for a tap.
    private static let inside = 0.000_05

    /// The event as it starts to be felt, without the pattern around it, at a strength that the soft clipper leaves alone.
    fileprivate func alone(
        _ evaluation: HapticEvaluation, feltFrom start: Double, lasting hold: Double?
    ) -> HapticEvent {
        var alone = HapticEvent(
            kind, duration: hold ?? duration, intensity: 0.7,
            sharpness: evaluation.sharpness(of: self, at: start + Self.inside))
        alone.attackTime = evaluation.value(of: .hapticAttackTime, on: self, at: time)
        alone.decayTime = evaluation.value(of: .hapticDecayTime, on: self, at: time)
        alone.isSustained = isSustained
        return alone
    }
}

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
        let first = spans.partitionPoint { $0.upperBound - span.lowerBound > shortest }
        guard first < spans.count else { return nil }
        let start = max(spans[first].lowerBound, span.lowerBound)
        return min(spans[first].upperBound, span.upperBound) - start > shortest ? start : nil
    }
}
