/// A part of Thud that is measured by itself.
public struct Part: Sendable {
    /// What is done, and how much of it.
    public let name: String
    /// How many of `unit` one round of work comes to.
    public let amount: Double
    /// What is counted: `voice-frame`, `byte`, `second of sound`, `sample`, `frame`, `time`.
    public let unit: String
    /// Makes ready what the work needs, and returns one round of it.
    public let prepare: @Sendable () throws -> () -> Void

    init(_ name: String, _ amount: Double, _ unit: String, prepare: @escaping @Sendable () throws -> () -> Void) {
        self.name = name
        self.amount = amount
        self.unit = unit
        self.prepare = prepare
    }

    /// Every part, those that run all the time first, then those for which somebody waits.
    public static let all = mixing + screens + rounds + patterns
}

/// Takes a result, so that the work behind it cannot be left out.
@_optimize(none)
func use<Value>(_ value: Value) {}
