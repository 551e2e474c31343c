import Glibc
import Testing
import ThudHaptics

/// What can be rendered, each at the lowest rate that holds all of it, so that the sweeps are quick.
private let renderings: [(rendering: Rendering, sampleRate: Double)] =
    [(.heard, 24_000), (.drive, 8_000)] + ActuatorProfile.all.map { (.felt($0), 8_000) }

private let kinds = [HapticEvent.Kind.transient, .continuous]
private let steps = (0...20).map { Double($0) / 20 }

private func samples(
    _ rendering: (rendering: Rendering, sampleRate: Double), _ kind: HapticEvent.Kind, _ intensity: Double,
    _ sharpness: Double
) -> [Float] {
    let event = HapticEvent(kind, duration: 0.1, intensity: intensity, sharpness: sharpness)
    return HapticRenderer(sampleRate: rendering.sampleRate).render(HapticPattern([event]), as: rendering.rendering)
}

@Suite("Every rendering follows intensity and sharpness in twenty steps") struct RenderingSweepTests {
    @Test(arguments: renderings.indices, kinds)
    func `stronger with every step of intensity, from silence`(index: Int, kind: HapticEvent.Kind) {
        for sharpness in [0, 0.5, 1] {
            let levels = steps.map { rms(samples(renderings[index], kind, $0, sharpness)) }
            #expect(levels[0] == 0 && rises(levels), "sharpness \(sharpness): \(levels)")
        }
    }

    /// Strictly, even where an actuator's resonance is narrow: its driver keeps within the band that it can play.
    @Test(arguments: renderings.indices, kinds)
    func `brighter with every step of sharpness`(index: Int, kind: HapticEvent.Kind) {
        let rendering = renderings[index]
        let centroids = steps.map { centroid(samples(rendering, kind, 1, $0), sampleRate: rendering.sampleRate) }
        #expect(rises(centroids), "\(centroids)")
    }

    @Test(arguments: kinds) func `the loudness that is heard grows in a straight line`(kind: HapticEvent.Kind) {
        let full = rms(samples((.heard, 24_000), kind, 1, 0.5))
        for intensity in steps {
            let loudness = pow(rms(samples((.heard, 24_000), kind, intensity, 0.5)) / full, 0.6)
            #expect(abs(loudness - intensity) < 0.01, "\(intensity): \(loudness)")
        }
    }

    @Test func `what is heard of a vibration lies above 150 Hz at any sharpness`() {
        for sharpness in steps {
            let heard = samples((.heard, 24_000), .continuous, 1, sharpness)
            let pitch = HeardLaw.lowestPitch * pow(2, HeardLaw.continuousOctaves * sharpness)
            let below = [60.0, 80, 100, 120].map { power(heard, at: $0, sampleRate: 24_000) }.max() ?? 0
            #expect(below < 0.03 * power(heard, at: pitch, sampleRate: 24_000), "sharpness \(sharpness)")
        }
    }
}
