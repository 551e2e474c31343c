import Glibc
import ThudCore

struct PlacedTap {
    let frame: Int
    let sharpness: Double
    let frames: Int
    var amplitude: Double

    /// The energy, but for the shape of taps, which is much the same.
    var energy: Double { amplitude * amplitude * Double(frames) }
}

/// Adds taps to a running signal: vibrations, and earlier taps.
///
/// A tap in silence starts at once, with its wave at 0. Over a running signal, a wave with a phase of its own could
/// take away as much as it adds. So the tap's phase is chosen a quarter of a cycle away from the running signal, as
/// measured by a correlation over the 22 ms of a tap. Then the energies add up, whatever the frequencies are. Under a
/// resonance the movements are compared, not the signals, because it turns each frequency by another angle. The tap
/// fades in and out on a curve without kinks, so that there is no click.
struct TapMixer<Law: RenderingLaw> {
    let law: Law
    let sampleRate: Double

    /// How far a tap leans towards the running signal, as the cosine of the angle between them. Even if the window is
    /// some samples off, the tap must not end up on the other side.
    private static var lean: Double { 0.02 }
    /// Half of the shortest fade-in of a tap over a running signal, in seconds: no longer than a vibration's.
    private static var shortestCrossfade: Double { 0.00025 }

    /// Adds a tap. All earlier taps must have been added before.
    func add(_ tap: PlacedTap, to samples: inout [Float]) {
        let lead = runningFrames(before: tap.frame, in: samples)
        let isAlone = lead == 0 && !samples[tap.frame..<tap.frame + tap.frames].contains { $0 != 0 }
        if isAlone { addAlone(tap, to: &samples) } else { addToOthers(tap, lead: lead, to: &samples) }
    }

    private func addAlone(_ tap: PlacedTap, to samples: inout [Float]) {
        var shape = law.transient(sharpness: tap.sharpness, lead: 0, sampleRate: sampleRate)
        for frame in tap.frame..<tap.frame + tap.frames {
            let next = shape.next()
            samples[frame] += Float(tap.amplitude * next.level * next.sine)
        }
    }

    /// Returns for how many frames before `frame` a signal has been running, up to the reach of a crossfade. A wave
    /// crosses 0, but does not stay there.
    private func runningFrames(before frame: Int, in samples: [Float]) -> Int {
        let reach = min(frame, Int(Law.crossfade * sampleRate))
        var running = 0
        while running < reach {
            let index = frame - 1 - running
            if samples[index] == 0, index == 0 || samples[index - 1] == 0 { break }
            running += 1
        }
        return running
    }

    private func addToOthers(_ tap: PlacedTap, lead: Int, to samples: inout [Float]) {
        let parts = parts(of: tap, lead: lead, room: samples.count - 1 - tap.frame)
        let first = tap.frame - lead
        let (moved, running) = movements(parts, beside: samples, from: first)
        let window = lead..<min(lead + Int(HapticLimits.transientLength * sampleRate), moved.count)
        let early = Self.correlation(moved, running, window)
        let late = Self.correlation(moved, running, window.upperBound..<moved.count)
        let angle = Self.angle(early: early, late: late)
        let (sine, cosine) = (Float(tap.amplitude * cos(angle)), Float(tap.amplitude * sin(angle)))
        for index in parts.indices { samples[first + index] += sine * parts[index].x + cosine * parts[index].y }
    }

    /// Returns the tap at full amplitude with its fades, in two phases: with its wave at 0 when it starts, and a
    /// quarter of a cycle further on. It starts `lead` frames early and ends within `room` frames after its start.
    /// If nothing ran before, it starts at once, but the second phase fades in, because it would start with a step.
    private func parts(of tap: PlacedTap, lead: Int, room: Int) -> [SIMD2<Float>] {
        let half = Law.crossfade > 0 ? max(lead, Int(Self.shortestCrossfade * sampleRate)) : 0
        let count = lead + min(room, tap.frames + 2 * half - lead)
        var shape = law.transient(sharpness: tap.sharpness, lead: half, sampleRate: sampleRate)
        var levels = [Float](repeating: 0, count: count)
        var waves = [SIMD2<Float>](repeating: SIMD2(), count: count)
        for index in 0..<count {
            let next = shape.next()
            levels[index] = Float(next.level)
            waves[index] = SIMD2(Float(next.sine), Float(next.cosine))
        }
        if half > 0 { Smoothing(half: Double(half) / sampleRate, sampleRate: sampleRate).apply(to: &levels) }
        for index in 0..<count { waves[index] *= levels[index] }
        let rise = lead > 0 ? 0 : min(count, Int(Law.crossfade * sampleRate))
        for index in 0..<rise { waves[index].y *= Float(0.5 - 0.5 * cos(.pi * (Double(index) + 0.5) / Double(rise))) }
        return waves
    }

