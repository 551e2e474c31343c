/// A part of Thud that is measured separately.
public struct Part: Sendable {
    /// What the work does, and how much of it.
    public let name: String
    /// The amount of `unit` in one round of work.
    public let amount: Double
    /// The unit: `voice-frame`, `byte`, `second of sound`, `sample`, `frame`, `time`.
    public let unit: String
    /// Prepares the work, and returns one round of it.
    public let prepare: @Sendable () throws -> () -> Void

    init(_ name: String, _ amount: Double, _ unit: String, prepare: @escaping @Sendable () throws -> () -> Void) {
        self.name = name
        self.amount = amount
        self.unit = unit
        self.prepare = prepare
    }

    /// Every part: first those that run all the time, then those that somebody waits for.
    public static let all = mixing + screens + rounds + patterns
}

/// Uses a result, so that the compiler cannot remove the work behind it.
@_optimize(none)
func use<Value>(_ value: Value) {}
