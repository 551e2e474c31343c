import Glibc
import ThudCore
import ThudHaptics

/// Rounds to the steps of a format and remembers the worst that it did, for one sentence a kind.
struct GridRounding {
    let format: String
    private var worstTime = 0.0
    private var worstSharpness = 0.0
    private var worstIntensity = 0.0
    private var widestStep = 0

    init(format: String) { self.format = format }

    /// Whole milliseconds.
    mutating func milliseconds(_ seconds: Double) -> Int {
        let result = ThudHapticFormats.milliseconds(seconds)
        worstTime = max(worstTime, abs(Double(result) / 1e3 - seconds))
        return result
    }

    /// A score with all times in whole milliseconds; what is shorter than one is gone.
    mutating func onMilliseconds(_ score: FlattenedPattern) -> FlattenedPattern {
        var worst = worstTime
        let moved = score.onGrid { time in
            let result = Double(ThudHapticFormats.milliseconds(time)) / 1e3
            worst = max(worst, abs(result - time))
            return result
        }
        worstTime = worst
        return moved
    }

    /// Whole hertz of the carrier of a sharpness.
    mutating func hertz(_ sharpness: Double) -> Int {
        let exact = DriveLaw.frequency(sharpness: sharpness)
        let result = exact.rounded()
        let step = DriveLaw.band.upperBound - DriveLaw.band.lowerBound
        worstSharpness = max(worstSharpness, abs(result - exact) / step)
        return Int(result)
    }

    /// Whole percent of an intensity.
    mutating func percent(ofIntensity value: Double) -> Int {
        let result = (value * 100).rounded()
        worstIntensity = max(worstIntensity, abs(result / 100 - value))
        return Int(result)
    }

    /// Whole percent of a sharpness or of a change of one.
    mutating func percent(ofSharpness value: Double) -> Int {
        let result = (value * 100).rounded()
        worstSharpness = max(worstSharpness, abs(result / 100 - value))
        return Int(result)
    }

    /// An intensity that was moved by so much for another reason.
    mutating func note(intensity error: Double) { worstIntensity = max(worstIntensity, error) }

    /// A point of a curve that was moved by so many milliseconds, for no two have one time.
    mutating func note(shift milliseconds: Int) { widestStep = max(widestStep, milliseconds) }

    /// A sentence for each kind that was rounded by more than arithmetic leaves.
    var losses: [String] {
        var sentences: [String] = []
        if worstTime > 1e-6 {
            sentences.append("\(format) counts whole milliseconds; times move by up to \(shown(worstTime * 1e3)) ms")
        }
        if widestStep > 0 {
            sentences.append(
                "points of a curve in \(format) stand apart; steps become ramps, of up to \(widestStep) ms")
        }
        if worstIntensity > 1e-6 {
            sentences.append("intensities in \(format) are rounded, by up to \(shown(max(worstIntensity, 1e-4)))")
        }
        if worstSharpness > 1e-6 {
            sentences.append("sharpness in \(format) is rounded, by up to \(shown(max(worstSharpness, 1e-4)))")
        }
        return sentences
    }
}

/// A number with at most so many decimals, so that arithmetic leaves no trail of digits in a file.
func rounded(_ value: Double, _ decimals: Int) -> Double {
    let scale = pow(10, Double(decimals))
    let result = (value * scale).rounded() / scale
    // No -0 in a file.
    return result.isFinite ? result + 0 : value
}

/// Seconds to the microsecond, finer than any actuator or engine of haptics.
func microseconds(_ seconds: Double) -> Double { rounded(seconds, 6) }

/// Seconds as whole milliseconds.
func milliseconds(_ seconds: Double) -> Int {
    let value = (seconds * 1e3).rounded()
    return value >= 0 && value < 1e9 ? Int(value) : 0
}

/// A number as sentences show it.
func shown(_ value: Double) -> String { JSONValue.number(rounded(value, 4)).text(.compact) }
