import Glibc
import ThudCore

/// How long an actuator takes until what is asked for is there: from the start of an event to 90 % of the steady amplitude of
/// its movement (t90). It tells of the actuator and its driver on the carrier of the event, not of how the event itself builds
/// up: attack, curves and what follows have no part in it.
enum ActuatorRise {
    private static let share = 0.9

    /// Seconds that the haptic event that is felt first takes to 90 %; nil where nothing is felt, or where the event has
    /// ended before.
    ///
    /// A vibration has the steady amplitude of one long enough. A tap has the amplitude that it comes to.
    static func time(_ pattern: HapticPattern, by actuator: ActuatorProfile) -> Double? {
        let evaluation = HapticEvaluation(pattern)
        guard let first = FirstFelt(in: pattern, evaluation) else { return nil }
        let sharpness = evaluation.sharpness(of: first.event, at: first.time + FirstFelt.inside)
        if first.event.kind == .transient { return tap(sharpness: sharpness, actuator) }
        let time = vibration(sharpness: sharpness, actuator)
        let end = evaluation.span(of: first.event).upperBound
        return time > end - first.time ? nil : time
    }

    /// Of a vibration, whose amplitude moves in straight lines from tick to tick.
    private static func vibration(sharpness: Double, _ actuator: ActuatorProfile) -> Double {
        guard let resonance = actuator.resonance else { return share * VibrationLayers.step }
        let carrier = resonance.carrier(sharpness: sharpness)
        var driver = ActuatorDriver(resonance)
        var (time, before) = (0.0, 0.0)
        // A driver that gives no more than is asked for comes near it, and never quite to it.
        while driver.swing < share, time < 100 * resonance.timeConstant {
            before = driver.swing
            driver.follow(1, carrier: carrier, for: VibrationLayers.step)
            time += VibrationLayers.step
        }
        return time - VibrationLayers.step * (driver.swing - share) / (driver.swing - before)
    }

    /// Of a tap.
    private static func tap(sharpness: Double, _ actuator: ActuatorProfile) -> Double {
        guard let resonance = actuator.resonance else { return 0 }
        let rate = 48_000.0
        let length = DriveLaw.burstLength(sharpness: sharpness)
        var fade = CosineFade(length: length, sampleRate: rate)
        var driver = FixedCarrierDriver(resonance, carrier: resonance.carrier(sharpness: sharpness), step: 1 / rate)
        let swings = (0..<Int(length * rate)).map { _ in
            driver.follow(fade.next())
            return driver.swing
        }
        let peak = swings.max() ?? 0
        return Double((swings.firstIndex { $0 >= share * peak } ?? 0) + 1) / rate
    }
}

/// The haptic event of a pattern that is felt first.
struct FirstFelt {
    let event: HapticEvent

    /// When it is felt, in seconds from the start of the pattern: a vibration may be held at 0 for long.
    let time: Double

    /// How far into a vibration its sharpness is taken, in seconds: beyond what a curve opens for a tap.
    static let inside = 0.000_05

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
