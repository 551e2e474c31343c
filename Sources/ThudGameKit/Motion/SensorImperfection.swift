import ThudCore

/// The errors of a phone's sensors: a constant offset, and noise.
struct SensorImperfection: Hashable, Sendable {
    /// Accelerometer noise in g, one standard deviation: a few thousandths by the sensor, the rest by a hand's tremble.
    static let accelerationNoise = 0.012
    /// Gyroscope noise in rad/s, one standard deviation.
    static let rotationNoise = 0.006
    /// The largest offset in g: the zero-g offset in the data sheets of ST LSM6DSO and Bosch BMI270 is 0.02 g.
    static let accelerationOffset = 0.02
    /// The largest offset in rad/s: 1.7 degrees a second, several times what remains after a phone's calibration.
    static let rotationOffset = 0.03
    private var noise: SeededGenerator
    private var acceleration: SIMD3<Double>
    private var rotation: SIMD3<Double>

    init(drawing generator: inout SeededGenerator) {
        func offset(_ largest: Double) -> SIMD3<Double> {
            SIMD3(
                generator.between(-largest, largest), generator.between(-largest, largest),
                generator.between(-largest, largest))
        }
        acceleration = offset(Self.accelerationOffset)
        rotation = offset(Self.rotationOffset)
        noise = generator.split()
    }

    /// Returns the accelerometer's reading of a true value, both in g.
    mutating func accelerometer(_ value: SIMD3<Double>) -> SIMD3<Double> {
        value + acceleration + Self.accelerationNoise * SIMD3(noise.bell(), noise.bell(), noise.bell())
    }

    /// Returns the gyroscope's reading of a true value, both in rad/s.
    mutating func gyroscope(_ value: SIMD3<Double>) -> SIMD3<Double> {
        value + rotation + Self.rotationNoise * SIMD3(noise.bell(), noise.bell(), noise.bell())
    }
}

/// A sensor fault that corrupts a few samples in a row.
struct SensorFault: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case notANumber
        case acceleration(Double)
        case rotation(Double)
        case lost
        case clock(late: Interval)
    }

    private var kind: Kind
    /// The number of samples still to be corrupted.
    private(set) var remaining: Int

    /// Draws one of the faults that sensors show: NaN, a spike of 20 to 60 g or 40 to 100 rad/s, up to 0.4 s of lost
    /// samples, or a sample with the clock of 15 to 300 ms ago.
    init(drawing generator: inout SeededGenerator) {
        let spikeLength = 1 + generator.index(below: 4)
        switch generator.index(below: 5) {
        case 0: (kind, remaining) = (.notANumber, spikeLength)
        case 1: (kind, remaining) = (.acceleration(generator.between(20, 60)), spikeLength)
        case 2: (kind, remaining) = (.rotation(generator.between(40, 100)), spikeLength)
        case 3: (kind, remaining) = (.lost, 1 + generator.index(below: 40))
        default: (kind, remaining) = (.clock(late: .milliseconds(15 + Int64(generator.index(below: 286)))), 1)
        }
    }

    /// Returns the next `sample` with the fault applied. nil if it is lost.
    mutating func spoil(_ sample: MotionSample) -> MotionSample? {
        remaining -= 1
        var spoilt = sample
        switch kind {
        case .notANumber: spoilt.rotationRate.x = .nan
        case .acceleration(let size): spoilt.acceleration.z = size
        case .rotation(let size): spoilt.rotationRate.x = size
        case .lost: return nil
        case .clock(let late): spoilt.instant = sample.instant - late
        }
        return spoilt
    }
}
