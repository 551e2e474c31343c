import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// The library for C, used by programs in C.
@Suite(.live) struct LibraryTests {
    private let surroundings: Surroundings
    private let folder: String

    init() throws {
        surroundings = try Surroundings()
        folder = try surroundings.scratch.directory("Sounds/mine")
        let bump = Sound(sampleRate: 48_000, channels: [[Float](repeating: 0.3, count: 480)])
        try SoundFile.write(bump, to: "\(folder)/bump.wav")
        for (name, event) in [
            ("bump", #""EventType": "AudioCustom", "EventWaveformPath": "bump.wav""#),
            ("hum", #""EventType": "HapticContinuous", "EventDuration": 1"#),
        ] {
            try surroundings.scratch.write(
                #"{"Pattern": [{"Event": {"Time": 0, \#(event)}}]}"#, to: "Sounds/mine/\(name).ahap")
        }
        try surroundings.scratch.write(
            #"{"game": "mine", "cues": {"hum": {"lasts": "hold"}, "bump": {}}}"#, to: "Sounds/mine/catalog.json")
    }

    private static let header = "\(Surroundings.checkout)/Sources/CThudLibrary"

    /// Runs a program to its end, and returns what it printed.
    private func run(_ path: String, _ arguments: [String]) async throws -> String {
        let program = try RunningProgram(path, arguments, environment: surroundings.environment)
        let ending = try await program.end(within: .seconds(120))
        #expect(ending.exitCode == 0, "\(ending) \(program.output.suffix(2_000)) \(program.errorOutput.suffix(2_000))")
        return program.output
    }

    /// Compiles a C program against the header and the library, and returns the program's path.
    private func compile(_ source: String) async throws -> String {
        let library = try findProduct("libthud-c.so")
        let out = surroundings.scratch.file("program")
        _ = try await run(
            findProgram("gcc", package: "gcc"),
            [
                "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-I\(Self.header)", "-o", out,
                "\(Surroundings.checkout)/\(source)", library,
                "-Wl,-rpath,\((library as NSString).deletingLastPathComponent)",
            ])
        return out
    }

    @Test(arguments: ["cues", "lasting", "wrong", "pulled", "threads", "cycles"])
    func `a program in C finds everything as the header says`(checks: String) async throws {
        let program = try await compile("Tests/LibraryPrograms/checks.c")
        #expect(try await run(program, [folder, checks]) == "")
    }

    @Test func `the example of the documents plays both cues`() async throws {
        let code = try String(contentsOfFile: "\(Surroundings.checkout)/examples/c/cues.c", encoding: .utf8)
        let document = try String(contentsOfFile: "\(Surroundings.checkout)/docs/library.md", encoding: .utf8)
        #expect(document.contains("```c\n\(code)```"))
        let program = try await compile("examples/c/cues.c")
        let output = try await run(
            findProgram("env", package: "coreutils"), ["-C", surroundings.scratch.path, program, "null"])
        let names = output.split(separator: "\n").map { $0.prefix { $0 != "," } }
        #expect(names == ["bump: outcome 0", "hum: outcome 0"])
    }

    @Test(arguments: ["correct", "tick"])
    func `a cue that the host renders equals the file of thud render`(cue: String) async throws {
        let file = surroundings.scratch.file("cue.wav")
        let outcome = try await surroundings.thud(["render", "kape/\(cue)", file])
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        let sound = try SoundFile.read(file)
        let program = try await compile("examples/c/pulled.c")
        let raw = surroundings.scratch.file("cue.raw")
        _ = try await run(
            findProgram("sh", package: "dash"),
            ["-c", "\(program) \(Surroundings.checkout)/Sounds/kape \(cue) \(sound.frameCount) >\(raw)"])
        let bytes = try Data(contentsOf: URL(fileURLWithPath: raw))
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(samples.count == 3 * sound.frameCount)
        let differences = samples.enumerated().map { abs($1 - sound.channels[$0 % 3][$0 / 3]) }
        #expect(try #require(differences.max()) <= 1 / 8_388_608)
        #expect(samples.contains { abs($0) > 0.05 })
    }

    @Test func `the header compiles as C++, and as strict C`() async throws {
        let source = try surroundings.scratch.write(
            "#include <thud.h>\nint main(void) { thud_options o = {0}; (void)o; return thud_stop(NULL) == 0; }\n",
            to: "a.c")
        let plus = try surroundings.scratch.write(
            "#include <thud.h>\nint main() { thud_options o = {}; (void)o; return thud_stop(nullptr) == 0; }\n",
            to: "a.cpp")
        let common = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "-I\(Self.header)"]
        _ = try await run(findProgram("gcc", package: "gcc"), common + ["-std=c11", source])
        _ = try await run(findProgram("g++", package: "g++"), common + ["-std=c++11", plus])
    }
}