    /// Returns both parts of a tap and the samples beside it, or the movements of the actuator under them.
    private func movements(
        _ parts: [SIMD2<Float>], beside samples: [Float], from first: Int
    ) -> (tap: [SIMD2<Float>], running: [Float]) {
        guard let resonance = law.resonance else { return (parts, Array(samples[first..<first + parts.count])) }
        // How long the past is felt, and how long the tap rings: until 5 % are left.
        let ring = Int(min(0.1, 3 * resonance.timeConstant / resonance.overdrive) * sampleRate)
        let end = min(first + parts.count + ring, samples.count)
        let resting = ActuatorDriver(resonance, sampleRate: sampleRate)
        var (driver, sine, cosine) = (resting, resting, resting)
        let running = (max(0, first - ring)..<end).map { driver.acceleration(under: samples[$0]) }
        let tap = (0..<end - first).map { index in
            let part = index < parts.count ? parts[index] : SIMD2()
            return SIMD2(sine.acceleration(under: part.x), cosine.acceleration(under: part.y))
        }
        return (tap, Array(running.suffix(tap.count)))
    }

    /// Returns the sums of the products of both parts with the samples.
    private static func correlation(_ parts: [SIMD2<Float>], _ samples: [Float], _ range: Range<Int>) -> SIMD2<Double> {
        var sum = SIMD2<Double>()
        for index in range {
            let sample = Double(samples[index])
            sum += SIMD2(Double(parts[index].x) * sample, Double(parts[index].y) * sample)
        }
        return sum
    }

    /// Returns the phase of the tap in radians: almost a quarter of a cycle away from what runs in its first 22 ms. Of
    /// the two such phases, it is the one that fits better with what follows, or else the one nearer to 0.
    private static func angle(early: SIMD2<Double>, late: SIMD2<Double>) -> Double {
        let strength = (early * early).sum().squareRoot()
        guard strength > 0 else { return 0 }
        let along = atan2(early.y, early.x)
        let aside = acos(lean)
        let angles = [along + aside, along - aside]
        let scores = angles.map { late.x * cos($0) + late.y * sin($0) + 1e-3 * strength * cos($0) }
        return scores[0] >= scores[1] ? angles[0] : angles[1]
    }
}

/// Smooths the kinks out of a level: a mean under a Blackman-Harris window at steps of an eighth of a millisecond,
/// with Catmull-Rom cubics between them.
private struct Smoothing {
    private let frames: Int
    private let weights: [Float]

    /// The time between two values of the smooth curve, in seconds.
    private static let step = 0.000_125

    /// Creates a mean that reaches less than `half` seconds to each side, so that later levels start at 0.
    init(half: Double, sampleRate: Double) {
        frames = max(1, Int((Self.step * sampleRate).rounded()))
        let reach = max(1, Int(half * sampleRate / Double(frames)) - 1)
        weights = BlackmanHarris.weights(reach: reach)
    }

    /// Smooths levels that have silence before and after them.
    func apply(to levels: inout [Float]) {
        let reach = weights.count / 2
        let cells = (levels.count + frames - 1) / frames
        // One value before the start and two after the end serve the cubics. The silence around them serves the mean.
        var coarse = [Float](repeating: 0, count: cells + 3 + 2 * reach)
        for cell in 0..<cells { coarse[cell + 1 + reach] = levels[cell * frames] }
        let smooth = (0..<cells + 3).map { index in
            Float(DotProduct.of(coarse.span.extracting(index..<index + weights.count), weights.span))
        }
        let scale = 1 / Float(frames)
        let count = levels.count
        var span = levels.mutableSpan
        for cell in 0..<cells {
            let (a, b, c) = (smooth[cell], smooth[cell + 1], smooth[cell + 2])
            let d = cell + 3 < smooth.count ? smooth[cell + 3] : 0
            let slope = 0.5 * (c - a)
            let bend = a - 2.5 * b + 2 * c - 0.5 * d
            let twist = 1.5 * (b - c) + 0.5 * (d - a)
            var x: Float = 0
            for index in cell * frames..<min((cell + 1) * frames, count) {
                span[index] = b + x * (slope + x * (bend + x * twist))
                x += scale
            }
        }
    }
}
