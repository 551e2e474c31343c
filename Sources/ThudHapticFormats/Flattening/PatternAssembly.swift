import ThudCore
import ThudHaptics

/// A score as a pattern: an event for each vibration, a tap for each tap, and curves where a vibration changes.
enum ScoreAssembly {
    static func pattern(_ score: FlattenedPattern, metadata: [JSONValue.Member]) -> HapticPattern {
        let taps = score.taps.map(\.time)
        let tapEvents = score.taps.map {
            HapticEvent(.transient, at: $0.time, intensity: $0.intensity, sharpness: $0.sharpness)
        }
        let strengths = Control(.hapticIntensity, score.vibrations.map(\.strength), score, taps)
        let shifts = Control(.hapticSharpness, score.vibrations.map(\.shift), score, taps)
        return HapticPattern(
            score.vibrations.flatMap(events) + tapEvents, parameters: strengths.steps + shifts.steps,
            curves: strengths.curves + shifts.curves, metadata: metadata)
    }

    /// A vibration as events of at most ``HapticLimits/longestContinuous`` each.
    private static func events(_ vibration: Vibration) -> [HapticEvent] {
        let longest = HapticLimits.longestContinuous
        let whole = vibration.end - vibration.start
        // A duration of 0 would mean "until stopped".
        guard whole > 0 else { return [] }
        let count = max(1, Int((whole / longest).rounded(.up)))
        return (0..<count).map { index in
            let start = vibration.start + Double(index) * longest
            let duration = index == count - 1 ? vibration.end - start : longest
            return HapticEvent(
                .continuous, at: start, duration: ParameterCurveTrack.elapsed(start + duration, since: start),
                intensity: vibration.intensity, sharpness: vibration.sharpness)
        }
    }

    /// The curves of one dynamic parameter, a curve for each vibration that has a line, or a step where the line is a
    /// single point; and steps back to the value that changes nothing where one would else reach what follows it.
    private struct Control {
        private(set) var curves: [ParameterCurve] = []
        private(set) var steps: [DynamicParameter] = []

        init(_ id: DynamicParameterID, _ lines: [PiecewiseLinear?], _ score: FlattenedPattern, _ taps: [Double]) {
            // A curve rules until the next one starts; what stands between its vibration and then must be untouched.
            var untouched = taps + zip(score.vibrations, lines).filter { $1 == nil }.map(\.0.start)
            untouched.sort()
            var next = untouched.endIndex
            var until = Double.infinity
            for index in lines.indices.reversed() {
                guard let line = lines[index] else { continue }
                let vibration = score.vibrations[index]
                while next > 0, untouched[next - 1] >= vibration.end { next -= 1 }
                if next < untouched.endIndex, untouched[next] < until {
                    steps.append(DynamicParameter(id, at: vibration.end, value: id.defaultValue))
                }
                let under = Self.within(taps, vibration)
                let curve = Self.curve(id, line, vibration, under)
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
            _ id: DynamicParameterID, _ line: PiecewiseLinear, _ vibration: Vibration, _ taps: ArraySlice<Double>
        ) -> ParameterCurve {
            let start = vibration.start
            let open = Notch.open(line, of: id, at: Array(taps))
            return ParameterCurve(
                id, at: start,
                points: open.points.filter { $0.time >= start }.map {
                    .init(time: ParameterCurveTrack.elapsed($0.time, since: start), value: $0.value)
                })
        }

        private static func within(_ taps: [Double], _ vibration: Vibration) -> ArraySlice<Double> {
            let first = taps.partitioningIndex { $0 >= vibration.start }
            let last = taps.partitioningIndex { $0 >= vibration.end }
            return taps[first..<max(first, last)]
        }
    }
}

extension Array where Element == Double {
    /// The first index of a sorted array from which on a condition holds.
    func partitioningIndex(where holds: (Double) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
