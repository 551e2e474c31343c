/// A named fact about the machine or the settings of a run, as a person reads it: `quantum`, `64 frames`.
public struct BenchFact: Hashable, Sendable {
    /// What it is about.
    public var name: String
    /// What holds, with its unit.
    public var value: String

    /// A fact.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
