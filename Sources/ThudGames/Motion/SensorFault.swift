import ThudCore

/// A fault of the sensor that spoils a few samples in a row.
struct SensorFault: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case notANumber
        case acceleration(Double)
        case rotation(Double)
        case lost
        case clock(late: Interval)
    }

    private var kind: Kind
    /// How many samples are still to be spoilt.
    private(set) var remaining: Int

    /// One of the faults that sensors show: not-a-number, a spike of 20 to 60 g or 40 to 100 rad/s, up to 0.4 s of
    /// samples lost, a sample that comes with the clock of 15 to 300 ms ago.
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

    /// What is left of the next `sample`: nil when it is lost.
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
