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

    /// One tap that takes a time in seconds.
    static func tap(_ summary: String, lasting duration: Double, intensity: Double, sharpness: Double) -> PresetScore {
        PresetScore(
            summary: summary,
            events: [HapticEvent(.transient, duration: duration, intensity: intensity, sharpness: sharpness)])
    }

    /// One vibration whose intensity and sharpness move in straight lines through points that divide its duration evenly;
    /// `hit` puts a tap at its start.
    static func swell(
        _ summary: String, lasting duration: Double, intensity: [Double], sharpness: [Double], hit: Bool = false
    ) -> PresetScore {
        let tap = HapticEvent(.transient, intensity: 1, sharpness: 0)
        let swell = HapticEvent(.continuous, duration: duration, intensity: 1, sharpness: 0)
        return PresetScore(
            summary: summary, events: hit ? [tap, swell] : [swell],
            curves: [
                ParameterCurve(.hapticIntensity, at: 0, points: points(intensity, over: duration)),
                ParameterCurve(.hapticSharpness, at: 0, points: points(sharpness, over: duration)),
            ])
    }

    private static func points(_ values: [Double], over duration: Double) -> [ParameterCurve.Point] {
        values.enumerated().map { index, value in
            .init(time: duration * Double(index) / Double(max(values.count - 1, 1)), value: value)
        }
    }
}
