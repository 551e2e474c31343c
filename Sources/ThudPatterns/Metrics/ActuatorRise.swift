import Glibc
import ThudCore

/// How long an actuator takes to follow: the time from the start of an event to 90 % of the steady amplitude of its
/// movement (t90). It describes the actuator and its driver at the event's carrier. Attack, curves and whatever
/// follows in the event play no part.
enum ActuatorRise {
    private static let share = 0.9

    /// Returns the time to 90 % for the first felt event, in seconds; nil if nothing is felt or it ends before that.
    ///
    /// The steady amplitude of a vibration is the one it would reach if it lasted. That of a tap is its peak.
    static func time(_ evaluation: HapticEvaluation, by actuator: ActuatorProfile) -> Double? {
        guard let first = FirstFelt.find(evaluation) else { return nil }
        let sharpness = evaluation.sharpness(of: first.event, at: first.time)
        if first.event.kind == .transient { return tap(sharpness: sharpness, actuator) }
        let time = vibration(sharpness: sharpness, actuator)
        let end = evaluation.span(of: first.event).upperBound
        return time > end - first.time ? nil : time
    }

    private static func vibration(sharpness: Double, _ actuator: ActuatorProfile) -> Double {
        guard let resonance = actuator.resonance else { return share * VibrationLayers.step }
        let carrier = resonance.carrier(sharpness: sharpness)
        let start = Double(DriveLaw.shapedTicks) * VibrationLayers.step
        let frames = Int((4 * resonance.timeConstant + start) * rate)
        let swings = swings(resonance, carrier, frames) { min(1, Double($0) / (start * rate)) }
        let steady = resonance.headroom * resonance.push(at: carrier) * resonance.gain(at: carrier)
        return Double(swings.firstIndex { $0 >= share * steady } ?? frames) / rate
    }

    private static func tap(sharpness: Double, _ actuator: ActuatorProfile) -> Double {
        guard let resonance = actuator.resonance else { return 0 }
        let length = DriveLaw.burstLength(sharpness: sharpness)
        var fade = CosineFade(length: length, sampleRate: rate)
        let swings = swings(resonance, resonance.carrier(sharpness: sharpness), Int(length * rate)) { _ in fade.next() }
        let peak = swings.max() ?? 0
        return Double((swings.firstIndex { $0 >= share * peak } ?? 0) + 1) / rate
    }

    private static let rate = 48_000.0

    /// Returns the amplitude of the movement in each frame under a carrier in hertz whose level is a function of the
    /// frame. Two actuators, whose carriers are a quarter of a cycle apart, together show it without waves.
    private static func swings(
        _ resonance: ActuatorResonance, _ carrier: Double, _ frames: Int, _ level: (Int) -> Double
    ) -> [Double] {
        var drivers = (ActuatorDriver(resonance, sampleRate: rate), ActuatorDriver(resonance, sampleRate: rate))
        return (0..<frames).map { frame in
            let (level, turn) = (level(frame), 2 * .pi * carrier * Double(frame) / rate)
            let cosine = drivers.0.acceleration(under: Float(level * cos(turn)))
            let sine = drivers.1.acceleration(under: Float(level * sin(turn)))
            return Double(hypot(cosine, sine)) / resonance.strongest
        }
    }
}

struct FirstFelt {
    let event: HapticEvent
    /// The time at which it is felt, in seconds from the start of the pattern. A vibration may be held at 0 for long.
    let time: Double

    /// Finds the event; nil if nothing is felt.
    static func find(_ evaluation: HapticEvaluation) -> FirstFelt? {
        let spans = evaluation.spansFelt
        var first: FirstFelt?
        for event in evaluation.pattern.events where event.kind.isHaptic && event.intensity > 0 {
            guard let time = start(of: event, evaluation, spans) else { continue }
            // If a tap and a vibration start together, the tap is felt first.
            if let first, (first.time, rank(first.event)) <= (time, rank(event)) { continue }
            first = FirstFelt(event: event, time: time)
        }
        return first
    }

    private static func rank(_ event: HapticEvent) -> Int { event.kind == .transient ? 0 : 1 }

    /// Returns the time at which an event is felt; nil if it never is. A tap takes its strength from its start.
    private static func start(
        of event: HapticEvent, _ evaluation: HapticEvaluation, _ spans: [ClosedRange<Double>]
    ) -> Double? {
        if event.kind == .transient { return evaluation.intensity(of: event, at: event.time) > 0 ? event.time : nil }
        let span = evaluation.span(of: event)
        let first = spans.partitionPoint { $0.upperBound > span.lowerBound }
        guard first < spans.count else { return nil }
        let start = max(spans[first].lowerBound, span.lowerBound)
        return start < span.upperBound ? start : nil
    }
}
