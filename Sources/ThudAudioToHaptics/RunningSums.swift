/// The sums of the first values of a list, from which the sum of any range is one subtraction.
struct RunningSums {
    private let sums: [Double]

    init(_ values: [Double]) {
        sums = values.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    }

    var count: Int { sums.count - 1 }

    /// Returns the mean of the values of a range as far as there are any; 0 if there are none.
    func mean(_ range: Range<Int>) -> Double {
        let range = range.clamped(to: 0..<count)
        return range.isEmpty ? 0 : (sums[range.upperBound] - sums[range.lowerBound]) / Double(range.count)
    }

    /// Returns the half seconds before and after a step of 1 ms, except one of less than 100 ms, which tells nothing.
    func sides(of step: Int) -> [Range<Int>] {
        [max(0, step - 500)..<step, step..<max(step, min(count, step + 500))].filter { $0.count >= 100 }
    }
}
