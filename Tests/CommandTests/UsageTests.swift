import ArgumentParser
import TestTraits
import Testing
import ThudTestSupport

@testable import thud

/// The errors for an invalid command line.
@Suite struct UsageTests {
    private func refusal(of line: String) throws -> String {
        let arguments = line.split(separator: " ").map(String.init)
        let error = #expect(throws: (any Error).self, "\(line)") {
            var command = try Thud.parseAsRoot(arguments)
            try command.run()
        }
        let (text, status) = Failure.ending(with: try #require(error), of: arguments)
        #expect(status == .usage)
        return text
    }

    @Test(arguments: [
        ("plya", "unknown command plya; did you mean play? (`thud --help` shows examples)"),
        ("plya --seconds 5", "unknown command plya; did you mean play? (`thud --help` shows examples)"),
        ("bogus", "unknown command bogus (`thud --help` shows examples)"),
        ("decks unlok", "unknown command unlok; did you mean unlock? (`thud decks --help` shows examples)"),
        ("sounds eat", "unknown command eat (`thud sounds --help` shows examples)"),
    ])
    func `an unknown command suggests another only if its name is near`(line: String, sentence: String) throws {
        #expect(try refusal(of: line) == "thud: \(sentence)")
    }

    @Test(arguments: [
        ("listen --bad", "unknown option --bad (`thud listen --help` shows examples)"),
        (
            "play --secnods 5",
            "unknown option --secnods; did you mean --seconds? (`thud play --help` shows examples)"
        ),
        ("decks unlock --lal", "unknown option --lal (`thud decks unlock --help` shows examples)"),
        ("decks --jsno", "unknown option --jsno; did you mean --json? (`thud decks --help` shows examples)"),
        (
            "play kape --no-luod",
            "unknown option --no-luod; did you mean --no-loud? (`thud play --help` shows examples)"
        ),
        ("play -q", "unknown option -q (`thud play --help` shows examples)"),
        ("--vresion", "unknown option --vresion; did you mean --version? (`thud --help` shows examples)"),
    ])
    func `an unknown option suggests another only if its name is near`(line: String, sentence: String) throws {
        #expect(try refusal(of: line) == "thud: \(sentence)")
    }

    @Test(arguments: [
        ("edit", "<file> is missing (`thud edit --help` shows examples)"),
        ("edit --undo", "<file> is missing (`thud edit --help` shows examples)"),
        ("render --volume 1 kape/tick", "<out.wav|.flac> is missing (`thud render --help` shows examples)"),
        ("decks check", "<file> is missing (`thud decks check --help` shows examples)"),
        ("play --deck", "--deck needs a value, <name> (`thud play --help` shows examples)"),
        ("play --deck --plain", "--deck needs a value, <name> (`thud play --help` shows examples)"),
        ("edit a.ahap -e", "-e needs a value, <script> (`thud edit --help` shows examples)"),
        ("bench --press -- cat", "--press needs a value, <key> (`thud bench --help` shows examples)"),
    ])
    func `a missing value or argument is named`(line: String, sentence: String) throws {
        #expect(try refusal(of: line) == "thud: \(sentence)")
    }

    @Test(arguments: [
        ("audition a --rate 0,5", "--rate does not take 0,5. Its help: Speed: 0.1 to 10."),
        ("audition a --loop 1.5", "--loop does not take 1.5. Its help: Times to play each pattern: 1 to 10000."),
        ("audition a --as feel", "--as takes heard, drive or felt, not feel"),
        ("convert a.ahap --check foo", "--check takes android, harmony, richtap, meta, mpeg or apple, not foo"),
        ("convert a.ahap out --to foo", "--to does not take foo. Its help: The format of standard output"),
        ("new heartbeat --bpm", "--bpm needs a value, <bpm>"), ("audition a --save= --silent", "--save needs a value"),
        ("names --json=yes", "--json takes no value"), ("names foo", "unexpected argument foo"),
        ("send -6", "unknown option -6"),
        ("names foo bar", "2 unexpected arguments: foo, bar"),
    ])
    func `an invalid value is named with what the option takes`(line: String, sentence: String) throws {
        let text = try refusal(of: line)
        #expect(text.hasPrefix("thud: \(sentence)"), "\(text)")
    }

