import Foundation
import Glibc
import Testing
import ThudCore
import ThudSoundFiles
import ThudSoundRecipes

@Suite("Recipes")
struct RecipeTests {
    @Test("Rendering twice gives the same samples to the bit", arguments: Recipe.all)
    func deterministic(recipe: Recipe) {
        #expect(recipe.render() == recipe.render())
    }

    @Test("Names are the seven that cues rely upon, each once")
    func names() {
        #expect(Recipe.all.map(\.name).sorted() == ["alarm", "fanfare", "go", "ping", "tick", "warning", "whoosh"])
    }

    @Test("Any two are told apart with eyes shut")
    func distinct() throws {
        let features = try Recipe.all.map { (name: $0.name, features: Features(of: try shipped($0.name))) }
        for (index, a) in features.enumerated() {
            for b in features.dropFirst(index + 1) {
                let distance = a.features.distance(to: b.features)
                #expect(distance > 1, "\(a.name) and \(b.name) are \(distance) apart")
            }
        }
    }

    @Test("Building writes every sound and reports what it measured")
    func build() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let built = try Recipe.build(into: folder.path(percentEncoded: false))
        #expect(built.map(\.name) == Recipe.all.map(\.name))
        for sound in built {
            let file = try SoundFile.read(sound.path)
            #expect(file.seconds == sound.seconds)
            #expect(abs(Loudness(of: file).maximumMomentary - sound.loudness.maximumMomentary) < 0.01)
        }
    }

    @Test("Building into no folder is an error that names the file")
    func noFolder() {
        let error = #expect(throws: ThudError.self) { try Recipe.build(into: "/nowhere") }
        #expect(error?.code == .notFound)
        #expect(error?.subject == "/nowhere/tick.wav")
    }
}

/// A few numbers that tell sounds apart with eyes shut.
struct Features {
    /// Length in octaves above a hundredth of a second.
    let length: Double
    /// The mean frequency, in octaves above 100 Hz.
    let pitch: Double
    /// How noise-like it is: 0 repeats itself exactly within 10 ms, 1 not at all.
    let noisiness: Double
    /// When half of the energy has passed, as a share of the length.
    let centre: Double

    init(of sound: Sound) {
        let mono = zip(sound.channels[0], sound.channels[1]).map { Double($0 + $1) / 2 }
        length = log2(sound.seconds / 0.01)

        let total = mono.reduce(0) { $0 + $1 * $1 }
        var passed = 0.0
        let half = mono.firstIndex {
            passed += $0 * $0
            return passed >= total / 2
        }
        centre = Double(half ?? 0) / Double(mono.count)

        // The slope's energy over the sound's own: the root of the mean squared frequency, with no spectrum needed.
        let slope = zip(mono.dropFirst(), mono).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        pitch = log2((slope / total).squareRoot() * Double(sound.sampleRate) / (2 * .pi) / 100)

        let heart = Array(mono.dropFirst(max(0, (half ?? 0) - 600)).prefix(2_400))
        noisiness = 1 - ((48...480).map { Self.likeness(of: heart, after: $0) }.max() ?? 0)
    }

    /// How far apart two sounds are: 1 is plainly different in one respect.
    func distance(to other: Features) -> Double {
        let differences = [
            length - other.length, pitch - other.pitch, (noisiness - other.noisiness) * 4, (centre - other.centre) * 4,
        ]
        return differences.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }

    /// The correlation of samples with themselves `lag` frames later.
    private static func likeness(of samples: [Double], after lag: Int) -> Double {
        var (product, first, second) = (0.0, 0.0, 0.0)
        for index in samples.indices.dropLast(lag) {
            product += samples[index] * samples[index + lag]
            first += samples[index] * samples[index]
            second += samples[index + lag] * samples[index + lag]
        }
        return product / max(1e-12, (first * second).squareRoot())
    }
}
