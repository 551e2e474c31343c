import ArgumentParser

/// A kind of number that an option can take.
protocol OptionNumber: LosslessStringConvertible, Comparable, Sendable {
    /// Whether it is a number that can be compared with a range. Only a `Double` may be none.
    var isFinite: Bool { get }
}

extension Double: OptionNumber {}
extension Int: OptionNumber {
    var isFinite: Bool { true }
}
extension UInt64: OptionNumber {
    var isFinite: Bool { true }
}

/// The number of an option, and how it was typed, so that a message can repeat it.
struct TypedNumber<Value: OptionNumber>: ExpressibleByArgument {
    let value: Value
    let text: String

    /// Takes decimal digits as people write them. Swift itself would also take `0x10` for sixteen, `+5` for five, and
    /// `nan` and `inf` for numbers.
    init?(argument: String) {
        guard argument.utf8.allSatisfy({ "0123456789.-+eE".utf8.contains($0) }), argument.first != "+",
            let value = Value(argument), value.isFinite
        else { return nil }
        self.value = value
        text = argument
    }

    /// The number that an option has where nobody types one.
    init(_ value: Value) {
        self.value = value
        text = "\(value)"
    }

    var defaultValueDescription: String { text }

    /// Refuses a number outside a range.
    ///
    /// - Parameter sentence: names the option and what it takes, as in `--fps takes 1 to 240`.
    /// - Throws: `ValidationError` with the sentence, followed by what was typed.
    func check(_ range: ClosedRange<Value>, _ sentence: String) throws(ValidationError) {
        guard range.contains(value) else { throw ValidationError("\(sentence), not \(text)") }
    }
}
