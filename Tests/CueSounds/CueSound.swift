import Foundation
import ThudCore
import ThudCues
import ThudPatternRendering
import ThudPatterns
import ThudSoundFiles

/// The shipped cues of one game, for tests and pictures.
package struct ShippedGame: Sendable {
    /// The games that have sounds: the folders with a catalog.
    package static let names = ((try? SourceFile.names(in: sounds, endingIn: "")) ?? []).filter {
        (try? SourceFile.read("\(sounds)/\($0)/catalog.json")) != nil
    }

    /// The folder of all games.
    package static let sounds = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sounds").path

    /// The name of the game, for example `kape`.
    package let name: String
    /// Its cues in catalog order, with variants after each other.
    package let cues: [Cue]
    /// The sounds that the patterns name.
    private let sounds: PatternSounds

    /// Reads the folder of a game.
    package init(_ name: String) throws {
        let folder = "\(Self.sounds)/\(name)"
        let catalog = try CueCatalog.parse(SourceFile.read("\(folder)/catalog.json"), file: "\(folder)/catalog.json")
        var patterns: [String: [UInt8]] = [:]
        for file in try SourceFile.names(in: folder, endingIn: ".ahap") {
            patterns[String(file.dropLast(".ahap".count))] = try SourceFile.read("\(folder)/\(file)")
        }
        let named = try catalog.cues(patterns: patterns)
        let order = catalog.entries.flatMap { entry in
            entry.variants.isEmpty ? [entry.name] : entry.variants.map { "\(entry.name)/\($0.name)" }
        }
        cues = order.compactMap { named["\(name)/\($0)"] }
        sounds = try PatternSounds.load(for: cues.map(\.pattern), folder: folder, sampleRate: 48_000)
        self.name = name
    }

    /// Returns the cue of a name within the game.
    package func cue(_ cue: String) throws -> Cue {
        guard let found = cues.first(where: { $0.name == "\(name)/\(cue)" }) else {
            throw ThudError(.notFound, "\(name) has no cue \(cue)")
        }
        return found
    }

    /// Returns a cue as two loudspeakers play it, sound and haptics together.
    package func mix(_ cue: Cue, _ settings: FeedbackSettings) -> Sound {
        let plan = FeedbackPolicy.plan(for: cue, settings)
        let played = sound(of: cue)
        let felt = HapticRenderer().heard(cue.pattern)
        let length = max(played.frameCount, felt.count)
        let channels = played.channels.map { channel in
            (0..<length).map { index in
                (index < channel.count ? channel[index] * Float(plan.soundGain) : 0)
                    + (index < felt.count ? felt[index] * Float(plan.heardGain) : 0)
            }
        }
        return Sound(sampleRate: 48_000, channels: channels)
    }

    /// Returns only the sound of a cue, left and right; empty if it has none.
    package func sound(of cue: Cue) -> Sound {
        let played = Rendition.sounds(of: cue.pattern, sounds, sampleRate: 48_000)
        return Sound(sampleRate: 48_000, channels: [played.left, played.right])
    }
}

extension Sound {
    /// The sound on a laptop: through a fourth-order Butterworth high-pass at 300 Hz (R. Bristow-Johnson's biquads).
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

    /// Returns the energy of both channels' sum in a band of hertz.
    package func energy(in band: ClosedRange<Double>) -> Double { energies(in: [band])[0] }

    /// Returns the energy of both channels' sum in each of several bands of hertz.
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
            var energy = 0.0
            for bin in first..<max(first, last + 1) {
                let power: Float = real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
                energy += Double(power)
            }
            return energy
        }
    }
}
