import ThudCore

/// A reading of real sensors, or of ones that were written down, in a script: `SECONDS motion AX AY AZ RX RY RZ`, acceleration in g
/// and rotation in rad/s.
///
/// The axes are those of the device as its holder sees it: x to the right, y up, z towards the holder. Held upright and still it
/// reads `0 1 0 0 0 0`.
extension MotionSample {
    package static let scriptWord = ScriptWord("motion", 6) { MotionSample(arguments: $0) }

    /// Reads the six numbers of a line; nil if they are none. When the reading was taken is for the line's time to say.
    package init?(arguments: [String]) {
        let numbers = arguments.compactMap(Double.init).filter(\.isFinite)
        guard arguments.count == 6, numbers.count == 6 else { return nil }
        self.init(
            instant: Instant(nanoseconds: 0), acceleration: SIMD3(numbers[0], numbers[1], numbers[2]),
            rotationRate: SIMD3(numbers[3], numbers[4], numbers[5]))
    }

    /// The same reading, taken at `instant`.
    package func taken(at instant: Instant) -> Self {
        Self(instant: instant, acceleration: acceleration, rotationRate: rotationRate)
    }

    /// The same reading with the axes of somebody who looks at the device from behind: turned by half about y.
    package var fromBehind: Self {
        let half = SIMD3(-1.0, 1, -1)
        return Self(instant: instant, acceleration: acceleration * half, rotationRate: rotationRate * half)
    }
}

/// Whether real sensors are read at present, in the place of a simulated body's.
package struct SensorPresence: Hashable, Sendable {
    /// Sensors that are silent for longer are gone.
    static let patience = Interval.milliseconds(500)

    /// From when on they are gone, unless they are read before; nil where they are not there.
    package private(set) var silentFrom: Instant?

    package init() {}

    /// Notes that they were read at `instant`, and tells whether they have only just come.
    package mutating func note(at instant: Instant) -> Bool {
        defer { silentFrom = instant + Self.patience }
        return silentFrom == nil
    }

    /// Whether they have fallen silent by `instant`; from then on they are not there.
    package mutating func isLost(at instant: Instant) -> Bool {
        guard let silentFrom, silentFrom <= instant else { return false }
        self.silentFrom = nil
        return true
    }
}
