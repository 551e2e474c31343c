import ThudGameKit

/// Which axes of a device are the holder's right, up and near: `x,y,z` where it has them as game pads do, `-y,z,-x` for one whose first
/// axis leads away and whose second leads to the left.
///
/// Only turns are taken. With a mirror no turning of the device would read as one.
package struct MotionAxes: Hashable, Sendable {
    /// One axis of the device, perhaps turned round.
    private struct Axis: Hashable, Sendable {
        var index: Int
        var sign: Double
    }

    private static let names: [Character] = ["x", "y", "z"]

    private var right: Axis
    private var up: Axis
    private var near: Axis

    /// The axes of game pads, as the holder sees them: x to the right, y up out of the buttons, z to the holder.
    package static let pad = MotionAxes(
        right: Axis(index: 0, sign: 1), up: Axis(index: 1, sign: 1), near: Axis(index: 2, sign: 1))

    private init(right: Axis, up: Axis, near: Axis) { (self.right, self.up, self.near) = (right, up, near) }

    /// Reads three axes between commas, each perhaps behind a minus; nil where they are not three, and where they are a mirror's.
    package init?(_ text: String) {
        let axes = text.split(separator: ",", omittingEmptySubsequences: false).compactMap(Self.axis)
        guard axes.count == 3, text.count(where: { $0 == "," }) == 2, Set(axes.map(\.index)).count == 3 else {
            return nil
        }
        // A cycle keeps the handedness of the axes, an exchange of two turns it over, and so does each sign.
        let isCycle = axes[1].index == (axes[0].index + 1) % 3
        guard axes.reduce(isCycle ? 1 : -1, { $0 * $1.sign }) > 0 else { return nil }
        self.init(right: axes[0], up: axes[1], near: axes[2])
    }

    private static func axis(_ word: Substring) -> Axis? {
        let isTurned = word.first == "-"
        let name = isTurned ? word.dropFirst() : word
        guard name.count == 1, let letter = name.first, let index = names.firstIndex(of: letter) else { return nil }
        return Axis(index: index, sign: isTurned ? -1 : 1)
    }

    /// A reading with the device's axes, in the holder's.
    package func turned(_ sample: MotionSample) -> MotionSample {
        MotionSample(
            instant: sample.instant, acceleration: turned(sample.acceleration),
            rotationRate: turned(sample.rotationRate))
    }

    private func turned(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            vector[right.index] * right.sign, vector[up.index] * up.sign, vector[near.index] * near.sign)
    }
}
