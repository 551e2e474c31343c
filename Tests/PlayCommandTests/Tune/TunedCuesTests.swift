import Foundation
import Testing
import ThudCore
import ThudCues
import ThudGameKit
import ThudGames
import ThudPatterns
import ThudTestSupport

@testable import thud

/// Cues that are changed while they are played.
@Suite struct TunedCuesTests {
    private let folder: String
    private let scratch: ScratchDirectory

    init() throws {
        var surroundings = try Surroundings()
        folder = try surroundings.copyAssets() + "/Sounds"
        scratch = surroundings.scratch
    }

    @Test func `a pattern is changed with all its variants, and no other`() throws {
        var cues = try TunedCues(folder: "\(folder)/pocket")
        let before = try cues.cues()
        let turned = try cues.turn(.volume, by: -6, of: "step")
        #expect(cues.tuned == ["step"])
        let after = try cues.cues()
        let changed = after.filter { cue in before.first { $0.name == cue.name } != cue }
        #expect(changed.count == 14 && changed.allSatisfy { $0.name.hasPrefix("pocket/step/") })
        #expect(turned.map { Set($0) } == Set(changed))
        let isRestored = cues.restore("step")
        #expect(try isRestored && Set(cues.cues()) == Set(before))
    }

    @Test func `a pattern whose name begins alike is not changed`() throws {
        try SourceFile.write(SourceFile.read("\(folder)/kape/tick.ahap"), to: "\(folder)/kape/ticking.ahap")
        var cues = try TunedCues(folder: "\(folder)/kape")
        #expect(cues.names.last == "ticking", "a pattern without an entry in the catalog comes last")
        #expect(try cues.turn(.intensity, by: -3, of: "tick")?.map(\.name) == ["kape/tick"])
    }

    @Test func `a change that would make a cue invalid is refused`() throws {
        var cues = try TunedCues(folder: "\(folder)/habit")
        let before = cues
        do throws(ThudError) {
            _ = try cues.turn(.delay, by: 1, of: "hold")
            Issue.record("a hold begins at time 0")
        } catch {
            #expect(error.description.contains("begin at time 0"))
        }
        #expect(cues == before)
        let turned = try cues.turn(.volume, by: 1, of: "no-such-cue")
        #expect(turned == nil)
    }

    @Test(arguments: Games.names)
    func `the cues of one pattern are those of all patterns with its name`(game: String) throws {
        let cues = try TunedCues(folder: "\(folder)/\(game)")
        let all = try cues.cues()
        var found: Set<Cue> = []
        for name in cues.names {
            let made = try cues.cues(of: name)
            #expect(made.contains { $0.name == cues.cue(of: name) })
            found.formUnion(made)
        }
        #expect(found == Set(all) && found.count == all.count)
        #expect(try cues.cues(of: "no-such-cue").isEmpty)
    }

    @Test func `a save writes what was heard, and in the folder it becomes the cue's own design`() throws {
        var cues = try TunedCues(folder: "\(folder)/kape")
        _ = try cues.turn(.intensity, by: -4, of: "pass")
        let heard = try cues.cues(of: "pass")
        let target = try scratch.directory("target")
        var written: [String] = []
        try cues.save(into: target, written: &written)
        // Without its sounds the saved cue could not be played.
        #expect(written == ["pass.ahap", "whoosh.wav"] && cues.tuned == ["pass"])
        #expect(try SourceFile.read("\(target)/whoosh.wav") == SourceFile.read("\(folder)/kape/whoosh.wav"))
        let file = try AHAP.read(SourceFile.read("\(target)/pass.ahap"), file: "pass.ahap")
        #expect(file == heard.first?.pattern)
        try cues.save(into: "\(folder)/kape", written: &written)
        #expect(written == ["pass.ahap", "whoosh.wav", "pass.ahap"])
        #expect(cues.tuned.isEmpty && cues.unsaved.isEmpty)
        #expect(try cues.cues(of: "pass") == heard)
        #expect(try TunedCues(folder: "\(folder)/kape").cues(of: "pass") == heard)
    }

    @Test func `a reset cue is saved once more, as designed`() throws {
        var cues = try TunedCues(folder: "\(folder)/kape")
        let target = try scratch.directory("target")
        var written: [String] = []
        for name in ["pass", "tick"] { _ = try cues.turn(.intensity, by: -4, of: name) }
        #expect(cues.changed == ["pass", "tick"])
        try cues.save(into: target, written: &written)
        #expect(cues.changed.isEmpty)
        _ = cues.restore("pass")
        #expect(cues.unsaved == ["pass", "tick"] && cues.changed == ["pass"])
        let read = try cues.reread().read
        #expect(read.unsaved == cues.unsaved)
        try cues.save(into: target, written: &written)
        #expect(try SourceFile.read("\(target)/pass.ahap") == SourceFile.read("\(folder)/kape/pass.ahap"))
        #expect(cues.unsaved == ["tick"])
    }

    @Test func `reading a folder again keeps the changes`() throws {
        var cues = try TunedCues(folder: "\(folder)/kape")
        _ = try cues.turn(.sharpness, by: 2, of: "pass")
        let (read, made) = try cues.reread()
        #expect(read == cues)
        #expect(try Set(made) == Set(cues.cues()))
        try SourceFile.write(Array("{".utf8), to: "\(folder)/kape/tick.ahap")
        #expect(throws: ThudError.self) { try cues.reread() }
    }

    @Test func `changes made during a reading apply to what it finds`() throws {
        var cues = try TunedCues(folder: "\(folder)/kape")
        _ = try cues.turn(.sharpness, by: 2, of: "pass")
        try SourceFile.write(
            SourceFile.read("\(folder)/kape/go.ahap"), to: "\(folder)/kape/tick.ahap")
        let (read, _) = try cues.reread()
        _ = try cues.turn(.intensity, by: -3, of: "tick")
        _ = cues.restore("pass")
        var written: [String] = []
        try cues.save(into: scratch.directory("target"), written: &written)
        let (changed, obstacles) = cues.adopt(read)
        #expect(Set(changed.map(\.name)) == ["kape/pass", "kape/tick"] && obstacles.isEmpty)
        #expect(cues.tuned == ["tick"] && cues.changed.isEmpty)
        var tuning = PatternTuning()
        tuning[.intensity] = -3
        let design = try AHAP.read(SourceFile.read("\(folder)/kape/go.ahap"), file: "go.ahap")
        #expect(try cues.cues(of: "tick").map(\.pattern) == [tuning.applied(to: design)])
    }

    @Test func `timings stop at their limits, and are saved if changed`() throws {
        var timings = TriedTimings([
            .init(
                "least", title: "least", usual: .seconds(1), range: .milliseconds(800) ... .seconds(2),
                step: .milliseconds(150))
        ])
        let timing = timings.timings[0]
        #expect(timings.file == nil)
        let turns = (timings.turn(timing, by: -1), timings.turn(timing, by: -1), timings.turn(timing, by: -1))
        #expect(turns == (true, true, false) && timings[timing] == .milliseconds(800))
        #expect(timings.file.map { String(decoding: $0, as: UTF8.self) } == "{\n  \"least\": 0.8\n}\n")
        timings.restore(timing)
        #expect(timings.file == nil && timings[timing] == .seconds(1))
    }
}
