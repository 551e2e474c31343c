import ArgumentParser

/// An option's number, and the text as typed, for error messages.
struct TypedNumber<Value: LosslessStringConvertible & Comparable & Sendable>: ExpressibleByArgument {
    let value: Value
    let text: String

    /// Parses decimal notation only. Swift itself would also accept `0x10`, `+5`, `nan` and `inf`.
    init?(argument: String) {
        guard argument.utf8.allSatisfy({ "0123456789.-+eE".utf8.contains($0) }), argument.first != "+",
            let value = Value(argument), (value as? Double)?.isFinite != false
        else { return nil }
        self.value = value
        text = argument
    }

    /// Creates the default value of an option.
    init(_ value: Value) {
        self.value = value
        text = "\(value)"
    }

    var defaultValueDescription: String { text }

    /// Refuses a number outside a range.
    ///
    /// - Parameter sentence: the option and what it takes, such as `--fps takes 1 to 240`.
    /// - Throws: `ValidationError` with the sentence and the typed text.
    func check(_ range: ClosedRange<Value>, _ sentence: String) throws(ValidationError) {
        try Usage.require(range.contains(value), "\(sentence), not \(text)")
    }
}