    @Test(arguments: [
        ("audition -shot.ahap", "unknown option -shot.ahap; if that is a file, write ./-shot.ahap"),
        ("convert -h.ahap x.he", "unknown option -h.ahap; if that is a file, write ./-h.ahap"),
        ("audition -silent a.ahap", "unknown option -silent; did you mean --silent?"),
    ])
    func `letters that are no options are refused, even if one asks for help`(line: String, sentence: String) throws {
        let text = try refusal(of: line)
        #expect(text.hasPrefix("thud: \(sentence)"), "\(text)")
    }

    @Test(arguments: ["audition -h", "play -vh", "-h", "bench -h -- cat -shot"])
    func `letters that are options may ask for help`(line: String) throws {
        let arguments = line.split(separator: " ").map(String.init)
        let error = #expect(throws: (any Error).self) {
            var command = try Thud.parseAsRoot(arguments)
            try command.run()
        }
        #expect(Failure.ending(with: try #require(error), of: arguments).status == .fine)
    }

    @Test(arguments: [
        ("audition --save a.wav", "--save needs a pattern; name one"), ("audition --fix", "--fix needs a pattern"),
        ("audition --loop 2", "--loop needs a pattern"), ("audition a.ahap --trials 5", "--trials needs --ab"),
        ("audition a.ahap --as-is", "--as-is needs --ab"), ("audition a.ahap --seed 5", "--seed needs --ab"),
        ("audition a.ahap --lint --save a.wav", "--save has no effect; --lint and --fix play nothing"),
        ("audition a.ahap --fix --volume 1", "--volume has no effect"),
        ("audition a.ahap --silent --loop 2", "--loop concerns what is heard; leave out --silent"),
        ("edit a.ahap -e delete --record a.wav", "--record concerns the screen"),
        ("edit a.ahap --undo --sounds .", "--sounds concerns the screen"),
        ("convert a.ahap --check apple --to he", "--to concerns what is written; --check writes nothing"),
        ("convert a.ahap --check apple --strict", "--strict concerns what is written"),
        ("convert a.ahap b.ahap out --to he --actuator lra", "--actuator needs .ogg, .wav or .flac, not a folder"),
        ("convert a.ahap b.he --as haptic", "--as needs .ogg, .wav or .flac, not b.he"),
        ("new --list --force", "--force writes a file; leave out --list"),
        ("play --haptics heard --haptics-device x", "--haptics-device drives haptics; leave out --haptics heard"),
        ("play --actuator lra", "--actuator shapes driven haptics; add --haptics drive or --haptics-device"),
        ("listen --actuator lra", "--actuator shapes driven haptics"),
        ("bench --compare a b --html c", "--html concerns a run; --compare reads two and writes only --json"),
        ("play --bot 1 --clock virtual --period 64", "--period concerns a device; leave out --clock virtual"),
        ("convert", "name a pattern or a sound to convert"),
        ("bench --tolerance 0.2", "--tolerance needs --against or --compare"),
    ])
    func `an option without effect is refused`(line: String, sentence: String) throws {
        #expect(try refusal(of: line).hasPrefix("thud: \(sentence)"))
    }

    @Test(arguments: [
        ("listen --volume 2", "thud listen"), ("play habit --motion auto --bot 1", "thud play"),
        ("listen kape/correct", "thud listen"), ("sounds build --into", "thud sounds build"),
        ("bench --game chess", "thud bench"), ("help --bad", "thud"),
    ])
    func `every refusal points to the help of its command`(line: String, command: String) throws {
        #expect(try refusal(of: line).hasSuffix(" (`\(command) --help` shows examples)"))
    }

    @Test(.live) func `the program itself says so, and ends with 2`() async throws {
        let outcome = try await Surroundings().thud(["listen", "--bad"])
        #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
        #expect(outcome.errorOutput == "thud: unknown option --bad (`thud listen --help` shows examples)\n")
    }
}
