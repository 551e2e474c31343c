import Glibc
import Testing
import ThudCore
import ThudCues
import ThudHaptics
import ThudPatternRendering
import ThudSoundFiles
import ThudSoundRecipes

/// How loud each cue of a round comes out of loudspeakers, sound and haptics together, after ITU-R BS.1770.
@Suite("The levels of the cues")
struct CueLevelTests {
    /// What a cue comes out of.
    enum Loudspeaker: CaseIterable {
        /// One that plays all there is.
        case good
        /// That of a laptop, which plays next to nothing below 300 Hz.
        case laptop
    }

    /// The cues that a round may give; the fanfare follows it.
    static let round = ["pass", "tick", "go", "warning", "times-up", "tutorial", "button"]

    /// A cue as the pair of loudspeakers plays it.
    static func mix(_ cue: String, _ settings: FeedbackSettings) throws -> Sound {
        let file = "\(kape)/\(cue).ahap"
        let pattern = try AHAP.read(SourceFile.read(file), file: file)
        let sounds = try PatternSounds.load(for: [pattern], folder: kape, sampleRate: 48_000)
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

    @Test(
        "The win is 3 LU above every other cue of a round, at 400 ms and at 100 ms, with sounds and with haptics alone",
        arguments: Loudspeaker.allCases, [true, false])
    func win(loudspeaker: Loudspeaker, soundOn: Bool) throws {
        let settings = FeedbackSettings(soundOn: soundOn)
        func loudness(_ cue: String) throws -> Loudness {
            let mix = try Self.mix(cue, settings)
            return Loudness(of: loudspeaker == .good ? mix : mix.onLaptop)
        }
        let win = try loudness("correct")
        for cue in Self.round {
            let other = try loudness(cue)
            #expect(win.maximumMomentary - other.maximumMomentary >= 3, "\(cue) at 400 ms")
            #expect(win.maximumOfBlow - other.maximumOfBlow >= 3, "\(cue) at 100 ms")
        }
    }

    @Test("The fanfare is no softer than a card that is passed, and softer than one that is guessed")
    func fanfare() throws {
        let levels = try ["pass", "legend", "correct"].map {
            Loudness(of: try Self.mix($0, FeedbackSettings())).maximumMomentary
        }
        #expect(levels == levels.sorted())
    }

    @Test(
        "No cue on its own reaches full scale, and the win uses what there is",
        arguments: round + ["correct", "legend"])
    func headroom(cue: String) throws {
        let peak = Loudness(of: try Self.mix(cue, FeedbackSettings())).truePeak
        #expect(peak <= -0.5, "\(cue) peaks at \(peak) dBTP")
        if cue == "correct" { #expect(peak > -2.5) }
    }

    @Test("The win has a body at 60 to 110 Hz and partials at 160 to 400 Hz")
    func thud() throws {
        let mix = try Self.mix("correct", FeedbackSettings())
        let whole = mix.energy(in: 20...20_000)
        #expect(mix.energy(in: 60...110) / whole > 0.15)
        #expect(mix.energy(in: 160...400) / whole > 0.06)
    }

    @Test("Most of the alarm lies where every loudspeaker plays, from 0.8 to 2.5 kHz")
    func alarm() throws {
        let sound = try shipped("alarm")
        #expect(sound.energy(in: 800...2_500) / sound.energy(in: 20...20_000) > 0.5)
    }
}

extension Sound {
    /// As a laptop plays it: through a Butterworth high-pass of the fourth order at 300 Hz (R. Bristow-Johnson's biquads).
    fileprivate var onLaptop: Sound {
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
    fileprivate func energy(in band: ClosedRange<Double>) -> Double {
        let transform = FourierTransform(atLeast: frameCount)
        var real = zip(channels[0], channels[1]).map { $0 + $1 }
        real += [Float](repeating: 0, count: transform.size - frameCount)
        var imaginary = [Float](repeating: 0, count: transform.size)
        transform.transform(&real, &imaginary)
        let bins = (1..<transform.size / 2).filter {
            band.contains(Double($0) * Double(sampleRate) / Double(transform.size))
        }
        return bins.reduce(0) { $0 + Double(real[$1] * real[$1] + imaginary[$1] * imaginary[$1]) }
    }
}
