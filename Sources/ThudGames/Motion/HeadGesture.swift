/// What a synthetic head can be asked to do; asked nothing, it holds as still as a head does.
public enum HeadGesture: String, Hashable, Sendable, CaseIterable {
    /// A deliberate nod: correct.
    case nod
    /// A deliberate tilt back: pass.
    case tiltBack = "tilt-back"
    /// A nod or a tilt back that was not meant: too small to be one.
    case glance
    /// One to three seconds of laughter: 4 to 6 shakes a second of up to 20 degrees.
    case laugh
    /// A jump on the spot: the push, the flight and the landing, which whips the head.
    case jump
    /// A fault of the sensor: absurd values, lost samples, or a wrong clock.
    case glitch
    /// The phone is taken from the forehead into the hand, screen up.
    case lower
    /// The phone is brought from the hand to the forehead.
    case raise

    /// Whether the whole head or phone travels, so that another such gesture has to wait for it.
    var occupiesHead: Bool {
        switch self {
        case .nod, .tiltBack, .glance, .jump, .lower, .raise: true
        case .laugh, .glitch: false
        }
    }
}

/// How briskly a gesture is done.
public enum Pace: Hashable, Sendable {
    /// As people do it: each time a little differently.
    case natural
    /// As fast as people can: for a player who presses a key and expects the answer at once.
    case brisk
}
