import Foundation
import Glibc
import Testing
import ThudSoundFiles
import ThudSoundRecipes

@Suite("The sounds as shipped")
struct ShippedSoundTests {
    @Test("The file is what the recipe renders, within 1e-4", arguments: Recipe.all)
    func sameAsRecipe(recipe: Recipe) throws {
        let file = try shipped(recipe.name)
        let sound = recipe.render()
        #expect(file.sampleRate == 48_000 && sound.sampleRate == 48_000)
        #expect(file.channelCount == 2 && sound.channelCount == 2)
        try #require(file.frameCount == sound.frameCount)
        for (a, b) in zip(file.channels, sound.channels) {
            #expect(zip(a, b).allSatisfy { abs($0 - $1) <= 1e-4 })
        }
    }

    @Test("Each is as loud as asked for, within 0.1 LU", arguments: Recipe.all)
    func loudness(recipe: Recipe) throws {
        let loudness = Loudness(of: try shipped(recipe.name))
        let target = Recipe.loudness + (["ping": Recipe.winBoost, "fanfare": 2][recipe.name] ?? 0)
        #expect(abs(loudness.maximumMomentary - target) <= 0.1)
        #expect(recipe.loudness == target)
    }

    @Test(
        "The true peak leaves room for the haptics beside it: 1 dB where it is the win, 3 dB elsewhere",
        arguments: Recipe.all)
    func truePeak(recipe: Recipe) throws {
        #expect(Loudness(of: try shipped(recipe.name)).truePeak <= (recipe.name == "ping" ? -1 : -3))
    }

    @Test("Each begins and ends on exact silence, without a step", arguments: Recipe.all)
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

    @Test("Each is heard within a millisecond, at a tenth of its peak", arguments: Recipe.all)
    func onset(recipe: Recipe) throws {
        let sound = try shipped(recipe.name)
        let start = sound.channels.flatMap { $0.prefix(48) }.map(abs).max() ?? 0
        // -20 dB for all but the fanfare, whose first note is soft beside its chord.
        #expect(start > samplePeak(sound) * (recipe.name == "fanfare" ? 0.03 : 0.1))
    }

    @Test("None has an offset", arguments: Recipe.all)
    func offset(recipe: Recipe) throws {
        for channel in try shipped(recipe.name).channels {
            #expect(abs(channel.reduce(0) { $0 + Double($1) }) / Double(channel.count) < 1e-5)
        }
    }

    @Test("Lengths are those of their moments")
    func lengths() throws {
        let bounds: [String: ClosedRange<Double>] = [
            "tick": 0.030...0.045, "go": 0.25...0.35, "ping": 0.3...0.45, "whoosh": 0.25...0.35, "warning": 0.4...0.6,
            "alarm": 0.8...1,
            "fanfare": 1.4...1.8,
        ]
        for recipe in Recipe.all {
            #expect(try #require(bounds[recipe.name]).contains(shipped(recipe.name).seconds), "\(recipe.name)")
        }
    }

    @Test("The whoosh passes from left to right")
    func movement() throws {
        let sound = try shipped("whoosh")
        func energy(_ channel: Int, _ frames: Range<Int>) -> Float {
            sound.channels[channel][frames].reduce(0) { $0 + $1 * $1 }
        }
        let half = sound.frameCount / 3
        #expect(energy(0, 0..<half) > 1.5 * energy(1, 0..<half))
        #expect(energy(1, 2 * half..<sound.frameCount) > 1.5 * energy(0, 2 * half..<sound.frameCount))
    }
}

/// The folder of Kape's sounds and cues in this clone.
let kape = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sounds/kape").path(percentEncoded: false)

/// The shipped file of that name.
func shipped(_ name: String) throws -> Sound { try SoundFile.read("\(kape)/\(name).wav") }

extension Recipe: CustomTestStringConvertible {
    /// The name that test reports show.
    public var testDescription: String { name }
}

/// The largest magnitude of any sample, linear.
func samplePeak(_ sound: Sound) -> Float { sound.channels.joined().reduce(0) { max($0, abs($1)) } }
