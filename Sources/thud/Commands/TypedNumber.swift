import ArgumentParser

/// A number and how it was typed, so that a message can say what was: `inf` and `1e300` are numbers too.
struct TypedNumber: ExpressibleByArgument {
    let value: Double
    let text: String

    /// Takes decimal digits as people write them; Swift would take `0x10` for sixteen, and `+5` for five.
    init?(argument: String) {
        guard let value = Double(argument), !argument.contains(where: { "xXpP".contains($0) }), argument.first != "+"
        else { return nil }
        self.value = value
        text = argument
    }
}
