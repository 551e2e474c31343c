import Foundation
import TestTraits
import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns
import ThudSoundFiles
import ThudTestSupport

/// Names, files, folders and `-` wherever a command takes or gives a pattern.
@Suite(.live) struct PatternWordTests {
    private let surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        try surroundings.scratch.write(Self.tap, to: "tap.ahap")
    }

    private static let tap = #"{"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#

    private func thud(_ arguments: String..., input: String = "") async throws -> ThudProcess.Outcome {
        try await ThudProcess.run(
            arguments, environment: surroundings.environment, input: input, in: surroundings.scratch.path,
            within: .seconds(60))
    }

    @Test func `a conversion takes a name or standard input, and writes to standard output`() async throws {
        for (input, text) in [("impact.heavy", ""), ("kape/tick", ""), ("-", Self.tap), ("tap.ahap", "")] {
            let outcome = try await thud("convert", input, "-", "--to", "haptic", input: text)
            #expect(outcome.exitCode == 0, "\(input): \(outcome)")
            let read = try PatternFormat.haptic.read(Array(outcome.output.utf8), file: "a.haptic")
            #expect(!read.pattern.events.isEmpty, "\(input)")
        }
        let misspelt = try await thud("convert", "kape/corect", "-")
        #expect(misspelt.exitCode == 4 && misspelt.errorOutput.hasSuffix("; did you mean kape/correct?\n"))
        let ahap = try await thud("convert", "tap.ahap", "-")
        #expect(ahap.exitCode == 0 && ahap.output.contains("HapticTransient"))
    }

    @Test(arguments: ["ahap", "haptic", "hjif", "he", "android", "xml", "harmony", "vibrate", "gamepad", "feedbackd"])
    func `standard input is recognised by its content`(format: String) async throws {
        let written = try await thud("convert", "tap.ahap", "-", "--to", format)
        let back = try await thud("convert", "-", "-", input: written.output)
        #expect(back.exitCode == 0 && back.output.contains("Haptic"), "\(written.output)\(back)")
        let unknown = try await thud("convert", "-", "a.ahap", input: "no pattern")
        #expect(unknown.exitCode == 4 && unknown.errorOutput.contains("standard input"), "\(unknown)")
        let broken = try await thud("convert", "-", "a.ahap", input: "{\n1")
        #expect(broken.exitCode == 4 && broken.errorOutput.contains("standard input:2:1"), "\(broken)")
    }

    @Test func `an audition, a check, a rendering and a comparison take standard input`() async throws {
        let figures = try await thud("audition", "-", "--silent", input: Self.tap)
        #expect(figures.exitCode == 0 && figures.output.hasPrefix("standard input "), "\(figures)")
        let check = try await thud("audition", "--lint", "-", input: Self.tap.replacing("Version", with: "Vresion"))
        #expect(check.exitCode == 1 && check.output.contains("standard input:1:"), "\(check)")
        let device = try await thud("convert", "-", "--check", "apple", input: Self.tap)
        #expect(device.exitCode == 0 && device.output.contains("apple accepts it"), "\(device)")
        let diff = try await thud("diff", "-", "tap.ahap", input: Self.tap)
        #expect(diff.exitCode == 0, "\(diff)")
        #expect(try await thud("render", "-", "a.wav", input: Self.tap).exitCode == 0)
        #expect(try await thud("render", "-", "b.wav", input: "0.25 kape/tick\n").exitCode == 0)
        let files = try ["a.wav", "b.wav"].map { try SoundFile.read(surroundings.scratch.file($0)).seconds }
        #expect(files[0] < 0.2 && files[1] > 0.25, "\(files)")
    }

    @Test func `a file beside the folders of sounds is no game`() async throws {
        var surroundings = surroundings
        try "notes".write(toFile: "\(surroundings.copyAssets())/Sounds/README", atomically: false, encoding: .utf8)
        let outcome = try await surroundings.thud(["audition", "kape/tick", "--silent"])
        #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("kape/tick "), "\(outcome)")
    }

    @Test func `a gallery and a folder name standard input in words`() async throws {
        #expect(try await thud("gallery", "page.html", "-", "kape/tick", input: Self.tap).exitCode == 0)
        let page = surroundings.scratch.text(of: "page.html")
        #expect(page.contains("<title>Thud: standard input, kape/tick</title>") && !page.contains(">-<"))
        let bulk = try await thud("convert", "-", "out", "--to", "he,ahap", input: Self.tap)
        #expect(bulk.exitCode == 0 && bulk.errorOutput == "standard input: he, ahap\n", "\(bulk)")
    }

    @Test func `a gallery says which sounds it lacks`() async throws {
        let event = #"{"Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "gone.wav"}"#
        try surroundings.scratch.write(#"{"Pattern": [{"Event": \#(event)}]}"#, to: "loud.ahap")
        let outcome = try await thud("gallery", "page.html", "loud.ahap")
        #expect(outcome.output == "page.html: 1 pattern\n")
        #expect(outcome.errorOutput.hasPrefix("loud.ahap: cannot play the sound gone.wav; "), "\(outcome)")
    }

    @Test func `an event of a theme is chosen on standard input too`() async throws {
        let events = ["first", "second"].map {
            #"{"event-name": "\#($0)", "type": "VibraPattern", "magnitudes": [1], "durations": [20]}"#
        }.joined(separator: ", ")
        let theme = #"{"name": "a", "profiles": [{"name": "quiet", "feedbacks": [\#(events)]}]}"#
        #expect(try await thud("convert", "-", "a.ahap", input: theme).errorOutput.contains("choose one with"))
        let outcome = try await thud("convert", "-", "a.ahap", "--event", "second", input: theme)
        #expect(outcome.output == "a.ahap: 1 event, 0.020 s\n", "\(outcome)")
    }

    @Test func `sounds in another folder are rendered with a clip and with standard input`() async throws {
        let shell = try await surroundings.shell(
            """
            mkdir far; thud render kape/tick far/s.wav >far/told
            thud new tap t.haptic >far/told; echo '{"clips": [{"name": "c", "audioAsset": {"path": "s.wav"}, "haptic":' >p.hasp
            cat t.haptic >>p.hasp; echo '}]}' >>p.hasp
            thud render p.hasp/c a.wav --sounds far; thud convert p.hasp/c c.ahap 2>far/told
            thud audition --lint p.hasp 2>far/told; thud audition --lint p.hasp --sounds far
            thud render - b.wav --sounds far <c.ahap; cmp a.wav b.wav && echo same
            """)
        let remark = "p.hasp:1:49: clips[0].audioAsset.path: left out: cannot find the sound s.wav"
        #expect(shell.output.components(separatedBy: remark).count == 2, "\(shell)")
        #expect(shell.output.contains("a.wav: left, right, haptic; ") && shell.output.hasSuffix("\nsame\n"), "\(shell)")
        #expect(shell.told.isEmpty, "\(shell.told)")
    }

    @Test func `a pipe is a pattern or a script wherever a file is read`() async throws {
        let shell = try await surroundings.shell(
            """
            thud diff <(sleep 0.2; cat tap.ahap) <(thud convert tap.ahap - --to haptic) | tail -1
            thud convert <(thud convert tap.ahap - --to he) back.ahap
            thud convert --check apple <(cat tap.ahap) | sed 's,.*: ,,'
            thud audition <(cat tap.ahap) --silent | wc -l
            thud render <(cat tap.ahap) a.wav; thud render <(echo 0.25 kape/tick) b.wav
            thud play --script <(echo 0 quit) --clock virtual >/dev/null
            thud convert <(echo no pattern) c.ahap
            echo "ended with $?"; thud audition - --silent < /dev/null
            """)
        let lines = shell.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 7, "\(shell)")
        #expect(lines[0].hasPrefix("no difference"), "\(lines[0])")
        #expect(lines[1].hasPrefix("back.ahap: 1 event") && lines[2] == "apple accepts it" && lines[3] == "1")
        #expect(
            lines[4].hasPrefix("a.wav: ") && lines[5].hasPrefix("b.wav: ") && lines[6] == "ended with 4", "\(lines)")
        #expect(shell.told.contains("is no pattern that can be recognised"), "\(shell.told)")
        #expect(shell.told.hasSuffix("thud: standard input is empty\n"), "\(shell.told)")
    }

    @Test func `scripts that edit one file at the same time wait for each other`() async throws {
        try surroundings.scratch.write(Self.tap, to: "shared.ahap")
        let outcomes = try await withThrowingTaskGroup(of: ThudProcess.Outcome.self) { group in
            for second in 1...6 {
                group.addTask { try await thud("edit", "shared.ahap", "-e", "at \(second) tap 1/1", input: "") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.allSatisfy { $0.exitCode == 0 }, "\(outcomes)")
        let events = try AHAP.read(Array(surroundings.scratch.text(of: "shared.ahap").utf8), file: "").events
        #expect(events.map(\.time) == [0, 1, 2, 3, 4, 5, 6])
    }

    @Test func `a script says that it carries out what a kill kept from the file`() async throws {
        let scratch = surroundings.scratch
        try scratch.write(Self.tap, to: "killed.ahap")
        #expect(try await thud("edit", "killed.ahap", "-e", "at 1 tap 1/1").exitCode == 0)
        // Only the edit is in the journal, as before the save.
        let journal = scratch.text(of: "killed.ahap.edits").split(separator: "\n")
        try scratch.write("\(journal[0])\n", to: "killed.ahap.edits")
        try scratch.write(Self.tap, to: "killed.ahap")
        let outcome = try await thud("edit", "killed.ahap", "--undo")
        #expect(outcome.errorOutput == "killed.ahap: carried out 1 change of a session that broke off\n", "\(outcome)")
        #expect(scratch.text(of: "killed.ahap") == Self.tap)
    }

    /// Root may write anything, so the program runs as another user there.
    @Test func `an edit of a file that may not be written is refused, and leaves nothing behind`() async throws {
        let shell = try await surroundings.shell(
            """
            cat >other.py <<'END'
            import os, sys
            if os.getuid() == 0:
                os.setgroups([]); os.setgid(65534); os.setuid(65534)
            os.execv("./program", ["thud", "edit", "locked.ahap", "-e", sys.argv[1]])
            END
            cp "$(command -v thud)" program; chmod 755 program; chmod 777 .
            cp tap.ahap locked.ahap; chmod 444 locked.ahap
            python3 other.py 'at 1 tap 1/1'; echo $?; cmp tap.ahap locked.ahap; ls locked.ahap.edits
            chmod 666 locked.ahap; python3 other.py 'at 2 tap 1/1'; python3 other.py 'at 3 tap 1/1'
            """)
        #expect(shell.told.hasPrefix("thud: locked.ahap: cannot be written: Permission denied"), "\(shell)")
        let lines = shell.output.split(separator: "\n")
        #expect(
            lines == [
                "4", "locked.ahap: 2 events, 2.022 s, 1 edit to take back",
                "locked.ahap: 3 events, 3.022 s, 2 edits to take back",
            ], "\(shell)")
    }

    @Test func `the summary of an edit counts the silence at the end of a .haptic file`() async throws {
        let points = [(0, 0.5), (0.5, 0.5), (0.5, 0), (2, 0)].map { "{\"time\":\($0),\"amplitude\":\($1)}" }
        try surroundings.scratch.write(
            "{\"version\":{\"major\":1,\"minor\":0,\"patch\":0},\"signals\":{\"continuous\":{\"envelopes\":{"
                + "\"amplitude\":[\(points.joined(separator: ","))]}}}}", to: "silent.haptic")
        let outcome = try await thud("edit", "silent.haptic", "-e", "scale .. intensity .5")
        #expect(outcome.output == "silent.haptic: 1 event, 2.000 s, 1 edit to take back\n", "\(outcome)")
    }

    @Test func `undoing all edits says which ones another program's save keeps`() async throws {
        try surroundings.scratch.write(Self.tap, to: "shared.ahap")
        for place in 1...2 {
            #expect(try await thud("edit", "shared.ahap", "-e", "at \(place) tap 1/1").exitCode == 0)
            let text = surroundings.scratch.text(of: "shared.ahap")
            if place == 1 { try surroundings.scratch.write(text + "\n", to: "shared.ahap") }
        }
        let outcome = try await thud("edit", "shared.ahap", "--undo-all")
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(outcome.output == "shared.ahap: 2 events, 1.022 s, 0 edits to take back\n")
        let reason = "because another program has saved the file since"
        #expect(outcome.errorOutput == "shared.ahap: 1 earlier edit cannot be taken back, \(reason)\n")
    }

    @Test func `a pipe is not edited in place, and gets no journal`() async throws {
        let shell = try await surroundings.shell(
            """
            mkfifo pipe.ahap; cat tap.ahap >pipe.ahap &
            thud edit pipe.ahap -e 'at 1 tap 1/1'; echo $?; kill $!; ls *.edits
            """)
        #expect(shell.output == "2\n" && shell.told.hasPrefix("thud: pipe.ahap is a pipe; "), "\(shell)")
    }

    @Test func `a script that fails leaves those before it undone`() async throws {
        try surroundings.scratch.write(Self.tap, to: "typo.ahap")
        let failed = try await thud("edit", "typo.ahap", "-e", "at 1 tap 1/1", "-e", "delete tap@7")
        #expect(failed.exitCode == 4 && failed.errorOutput.contains("no tap@7"), "\(failed)")
        #expect(surroundings.scratch.text(of: "typo.ahap") == Self.tap)
        let outcome = try await thud("edit", "typo.ahap", "-e", "at 1 tap 1/1", "-e", "set tap@1 loudness 1")
        #expect(outcome.exitCode == 2 && outcome.errorOutput.contains("cannot understand"), "\(outcome)")
        #expect(surroundings.scratch.text(of: "typo.ahap") == Self.tap)
    }

    @Test func `an edit takes standard input, and writes all of it or nothing to standard output`() async throws {
        let edited = try await thud("edit", "-", "-e", "at 0.5 tap 1/1", "-e", "shift 0.5.. +10ms", input: Self.tap)
        #expect(edited.exitCode == 0 && edited.errorOutput.isEmpty, "\(edited)")
        let pattern = try AHAP.read(Array(edited.output.utf8), file: "")
        #expect(pattern.events.map(\.time) == [0, 0.51])
        // What no edit touches stays as it was typed.
        #expect(edited.output.hasPrefix(#"{"Version": 1, "Pattern": [{"Event": {"Time": 0, "#), "\(edited.output)")
        let remarks = try await thud("edit", "-", "-e", "delete 5..6; scale .. intensity 9", input: Self.tap)
        #expect(
            remarks.errorOutput
                == "-: “delete 5..6” changes nothing\n-: “scale .. intensity 9” reaches the limit of 1\n")
        for (arguments, code, words) in [
            (["-e", "delete tap@7"], 4, "standard input: the pattern has no tap@7"), ([], 2, "name the edits with -e"),
            (["--undo"], 2, "no journal"), (["-e", "thin 1", "--volume", "1"], 2, "--volume concerns the screen"),
        ] as [([String], Int32, String)] {
            let outcome = try await ThudProcess.run(
                ["edit", "-"] + arguments, environment: surroundings.environment, input: Self.tap,
                in: surroundings.scratch.path, within: .seconds(60))
            #expect(outcome.exitCode == code && outcome.output.isEmpty, "\(outcome)")
            #expect(outcome.errorOutput.contains(words), "\(outcome)")
        }
        let foreign = try await thud("edit", "-", "-e", "thin 1", input: "[100, 50, 100]")
        #expect(foreign.exitCode == 2 && foreign.errorOutput.contains("not vibrate"), "\(foreign)")
        #expect(surroundings.scratch.text(of: "-.edits").isEmpty)
    }

    @Test func `a round takes its script from standard input`() async throws {
        let round = try await thud("play", "--script", "-", "--clock", "virtual", input: "0 quit\n")
        #expect(round.exitCode == 0, "\(round)")
        let broken = try await thud("play", "--script", "-", "--clock", "virtual", input: "0 quti\n")
        #expect(broken.exitCode == 4 && broken.errorOutput.contains("standard input:1:"), "\(broken)")
    }

    @Test func `a variant of a cue is a pattern of its own`() async throws {
        let name = "pocket/step/shake"
        let written = try await thud("convert", name, "-", "--to", "ahap")
        let variant = try AHAP.read(Array(written.output.utf8), file: name)
        let file = "\(Surroundings.checkout)/Sounds/pocket/step.ahap"
        let cue = try AHAP.read(SourceFile.read(file), file: file)
        #expect(variant == cue.changed(by: [.audioPitch: 0.8333, .audioVolume: 0.7989]) && variant != cue)
        let played = try await thud("audition", name, "--silent")
        #expect(played.exitCode == 0 && played.output.hasPrefix("\(name) "), "\(played)")
        let diff = try await thud("diff", name, "pocket/step")
        #expect(diff.exitCode == 0 && diff.output.contains("what is heard differs"), "\(diff)")
        for (unknown, meant) in [("pocket/step/shke", name), ("kape/tick/shake", "kape/tick")] {
            let outcome = try await thud("audition", unknown)
            #expect(outcome.exitCode == 4 && outcome.errorOutput.hasSuffix("; did you mean \(meant)?\n"), "\(outcome)")
        }
    }

    @Test func `an audition takes a game or a folder with its folders`() async throws {
        _ = try surroundings.scratch.directory("set/inner")
        for name in ["set/a.ahap", "set/inner/b.ahap"] { try surroundings.scratch.write(Self.tap, to: name) }
        try surroundings.scratch.write("notes", to: "set/read.me")
        let folder = try await thud("audition", "set", "--silent")
        #expect(folder.exitCode == 0 && folder.output.split(separator: "\n").count == 2, "\(folder)")
        let game = try await thud("audition", "kape", "--silent")
        #expect(game.exitCode == 0 && game.output.contains("kape/tick"), "\(game)")
        let many = try await thud("diff", "set", "tap.ahap")
        #expect(many.exitCode == 2 && many.errorOutput.contains("set stands for 2 patterns"), "\(many)")
    }

    @Test func `the figures of a watched folder are printed again in silence`() async throws {
        _ = try surroundings.scratch.directory("set/inner")
        for name in ["set/a.ahap", "set/inner/b.ahap"] { try surroundings.scratch.write(Self.tap, to: name) }
        try surroundings.scratch.write("{", to: "set/broken.ahap")
        let set = surroundings.scratch.file("set")
        try await ThudProcess.running(
            ["audition", set, "impact.heavy", "--watch", "--silent"], environment: surroundings.environment
        ) { thud in
            try await thud.waitForOutput("impact.heavy", within: .seconds(15))
            #expect(thud.output.split(separator: "\n").count == 3 && thud.errorOutput.contains("broken.ahap:1:"))
            try surroundings.scratch.write(Self.tap, to: "set/broken.ahap")
            try await thud.waitForOutput("broken.ahap", within: .seconds(15))
        }
    }

    @Test func `a watched file is saved again in silence`() async throws {
        let file = surroundings.scratch.file
        try await ThudProcess.running(
            ["audition", "--watch", "--silent", "--picture", file("a.svg"), file("tap.ahap")],
            environment: surroundings.environment
        ) { thud in
            try await thud.waitForOutput("tap.ahap", within: .seconds(15))
            let picture = try SourceFile.read(file("a.svg"))
            try surroundings.scratch.write(Self.tap.replacing("\"Time\": 0", with: "\"Time\": 0.5"), to: "tap.ahap")
            try await poll("the picture to be drawn again", within: .seconds(15)) {
                (try? SourceFile.read(file("a.svg"))).map { !$0.isEmpty && $0 != picture } ?? false
            }
        }
    }
}
