import ThudCore

/// What a phone's sensors add to the truth: an offset that stays and a noise that does not.
struct SensorImperfection: Hashable, Sendable {
    /// Accelerometer noise in g, one standard deviation: the sensor's own few thousandths, and a hand that trembles.
    static let accelerationNoise = 0.012
    /// Gyroscope noise in rad/s, one standard deviation.
    static let rotationNoise = 0.006
    /// The largest offset in g: the zero-g offset in the data sheets of ST LSM6DSO and Bosch BMI270 is 0.02 g.
    static let accelerationOffset = 0.02
    /// The largest offset in rad/s: 1.7 degrees a second, several times what a phone leaves after its calibration.
    static let rotationOffset = 0.03

    private var noise: SeededGenerator
    private var acceleration: HeadPose.Triple
    private var rotation: HeadPose.Triple

    init(drawing generator: inout SeededGenerator) {
        let (a, r) = (Self.accelerationOffset, Self.rotationOffset)
        acceleration = HeadPose.Triple(
            x: generator.between(-a, a), y: generator.between(-a, a), z: generator.between(-a, a))
        rotation = HeadPose.Triple(
            x: generator.between(-r, r), y: generator.between(-r, r), z: generator.between(-r, r))
        noise = generator.split()
    }

    /// What the accelerometer says, in g, when the truth is `triple`.
    mutating func accelerometer(_ triple: HeadPose.Triple) -> SIMD3<Double> {
        let n = Self.accelerationNoise
        return SIMD3(
            triple.x + acceleration.x + n * noise.bell(), triple.y + acceleration.y + n * noise.bell(),
            triple.z + acceleration.z + n * noise.bell())
    }

    /// What the gyroscope says, in rad/s, when the truth is `triple`.
    mutating func gyroscope(_ triple: HeadPose.Triple) -> SIMD3<Double> {
        let n = Self.rotationNoise
        return SIMD3(
            triple.x + rotation.x + n * noise.bell(), triple.y + rotation.y + n * noise.bell(),
            triple.z + rotation.z + n * noise.bell())
    }
}
