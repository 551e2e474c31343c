import Glibc
import ThudCore

/// An axis of a chart: its range of values, and their positions.
struct Axis {
    let low: Double
    let high: Double
    let isLogarithmic: Bool
    let ticks: [(value: Double, label: String)]

    /// Returns an axis with round ticks from `low` to `high`; equal ends are moved apart.
    static func linear(from low: Double, to high: Double, about count: Int) -> Axis {
        let high = high > low ? high : low + 1
        let ticks = Axis.roundNumbers(from: low, to: high, about: count)
        return Axis(low: low, high: high, isLogarithmic: false, ticks: ticks.map { ($0, Text.short($0)) })
    }

    /// Returns an axis from 0 to the round number above `high`.
    static func upwards(to high: Double, about count: Int) -> Axis {
        let high = max(high, 0.01)
        let step = NiceNumber.atLeast(high / Double(count))
        return linear(from: 0, to: (high / step).rounded(.up) * step, about: count)
    }

    /// Returns a logarithmic axis from `low` to `high`, both above zero, with ticks at 1, 2 and 5 of each decade.
    static func logarithmic(from low: Double, to high: Double) -> Axis {
        let first = Int(log10(low).rounded(.down))
        let last = max(first, Int(log10(high).rounded(.up)))
        let candidates = (first...last).flatMap { exponent in [1.0, 2, 5].map { $0 * pow(10, Double(exponent)) } }
        let within = candidates.filter { $0 >= low * 0.999 && $0 <= high * 1.001 }
        let ticks = within.count > 9 ? within.filter { log10($0) == log10($0).rounded() } : within
        return Axis(
            low: low, high: max(high, low * 1.01), isLogarithmic: true, ticks: ticks.map { ($0, Text.short($0)) })
    }

    /// Returns the position of a value, clamped to 0 (low end) to 1 (high end).
    func place(of value: Double) -> Double {
        let place = isLogarithmic ? log10(max(value, low) / low) / log10(high / low) : (value - low) / (high - low)
        return min(max(place, 0), 1)
    }

    func contains(_ value: Double) -> Bool { value >= low && value <= high }

    /// Returns about `count` round numbers from `low` to `high`, none outside.
    private static func roundNumbers(from low: Double, to high: Double, about count: Int) -> [Double] {
        guard high > low, (high - low).isFinite, count > 0 else { return [low] }
        let step = NiceNumber.atLeast((high - low) / Double(count))
        let first = (low / step - 1e-9).rounded(.up)
        let last = (high / step + 1e-9).rounded(.down)
        guard last >= first, last - first < 1000 else { return [low] }
        return (0...Int(last - first)).map { (first + Double($0)) * step }
    }
}
