/// What a preset is made of.
struct PresetScore {
    let summary: String
    let events: [HapticEvent]
    var curves: [ParameterCurve] = []

    /// Taps; times in seconds.
    static func taps(_ summary: String, _ taps: (time: Double, intensity: Double, sharpness: Double)...) -> PresetScore
    {
        PresetScore(
            summary: summary,
            events: taps.map {
                HapticEvent(.transient, at: $0.time, intensity: $0.intensity, sharpness: $0.sharpness)
            })
    }

    /// A primitive of Android's at full scale.
    static func primitive(_ primitive: AndroidPrimitive, _ summary: String) -> PresetScore {
        let duration = Double(primitive.length) / 1e3
        switch primitive.shape {
        case .tap(let intensity, let sharpness):
            let tap = HapticEvent(.transient, duration: duration, intensity: intensity, sharpness: sharpness)
            return PresetScore(summary: summary, events: [tap])
        case .swell(let intensity, let sharpness, let hasHit):
            // The curves drive both alike, so the hit has the first sharpness of the swell.
            let tap = HapticEvent(.transient, intensity: 1, sharpness: 0)
            let swell = HapticEvent(.continuous, duration: duration, intensity: 1, sharpness: 0)
            return PresetScore(
                summary: summary, events: hasHit ? [tap, swell] : [swell],
                curves: [
                    ParameterCurve(.hapticIntensity, at: 0, points: points(intensity, over: duration)),
                    ParameterCurve(.hapticSharpness, at: 0, points: points(sharpness, over: duration)),
                ])
        }
    }

    /// A primitive of one tap twice, the second so many milliseconds after the first has ended.
    static func repeated(_ primitive: AndroidPrimitive, after pause: Int, _ summary: String) -> PresetScore {
        guard case .tap(let intensity, let sharpness) = primitive.shape else {
            return Self.primitive(primitive, summary)
        }
        let second = Double(primitive.length + pause) / 1e3
        return taps(summary, (0, intensity, sharpness), (second, intensity, sharpness))
    }

    private static func points(_ values: [Double], over duration: Double) -> [ParameterCurve.Point] {
        values.enumerated().map { index, value in
            .init(time: duration * Double(index) / Double(max(values.count - 1, 1)), value: value)
        }
    }
}
