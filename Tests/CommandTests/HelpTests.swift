import TestTraits
import Testing
import ThudTestSupport

@Suite(.live) struct HelpTests {
    @Test(arguments: [
        ["--help"], ["play", "--help"], ["tune", "--help"], ["devices", "--help"], ["doctor", "--help"],
        ["sounds", "--help"],
        ["sounds", "build", "--help"], ["decks", "--help"], ["scores", "--help"], ["why", "--help"],
        ["decks", "list", "--help"],
        ["decks", "unlock", "--help"],
        ["decks", "check", "--help"], ["audition", "--help"], ["bench", "--help"], ["convert", "--help"],
        ["gallery", "--help"], ["render", "--help"], ["listen", "--help"], ["new", "--help"],
    ])
    func `help shows an example before anything else`(arguments: [String]) async throws {
        let outcome = try await Surroundings().thud(arguments)
        #expect(outcome.exitCode == 0)
        #expect(outcome.errorOutput.isEmpty)
        #expect(outcome.output.hasPrefix("OVERVIEW: Example: thud "))
    }

    @Test(arguments: [["help", "plya"], ["plya", "--help"]])
    func `the help of an unknown command is an error`(arguments: [String]) async throws {
        let outcome = try await Surroundings().thud(arguments)
        #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
        #expect(outcome.errorOutput.contains("unknown command plya; did you mean play?"), "\(outcome)")
    }

    @Test func `the version is a line on standard output`() async throws {
        let outcome = try await Surroundings().thud(["--version"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: [[], ["play"], ["devices"], ["doctor"], ["sounds"], ["sounds", "build"]])
    func `the example in the help runs`(command: [String]) async throws {
        var surroundings = try Surroundings()
        // The sounds of this checkout and /tmp stay unchanged.
        _ = try surroundings.copyAssets()
        surroundings.environment["THUD_DEVICE"] = "null"
        let help = try await surroundings.thud(command + ["--help"]).output
        let line = try #require(help.split(separator: "\n").first)
        var words = line.split(separator: " ").drop { $0 != "thud" }.dropFirst().map(String.init)
        if let seconds = words.firstIndex(of: "--seconds") { words[seconds + 1] = "1" }
        if let folder = words.firstIndex(of: "/tmp") { words[folder] = surroundings.scratch.path }
        let outcome = try await surroundings.thud(words)
        #expect(outcome.exitCode == 0, "thud \(words): \(outcome)")
        #expect(!outcome.output.isEmpty)
    }

    @Test(arguments: [
        ("play", "--seconds", "1 to 3600"), ("play", "--volume", "0 to 1"), ("play", "--period", "16 to 8192"),
        ("play", "--seed", "does not take -5"), ("play", "--bot", "does not take -5"),
        ("bench", "--count", "1 to 10000"), ("bench", "--interval", "two numbers"),
        ("bench", "--seed", "does not take -5"),
        ("bench", "--burst", "1 to 64"), ("bench", "--keys", "0 to 1000"), ("bench", "--fps", "1 to 240"),
        ("bench", "--load", "0 to 256"),
        ("bench", "--budget", "0.1 to 10000"), ("bench", "--max-jitter", "0 to 10000"),
        ("bench", "--inject", "0.1 to 10000"), ("bench", "--tolerance", "0 to 100"),
        ("audition", "--loop", "1 to 10000"), ("audition", "--intensity", "0 to 1"),
        ("audition", "--rate", "0.1 to 10"), ("audition", "--from", "0 seconds or more"),
        ("audition", "--to", "0 seconds or more"),
    ])
    func `a negative number is refused with the valid range`(command: String, option: String, range: String)
        async throws
    {
        let outcome = try await Surroundings().thud([command, option, "-5"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errorOutput.contains(option) && outcome.errorOutput.contains(range), "\(outcome.errorOutput)")
    }

    @Test(arguments: [
        ["bogus"], ["play", "--bogus"], ["play", "chess"], ["play", "--volume", "2"], ["play", "--volume", "nan"],
        ["play", "--period", "1"], ["play", "--clock", "slow"],
        ["play", "--bot", "1", "--clock", "virtual", "--device", "default"],
        ["play", "--bot", "1", "--clock", "virtual", "--haptics-device", "null"],
        ["play", "--resume", "--clock", "virtual"], ["play", "--seconds", "0"], ["play", "--seconds", "nan"],
        ["play", "--seconds", "1e300"], ["play", "--bot", "abc"], ["play", "--bot", "-1"],
        ["play", "--bot", "1", "--script", "x"], ["play", "--bot", "1", "--seed", "2"], ["play", "--haptics", "loud"],
        ["play", "habit", "--motion", "auto"], ["play", "--bot", "1", "--motion", "auto"],
        ["play", "--script", "x", "--motion", "auto"], ["play", "--motion", ""], ["play", "--motion", "auto"],
        ["play", "--motion-axes", "x,y,z"], ["play", "--motion", "auto", "--motion-axes", "-y,x,-z"],
        ["play", "--haptics", "off", "--haptics-device", "null"], ["play", "--silent-switch", "maybe"],
        ["sounds", "eat"], ["sounds", "build", "--into", ""], ["decks", "burn"], ["decks", "check"],
        ["decks", "unlock", "vip", "mix"],
        ["tune", "chess"], ["tune", "--into", ""], ["tune", "habit", "--seconds", "9"], ["tune", "--seconds", "0"],
        ["tune", "--mode", "x"],
        ["doctor", "--period", "1"], ["doctor", "--record", "x.wav"], ["doctor", "--volume", "1"],
        ["doctor", "--haptics", "drive"], ["play", "--record", "round.flac"], ["play", "--record", "round"],
        ["play", "--record", ""], ["play", "--balance", "20.1"], ["audition", "--balance", "-61"],
        ["render", "kape/correct"], ["render", "kape/correct", "x.mp3"], ["render", "kape/correct", "x.ogg"],
        ["render", "kape/correct", "x.wav", "--sounds", "."], ["render", "kape/correct", "x.wav", "--sound", "a.wav"],
        ["render", "kape/correct", "x.wav", "--device", "null"],
        ["listen", "--volume", "2"], ["listen", "kape/correct"], ["listen", "--device", ""],
        ["listen", "--record", "x.flac"], ["listen", "--sound", "a.wav"],
    ])
    func `an invalid command line gives one sentence and exit code 2`(arguments: [String]) async throws {
        let outcome = try await Surroundings().thud(arguments)
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorOutput.hasPrefix("thud: "))
        #expect(outcome.errorOutput.split(separator: "\n").count == 1, "\(outcome.errorOutput)")
    }
}
