import CueSounds
import Foundation
import Testing
import ThudCore
import ThudSoundFiles
import ThudSoundRecipes

@Suite("Recipes")
struct RecipeTests {
    @Test("Rendering twice gives identical samples", arguments: Recipe.all)
    func deterministic(recipe: Recipe) {
        #expect(recipe.render() == recipe.render())
    }

    @Test("Every recipe has a file of a game, and every file a recipe")
    func names() throws {
        let files = try ShippedGame.names.flatMap { game in
            try FileManager.default.contentsOfDirectory(atPath: "\(ShippedGame.sounds)/\(game)")
                .filter { $0.hasSuffix(".wav") }.map { "\(game)/\($0.dropLast(4))" }
        }
        #expect(Recipe.all.map(\.name).sorted() == files.sorted())
    }

    @Test("Any two sounds of a game are distinguishable by ear", arguments: ShippedGame.names)
    func distinct(game: String) throws {
        let features = try Recipe.all.filter { $0.name.hasPrefix("\(game)/") }
            .map { (name: $0.name, features: Features(of: try shipped($0.name))) }
        for (index, a) in features.enumerated() {
            for b in features.dropFirst(index + 1) {
                let distance = a.features.distance(to: b.features)
                #expect(distance > 1, "\(a.name) and \(b.name) are \(distance) apart")
            }
        }
    }

    @Test("Building writes every sound and reports its measurements")
    func build() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let built = try Recipe.build(into: folder.path(percentEncoded: false))
        #expect(built.map(\.name) == Recipe.all.map(\.name))
        for sound in built {
            let file = try SoundFile.read(sound.path)
            #expect(file.seconds == sound.seconds)
            #expect(abs(Loudness(of: file.onBothSides).maximumMomentary - sound.loudness.maximumMomentary) < 0.01)
        }
    }

    @Test("Building into a missing folder is an error that names the file")
    func noFolder() {
        let error = #expect(throws: ThudError.self) { try Recipe.build(into: "/nowhere") }
        #expect(error?.code == .notFound)
        #expect(error?.subject == "/nowhere/kape/tick.wav")
    }
}
