import ThudCore
import ThudPatterns

/// Rounds to the steps of a format and records the largest error of each kind, for one sentence per kind.
struct GridRounding {
    let format: String
    private var worstTime = 0.0
    private var worstSharpness = 0.0
    private var worstIntensity = LargestDifference()
    /// The most milliseconds by which a curve point was moved, because two points may not share one time.
    private var widestStep = 0

    init(format: String) { self.format = format }

    mutating func milliseconds(_ seconds: Double) -> Int {
        let result = ThudHapticFormats.milliseconds(seconds)
        include(time: abs(Double(result) / 1e3 - seconds))
        return result
    }

    /// Rounds all times of a pattern to whole milliseconds. Vibrations that become empty are left out.
    mutating func onMilliseconds(_ flattened: FlattenedPattern) -> FlattenedPattern {
        flattened.onGrid { Double(milliseconds($0)) / 1e3 }
    }

    mutating func hertz(_ sharpness: Double) -> Int {
        let exact = DriveLaw.frequency(sharpness: sharpness)
        let result = exact.rounded()
        let step = DriveLaw.band.upperBound - DriveLaw.band.lowerBound
        worstSharpness = max(worstSharpness, abs(result - exact) / step)
        return Int(result)
    }

    mutating func percent(ofIntensity value: Double) -> Int {
        let result = (value * 100).rounded()
        include(intensity: result / 100, against: value)
        return Int(result)
    }

    /// Rounds a sharpness, or a change of one, to whole percent.
    mutating func percent(ofSharpness value: Double) -> Int {
        let result = (value * 100).rounded()
        worstSharpness = max(worstSharpness, abs(result / 100 - value))
        return Int(result)
    }

    mutating func include(intensity error: LargestDifference) { worstIntensity.include(error) }

    mutating func include(intensity value: Double, against exact: Double) {
        worstIntensity.include(intensity: value, against: exact)
    }

    mutating func include(time error: Double) { worstTime = max(worstTime, error) }

    mutating func include(step milliseconds: Int) { widestStep = max(widestStep, milliseconds) }

    /// One sentence for each kind of rounding error above the noise of arithmetic.
    var losses: [String] {
        var sentences: [String] = []
        if worstTime > 1e-6 {
            sentences.append(
                "\(format) counts whole milliseconds; times move by up to \(shown(worstTime * 1e3)) ms "
                    + "(\(NoticeableDifference.words(time: worstTime)))")
        }
        if widestStep > 0 {
            sentences.append(
                "\(format) cannot hold two curve points at one time; steps become ramps of up to \(widestStep) ms "
                    + "(\(NoticeableDifference.words(time: Double(widestStep) / 1e3)))")
        }
        if worstIntensity.isThere {
            sentences.append(
                "intensity in \(format) is rounded by up to \(shown(max(worstIntensity.error, 1e-4))) "
                    + "(\(worstIntensity.words))")
        }
        if worstSharpness > 1e-6 {
            sentences.append(
                "sharpness in \(format) is rounded by up to \(shown(max(worstSharpness, 1e-4))) "
                    + "(\(NoticeableDifference.words(sharpness: worstSharpness)))")
        }
        return sentences
    }
}

/// Rounds seconds to whole milliseconds; a negative or absurd value gives 0.
func milliseconds(_ seconds: Double) -> Int {
    let value = (seconds * 1e3).rounded()
    return value >= 0 && value < 1e9 ? Int(value) : 0
}

func shown(_ value: Double) -> String { JSONValue.number(value.rounded(decimals: 4)).text(.compact) }
