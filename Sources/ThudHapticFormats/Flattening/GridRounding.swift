import ThudCore
import ThudPatterns

/// Rounds to the steps of a format and remembers the largest error of each kind, so that one sentence can tell of each.
struct GridRounding {
    let format: String
    private var worstTime = 0.0
    private var worstSharpness = 0.0
    private var worstIntensity = 0.0
    private var widestStep = 0

    init(format: String) { self.format = format }

    /// A time in whole milliseconds.
    mutating func milliseconds(_ seconds: Double) -> Int {
        let result = ThudHapticFormats.milliseconds(seconds)
        worstTime = max(worstTime, abs(Double(result) / 1e3 - seconds))
        return result
    }

    /// The same pattern with all times in whole milliseconds. Vibrations that are shorter are left out.
    mutating func onMilliseconds(_ flattened: FlattenedPattern) -> FlattenedPattern {
        var worst = worstTime
        let moved = flattened.onGrid { time in
            let result = Double(ThudHapticFormats.milliseconds(time)) / 1e3
            worst = max(worst, abs(result - time))
            return result
        }
        worstTime = worst
        return moved
    }

    /// The frequency of a sharpness in whole hertz.
    mutating func hertz(_ sharpness: Double) -> Int {
        let exact = DriveLaw.frequency(sharpness: sharpness)
        let result = exact.rounded()
        let step = DriveLaw.band.upperBound - DriveLaw.band.lowerBound
        worstSharpness = max(worstSharpness, abs(result - exact) / step)
        return Int(result)
    }

    /// An intensity in whole percent.
    mutating func percent(ofIntensity value: Double) -> Int {
        let result = (value * 100).rounded()
        worstIntensity = max(worstIntensity, abs(result / 100 - value))
        return Int(result)
    }

    /// A sharpness, or a change of one, in whole percent.
    mutating func percent(ofSharpness value: Double) -> Int {
        let result = (value * 100).rounded()
        worstSharpness = max(worstSharpness, abs(result / 100 - value))
        return Int(result)
    }

    /// Notes that a time was rounded elsewhere, by so many seconds.
    mutating func note(time error: Double) { worstTime = max(worstTime, error) }

    /// Notes that a sharpness was rounded elsewhere, by so much.
    mutating func note(sharpness error: Double) { worstSharpness = max(worstSharpness, error) }

    /// Notes that an intensity was rounded elsewhere, by so much.
    mutating func note(intensity error: Double) { worstIntensity = max(worstIntensity, error) }

    /// Notes that a point of a curve was moved by so many milliseconds, because no two points may stand at one time.
    mutating func note(shift milliseconds: Int) { widestStep = max(widestStep, milliseconds) }

    /// A sentence for each kind that was rounded by more than the noise of arithmetic.
    var losses: [String] {
        var sentences: [String] = []
        if worstTime > 1e-6 {
            sentences.append(
                "\(format) counts whole milliseconds; times move by up to \(shown(worstTime * 1e3)) ms "
                    + "(\(NoticeableDifference.words(time: worstTime)))")
        }
        if widestStep > 0 {
            sentences.append(
                "points of a curve in \(format) stand apart; steps become ramps, of up to \(widestStep) ms "
                    + "(\(NoticeableDifference.words(time: Double(widestStep) / 1e3)))")
        }
        if worstIntensity > 1e-6 {
            sentences.append(
                "intensities in \(format) are rounded, by up to \(shown(max(worstIntensity, 1e-4))) "
                    + "(\(NoticeableDifference.words(intensity: worstIntensity)))")
        }
        if worstSharpness > 1e-6 {
            sentences.append(
                "sharpness in \(format) is rounded, by up to \(shown(max(worstSharpness, 1e-4))) "
                    + "(\(NoticeableDifference.words(sharpness: worstSharpness)))")
        }
        return sentences
    }
}

/// Seconds as whole milliseconds.
func milliseconds(_ seconds: Double) -> Int {
    let value = (seconds * 1e3).rounded()
    return value >= 0 && value < 1e9 ? Int(value) : 0
}

/// A number as sentences show it.
func shown(_ value: Double) -> String { JSONValue.number(value.rounded(decimals: 4)).text(.compact) }
