import ThudCore

/// A reading of real or recorded sensors in a script: `SECONDS motion AX AY AZ RX RY RZ`, acceleration in g and
/// rotation in rad/s. The axes are those of the device as its holder sees it: x to the right, y up, z towards the
/// holder. A device held upright and still reads `0 1 0 0 0 0`.
extension MotionSample {
    package static let scriptWord = ScriptWord("motion", 6) { MotionSample(arguments: $0) }

    /// Reads the six numbers of a line. nil if there are not six. The instant is set later, from the line's time.
    package init?(arguments: [String]) {
        let numbers = arguments.compactMap(Double.init).filter(\.isFinite)
        guard arguments.count == 6, numbers.count == 6 else { return nil }
        self.init(
            instant: Instant(nanoseconds: 0), acceleration: SIMD3(numbers[0], numbers[1], numbers[2]),
            rotationRate: SIMD3(numbers[3], numbers[4], numbers[5]))
    }

    /// Returns the same reading, taken at `instant`.
    package func taken(at instant: Instant) -> Self {
        Self(instant: instant, acceleration: acceleration, rotationRate: rotationRate)
    }

    /// The same reading in the axes of a person who looks at the device from behind: a half turn about y.
    package var fromBehind: Self {
        let half = SIMD3(-1.0, 1, -1)
        return Self(instant: instant, acceleration: acceleration * half, rotationRate: rotationRate * half)
    }
}

/// Whether real sensors are being read at present, in place of a simulated body's.
package struct SensorPresence: Hashable, Sendable {
    /// Sensors count as gone after a silence of this length.
    static let patience = Interval.milliseconds(500)

    /// The instant from which they count as gone unless they are read before. nil if they are already gone.
    package private(set) var silentFrom: Instant?

    package init() {}

    /// Records a reading at `instant` and returns whether the sensors have only just appeared.
    package mutating func note(at instant: Instant) -> Bool {
        defer { silentFrom = instant + Self.patience }
        return silentFrom == nil
    }

    /// Whether they have fallen silent by `instant`. If so, they count as gone from then on.
    package mutating func isLost(at instant: Instant) -> Bool {
        guard let silentFrom, silentFrom <= instant else { return false }
        self.silentFrom = nil
        return true
    }
}
