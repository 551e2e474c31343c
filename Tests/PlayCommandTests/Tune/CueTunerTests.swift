import Foundation
import TestTraits
import Testing
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudPatterns
import ThudPlayback
import ThudTestSupport

@testable import thud

/// Cues that are changed and saved while a scheduler plays them.
@Suite(.live) struct CueTunerTests {
    private static let start = Instant(nanoseconds: 1_000_000_000)

    /// A copy of the folder of Out of Pocket, whose `right` names `tick.wav`.
    private let folder: String
    private let scratch: ScratchDirectory
    private let scheduler: FeedbackScheduler
    private let sampleRate: Int

    init() throws {
        var surroundings = try Surroundings()
        folder = try surroundings.copyAssets() + "/Sounds/pocket"
        scratch = surroundings.scratch
        let engine = try Engine.virtual()
        sampleRate = engine.sampleRate
        scheduler = FeedbackScheduler(
            engine: engine, library: try CueLibrary(folder: folder, sampleRate: engine.sampleRate),
            settings: FeedbackSettings())
    }

    private func tuner(savingInto target: String? = nil) throws -> CueTuner {
        try CueTuner(folder: folder, sampleRate: sampleRate, savingInto: target ?? scratch.file("made/here"))
    }

    private func sound() throws -> [Float] { try #require(scheduler.envelope(of: "pocket/right")?.sound) }
    private func peak() throws -> Float { try #require(sound().max()) }

    /// Collects until a condition holds, by the clock or at an instant, and returns the remarks.
    ///
    /// Each remark is returned once, and conditions allow more readings than expected. If another test starts a program
    /// while a file is written, that program holds the file open for a moment. The system then reports the save a
    /// second time, and the folder is read once more.
    private func collect(
        _ tuner: CueTuner, until what: String, at now: Instant? = nil, _ isSo: (CueTuner) -> Bool
    ) async throws -> Set<String> {
        var remarks: Set<String> = []
        try await poll(what, within: .seconds(20)) {
            remarks.formUnion(tuner.collect(into: scheduler, now: now ?? .now()))
            return isSo(tuner)
        }
        return remarks
    }

    /// Saves a file of the folder atomically, unchanged or with the contents of another.
    private func save(_ name: String, as other: String? = nil) throws {
        try SourceFile.write(SourceFile.read("\(folder)/\(other ?? name)"), to: "\(folder)/\(name)")
    }

    @Test func `a scheduler plays changed cues, and files saved in the folder`() async throws {
        let tuner = try tuner()
        let before = try peak()
        #expect(tuner.turn(.volume, by: -6, of: "right") == nil)
        let silence = try await collect(tuner, until: "the cue to be rendered") { $0.revision >= 1 }
        #expect(try abs(peak() / before - 0.501) < 0.002)
        #expect(silence.isEmpty)
        #expect(tuner.save(TriedTimings([])) == "saved right.ahap, tick.wav in \(scratch.file("made/here"))")
        try SourceFile.write(SourceFile.read(scratch.file("made/here/right.ahap")), to: "\(folder)/right.ahap")
        let remarks = try await collect(tuner, until: "the changes by the file and by the knob to be heard") { _ in
            (try? abs(peak() / before - 0.251) < 0.002) == true
        }
        #expect(remarks == ["reloaded the cues in \(folder)"])
    }

    @Test func `a saved sound is heard`() async throws {
        let tuner = try tuner()
        let before = try sound()
        try save("tick.wav", as: "chime.wav")
        let remarks = try await collect(tuner, until: "the folder to be read again") { $0.revision >= 1 }
        #expect(remarks == ["reloaded the cues in \(folder)"])
        #expect(try sound() != before)
    }

    @Test func `a folder that was moved away and is back is read again`() async throws {
        let tuner = try tuner()
        let before = try sound()
        let away = "\(folder)-away"
        #expect(rename(folder, away) == 0)
        #expect(tuner.collect(into: scheduler).isEmpty)
        try SourceFile.write(SourceFile.read("\(away)/chime.wav"), to: "\(away)/tick.wav")
        #expect(rename(away, folder) == 0)
        let remarks = try await collect(tuner, until: "the folder to be read again") { $0.revision >= 1 }
        #expect(remarks == ["reloaded the cues in \(folder)"])
        #expect(try sound() != before)
    }

    @Test func `a missing sound is reported, and heard once it exists`() async throws {
        let tuner = try tuner()
        let sound = try SourceFile.read("\(folder)/tick.wav")
        try FileManager.default.removeItem(atPath: "\(folder)/tick.wav")
        try save("right.ahap")
        var remarks: [String] = []
        try await poll("the missing sound to be told", within: .seconds(20)) {
            remarks += tuner.collect(into: scheduler)
            return !remarks.isEmpty
        }
        #expect(remarks.count == 1 && remarks[0].contains("tick.wav") && tuner.revision == 0)
        try SourceFile.write(sound, to: "\(folder)/tick.wav")
        let repaired = try await collect(tuner, until: "the folder to be read again") { $0.revision >= 1 }
        #expect(repaired == ["reloaded the cues in \(folder)"])
    }

    @Test func `a pattern that an editor removes for a moment is not reported`() async throws {
        let tuner = try tuner()
        #expect(rename("\(folder)/right.ahap", "\(folder)/right.ahap~") == 0)
        try save("catalog.json")
        var remarks = try await collect(tuner, until: "the pattern to be missing", at: Self.start) {
            $0.nextDeadline == Self.start + .milliseconds(200)
        }
        remarks.formUnion(tuner.collect(into: scheduler, now: Self.start + .milliseconds(199)))
        #expect(remarks.isEmpty)
        #expect(rename("\(folder)/right.ahap~", "\(folder)/right.ahap") == 0)
        remarks = try await collect(tuner, until: "the pattern to be there", at: Self.start + .milliseconds(199)) {
            $0.revision >= 1
        }
        #expect(remarks == ["reloaded the cues in \(folder)"] && tuner.nextDeadline == nil)
    }

    @Test func `a pattern missing for longer is reported once`() async throws {
        let tuner = try tuner()
        #expect(rename("\(folder)/right.ahap", "\(folder)/right.ahap~") == 0)
        try save("catalog.json")
        _ = try await collect(tuner, until: "the pattern to be missing", at: Self.start) { $0.nextDeadline != nil }
        var remarks: [String] = []
        let later = Self.start + .milliseconds(200)
        try await poll("the failure to be told", within: .seconds(20)) {
            remarks += tuner.collect(into: scheduler, now: later)
            return !remarks.isEmpty
        }
        #expect(remarks.count == 1 && remarks[0].contains("the pattern \(folder)/right.ahap is missing"))
        #expect(tuner.nextDeadline == nil && tuner.collect(into: scheduler, now: later).isEmpty)
    }

    @Test func `neither unrelated files nor our own saves cause a new reading`() async throws {
        // As in `collect`, the system may report a save a second time. This is rare, so that one try of three is free
        // of it.
        for _ in 0..<3 {
            let tuner = try tuner(savingInto: folder)
            for name in ["notes.txt", "right.ahap~", ".right.ahap.swp", "timing.json"] {
                try SourceFile.write(Array("{".utf8), to: "\(folder)/\(name)")
            }
            #expect(tuner.turn(.volume, by: -6, of: "right") == nil)
            #expect(tuner.save(TriedTimings([])) == "saved right.ahap in \(folder)")
            var remarks = try await collect(tuner, until: "the cue to be rendered") { $0.revision >= 1 }
            for _ in 0..<20 {
                remarks.formUnion(tuner.collect(into: scheduler))
                try await Task.sleep(for: .milliseconds(10))
            }
            if remarks.isEmpty && tuner.revision == 1 { return }
        }
        Issue.record("the folder was read again in each of three tries")
    }

    @Test func `a folder written to during a reading is read once more, and nothing is applied twice`()
        async throws
    {
        let tuner = try tuner(savingInto: folder)
        let before = try peak()
        #expect(tuner.turn(.volume, by: -6, of: "right") == nil)
        try save("catalog.json")
        // This requests the reading; the save comes while it is in progress or not yet collected.
        var remarks = tuner.collect(into: scheduler)
        #expect(tuner.save(TriedTimings([])) == "saved right.ahap in \(folder)")
        try await poll("the folder to be read again", within: .seconds(20)) {
            remarks += tuner.collect(into: scheduler)
            return !remarks.isEmpty
        }
        #expect(remarks == ["reloaded the cues in \(folder)"])
        #expect(tuner.cues.tuned.isEmpty)
        #expect(try abs(peak() / before - 0.501) < 0.002)
    }

    private static let timings = [
        GameDescription.Timing(
            "least", title: "least", usual: .seconds(1), range: .zero ... .seconds(2), step: .milliseconds(100))
    ]

    @Test func `resetting a saved cue writes the original back once`() throws {
        let tuner = try tuner()
        let target = scratch.file("made/here")
        var timings = TriedTimings(Self.timings)
        #expect(tuner.save(timings) == "nothing has changed, so there is nothing to save")
        #expect(!SourceFile.exists(target))
        #expect(tuner.turn(.volume, by: -6, of: "right") == nil)
        _ = timings.turn(Self.timings[0], by: -1)
        #expect(tuner.save(timings) == "saved right.ahap, tick.wav, timing.json in \(target)")
        tuner.restore("right")
        timings.restore(Self.timings[0])
        #expect(tuner.save(timings) == "saved right.ahap, timing.json in \(target)")
        #expect(try SourceFile.read("\(target)/right.ahap") == SourceFile.read("\(folder)/right.ahap"))
        #expect(scratch.text(of: "made/here/timing.json") == "{}\n")
        #expect(tuner.save(timings) == "nothing has changed, so there is nothing to save")
    }

    @Test func `if a file cannot be written, the written ones are named`() throws {
        let tuner = try tuner()
        let target = scratch.file("made/here")
        _ = try scratch.directory("made/here/timing.json")
        #expect(tuner.turn(.volume, by: -6, of: "right") == nil)
        var timings = TriedTimings(Self.timings)
        _ = timings.turn(Self.timings[0], by: -1)
        let words = tuner.save(timings)
        #expect(
            words.hasPrefix("saved only right.ahap, tick.wav in \(target): \(target)/timing.json: cannot be written"))
        let nowhere = try CueTuner(folder: folder, sampleRate: sampleRate, savingInto: "/dev/null/there")
        #expect(nowhere.turn(.volume, by: -6, of: "right") == nil)
        #expect(nowhere.save(TriedTimings([])).hasPrefix("not saved: /dev/null/there: the folder cannot be created"))
    }

    @Test func `without file watching the error is reported, and knobs still work`() async throws {
        let tuner = try CueTuner(
            folder: folder, sampleRate: sampleRate, savingInto: scratch.file("made"),
            watching: .failure(ThudError(.badInput, "cannot watch files: too many")))
        #expect(
            tuner.collect(into: scheduler) == ["changed files are not reloaded: cannot watch files: too many"])
        #expect(tuner.turn(.volume, by: -6, of: "right") == nil)
        let remarks = try await collect(tuner, until: "the cue to be rendered") { $0.revision >= 1 }
        #expect(remarks.isEmpty)
    }
}

/// The error for a file watch that cannot be created.
@Suite struct FileWatchTests {
    @Test func `the error of a file watch says how to do without it`() {
        let advised = #expect(throws: ThudError.self) { try FileWatch(advice: "leave out --watch", descriptor: -1) }
        #expect(advised?.description.hasPrefix("cannot watch files: ") == true)
        #expect(advised?.description.hasSuffix("; leave out --watch") == true)
        let bare = #expect(throws: ThudError.self) { try FileWatch(descriptor: -1) }
        #expect(bare?.description.contains(";") == false)
    }
}
