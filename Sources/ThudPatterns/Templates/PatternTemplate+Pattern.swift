import Glibc
import ThudCore

extension PatternTemplate {
    /// Returns the pattern for some values, which are clamped to their ranges. The same values give the same pattern.
    /// One that counts lasts a whole number of periods, so that it can be repeated in time.
    public func pattern(_ chosen: [Parameter: Double] = [:]) -> HapticPattern {
        var values: Values = [:]
        for setting in settings {
            let value = chosen[setting.parameter] ?? setting.standard
            // In this order of arguments NaN becomes the lower end.
            values[setting.parameter] = min(max(setting.range.lowerBound, value), setting.range.upperBound)
        }
        var generator = SeededGenerator(seed: UInt64(values[.seed, default: 0]))
        var events = Self.distinct(trains.flatMap { taps($0, values, &generator) }.sorted { $0.time < $1.time })
        if let end = end(values), let last = events.popLast() {
            events.append(last.moved(to: last.time, lasting: (end - last.time).wholeMicroseconds))
        }
        let (vibrations, curves) = vibration(values)
        let summary = JSONValue.Member("Description", .string(description(values)))
        return HapticPattern(vibrations + events, curves: curves, metadata: [summary])
    }

    /// Returns the end of the last tap if only taps make the length: a whole number of periods, or the seconds.
    private func end(_ values: Values) -> Double? {
        if let seconds = values[.seconds] { return body == nil ? seconds : nil }
        return values[.count].map { count in trains.map { $0.period(values) * count }.max() ?? 0 }
    }

    /// Returns the taps with equal values for each one that nobody can feel as different from the one before.
    private static func distinct(_ taps: [HapticEvent]) -> [HapticEvent] {
        var distinct: [HapticEvent] = []
        for var tap in taps {
            if let last = distinct.last, PatternAdvice.isAlike(last, tap) {
                (tap.intensity, tap.sharpness) = (last.intensity, last.sharpness)
            }
            distinct.append(tap)
        }
        return distinct
    }

    private func description(_ values: Values) -> String {
        let chosen = settings.map { setting in
            "\(setting.parameter.rawValue) \(JSONValue.number(values[setting.parameter, default: 0]).text(.compact))"
        }
        return "\(summary) (\(name): \(chosen.joined(separator: ", ")))"
    }

    /// Returns the vibration below the taps, with a curve for each parameter that changes.
    private func vibration(_ values: Values) -> (events: [HapticEvent], curves: [ParameterCurve]) {
        guard let body, let seconds = values[.seconds] else { return ([], []) }
        let isConstant = body.intensity.count == 1
        let event = HapticEvent(
            .continuous, duration: seconds,
            intensity: values[.intensity, default: 1] * (isConstant ? body.intensity[0] : 1),
            sharpness: values[.sharpness, default: 0.5])
        func curve(_ id: DynamicParameterID, _ levels: [Double]) -> ParameterCurve? {
            guard levels.count > 1 else { return nil }
            let step = seconds / Double(levels.count - 1)
            return ParameterCurve(
                id, at: 0,
                points: levels.enumerated().map {
                    .init(time: (Double($0.offset) * step).wholeMicroseconds, value: $0.element)
                })
        }
        let curves = [curve(.hapticIntensity, body.intensity), curve(.hapticSharpness, body.sharpness)]
        return ([event], curves.compactMap(\.self))
    }

    /// Returns the taps of a train: as many figures as fit into the seconds of the pattern, or as it counts, or one.
    private func taps(_ train: Train, _ values: Values, _ generator: inout SeededGenerator) -> [HapticEvent] {
        let period = train.period(values)
        let count = values[.seconds] == nil ? Int(values[.count, default: 1]) : .max
        var taps: [HapticEvent] = []
        var arrival = 0.0
        for index in 0..<count {
            let start: Double
            switch train.regularity {
            case .exact: start = Double(index) * period
            case .uneven: start = (Double(index) + generator.between(0, 0.2)) * period
            // Drops fall independently of each other, so the times between them are exponentially distributed, but two
            // in a moment are felt as one.
            case .random:
                let least = min(HapticLimits.nearestTaps, 0.9 * period)
                let pause = least - log(1 - generator.unit()) * (period - least)
                // The first one always falls.
                arrival =
                    index > 0 ? arrival + pause : pause.truncatingRemainder(dividingBy: values[.seconds] ?? period)
                start = arrival
            }
            if let seconds = values[.seconds], start >= seconds { break }
            let isExact = train.regularity == .exact
            let (force, shift) = isExact ? (1, 0) : (generator.between(0.4, 1), generator.between(-0.1, 0.1))
            taps += train.strokes.map { stroke in
                HapticEvent(
                    .transient, at: (start + stroke.at * period).wholeMicroseconds,
                    intensity: (values[.intensity, default: 1] * stroke.intensity * force).rounded(decimals: 4),
                    sharpness: (values[.sharpness, default: 0.5] + stroke.sharpness + shift).rounded(decimals: 4))
            }
        }
        return taps
    }
}
