import Testing
import ThudCore
import ThudGameKit
import ThudMotion

struct MotionAxesTests {
    private static let sample = MotionSample(
        instant: Instant(nanoseconds: 7), acceleration: SIMD3(1, 2, 3), rotationRate: SIMD3(4, 5, 6))

    @Test("A pad's axes leave a reading unchanged")
    func pad() { #expect(MotionAxes.pad.turned(Self.sample) == Self.sample && MotionAxes("x,y,z") == .pad) }

    @Test("Reordered and reversed axes are converted to the holder's")
    func turned() throws {
        let axes = try #require(MotionAxes("-y,z,-x"))
        let turned = axes.turned(Self.sample)
        #expect(turned.acceleration == SIMD3(-2, 3, -1) && turned.rotationRate == SIMD3(-5, 6, -4))
        #expect(turned.instant == Self.sample.instant)
    }

    @Test("The 24 rotations of the 48 orders and signs are accepted, and each keeps the handedness")
    func handedness() {
        var taken = 0
        for order in ["xyz", "yzx", "zxy", "xzy", "zyx", "yxz"].map(Array.init) {
            for signs in 0..<8 {
                let words = order.enumerated().map { (signs >> $0.offset & 1 == 0 ? "" : "-") + String($0.element) }
                guard let axes = MotionAxes(words.joined(separator: ",")) else { continue }
                taken += 1
                // The cross product of two rotated vectors is the rotated cross product. This holds for rotations and
                // not for mirrors.
                let (a, b) = (SIMD3(1.0, 2, 3), SIMD3(-2.0, 5, 7))
                #expect(cross(turn(a, axes), turn(b, axes)) == turn(cross(a, b), axes))
            }
        }
        #expect(taken == 24)
    }

    @Test(
        "What are no axes, or a mirror's, is refused",
        arguments: [
            "", "x", "x,y", "x,y,z,", ",x,y,z", "x,y,y", "x,y,-z", "y,x,z", "X,Y,Z", "x y z", "--x,y,z", "+x,y,z",
            "x,y,zz",
        ])
    func refused(text: String) { #expect(MotionAxes(text) == nil) }

    private func turn(_ vector: SIMD3<Double>, _ axes: MotionAxes) -> SIMD3<Double> {
        axes.turned(MotionSample(instant: Instant(nanoseconds: 0), acceleration: vector, rotationRate: .zero))
            .acceleration
    }

    private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
