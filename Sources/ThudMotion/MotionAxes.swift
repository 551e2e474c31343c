import ThudGameKit

/// Maps the axes of a device to the holder's right, up and near. `x,y,z` is the order of game pads. `-y,z,-x` suits a
/// device whose first axis points away and whose second points to the left.
///
/// Only rotations are accepted. With a mirror, no rotation of the device would be read as one.
package struct MotionAxes: Hashable, Sendable {
    /// An axis of the device, possibly reversed.
    private struct Axis: Hashable, Sendable {
        var index: Int
        var sign: Double
    }

    private static let names: [Character] = ["x", "y", "z"]
    /// The axes to the right, up and near.
    private let axes: [Axis]

    /// The axes of game pads, as the holder sees them: x to the right, y up out of the buttons, z towards the holder.
    package static let pad = MotionAxes((0..<3).map { Axis(index: $0, sign: 1) })

    private init(_ axes: [Axis]) { self.axes = axes }

    /// Reads three axes between commas, each optionally after a minus sign; nil if they are not three or a mirror.
    package init?(_ text: String) {
        let axes = text.split(separator: ",", omittingEmptySubsequences: false).compactMap(Self.axis)
        guard axes.count == 3, text.count(where: { $0 == "," }) == 2, Set(axes.map(\.index)).count == 3 else {
            return nil
        }
        // A cyclic order keeps the handedness of the axes. A swap of two reverses it, and so does each minus sign.
        let isCycle = axes[1].index == (axes[0].index + 1) % 3
        guard axes.reduce(isCycle ? 1 : -1, { $0 * $1.sign }) > 0 else { return nil }
        self.init(axes)
    }

    private static func axis(_ word: Substring) -> Axis? {
        let isTurned = word.first == "-"
        let name = isTurned ? word.dropFirst() : word
        guard name.count == 1, let letter = name.first, let index = names.firstIndex(of: letter) else { return nil }
        return Axis(index: index, sign: isTurned ? -1 : 1)
    }

    /// Converts a reading from the device's axes to the holder's.
    package func turned(_ sample: MotionSample) -> MotionSample {
        MotionSample(
            instant: sample.instant, acceleration: turned(sample.acceleration),
            rotationRate: turned(sample.rotationRate))
    }

    private func turned(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(axes.map { vector[$0.index] * $0.sign })
    }
}
