import CueSounds
import Testing
import ThudSoundFiles
import ThudSoundRecipes

@Suite("The shipped sounds")
struct ShippedSoundTests {
    @Test("The file is what the recipe renders, within 1e-4", arguments: Recipe.all)
    func sameAsRecipe(recipe: Recipe) throws {
        let file = try shipped(recipe.name)
        let sound = recipe.render()
        #expect(file.sampleRate == 48_000 && sound.sampleRate == 48_000)
        #expect(file.channelCount == recipe.channelCount && sound.channelCount == recipe.channelCount)
        try #require(file.frameCount == sound.frameCount, "run `thud sounds build`")
        for (a, b) in zip(file.channels, sound.channels) {
            #expect(zip(a, b).allSatisfy { abs($0 - $1) <= 1e-4 }, "run `thud sounds build`")
        }
    }

    /// What is intended for a sound.
    struct Row {
        /// The bounds of its length in seconds.
        let seconds: ClosedRange<Double>
        /// How much louder it is than most, in LU: wins and fanfares are louder, background sounds softer.
        let level: Double

        init(_ seconds: ClosedRange<Double>, _ level: Double = 0) { (self.seconds, self.level) = (seconds, level) }
    }

    private static let rows: [String: Row] = [
        "kape/tick": .init(0.030...0.045), "kape/go": .init(0.25...0.35), "kape/ping": .init(0.3...0.45, 5),
        "kape/whoosh": .init(0.25...0.35), "kape/warning": .init(0.4...0.6), "kape/alarm": .init(0.8...1),
        "kape/fanfare": .init(1.4...1.8, 2), "habit/breath": .init(2...2), "habit/chime": .init(0.35...0.35, 5),
        "habit/tick": .init(0.02...0.045, -6), "pocket/tick": .init(0.045...0.07, 5), "pocket/faster": .init(0.1...0.2),
        "pocket/chime": .init(0.18...0.3),
        // The catalog lowers each of its pitches to the same loudness, and the weakest pitch needs this much.
        "pocket/note": .init(0.2...0.3, 3.5),
        "pocket/fall": .init(0.25...0.25), "pocket/fanfare": .init(0.9...1.4, 2),
        "pocket/click": .init(0.02...0.045, -6), "magic/tick": .init(0.02...0.045, -6), "magic/pluck": .init(0.1...0.2),
        "magic/spawn": .init(0.4...0.4), "magic/warning": .init(0.3...0.4, -6), "magic/pat": .init(0.06...0.15, -6),
        "magic/wave": .init(0.4...0.6), "magic/twirl": .init(0.5...0.6), "magic/dance": .init(1.2...1.2),
        "magic/jump": .init(0.35...0.5), "magic/twinkle": .init(0.25...0.4), "magic/friend": .init(0.4...0.6),
        "magic/farewell": .init(0.4...0.7),
        // A whole number of pulses, at 1.25, 0.5 and 2 Hz.
        "magic/sparkles": .init(3.2...3.2, -6), "magic/snow": .init(4...4, -6), "magic/bubbles": .init(3...3, -6),
    ]

    private func row(of recipe: Recipe) throws -> Row {
        try #require(Self.rows[recipe.name], "add \(recipe.name) to `rows`, with its length and level")
    }

    @Test("Each sound is as loud as intended, within 0.1 LU, on a pair of loudspeakers", arguments: Recipe.all)
    func loudness(recipe: Recipe) throws {
        let loudness = Loudness(of: try shipped(recipe.name).onBothSides)
        let target = Recipe.loudness + (try row(of: recipe)).level
        #expect(abs(loudness.maximumMomentary - target) <= 0.1)
        #expect(recipe.loudness == target)
    }

    @Test(
        "The true peak leaves room for the haptics: 1 dB for a win, 3 dB otherwise",
        arguments: Recipe.all)
    func truePeak(recipe: Recipe) throws {
        let isWin = try row(of: recipe).level == Recipe.winBoost
        #expect(Loudness(of: try shipped(recipe.name)).truePeak <= (isWin ? -1 : -3))
    }

    static let fading = Recipe.all.filter { $0.ends != .joined }

    @Test("Each sound that does not loop begins and ends in exact silence, without a step", arguments: fading)
    func smoothEnds(recipe: Recipe) throws {
        let sound = try shipped(recipe.name)
        let peak = samplePeak(sound)
        for channel in sound.channels {
            #expect(channel.first == 0 && channel.last == 0)
            #expect(abs(channel[1]) < 0.1 * peak, "the first step is no click")
            let lastMillisecond = channel.suffix(48).map(abs).max() ?? 1
            #expect(lastMillisecond < 0.001 * peak, "the last millisecond is 60 dB down")
        }
    }

    @Test("Each sound is audible within a millisecond, at a tenth of its peak", arguments: Recipe.all)
    func onset(recipe: Recipe) throws {
        let sound = try shipped(recipe.name)
        let start = sound.channels.flatMap { $0.prefix(48) }.map(abs).max() ?? 0
        // -20 dB, except for Kape's fanfare, whose first note is soft compared to its chord.
        #expect(start > samplePeak(sound) * (recipe.name == "kape/fanfare" ? 0.03 : 0.1))
    }

    @Test("No sound has an offset", arguments: Recipe.all)
    func offset(recipe: Recipe) throws {
        for channel in try shipped(recipe.name).channels {
            #expect(abs(channel.reduce(0) { $0 + Double($1) }) / Double(channel.count) < 1e-5)
        }
    }

    @Test("Its length fits the moment of each sound", arguments: Recipe.all)
    func length(recipe: Recipe) throws {
        #expect(try row(of: recipe).seconds.contains(shipped(recipe.name).seconds))
    }

    @Test("The whoosh passes from left to right")
    func movement() throws {
        let sound = try shipped("kape/whoosh")
        func energy(_ channel: Int, _ frames: Range<Int>) -> Float {
            sound.channels[channel][frames].reduce(0) { $0 + $1 * $1 }
        }
        let half = sound.frameCount / 3
        #expect(energy(0, 0..<half) > 1.5 * energy(1, 0..<half))
        #expect(energy(1, 2 * half..<sound.frameCount) > 1.5 * energy(0, 2 * half..<sound.frameCount))
    }
}

/// The shipped file of a recipe.
func shipped(_ name: String) throws -> Sound { try SoundFile.read("\(ShippedGame.sounds)/\(name).wav") }

extension Recipe: CustomTestStringConvertible {
    /// The name in test reports.
    package var testDescription: String { name }
}

/// Returns the largest magnitude of any sample, linear.
func samplePeak(_ sound: Sound) -> Float { sound.channels.joined().reduce(0) { max($0, abs($1)) } }
