import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// README and the documents beside it: their commands run as shown, and every option they name exists.
@Suite(.live) struct DocumentTests {
    /// The commands that are not run, by their first words, and why.
    private static let notRun = [
        ("make", "takes minutes; make says whether it could begin"),
        ("swift", "builds for minutes"),
        ("scripts/", "works on the sources, or on other people's files; the test finds it"),
        ("bench/run", "measures for minutes"),
        ("bench/felt", "needs numpy; ActuatorCommandTests runs it"),
        ("cp -R .build/library/", "writes into /usr/local"),
        ("cp patterns/hit.wav shipped", "copies what the guide has made before"),
        ("export PKG_CONFIG_PATH=", "needs `make library`; LibraryTests builds and runs the example"),
        ("cc examples/c/", "needs `make library`; LibraryTests builds and runs the example"),
        ("LD_LIBRARY_PATH=", "needs `make library`; LibraryTests builds and runs the example"),
    ]

    /// The commands that fail here, because a device or a sound server is missing.
    private static let withoutDevice = [
        "thud play kape --motion auto", "thud play --haptics-device hw:Controller --exclusive",
        "thud bench -- PROGRAM",
    ]

    /// What stands for the placeholders of a command.
    private static let placeholders = [
        ("--script FILE", "--script demo.txt"), ("FILE...", "cue.ahap"), ("CUE|FILE OUT", "kape/correct out.wav"),
        ("--osc PORT", "--osc 29141"), ("--game GAME", "--game kape"), ("--json FILE", "--json b.json"),
        ("diff A B", "diff cue.ahap cue.ahap"), ("FILE -e SCRIPT", "cue.ahap -e 'at 0.5 tap 1/.9'"),
        ("edit FILE", "edit cue.ahap"), ("audition SOUND", "audition ping.wav --silent"),
    ]

    /// The subcommands that go on until somebody ends them, or for a minute.
    private static let lasting: Set = ["play", "tune", "edit", "listen", "bench"]

    private static let commands = Set(Document.all.flatMap(\.commands)).sorted()

    @Test(.heard.long, arguments: Document.all.filter { !$0.examples.isEmpty && !$0.measures })
    func `the commands of a document print what it shows`(_ document: Document) async throws {
        try await expectExamples(of: document)
    }

    @Test(.timedOrdinary.long, arguments: Document.all.filter(\.measures))
    func `the measurements of a document succeed as it shows`(_ document: Document) async throws {
        try await expectExamples(of: document)
    }

    private func expectExamples(of document: Document) async throws {
        try await withPrivatePipeWire { server in
            let scratch = try ScratchDirectory(prefix: "thud-document")
            var environment = server.environment
            environment["PATH"] = try Self.searchPath()
            environment["NO_COLOR"] = "1"
            // A reader types all commands into one shell, so each begins in the folder in which the one before ended.
            let folder = "\(scratch.path)/.folder"
            try Data("\(scratch.path)\n".utf8).write(to: URL(filePath: folder))
            for example in document.examples {
                // Sound servers would ask a session bus for priority, so there is one only if a command needs it.
                let bus = example.command.contains("--feedbackd") ? ["dbus-run-session", "--"] : []
                let shell = try RunningProgram(
                    findProgram("env", package: "coreutils"),
                    bus + ["bash", "-c", "cd \"$(cat \(folder))\"; { \(example.command)\n} 2>&1; pwd > \(folder)"],
                    environment: environment)
                _ = try await shell.end(within: .seconds(60))
                let printed = shell.output
                #expect(example.matches(printed), "\(document.name): \(example.command) printed:\n\(printed)")
            }
        }
    }

    @Test(arguments: commands.filter { $0.hasPrefix("thud ") })
    func `thud accepts a command of the documents`(_ command: String) async throws {
        var words = command
        for (placeholder, value) in Self.placeholders { words = words.replacing(placeholder, with: value) }
        let name = words.split(separator: " ")[1]
        // A name without arguments means the command itself.
        if words == "thud \(name)" { words += " --help" }
        let isLasting = Self.lasting.contains(String(name)) || words.hasSuffix(" --watch")
        let (ending, screen) = try await Self.onTerminal(words, within: isLasting ? 2 : 60)
        // A program that ends cleanly after a signal reports the signal to its shell.
        let isEnded = isLasting && ending == 128 + SIGTERM
        let expected: Int32 = Self.withoutDevice.contains(command) ? 3 : 0
        #expect(ending == expected || isEnded, "\(words) ended with \(ending):\n\(screen)")
    }

