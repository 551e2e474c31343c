import ThudCore

/// What an actuator adds after the electrical output, by its model.
public struct BenchActuator: Hashable, Sendable {
    /// The profile's name.
    public var name: String
    /// From the cue's first sample to the first drive above the noise.
    public var electricalOnset: Interval?
    /// From the cue's first sample until the mass moves at 90 % of its peak.
    public var mechanicalT90: Interval?

    /// An actuator's figures; nil is not known.
    public init(name: String, electricalOnset: Interval? = nil, mechanicalT90: Interval? = nil) {
        self.name = name
        self.electricalOnset = electricalOnset
        self.mechanicalT90 = mechanicalT90
    }
}
