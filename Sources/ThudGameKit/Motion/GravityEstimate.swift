import Glibc

/// The direction of up as seen from the phone: gyroscope and accelerometer fused by a complementary filter.
///
/// The gyroscope turns the estimate at once but drifts within seconds. The accelerometer never drifts, but reads every
/// shake as if it were gravity. So the gyroscope leads, and the accelerometer slowly pulls the estimate back at
/// moments at which it can read little but gravity. Plain numbers instead of SIMD: three lanes gain nothing, and
/// unoptimised builds stay fast.
struct GravityEstimate: Hashable, Sendable {
    /// How far from 1 g the accelerometer may read and still be trusted, in g.
    static let trustedDeviation = 0.1
    /// The fastest rotation at which the accelerometer is trusted, in rad/s. The phone is about 0.1 m from the joint
    /// of the neck, so faster turns add a centripetal force.
    static let trustedRotation = 1.5

    /// The unit vector that points up, in the phone's axes.
    private(set) var x = 0.0
    private(set) var y = 1.0
    private(set) var z = 0.0

    /// The angle about x in radians: 0 upright, positive with the screen towards the floor. Roll does not change it.
    var pitch: Double {
        let upright = (x * x + y * y).squareRoot()
        return atan2(-z, y < 0 ? -upright : upright)
    }

    mutating func start(_ acceleration: SIMD3<Double>) {
        (x, y, z) = (acceleration.x, acceleration.y, acceleration.z)
        normalise()
    }

    /// Turns by the angular velocity `w` in rad/s for `seconds`, to second order.
    mutating func turn(_ w: SIMD3<Double>, seconds: Double) {
        let (tx, ty, tz) = (w.x * seconds, w.y * seconds, w.z * seconds)
        // Up is fixed in the world, so seen from the phone it turns the other way.
        let (ux, uy, uz) = (ty * z - tz * y, tz * x - tx * z, tx * y - ty * x)
        let (vx, vy, vz) = (ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux)
        x += vx / 2 - ux
        y += vy / 2 - uy
        z += vz / 2 - uz
        normalise()
    }

    /// Moves the estimate towards an accelerometer reading in g by a `share` of the way (0...1), if the phone is calm
    /// enough to trust it. `rotation` is the present angular speed in rad/s.
    mutating func lean(_ acceleration: SIMD3<Double>, rotation: Double, share: Double) {
        let pull = acceleration.length
        guard abs(pull - 1) < Self.trustedDeviation, rotation < Self.trustedRotation else { return }
        x += share * (acceleration.x / pull - x)
        y += share * (acceleration.y / pull - y)
        z += share * (acceleration.z / pull - z)
        normalise()
    }

    /// Returns the component along up.
    func along(_ vector: SIMD3<Double>) -> Double { vector.x * x + vector.y * y + vector.z * z }

    private mutating func normalise() {
        let length = (x * x + y * y + z * z).squareRoot()
        guard length > 1e-6 else { return (x, y, z) = (0, 1, 0) }
        x /= length
        y /= length
        z /= length
    }
}

extension SIMD3<Double> {
    var length: Double { (x * x + y * y + z * z).squareRoot() }
}
