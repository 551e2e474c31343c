import Foundation
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// Compiles programs against the library for C, runs them on a folder of cues, and compares what they render.
struct LibraryWorkshop {
    let surroundings: Surroundings
    /// The folder of the cues `bump`, `hum` and `tone`.
    let folder: String
    /// The folder with the library under the names that linkers and loaders look for.
    let libraries: String

    /// The folder of `make library` if that is what is tested, else nil for the build's own product.
    static let made = ProcessInfo.processInfo.environment["THUD_LIBRARY"]
    static let header = "\(Surroundings.checkout)/Sources/CThudLibrary"

    init() throws {
        var surroundings = try Surroundings()
        folder = try surroundings.scratch.directory("Sounds/mine")
        libraries = try surroundings.scratch.directory("lib")
        surroundings.environment["LD_LIBRARY_PATH"] = libraries
        self.surroundings = surroundings
        let library = try Self.made.map { "\($0)/lib/libthud.so.0" } ?? findProduct("libthud-c.so")
        for name in ["libthud.so", "libthud.so.0", "libthud-c.so"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(libraries)/\(name)", withDestinationPath: library)
        }
        let tone = (0..<48_000).map { Float(0.4 * sin(2 * .pi * 440 * Double($0) / 48_000)) }
        for (name, samples) in [("bump", [Float](repeating: 0.3, count: 480)), ("tone", tone)] {
            try SoundFile.write(Sound(sampleRate: 48_000, channels: [samples]), to: "\(folder)/\(name).wav")
        }
        try surroundings.scratch.write(
            #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 1}}]}"#,
            to: "Sounds/mine/hum.ahap")
        try surroundings.scratch.write(#"{"cues": {"hum": {"lasts": "hold"}}}"#, to: "Sounds/mine/catalog.json")
    }

    /// Runs a program to its end, and returns what it printed. Compilers run in the tests' own environment.
    @discardableResult
    func run(_ words: [String], isCompiler: Bool = false) async throws -> String {
        let program = try RunningProgram(
            words[0], Array(words.dropFirst()), environment: isCompiler ? nil : surroundings.environment)
        let ending = try await program.end(within: .seconds(120))
        #expect(ending.exitCode == 0, "\(ending) \(program.output.suffix(2_000)) \(program.errorOutput.suffix(2_000))")
        return program.output
    }

    /// Compiles a program in C or C++ against the header and the library, and returns its path.
    func compile(_ source: String, with compiler: String = "gcc", _ flags: [String] = []) async throws -> String {
        let out = surroundings.scratch.file("program")
        let strict = ["-Wall", "-Wextra", "-Werror", "-I\(Self.header)"]
        try await run(
            [findProgram(compiler, package: compiler)] + strict + flags
                + ["-o", out, "\(Surroundings.checkout)/\(source)", "-L\(libraries)", "-lthud", "-lm"],
            isCompiler: true)
        return out
    }

    /// Runs a program that writes floats for left, right and haptic, and returns the three channels.
    func channels(of words: [String]) async throws -> [[Float]] {
        let raw = surroundings.scratch.file("cues.raw")
        let shell = try [findProgram("sh", package: "dash"), "-c", #"out=$1; shift; exec "$@" >"$out""#, "sh", raw]
        try await run(shell + words)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: raw))
        let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        return (0..<3).map { channel in stride(from: channel, to: samples.count, by: 3).map { samples[$0] } }
    }

    /// Renders a cue, a pattern file or a script with `thud render`.
    func rendered(_ subject: String) async throws -> Sound {
        let file = surroundings.scratch.file("rendered.wav")
        let outcome = try await surroundings.thud(["render", subject, file])
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        return try SoundFile.read(file)
    }

    /// Checks that each channel equals that of a sound within `tolerance`, with silence after the sound's end.
    func expect(_ channels: [[Float]], equal sound: Sound, within tolerance: Float) throws {
        for (samples, wanted) in zip(channels, sound.channels) {
            try #require(samples.count >= wanted.count)
            let padded = wanted + [Float](repeating: 0, count: samples.count - wanted.count)
            #expect(zip(samples, padded).allSatisfy { abs($0 - $1) <= tolerance })
            #expect(samples.contains { abs($0) > 0.05 })
        }
    }
}
