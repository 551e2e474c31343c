import ArgumentParser

/// A number and how it was typed, so that a message can say what was: `inf` and `1e300` are numbers too.
struct TypedNumber: ExpressibleByArgument {
    let value: Double
    let text: String

    init?(argument: String) {
        guard let value = Double(argument) else { return nil }
        self.value = value
        text = argument
    }
}
