import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// `thud why`: what the settings leave of a cue.
@Suite(.live) struct WhyTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    @Test func `each part of a cue is reported, with the rule that changed it`() async throws {
        let outcome = try await surroundings.thud(["why", "kape/correct", "--sound", "off", "--haptics", "off"])
        #expect(outcome.exitCode == 0)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "kape/correct" && lines.count == 6)
        #expect(lines[1].hasPrefix("  sound") && lines[1].hasSuffix("left out, because sounds are off"))
        #expect(lines[2].hasPrefix("  haptics") && lines[2].hasSuffix("left out, because haptics are off"))
        #expect(lines[3].hasPrefix("  flash") && lines[3].hasSuffix("brighter, because no sound is heard"))
    }

    @Test(arguments: [
        ("magic/select", "--locked", "left out, because a lock ignores the press"),
        ("kape/warning", "--paused", "left out, because the round is paused"),
        ("magic/spawn", "--thinned", "left out, because another cue was felt just before"),
    ])
    func `other effects on a cue are reported as rules too`(cue: String, fate: String, line: String)
        async throws
    {
        let outcome = try await surroundings.thud(["why", cue, fate])
        #expect(outcome.exitCode == 0)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("  haptics") && $0.hasSuffix(line) }, "\(lines)")
        // A cue that yields keeps its sound; nothing remains of the others.
        #expect(lines.contains { $0.hasPrefix("  sound") && $0.hasSuffix(line) } == (fate != "--thinned"))
        let json = try await surroundings.thud(["why", cue, fate, "--json"]).output
        let rules = try JSONReader(Array(json.utf8), file: "why").member("changes").elements()
            .map { try $0.member("rule").string() }
        #expect(Set(rules) == [String(fate.dropFirst(2))])
    }

    @Test func `a preset is a cue, too`() async throws {
        let outcome = try await surroundings.thud(["why", "impact.heavy", "--silent-switch", "on"])
        #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("impact.heavy\n  sound"), "\(outcome)")
    }

    @Test func `JSON reports the same changes`() async throws {
        let outcome = try await surroundings.thud(["why", "kape/tick", "--haptics", "off", "--json"])
        let json = try JSONReader(Array(outcome.output.utf8), file: "why")
        let changes = try json.member("changes").elements()
        #expect(try changes.map { try $0.member("part").string() } == ["sound", "haptics"])
        #expect(try changes[0].member("db").number() == 3)
    }

    @Test(arguments: [
        ("kape/none", "kape/correct"), ("kape/corect", "did you mean kape/correct?"), ("nothing", "kape/button"),
        ("", "kape/button"),
    ])
    func `a missing cue is named, and others are suggested`(cue: String, other: String) async throws {
        let outcome = try await surroundings.thud(["why", cue])
        #expect(outcome.exitCode == 4)
        #expect(outcome.errorOutput.contains("unknown cue \(cue)") && outcome.errorOutput.contains(other))
    }
}
