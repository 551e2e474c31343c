import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// A program of the examples that renders a script of cues through the library for C.
enum ForeignProgram: String, CaseIterable {
    case c, cpp, python, rust, luajit, love

    /// Checks that the program renders a script as `thud render` does, but for the rounding of the file, that it ends
    /// after the script if that is longer, that it says in one line what it takes, and that it refuses a wrong script
    /// without a sample.
    func playsAsRendered(in workshop: LibraryWorkshop) async throws {
        let words = try await words(in: workshop)
        let bare = try RunningProgram(
            words[0], Array(words.dropFirst()), environment: workshop.surroundings.environment)
        let ending = try await bare.end(within: .seconds(60))
        #expect(ending.exitCode == 1 && bare.errorOutput.contains(" FOLDER SCRIPT FRAMES"), "\(bare.errorOutput)")
        #expect(bare.errorOutput.count(where: \.isNewline) == 1, "\(bare.errorOutput)")
        let script = try workshop.surroundings.scratch.write(
            "0 kape/correct\n0.25 kape/tick\n0.3 kape/tick\n0.5 kape/warning\n", to: "cues.txt")
        let sound = try await workshop.rendered(script)
        let arguments = words + ["\(Surroundings.checkout)/Sounds/kape", script]
        let channels = try await workshop.channels(of: arguments + ["\(sound.frameCount)"])
        try workshop.expect(channels, equal: sound, within: 1 / 8_388_608)
        #expect(try await workshop.channels(of: arguments + ["0"])[0].count == 24_000)
        let wrong = try workshop.surroundings.scratch.write("soon kape/tick\n", to: "wrong.txt")
        let failed = try RunningProgram(
            words[0], Array(words.dropFirst()) + ["\(Surroundings.checkout)/Sounds/kape", wrong, "480"],
            environment: workshop.surroundings.environment)
        #expect(try await failed.end(within: .seconds(60)).exitCode == 1, "\(failed.errorOutput)")
        #expect(failed.output == "" && failed.errorOutput != "", "\(failed.errorOutput)")
    }

    /// Compiles the program if it must be, and returns the words that start it.
    private func words(in workshop: LibraryWorkshop) async throws -> [String] {
        let examples = "\(Surroundings.checkout)/examples"
        switch self {
        case .c: return [try await workshop.compile("examples/c/pulled.c", ["-std=c11"])]
        case .cpp: return [try await workshop.compile("examples/cpp/pulled.cpp", with: "g++", ["-std=c++17"])]
        case .python: return [try findProgram("python3", package: "python3"), "\(examples)/python/pulled.py"]
        case .luajit: return [try findProgram("luajit", package: "luajit"), "\(examples)/lua/main.lua"]
        case .love: return [try findProgram("love", package: "love"), "\(examples)/lua"]
        case .rust:
            let out = workshop.surroundings.scratch.file("program")
            let compiler = try findProgram("rustc", package: "rustc")
            try await workshop.run(
                [compiler, "-D", "warnings", "-L", workshop.libraries, "-o", out, "\(examples)/rust/pulled.rs"],
                isCompiler: true)
            return [out]
        }
    }
}

/// The library as `make library` links it, judged from outside. `make judge-library` runs these and ``LibraryTests``
/// with it.
@Suite(.live, .enabled(if: LibraryWorkshop.made != nil)) struct LibraryJudgeTests {
    private let workshop: LibraryWorkshop
    private let library: String

    init() throws {
        workshop = try LibraryWorkshop()
        library = "\(try #require(LibraryWorkshop.made))/lib/libthud.so.0"
    }

    @Test(arguments: [ForeignProgram.rust, .luajit, .love])
    func `a script of cues sounds as in the file of thud render`(program: ForeignProgram) async throws {
        try await program.playsAsRendered(in: workshop)
    }

    @Test func `it has at most 6 MB and needs no X11`() async throws {
        let attributes = try FileManager.default.attributesOfItem(atPath: library)
        #expect(try #require(attributes[.size] as? Int) <= 6_000_000)
        let loaded = try await workshop.run([findProgram("ldd", package: "libc-bin"), library])
        #expect(loaded.contains("libasound.so.2") && !loaded.contains("libX11") && !loaded.contains("libxcb"))
    }

    @Test func `abidiff accepts it, and reports a function that another library lacks`() async throws {
        let abidiff = try findProgram("abidiff", package: "abigail-tools")
        #expect(try await workshop.run([abidiff, library, library]) == "")
        // A name of the same length keeps the file whole.
        var bytes = try Data(contentsOf: URL(fileURLWithPath: library))
        let name = try #require(bytes.range(of: Data("\0thud_stop\0".utf8)))
        bytes.replaceSubrange(name, with: Data("\0thud_halt\0".utf8))
        let other = workshop.surroundings.scratch.file("libthud.so.0")
        try bytes.write(to: URL(fileURLWithPath: other))
        let program = try RunningProgram(abidiff, [library, other])
        let ending = try await program.end(within: .seconds(60))
        // 4 says that the interfaces differ, 8 that programs of the first one break.
        #expect(ending.exitCode == 12 && program.output.contains("thud_stop"), "\(ending) \(program.output)")
    }
}
