import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// No outside input makes `thud` trap; seeded, so that failures are reproducible.
@Suite(.live) struct RandomInputTests {
    /// Words for command lines, good and bad.
    private static let words = [
        "play", "devices", "doctor", "sounds", "build", "help", "kape", "chess", "--deck", "mix", "gurbet", "--seconds",
        "1", "0", "-1", "nan", "1e999", "99999999999999999999", "--bot", "7", "--script", "leave", "--seed", "--json",
        "--device", "null", "no-such-pcm", "hw:0", "plug:null", "--exclusive", "--record", "round.wav", "/dev/full", "",
        "--volume", "0.5", "--sound", "on", "off", "--haptics", "drive", "heard", "--haptics-device", "--silent-switch",
        "follow", "--period", "64", "-v", "--help", "--version", "--", "-", "--into", ".", "ë", "\u{1F3F4}", "--=", "=",
        "--volume=", "%s%n", "--experimental-dump-help", "--generate-completion-script", "bash",
    ]

    @Test(arguments: UInt64(20)...23)
    func `75 random command lines end with a code from 0 to 4`(seed: UInt64) async throws {
        var surroundings = try Surroundings()
        // Without sounds no round begins, however valid its command line.
        surroundings.environment["THUD_ASSETS"] = "/nowhere"
        let folder = try surroundings.scratch.directory("here")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<75 {
            let line = (0...Int.random(in: 0..<7, using: &generator)).map { _ in
                Self.words[Int.random(in: 0..<Self.words.count, using: &generator)]
            }
            let outcome = try await surroundings.thud(line, in: folder)
            #expect((0...4).contains(outcome.exitCode ?? -1), "\(line)")
        }
    }

    @Test(arguments: [
        "Decks/kape/gurbet.json", "Sounds/kape/correct.ahap", "Sounds/kape/catalog.json", "Sounds/kape/tick.wav",
    ])
    func `rounds with a damaged file end with 0 or 4`(name: String) async throws {
        var surroundings = try Surroundings()
        let script = try surroundings.scratch.write("0 quit\n", to: "script")
        let file = URL(fileURLWithPath: try surroundings.copyAssets() + "/" + name)
        let bytes = try [UInt8](Data(contentsOf: file))
        var generator = SeededGenerator(seed: UInt64(name.utf8.count))
        for _ in 0..<8 {
            let damaged = generator.damage(bytes)
            try Data(damaged).write(to: file)
            let outcome = try await surroundings.thud(
                ["play", "--clock", "virtual", "--deck", "gurbet", "--script", script])
            #expect(
                outcome.exitCode == 0 || outcome.exitCode == 4,
                "\(outcome.errorOutput) \(String(decoding: damaged.prefix(10_000), as: UTF8.self))")
        }
    }
}

extension SeededGenerator {
    /// Returns `bytes` with up to four changes: a byte changed, a part removed or doubled, or a hostile word inserted.
    fileprivate mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
        let hostile = [
            "1e308", "-1", "null", "[[[[", "\"\\ud800\"", "\u{0}", "9223372036854775808", "{}", "ë", "\"", ",",
        ]
        var bytes = bytes
        for _ in 0...Int.random(in: 0..<4, using: &self) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &self)
            let end = min(bytes.count, place + 1 + Int.random(in: 0..<12, using: &self))
            switch Int.random(in: 0..<4, using: &self) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            default:
                bytes.insert(contentsOf: hostile[Int.random(in: 0..<hostile.count, using: &self)].utf8, at: place)
            }
        }
        return bytes
    }
}
