import Glibc
import Testing
import ThudCore
import ThudPatterns

private let rate = 48_000.0

/// A tap at a random time on a random vibration.
private struct Placement {
    let vibration: HapticEvent
    let tap: HapticEvent

    init(_ random: inout SeededGenerator) {
        vibration = HapticEvent(
            .continuous, duration: 0.4, intensity: 0.2 + 0.8 * random.unit(), sharpness: random.unit())
        tap = HapticEvent(
            .transient, at: 0.1 + 0.1 * random.unit(), intensity: 0.05 + 0.95 * random.unit(),
            sharpness: random.unit())
    }

    /// The samples within 22 ms of the tap's start.
    var window: Range<Int> {
        let first = Int((tap.time * rate).rounded())
        return first..<first + Int(0.022 * rate)
    }
}

/// Returns the mean square of some samples.
private func power(_ samples: ArraySlice<Float>) -> Double {
    DotProduct.of(samples.span, samples.span) / Double(samples.count)
}

private func energy(_ samples: [Float]) -> Double { DotProduct.of(samples.span, samples.span) }

/// A high-pass filter at 1 kHz whose stopband below 820 Hz is 120 dB down.
private struct HighPass {
    private let taps: [Float]

    init() {
        let half = 512
        let corner = 1_000.0 / rate
        let beta = 12.3
        taps = (-half...half).map { offset in
            let x = Double(offset) / Double(half)
            let window = Self.bessel(beta * (1 - x * x).squareRoot()) / Self.bessel(beta)
            let turn = Double.pi * Double(offset)
            let low = offset == 0 ? 2 * corner : sin(2 * corner * turn) / turn
            return Float(((offset == 0 ? 1 : 0) - low) * window)
        }
    }

    private static func bessel(_ x: Double) -> Double {
        var (sum, term, order) = (1.0, 1.0, 1.0)
        while term > sum * 1e-17 {
            term *= (x / 2 / order) * (x / 2 / order)
            sum += term
            order += 1
        }
        return sum
    }

    /// Returns the energy of the filtered samples in a range.
    func energy(of samples: [Float], in range: Range<Int>) -> Double {
        let half = taps.count / 2
        return range.reduce(0.0) { sum, index in
            let value = DotProduct.of(taps.span, samples.span.extracting((index - half)..<(index + half + 1)))
            return sum + value * value
        }
    }
}

@Suite("A tap on a running vibration is an accent") struct AccentTests {
    static let renderings: [Rendering] = [.drive, .felt(.phone), .felt(.lra), .felt(.voiceCoil)]
    static let placements = 400

    /// An actuator adds a tap's ring to its movement, and full scale may limit the drive of both: 0.2 dB at most, a
    /// tenth of what is felt.
    @Test(arguments: AccentTests.renderings + [.heard, .driven(.phone), .driven(.lra)])
    func `a tap never lowers the 22 ms after its start`(rendering: Rendering) {
        var random = SeededGenerator(seed: 11)
        var worst = Double.infinity
        for _ in 0..<Self.placements {
            let placement = Placement(&random)
            let renderer = HapticRenderer(sampleRate: rate)
            let bed = renderer.render(HapticPattern([placement.vibration]), as: rendering)
            let both = renderer.render(HapticPattern([placement.vibration, placement.tap]), as: rendering)
            worst = min(worst, power(both[placement.window]) / power(bed[placement.window]))
        }
        let least = rendering == .drive || rendering == .heard ? 1 : 0.955
        #expect(worst >= least, "\(10 * log10(worst)) dB")
    }

