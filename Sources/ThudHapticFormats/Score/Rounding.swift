import Glibc
import ThudCore

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
