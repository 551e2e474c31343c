import ThudCore
import ThudPatterns

extension HapticPattern {
    /// At how many moments a vibration is read.
    private static let moments = 64

    /// The events with the intensity and the sharpness that the steps and curves leave them: a tap at its instant, a
    /// vibration on average. One format writes a curve, another one the values, and both feel the same.
    var controlledEvents: [HapticEvent] {
        let evaluation = HapticEvaluation(self)
        return events.map { event in
            guard event.kind.isHaptic else { return event }
            let times = Self.times(of: event)
            func mean(_ id: DynamicParameterID) -> Double {
                let sum = times.reduce(0) { $0 + evaluation.value(of: id, on: event, at: $1) }
                return (sum / Double(times.count)).rounded(decimals: 6)
            }
            var controlled = event
            controlled.intensity = mean(.hapticIntensity)
            controlled.sharpness = mean(.hapticSharpness)
            return controlled
        }
    }

    private static func times(of event: HapticEvent) -> [Double] {
        guard event.kind == .continuous else { return [event.time] }
        let step = event.lasting / Double(moments)
        return (0..<moments).map { event.time + (Double($0) + 0.5) * step }
    }
}
