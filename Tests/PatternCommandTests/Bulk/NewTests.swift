import TestTraits
import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns
import ThudTestSupport

/// `thud new`.
@Suite(.live) struct NewTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func new(_ arguments: String...) async throws -> ThudProcess.Outcome {
        try await surroundings.thud(["new"] + arguments, in: surroundings.scratch.path)
    }

    @Test(arguments: ["ahap", "haptic", "he"])
    func `a template is written in the format of the file's name`(format: String) async throws {
        let outcome = try await new("heartbeat", "--bpm", "120", "--count", "3", "beat.\(format)")
        #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("beat.\(format): 6 events, 1.500 s"), "\(outcome)")
        let file = surroundings.scratch.file("beat.\(format)")
        let read = try #require(PatternFormat(path: file)).read(SourceFile.read(file), file: file)
        let strong = read.pattern.events.filter { $0.kind == .transient && $0.intensity > 0.8 }
        #expect(strong.map { ($0.time * 1_000).rounded() } == [0, 500, 1_000])
    }

    @Test func `without a file the pattern goes to standard output`() async throws {
        // A file of that name is in nobody's way.
        try surroundings.scratch.write("", to: "-")
        for arguments in [["tap"], ["tap", "-"], ["tap", "-o", "-"]] {
            let outcome = try await surroundings.thud(["new"] + arguments, in: surroundings.scratch.path)
            #expect(outcome.exitCode == 0 && outcome.errorOutput.isEmpty)
            #expect(try AHAP.read(Array(outcome.output.utf8), file: "a.ahap").events.count == 1)
        }
    }

    @Test func `an existing file is overwritten only by force`() async throws {
        #expect(try await new("tap", "-o", "a.ahap").exitCode == 0)
        let refused = try await new("tap", "a.ahap")
        #expect(refused.exitCode == 2 && refused.errorOutput.contains("a.ahap exists; --force"), "\(refused)")
        #expect(try await new("buzz", "a.ahap", "--force").exitCode == 0)
        #expect(surroundings.scratch.text(of: "a.ahap").contains("HapticContinuous"))
    }

    @Test func `every template and parameter is listed, in the help too`() async throws {
        let list = try await new("--list").output
        let help = try await new("--help").output
        let json = try JSONReader(Array(try await new("--list", "--json").output.utf8), file: "list").elements()
        #expect(try json.map { try $0.member("name").string() } == PatternTemplate.all.map(\.name))
        for template in PatternTemplate.all {
            for text in [list, help] { #expect(text.contains("\(template.name) ")) }
            for setting in template.settings { #expect(list.contains("\n  --\(setting.parameter.rawValue) ")) }
        }
    }
}
