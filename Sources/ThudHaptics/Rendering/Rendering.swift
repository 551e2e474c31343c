/// What a pattern is rendered to.
public enum Rendering: Hashable, Sendable {
    /// For loudspeakers; see ``HeardLaw``.
    case heard
    /// The electrical signal for an actuator that plays what it is given; see ``DriveLaw``.
    case drive
    /// The acceleration of an actuator; see ``ActuatorProfile``.
    case felt(ActuatorProfile)

    /// `heard`, `drive` or `felt`.
    public var name: String {
        switch self {
        case .heard: "heard"
        case .drive: "drive"
        case .felt: "felt"
        }
    }
}
