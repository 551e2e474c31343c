import TestTraits
import Testing
import ThudCore
import ThudCues
import ThudPatternRendering
import ThudPatterns
import ThudPlayback
import ThudSoundFiles
import ThudTestSupport

@testable import ThudFeedback

@Suite(.timed) struct ThinnedCueTests {
    /// `a/...` yields and `b/...` does not. Each has a tap, and all except `a/grab` have a sound.
    private static let library: CueLibrary = {
        var sound = HapticEvent(.audioCustom)
        sound.waveformPath = "sound"
        let tap = HapticEvent(.transient, intensity: 0.5, sharpness: 0.5)
        let both = HapticPattern([sound, tap])
        let samples = [Float](repeating: 0.25, count: 480)
        return CueLibrary(
            cues: [
                Cue(name: "a/grab", pattern: HapticPattern([tap]), yields: true),
                Cue(name: "a/spawn", pattern: both, flash: Flash(.white, seconds: 0.1), yields: true),
                Cue(name: "b/button", pattern: both, loudness: .quiet),
                Cue(name: "b/failure", pattern: both),
            ], sounds: PatternSounds(["sound": Sound(sampleRate: FeedbackRig.sampleRate, channels: [samples])]),
            sampleRate: FeedbackRig.sampleRate)
    }()

    /// Returns the outcomes of triggers whose causes are these milliseconds after one instant, however late each is
    /// requested.
    private func told(_ causes: [(name: String, milliseconds: Int64)], isThinning: Bool = true) throws -> [String] {
        let rig = try FeedbackRig(library: Self.library)
        rig.scheduler.isThinning = isThinning
        let start = Instant.now()
        for cause in causes {
            let handle = rig.scheduler.trigger(
                cause.name, cause: start + .milliseconds(cause.milliseconds), now: .now())
            try #require(handle != nil)
        }
        #expect(rig.scheduler.pendingCount == causes.count)
        let reports = try rig.reports(causes.count).sorted { $0.id < $1.id }
        #expect(rig.scheduler.pendingCount == 0 && rig.scheduler.lostTriggers == 0)
        let main = try rig.recordings().main
        let felt = reports.filter { $0.plan.driveGain > 0 }.count
        #expect(main[2].contains { $0 != 0 } == (felt > 0))
        return reports.map { report in
            let fate = report.receipt.outcome == .thinned ? "left out" : report.plan.driveGain > 0 ? "whole" : "unfelt"
            return report.thinned.map { "\(fate): \($0.rawValue)" } ?? fate
        }
    }

    @Test func `the later of two cues within 60 ms is thinned, and its report says why`() throws {
        #expect(
            try told([("a/grab", 0), ("a/grab", 59), ("a/spawn", 40), ("a/spawn", 200)])
                == ["whole", "left out: crowded", "unfelt: crowded", "whole"])
    }

    @Test func `onsets beyond twelve in a second are thinned in the same way`() throws {
        let causes = (0..<14).map { ("a/grab", Int64($0) * 70) }
        #expect(
            try told(causes) == Array(repeating: "whole", count: 12) + Array(repeating: "left out: too-many", count: 2))
    }

    @Test func `without yields only minor cues are thinned, among themselves`() throws {
        #expect(
            try told([("b/button", 0), ("b/failure", 10), ("b/button", 59), ("b/failure", 60), ("b/button", 61)])
                == ["whole", "whole", "left out: crowded", "whole", "whole"])
    }

    @Test func `cues play in full if thinning is off`() throws {
        #expect(try told([("a/grab", 0), ("a/grab", 10)], isThinning: false) == ["whole", "whole"])
    }

    @Test func `a cancelled cue makes room again`() throws {
        let rig = try FeedbackRig(library: Self.library)
        let now = Instant.now()
        let due = now + .seconds(2)
        rig.scheduler.schedule("a/grab", cause: now, due: due, by: rig.scheduler.clocks)
        let crowded = rig.scheduler.schedule(
            "a/grab", cause: now, due: due + .milliseconds(20), by: rig.scheduler.clocks)
        #expect(crowded?.plan.isSilent == true && crowded?.plan.changes.map(\.rule).contains(.thinned) == true)
        let leftOut = try #require(try rig.reports(1).first)
        #expect(leftOut.receipt.outcome == .thinned && leftOut.receipt.predicted == due + .milliseconds(20))
        rig.scheduler.cancelScheduled(now: .now())
        rig.scheduler.schedule("a/grab", cause: now, due: due + .milliseconds(20), by: rig.scheduler.clocks)
        #expect(try rig.reports(2).map(\.receipt.outcome) == [.cancelled, .played])
    }
}
