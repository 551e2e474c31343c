import ArgumentParser
import TestTraits
import Testing
import ThudTestSupport

@testable import thud

/// The errors for an invalid command line.
@Suite struct UsageTests {
    private func refusal(of line: String) throws -> String {
        let (text, status) = try CommandTests.refusal(of: line.split(separator: " ").map(String.init))
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
        ("play --deck", "--deck needs a value, <deck> (`thud play --help` shows examples)"),
        ("play --deck --plain", "--deck needs a value, <deck> (`thud play --help` shows examples)"),
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
        ("why kape/tick --thinned --locked", "--thinned and --locked exclude each other; choose one"),
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
        ("audition a.ahap --lint --intensity .5", "--intensity has no effect"),
        ("audition a.ahap --lint --to 1", "--to has no effect"),
        ("audition a.ahap --silent --loop 2", "--loop concerns what is heard; leave out --silent"),
        ("audition a.ahap --silent --device null", "--device concerns what is heard; leave out --silent"),
        ("edit a.ahap -e delete --record a.wav", "--record concerns the screen"),
        ("edit a.ahap --undo --sounds .", "--sounds concerns the screen"),
        ("convert a.ahap --check apple --to he", "--to concerns what is written; --check writes nothing"),
        ("convert a.ahap --check apple --strict", "--strict concerns what is written"),
        ("convert a.ahap b.ahap out --to he --actuator lra", "--actuator needs .ogg, .wav or .flac, not a folder"),
        ("convert a.ahap b.he --as haptic", "--as needs .ogg, .wav or .flac, not b.he"),
        ("convert a.ahap out --to he,ahap --android waveform", "--android needs xml or android in --to"),
        ("convert a.ahap out --to xml --intensity-law linear", "--intensity-law needs hjif or hmpg in --to"),
        ("listen --socket-path here", "unknown option --socket-path; did you mean --socket?"),
        ("new --list --force", "--force writes a file; leave out --list"),
        ("play --haptics heard --haptics-device x", "--haptics-device drives haptics; leave out --haptics heard"),
        ("play --actuator lra", "--actuator shapes driven haptics; add --haptics drive or --haptics-device"),
        ("listen --actuator lra", "--actuator shapes driven haptics"),
        ("bench --compare a b --html c", "--html concerns a run; --compare reads two and writes only --json"),
        ("play --bot 1 --clock virtual --period 64", "--period concerns a device; leave out --clock virtual"),
        ("convert", "name a pattern or a sound to convert"),
        ("bench --json -", "a bench writes files; name /dev/stdout or ./-, not -"),
        ("bench --tolerance 0.2", "--tolerance needs --against or --compare"),
        ("bench --loopback off --min-measured 0.5", "--min-measured needs a capture; leave out --loopback off"),
        ("bench -v --compare a b", "--verbose concerns a run"),
        ("audition a.ahap --silent -v", "--verbose concerns what is heard; leave out --silent"),
        ("render kape/tick a.wav --haptics off --actuator lra", "--actuator shapes haptics; leave out --haptics off"),
    ])
    func `an option without effect is refused`(line: String, sentence: String) throws {
        #expect(try refusal(of: line).hasPrefix("thud: \(sentence)"))
    }

    @Test(arguments: [
        (["--players", "A,A"], "A"), (["--players", "Arta,Besa, arta "], "arta"),
        (["pocket", "--mode", "versus", "--players", "A,a"], "a"),
        (["--players", "A,A\u{200B}"], "A\u{200B}"), (["--players", "Player 2,"], "Player 2"),
        (["--players", "lojtari 2,"], "Lojtari 2"),
    ])
    func `players with the same name are refused`(arguments: [String], name: String) throws {
        let (text, status) = try CommandTests.refusal(of: ["play"] + arguments)
        #expect(status == .usage)
        #expect(text.hasPrefix("thud: two players are called \(name); give each a different name"), "\(text)")
    }

    @Test(arguments: [
        ("listen --volume 2", "thud listen"), ("play habit --motion auto --bot 1", "thud play"),
        ("listen kape/correct", "thud listen"), ("sounds build --into", "thud sounds build"),
        ("bench --game chess", "thud bench"), ("help --bad", "thud"),
    ])
    func `every refusal points to the help of its command`(line: String, command: String) throws {
        #expect(try refusal(of: line).hasSuffix(" (`\(command) --help` shows examples)"))
    }

    @Test(arguments: [
        ("play", "--seconds", "1 to 3600"), ("play", "--volume", "0 to 1"), ("play", "--period", "16 to 8192"),
        ("play", "--seed", "0 to 2^64 - 1"), ("play", "--bot", "0 to 2^64 - 1"), ("tune", "--bot", "0 to 2^64 - 1"),
        ("bench", "--count", "1 to 10000"), ("bench", "--interval", "two numbers"),
        ("bench", "--seed", "0 to 2^64 - 1"), ("audition", "--seed", "0 to 2^64 - 1"),
        ("bench", "--burst", "1 to 64"), ("bench", "--keys", "0 to 1000"), ("bench", "--fps", "1 to 240"),
        ("bench", "--load", "0 to 256"),
        ("bench", "--budget", "0.1 to 10000"), ("bench", "--max-jitter", "0 to 10000"),
        ("bench", "--inject", "0.1 to 10000"), ("bench", "--tolerance", "0 to 100"),
        ("audition", "--loop", "1 to 10000"), ("audition", "--intensity", "0 to 1"),
        ("audition", "--rate", "0.1 to 10"), ("audition", "--from", "0 seconds or more"),
        ("audition", "--to", "0 seconds or more"),
    ])
    func `a negative number is refused with the valid range`(command: String, option: String, range: String) throws {
        try expectRefusal(of: [command, option, "-5"], saying: option, range)
    }

    @Test(arguments: [
        ("--bot", "1"), ("--script", "x"), ("--players", "A,B"), ("--deck", "vip"), ("--mode", "round"),
        ("--seconds", "9"),
    ])
    func `what a saved round decides is refused beside --resume`(option: String, value: String) throws {
        try expectRefusal(of: ["play", "--resume", option, value], saying: "--resume", "leave out", option)
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
    func `an invalid command line is refused in one sentence`(arguments: [String]) throws {
        try expectRefusal(of: arguments)
    }

    @Test(arguments: [
        (["--seconds", "inf"], "--seconds does not take inf"),
        (["--seconds", "1e300"], "--seconds takes 1 to 3600, not 1e300"),
        (["--seconds", "-1"], "--seconds takes 1 to 3600, not -1"),
        (["--seed", "-1"], "--seed does not take -1"),
        (["--bot", "-1"], "--bot does not take -1"),
        (["--deck", ""], "--deck takes a deck's name or file, not \"\""),
        (["--script", ""], "--script takes a file, not \"\""),
        (["--device", ""], "--device takes the name of a PCM, not \"\""),
    ])
    func `an impossible value of a round is reported as it was typed`(arguments: [String], message: String) throws {
        try expectRefusal(of: ["play"] + arguments, saying: message)
    }

    @Test(arguments: [
        ["--count", "0"], ["--count", "20000"], ["--interval", "400..150"], ["--interval", "nan..2"],
        ["--interval", "150..x"], ["--interval", "x..150"], ["--interval", "150.."], ["--interval", "1..2..3"],
        ["--fps", "0"], ["--load", "1000"], ["--budget", "0"], ["--budget", "inf"], ["--max-jitter", "-1"],
        ["--inject", "nan"], ["--inject", "5", "--loopback", "off"], ["--inject", "5", "--count", "10"],
        ["--tolerance", "-1"], ["--burst", "0"], ["--compare", "a"], ["--compare", "a", "b", "--against", "c"],
        ["--min-measured", "1.1"], ["--max-xruns", "-1"], ["--keep-capture", "x.flac", "--loopback", "off"],
        ["--game", "chess"], ["--game", "pocket", "--mode", "chess"], ["--game", "none", "--mode", "classic"],
        ["--cue", "kape/correct", "--sound", "a.wav"], ["--json", "b", "--html", "b"],
        ["--compare", "a", "b", "--html", "c"], ["--compare", "a", "b", "--count", "5"], ["--tolerance", "0.2"],
        ["--compare", "a", "b", "--press", "x", "--", "cat"], ["--game", "none", "--fps", "30"],
        ["--json", "b", "--html", "./b"], ["--trigger-log", "b.wav", "--record", "b.wav"],
    ])
    func `an invalid command line of a bench is refused in one sentence`(arguments: [String]) throws {
        try expectRefusal(of: ["bench"] + arguments)
    }

    @Test(arguments: ["", "sub/"]) func `a socket needs a path that can be a file's`(path: String) throws {
        try expectRefusal(of: ["listen", "--socket=\(path)"], saying: "--socket takes the path of a socket, not ")
    }

    @Test(arguments: [
        (["--press", "space"], "--press needs a program to measure"),
        (["--onset"], "--onset needs a program to measure"),
        (["--ci"], "--ci needs a program to measure"),
        (["--press", "ctrl", "--", "cat"], "unknown key ctrl"),
        (["--press", "x", "--line", "y", "--", "cat"], "choose one"),
        (["--cue", "kape/pass", "--", "cat"], "--cue concerns Thud's own cues"),
        (["--inject", "60", "--", "cat"], "--inject concerns Thud's own cues"),
        (["--capture", "a.wav"], "give both"),
        (["--count", "5", "--", "cat"], "raise --count"),
        (["--run", " ", "--", "cat"], "--run takes a shell command, not"),
        (["--vs", "", "--", "cat"], "--vs takes a shell command, not \"\""),
        (["--osc", "9000/tap"], "--osc needs a program to measure"),
        (["--osc", "9000/tap", "--midi", "60", "--", "cat"], "choose one"),
        (["--osc", "tap", "--", "cat"], "--osc takes [HOST:]PORT/ADDRESS"),
        (["--osc", "70000/tap", "--", "cat"], "--osc takes [HOST:]PORT/ADDRESS"),
        (["--osc", "9000/", "--", "cat"], "--osc takes [HOST:]PORT/ADDRESS"),
        (["--midi", "128", "--", "cat"], "--midi takes a note from 0 to 127"),
        (["--midi", "-1", "--", "cat"], "--midi takes a note from 0 to 127"),
        (["--midi", "60@", "--", "cat"], "--midi takes a note from 0 to 127"),
        (["--midi", "c4", "--", "cat"], "--midi takes a note from 0 to 127"),
        (["--x11"], "--x11 needs a program to measure"),
        (["--click", "middle", "--", "cat"], "add --x11"),
        (["--x11", "--click", "5", "--", "cat"], "--click takes a place such as 320,200"),
        (["--x11", "--line", "x", "--", "cat"], "--line does not press in a window; leave out --x11"),
        (["--fps", "30", "--", "cat"], "--fps concerns Thud's own cues"),
        (["--volume", "1", "--", "cat"], "--volume concerns Thud's own cues"),
        (["-v", "--", "cat"], "--verbose concerns Thud's own cues"),
        (["--capture", "a.wav", "--presses", "a.txt", "--count", "20"], "--count does not apply to a recording"),
        (["--count", "19", "--vs", "cat", "--", "cat"], "fewer presses than 20"),
        (["--count", "5000", "--", "cat"], "5000 presses take 54 minutes between two starts"),
        (["--json", ""], "--json takes a file, not \"\""), (["--html", ""], "--html takes a file, not \"\""),
        (["--loopback", ""], "--loopback takes auto, off or the name of a PCM, not \"\""),
    ])
    func `options of a bench that do not go together are refused`(arguments: [String], words: String) throws {
        try expectRefusal(of: ["bench"] + arguments, saying: words)
    }

    @Test(arguments: [
        (["heartbeet"], "did you mean heartbeat?"), (["heartbeat", "--bpm", "500"], "--bpm takes 30 to 220"),
        (["heartbeat", "--bpm", "-5"], "--bpm takes 30 to 220"), (["tap", "--bpm", "70"], "tap has no --bpm, only"),
        (["heartbeat", "--count", "1.5"], "a whole number"), (["tap", "a.txt"], "unknown extension"),
        (["tap", "a.ahap", "-o", "b.ahap"], "one file"), ([], "name a template: tap"), (["tap", "--json"], "--list"),
        (["tap", "--list"], "--list takes no template"),
    ])
    func `a wrong parameter of a template is refused`(arguments: [String], sentence: String) throws {
        try expectRefusal(of: ["new"] + arguments, saying: sentence)
    }

    @Test(arguments: [
        ["--onsets", "2", "--onsets takes a number from 0.05 to 0.95, not 2"],
        ["--quietest", "0", "--quietest takes a number from 0.01 to 1, not 0"],
        ["--tolerance", "-1", "--tolerance takes a number from 0.01 to 1, not -1"],
        ["--points", "3", "--points takes a number from 4 to 1000, not 3"],
        ["--min-gap", "20", "--min-gap takes 30 to 10000 ms, not 20"],
        ["--smooth", "2000", "--smooth takes 0 to 1000 ms, not 2000"],
        ["--sharpness", "0.5..2", "--sharpness takes two numbers within 0..1, such as 0.2..0.8, not 0.5..2"],
        ["--band", "1..400", "--band takes two numbers within 10..24000 Hz, such as 40..400, not 1..400"],
    ])
    func `a value of a transcription outside its range is refused`(words: [String]) throws {
        try expectRefusal(of: ["convert", "f.wav", "f.ahap"] + words.prefix(2), saying: "thud: \(words[2]) (")
    }

    @Test func `a folder is not called a file of an unknown kind`() throws {
        let folder = "\(Surroundings.checkout)/Sounds"
        for words in [[folder, "a.he"], ["kape/tick", folder], ["--check", "apple", folder]] {
            let sentence = "thud: \(folder) is a folder; name a file, or a folder as the output, and --to ("
            try expectRefusal(of: ["convert"] + words, saying: sentence)
        }
    }

    @Test(arguments: [
        ("play kape --mode classic", "kape has only one mode; leave out --mode"),
        ("scores habit --mode today", "habit keeps no scores; leave out --mode"),
        ("scores kape --mode classic", "kape has only one mode; leave out --mode"),
    ])
    func `a mode of a game without a choice is refused`(line: String, sentence: String) throws {
        #expect(try refusal(of: line).hasPrefix("thud: \(sentence) ("))
    }

    @Test(.live) func `a leaderboard has the name of its mode in the language of the locale`() async throws {
        var surroundings = try Surroundings()
        for (locale, name) in [("en_GB.UTF-8", "Round"), ("sq_AL.UTF-8", "Raundi"), ("C", "Raundi")] {
            surroundings.environment["LC_ALL"] = locale
            let outcome = try await surroundings.thud(["scores"])
            #expect(outcome.exitCode == 0 && outcome.output == "\(name): no score yet\n", "\(outcome)")
        }
    }

    @Test(.live) func `a game without leaderboards says so`() async throws {
        let outcome = try await Surroundings().thud(["scores", "habit"])
        #expect(outcome.exitCode == 0 && outcome.output == "habit keeps no scores\n")
    }

    @Test(.live) func `the program itself says so, and ends with 2`() async throws {
        let outcome = try await Surroundings().thud(["listen", "--bad"])
        #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
        #expect(outcome.errorOutput == "thud: unknown option --bad (`thud listen --help` shows examples)\n")
    }
}
