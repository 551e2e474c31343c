import Foundation
import Testing
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudHaptics
import ThudPlayback
import ThudTestSupport

@testable import thud

/// Cues that are turned while they are played.
@Suite struct TunedCuesTests {
    private let folder: String
    private let scratch: ScratchDirectory

    init() throws {
        var surroundings = try Surroundings()
        folder = try surroundings.copyAssets() + "/Sounds"
        scratch = surroundings.scratch
    }

    @Test func `a pattern is turned with all its variants, and no other`() throws {
        var cues = try TunedCues(folder: "\(folder)/pocket")
        let before = try cues.cues(of: cues.names)
        let isTurned = try cues.turn(.volume, by: -6, of: "step")
        #expect(isTurned && cues.tuned == ["step"])
        let after = try cues.cues(of: cues.names)
        let changed = after.filter { cue in before.first { $0.name == cue.name } != cue }.map(\.name)
        #expect(changed.count == 14 && changed.allSatisfy { $0.hasPrefix("pocket/step/") })
        #expect(try cues.cues(of: ["step"]).count == 14)
        let isRestored = cues.restore("step")
        #expect(try isRestored && Set(cues.cues(of: cues.names)) == Set(before))
    }

    @Test func `what would be no cue any more is not turned`() throws {
        var cues = try TunedCues(folder: "\(folder)/habit")
        let before = cues
        do throws(ThudError) {
            _ = try cues.turn(.delay, by: 1, of: "hold")
            Issue.record("a hold begins at time 0")
        } catch {
            #expect(error.description.contains("begin at time 0"))
        }
        #expect(cues == before)
        let isTurned = try cues.turn(.volume, by: 1, of: "no-such-cue")
        #expect(!isTurned)
    }

    @Test func `what is saved is what was heard, and its own design once it stands in the folder`() throws {
        var cues = try TunedCues(folder: "\(folder)/kape")
        _ = try cues.turn(.intensity, by: -4, of: "pass")
        let heard = try cues.cues(of: ["pass"])
        let target = try scratch.directory("target")
        #expect(try cues.save(into: target) == ["pass.ahap"])
        #expect(cues.tuned == ["pass"])
        let file = try AHAP.read(SourceFile.read("\(target)/pass.ahap"), file: "pass.ahap")
        #expect(file == heard.first?.pattern)
        #expect(try cues.save(into: "\(folder)/kape") == ["pass.ahap"])
        #expect(cues.tuned.isEmpty)
        #expect(try cues.cues(of: ["pass"]) == heard)
        #expect(try TunedCues(folder: "\(folder)/kape").cues(of: ["pass"]) == heard)
    }

    @Test func `a folder that is read again keeps what is turned`() throws {
        var cues = try TunedCues(folder: "\(folder)/kape")
        _ = try cues.turn(.sharpness, by: 2, of: "pass")
        #expect(try cues.reread() == cues)
        try Data("{".utf8).write(to: URL(fileURLWithPath: "\(folder)/kape/tick.ahap"))
        #expect(throws: ThudError.self) { try cues.reread() }
    }

    @Test func `a scheduler plays what was turned, and what was saved in the folder`() async throws {
        let engine = try Engine.virtual()
        let scheduler = FeedbackScheduler(
            engine: engine, library: try CueLibrary(folder: "\(folder)/pocket", sampleRate: engine.sampleRate),
            settings: FeedbackSettings())
        let tuner = try CueTuner(
            folder: "\(folder)/pocket", sampleRate: engine.sampleRate, savingInto: scratch.file("made/here"))
        func peak() throws -> Float { try #require(scheduler.envelope(of: "pocket/right")?.sound.max()) }
        let before = try peak()
        #expect(tuner.turn(.volume, by: -6, of: "right") == nil)
        var remarks: [String] = []
        try await poll("the cue to be rendered", within: .seconds(20)) {
            remarks += tuner.collect(into: scheduler)
            return tuner.edition == 1
        }
        #expect(try abs(peak() / before - 0.501) < 0.002)
        #expect(tuner.save(TriedTimings([])) == "saved right.ahap in \(scratch.file("made/here"))")
        #expect(remarks.isEmpty)
        try FileManager.default.removeItem(atPath: "\(folder)/pocket/right.ahap")
        try Data(contentsOf: URL(fileURLWithPath: scratch.file("made/here/right.ahap")))
            .write(to: URL(fileURLWithPath: "\(folder)/pocket/right.ahap"), options: .atomic)
        try await poll("the folder to be read again", within: .seconds(20)) {
            remarks += tuner.collect(into: scheduler)
            return tuner.edition == 2
        }
        // Turned twice: by the file, and by the knob.
        #expect(try abs(peak() / before - 0.251) < 0.002)
        #expect(remarks == ["the cues in \(folder)/pocket were read again"])
    }

    @Test func `timings end where their range does, and are saved where they are not as designed`() throws {
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