    @Test(arguments: commands.filter { $0.hasPrefix("make ") })
    func `make knows a target of the documents`(_ command: String) async throws {
        let make = try RunningProgram(
            findProgram("make", package: "make"),
            ["-C", Surroundings.checkout, "-n"] + command.split(separator: " ").dropFirst().map(String.init))
        #expect(try await make.end(within: .seconds(60)).exitCode == 0, "\(make.errorOutput)")
    }

    @Test func `each other command of the documents is known, and a script exists`() {
        let others = Self.commands.filter { !$0.hasPrefix("thud ") }
        for command in others {
            #expect(Self.notRun.contains { command.hasPrefix($0.0) }, "run `\(command)`, or say why not")
            let program = command.prefix { $0 != " " }
            guard program.hasPrefix("scripts/") || program.hasPrefix("bench/") else { continue }
            #expect(FileManager.default.isExecutableFile(atPath: "\(Surroundings.checkout)/\(program)"), "\(program)")
        }
        for (start, _) in Self.notRun { #expect(others.contains { $0.hasPrefix(start) }, "no document shows \(start)") }
        for command in Self.withoutDevice { #expect(Self.commands.contains(command), "no document shows \(command)") }
    }

    @Test func `each option that a document names exists`() async throws {
        let surroundings = try Surroundings()
        let help = try await surroundings.thud(["--experimental-dump-help"]).output
        for document in Document.all {
            #expect(!document.text.isEmpty, "\(document.name) is missing")
            for option in Set(document.options) {
                #expect(help.contains("\"\(option.dropFirst(2))\""), "\(document.name): there is no \(option)")
            }
        }
    }

    @Test(arguments: [("scripts/prose", ["nowhere"]), ("fuzz/run", ["ahap"]), ("fuzz/run", ["1", "nothing"])])
    func `a script that finds nothing to do fails`(script: String, arguments: [String]) async throws {
        let program = try RunningProgram("\(Surroundings.checkout)/\(script)", arguments)
        #expect(try await program.end(within: .seconds(60)).exitCode != 0)
    }

    @Test(arguments: [
        ("README.md", "ten-lines"), ("Sources/ThudFeedback/ThudFeedback.docc/TenLines.md", "ten-lines"),
        ("Sources/ThudFeedback/ThudFeedback.docc/LastingCues.md", "lasting"),
        ("Sources/ThudHaptics/ThudHaptics.docc/ConvertingPatterns.md", "converting"),
        ("Sources/ThudEngine/ThudEngine.docc/WithoutADevice.md", "without-device"),
    ])
    func `the code of a document is that of an example, which is built and run`(document: String, example: String)
        throws
    {
        let path = "\(Surroundings.checkout)/examples/feedback/Sources/\(example)/main.swift"
        let code = try String(contentsOfFile: path, encoding: .utf8)
        #expect(Document(document).text.contains("```swift\n\(code)```"))
    }

    /// Runs a command on a terminal without a sound device, in a folder with a few files. A command that goes on is
    /// ended with TERM.
    ///
    /// - Returns: its exit code as a shell reports it, and the end of what it wrote.
    private static func onTerminal(_ command: String, within seconds: Int) async throws -> (Int32, screen: String) {
        var surroundings = try Surroundings()
        _ = try surroundings.copyAssets()
        surroundings.environment.merge(["PATH": try searchPath(), "THUD_DEVICE": "null", "TERM": "xterm"]) { $1 }
        let scratch = surroundings.scratch
        for (copy, name) in [("cue.ahap", "correct.ahap"), ("ping.wav", "ping.wav")] {
            try FileManager.default.copyItem(
                atPath: "\(Surroundings.checkout)/Sounds/kape/\(name)", toPath: scratch.file(copy))
        }
        try scratch.write("0.5 tilt-down\n", to: "demo.txt")
        let terminal = try PseudoTerminal()
        try terminal.start(
            """
            dbus-run-session -- timeout --foreground --preserve-status --kill-after 20 \(seconds) \(command)
            echo $? >status
            """, environment: surroundings.environment, in: scratch.path)
        try await terminal.wait(for: "“\(command)” to end", within: .seconds(120)) { _ in
            scratch.text(of: "status").hasSuffix("\n")
        }
        let status = scratch.text(of: "status").trimmingCharacters(in: .whitespacesAndNewlines)
        return (Int32(status) ?? -1, String(decoding: terminal.output.suffix(600), as: UTF8.self))
    }

    /// Returns the search path of a shell that finds the built program first.
    private static func searchPath() throws -> String {
        let folder = try ThudProcess.path().split(separator: "/").dropLast().map { "/\($0)" }.joined()
        return "\(folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    }
}