    /// The energies of both add up, unless their sum reaches full scale.
    @Test(arguments: AccentTests.renderings) func `a tap adds the same energy as a tap by itself`(rendering: Rendering)
    {
        var random = SeededGenerator(seed: 12)
        var (least, most) = (Double.infinity, -Double.infinity)
        for _ in 0..<Self.placements {
            let placement = Placement(&random)
            guard placement.vibration.intensity < 0.55, placement.tap.intensity < 0.9 else { continue }
            let renderer = HapticRenderer(sampleRate: rate)
            let bed = renderer.render(HapticPattern([placement.vibration]), as: rendering)
            let tap = renderer.render(HapticPattern([placement.tap]), as: rendering)
            let both = renderer.render(HapticPattern([placement.vibration, placement.tap]), as: rendering)
            let padded = tap + [Float](repeating: 0, count: 2_000)
            let promised = power(bed[placement.window]) + power(padded[placement.window])
            let ratio = 10 * log10(power(both[placement.window]) / promised)
            (least, most) = (min(least, ratio), max(most, ratio))
        }
        #expect(least > -0.7 && most < (rendering == .drive ? 0.3 : 0.8), "\(least)...\(most) dB")
    }

    @Test(arguments: AccentTests.renderings + [.driven(.phone), .driven(.lra), .driven(.voiceCoil)])
    func `a tap adds nothing above 1 kHz`(rendering: Rendering) {
        var random = SeededGenerator(seed: 13)
        let filter = HighPass()
        var worst = -Double.infinity
        for _ in 0..<60 {
            let placement = Placement(&random)
            let both = HapticRenderer(sampleRate: rate).render(
                HapticPattern([placement.vibration, placement.tap]), as: rendering)
            let bed = HapticRenderer(sampleRate: rate).render(HapticPattern([placement.vibration]), as: rendering)
            let around = placement.window.lowerBound - 480..<placement.window.lowerBound + 2_400
            let added = filter.energy(of: both, in: around)
            worst = max(worst, 10 * log10(added / energy(Array(bed[around]))))
        }
        #expect(worst < -80, "\(worst) dB")
    }

    /// Both start at once, whatever phase the tap needs beside the vibration.
    @Test(arguments: AccentTests.renderings + [.driven(.phone), .driven(.lra), .driven(.voiceCoil)])
    func `a tap at the start of a vibration does not click`(rendering: Rendering) {
        var random = SeededGenerator(seed: 15)
        let filter = HighPass()
        var worst = -Double.infinity
        for _ in 0..<20 {
            let (intensity, sharpness) = (0.3 + 0.3 * random.unit(), random.unit())
            let tap = HapticEvent(.transient, at: 0.1, intensity: intensity, sharpness: random.unit())
            let hum = HapticEvent(.continuous, at: 0.1, duration: 0.2, intensity: intensity, sharpness: sharpness)
            let renderer = HapticRenderer(sampleRate: rate)
            let around = 4_320..<7_200
            let both = filter.energy(of: renderer.render(HapticPattern([tap, hum]), as: rendering), in: around)
            let each = [tap, hum].map { event in
                let samples = renderer.render(HapticPattern([event]), as: rendering)
                return filter.energy(of: samples + [Float](repeating: 0, count: 9_600), in: around)
            }
            worst = max(worst, 10 * log10(both / (each[0] + each[1])))
        }
        #expect(worst < 6, "\(worst) dB")
    }

    /// The taps are equal and at most 30 ms apart, which is as long as one tap.
    @Test(arguments: AccentTests.renderings) func `two taps close together have the energy of two`(
        rendering: Rendering
    ) {
        var random = SeededGenerator(seed: 14)
        var (least, most) = (Double.infinity, -Double.infinity)
        for _ in 0..<Self.placements {
            let (intensity, sharpness) = (0.05 + 0.75 * random.unit(), random.unit())
            let distance = 0.03 * random.unit()
            let taps = [0, distance].map {
                HapticEvent(.transient, at: $0, intensity: intensity, sharpness: sharpness)
            }
            let renderer = HapticRenderer(sampleRate: rate)
            let one = energy(renderer.render(HapticPattern([taps[0]]), as: rendering))
            let two = energy(renderer.render(HapticPattern(taps), as: rendering))
            (least, most) = (min(least, two / one), max(most, two / one))
        }
        // An actuator still rings from the first tap.
        let range = rendering == .drive ? 1.6...2.4 : 1.5...2.6
        #expect(range.contains(least) && range.contains(most), "\(least)...\(most)")
    }
}
