import TestSupport
import Testing

@Suite struct HelpTests {
    @Test(arguments: [
        ["--help"], ["play", "--help"], ["devices", "--help"], ["doctor", "--help"], ["sounds", "--help"],
        ["sounds", "build", "--help"],
    ])
    func `help shows an example before anything else`(arguments: [String]) async throws {
        let outcome = try await Surroundings().thud(arguments)
        #expect(outcome.exitCode == 0)
        #expect(outcome.errorOutput.isEmpty)
        #expect(outcome.output.hasPrefix("OVERVIEW: Example: thud "))
    }

    @Test func `the version is a line on standard output`() async throws {
        let outcome = try await Surroundings().thud(["--version"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: [
        ["bogus"], ["play", "--bogus"], ["play", "chess"], ["play", "--volume", "2"], ["play", "--volume", "nan"],
        ["play", "--period", "1"], ["play", "--seconds", "0"], ["play", "--seconds", "nan"],
        ["play", "--seconds", "1e300"], ["play", "--bot", "abc"], ["play", "--bot", "-1"],
        ["play", "--bot", "1", "--script", "x"], ["play", "--haptics", "loud"],
        ["play", "--haptics", "off", "--haptics-device", "null"], ["play", "--silent-switch", "maybe"],
        ["sounds", "eat"], ["doctor", "--period", "1"], ["doctor", "--record", "x.wav"], ["doctor", "--volume", "1"],
        ["doctor", "--haptics", "drive"], ["play", "--record", "round.flac"], ["play", "--record", "round"],
        ["play", "--record", ""],
    ])
    func `a command line that makes no sense is one sentence and exit code 2`(arguments: [String]) async throws {
        let outcome = try await Surroundings().thud(arguments)
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorOutput.hasPrefix("thud: "))
        #expect(outcome.errorOutput.split(separator: "\n").count == 1, "\(outcome.errorOutput)")
    }
}
