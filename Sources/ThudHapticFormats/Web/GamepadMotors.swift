import Glibc
import ThudCore
import ThudPatterns

/// The magnitudes of a gamepad's two motors, 0 to 1.
struct GamepadMotors: Equatable {
    var strong: Double
    var weak: Double
    static let still = GamepadMotors(strong: 0, weak: 0)

    init(strong: Double, weak: Double) { (self.strong, self.weak) = (strong, weak) }

    /// Creates the motors for an intensity and a sharpness, in millionths, so that weak ones keep their sharpness.
    init(intensity: Double, sharpness: Double) {
        let amplitude = intensity * intensity
        strong = (amplitude * min(1, 2 * (1 - sharpness))).rounded(decimals: 6)
        weak = (amplitude * min(1, 2 * sharpness)).rounded(decimals: 6)
    }

    /// Returns the intensity and sharpness that motors give.
    static func felt(_ motors: GamepadMotors) -> (intensity: Double, sharpness: Double) {
        let largest = max(motors.strong, motors.weak)
        guard largest > 0 else { return (0, 0.5) }
        let sharpness =
            motors.strong >= motors.weak ? motors.weak / motors.strong / 2 : 1 - motors.strong / motors.weak / 2
        return (largest.squareRoot(), sharpness)
    }

    /// Returns the motors of a pattern from its start, each with its number of milliseconds, and what sampling and taps
    /// lose in the rounding's format.
    static func runs(
        _ flattened: FlattenedPattern, _ rounding: inout GridRounding
    ) -> (runs: [(value: GamepadMotors, length: Int)], losses: [String]) {
        let tap = milliseconds(HapticLimits.transientLength)
        var all = [GamepadMotors](repeating: .still, count: milliseconds(flattened.end) + tap + 1)
        // A long pattern is sampled more coarsely, so that the file stays small enough to be read again.
        let step = max(GamepadFile.step, all.count / 4_000)
        var isSampled = false
        for vibration in flattened.vibrations {
            let (first, last) = (rounding.milliseconds(vibration.start), rounding.milliseconds(vibration.end))
            let (intensity, sharpness) = (vibration.intensityCurve, vibration.sharpnessCurve)
            let isSteady = intensity.isConstant && sharpness.isConstant
            isSampled = isSampled || !isSteady
            for start in stride(from: first, to: last, by: isSteady ? max(last - first, 1) : step) {
                let end = isSteady ? last : min(start + step, last)
                let middle = min(max(Double(start + end) / 2e3, vibration.start), vibration.end)
                let motors = GamepadMotors(
                    intensity: intensity.value(at: middle), sharpness: sharpness.value(at: middle))
                for index in start..<min(end, all.count) { all[index] = motors }
            }
        }
        for event in flattened.taps {
            let start = rounding.milliseconds(event.time)
            for index in start..<min(start + tap, all.count) {
                let under = felt(all[index])
                let accent = event.accent(on: under.intensity)
                let share = pow(event.intensity / accent, 4)
                all[index] = GamepadMotors(
                    intensity: min(1, accent), sharpness: under.sharpness + (event.sharpness - under.sharpness) * share)
                rounding.note(intensity: min(1, accent), against: accent)
            }
        }
        let losses =
            FlatLosses.sampling(isSampled ? step : nil, rounding.format) + FlatLosses.taps(flattened, rounding.format)
        return (all.runs, losses)
    }
}
