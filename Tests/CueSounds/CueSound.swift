import Foundation
import ThudCore
import ThudCues
import ThudHaptics
import ThudPatternRendering
import ThudSoundFiles

/// The shipped cues as loudspeakers play them, sounds and haptics together, for tests and pictures.
package enum CueSound {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sounds/kape").path

    /// A cue as the pair of loudspeakers plays it.
    package static func mix(_ cue: String, _ settings: FeedbackSettings) throws -> Sound {
        let file = "\(folder)/\(cue).ahap"
        let pattern = try AHAP.read(SourceFile.read(file), file: file)
        let sounds = try PatternSounds.load(for: [pattern], folder: folder, sampleRate: 48_000)
        let plan = FeedbackPolicy.plan(for: Cue(name: cue, pattern: pattern), settings)
        let played = Rendition.sounds(of: pattern, sounds, sampleRate: 48_000)
        let felt = HapticRenderer().heard(pattern)
        let length = max(played.left.count, felt.count)
        let channels = [played.left, played.right].map { channel in
            (0..<length).map { index in
                (index < channel.count ? channel[index] * Float(plan.soundGain) : 0)
                    + (index < felt.count ? felt[index] * Float(plan.heardGain) : 0)
            }
        }
        return Sound(sampleRate: 48_000, channels: channels)
    }
}

extension Sound {
    /// As a laptop plays it: through a Butterworth high-pass of the fourth order at 300 Hz (R. Bristow-Johnson's biquads).
    package var onLaptop: Sound {
        let channels = channels.map { channel in
            [0.541_196, 1.306_563].reduce(channel.map(Double.init)) { highPassed($0, hertz: 300, q: $1) }.map {
                Float($0)
            }
        }
        return Sound(sampleRate: sampleRate, channels: channels)
    }

    private func highPassed(_ samples: [Double], hertz: Double, q: Double) -> [Double] {
        let angle = 2 * Double.pi * hertz / Double(sampleRate)
        let (cosine, alpha) = (cos(angle), sin(angle) / (2 * q))
        let (b0, b1) = ((1 + cosine) / 2 / (1 + alpha), -(1 + cosine) / (1 + alpha))
        let (a1, a2) = (-2 * cosine / (1 + alpha), (1 - alpha) / (1 + alpha))
        var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
        return samples.map { x in
            let y = b0 * x + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2
            (x2, x1, y2, y1) = (x1, x, y1, y)
            return y
        }
    }

    /// The energy of both channels' sum in a band of hertz.
    package func energy(in band: ClosedRange<Double>) -> Double { energies(in: [band])[0] }

    /// The energy of both channels' sum in each of some bands of hertz.
    package func energies(in bands: [ClosedRange<Double>]) -> [Double] {
        let transform = FourierTransform(atLeast: frameCount)
        var real = zip(channels[0], channels[1]).map { $0 + $1 }
        real += [Float](repeating: 0, count: transform.size - frameCount)
        var imaginary = [Float](repeating: 0, count: transform.size)
        transform.transform(&real, &imaginary)
        let width = Double(sampleRate) / Double(transform.size)
        return bands.map { band in
            let first = max(1, Int((band.lowerBound / width).rounded(.up)))
            let last = min(transform.size / 2 - 1, Int((band.upperBound / width).rounded(.down)))
            return (first..<max(first, last + 1)).reduce(0) {
                $0 + Double(real[$1] * real[$1] + imaginary[$1] * imaginary[$1])
            }
        }
    }
}
