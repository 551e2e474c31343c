import ThudCore
import ThudPatterns

/// Builds an AHAP pattern: an event for each vibration and tap, and curves for vibrations that change.
enum PatternAssembly {
    static func pattern(_ flattened: FlattenedPattern, metadata: [JSONValue.Member]) -> HapticPattern {
        let taps = flattened.taps.map(\.time)
        let tapEvents = flattened.taps.map {
            HapticEvent(.transient, at: $0.time, intensity: $0.intensity, sharpness: $0.sharpness)
        }
        let strengths = Control(.hapticIntensity, flattened.vibrations.map(\.strength), flattened, taps)
        let shifts = Control(.hapticSharpness, flattened.vibrations.map(\.shift), flattened, taps)
        return HapticPattern(
            flattened.vibrations.flatMap(events) + tapEvents, parameters: strengths.steps + shifts.steps,
            curves: strengths.curves + shifts.curves, metadata: metadata)
    }

    /// Returns a vibration as events of at most ``HapticLimits/longestContinuous`` seconds each.
    private static func events(_ vibration: Vibration) -> [HapticEvent] {
        let longest = HapticLimits.longestContinuous
        let whole = vibration.end - vibration.start
        let count = max(1, Int((whole / longest).rounded(.up)))
        return (0..<count).compactMap { index in
            let start = vibration.start + Double(index) * longest
            let end = index == count - 1 ? vibration.end : start + longest
            let duration = ParameterCurveTrack.elapsed(end, since: start)
            // A duration of 0 would mean "until stopped".
            guard duration > 0 else { return nil }
            return HapticEvent(
                .continuous, at: start, duration: duration, intensity: vibration.intensity,
                sharpness: vibration.sharpness)
        }
    }

    /// The curves of one dynamic parameter: one for each vibration that it changes, or a step if the curve has a
    /// single point. If a curve would affect what follows its vibration, a step restores the neutral value.
    private struct Control {
        private(set) var curves: [ParameterCurve] = []
        private(set) var steps: [DynamicParameter] = []

        init(_ id: DynamicParameterID, _ changes: [PiecewiseLinear?], _ flattened: FlattenedPattern, _ taps: [Double]) {
            // A curve applies until the next one starts. Events between its vibration and that start must not change.
            var untouched = taps + zip(flattened.vibrations, changes).filter { $1 == nil }.map(\.0.start)
            untouched.sort()
            var next = untouched.endIndex
            var until = Double.infinity
            for index in changes.indices.reversed() {
                guard let change = changes[index] else { continue }
                let vibration = flattened.vibrations[index]
                while next > 0, untouched[next - 1] >= vibration.end { next -= 1 }
                if next < untouched.endIndex, untouched[next] < until {
                    steps.append(DynamicParameter(id, at: vibration.end, value: id.defaultValue))
                }
                let under = Self.within(taps, vibration)
                let curve = Self.curve(id, change, vibration, under)
                if curve.points.count == 1 {
                    steps.append(DynamicParameter(id, at: curve.time, value: curve.points[0].value))
                } else {
                    curves.append(curve)
                }
                until = curve.time
            }
            curves.reverse()
            steps.reverse()
        }

        private static func curve(
            _ id: DynamicParameterID, _ change: PiecewiseLinear, _ vibration: Vibration, _ taps: ArraySlice<Double>
        ) -> ParameterCurve {
            let start = vibration.start
            let open = Notch.open(change, of: id, at: Array(taps))
            return ParameterCurve(id, at: start, through: open.points.filter { $0.time >= start })
        }

        private static func within(_ taps: [Double], _ vibration: Vibration) -> ArraySlice<Double> {
            let first = taps.partitionPoint { $0 >= vibration.start }
            let last = taps.partitionPoint { $0 >= vibration.end }
            return taps[first..<max(first, last)]
        }
    }
}
