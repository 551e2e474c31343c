import Glibc
import TestTraits
import Testing
import ThudCore
import ThudCues
import ThudPlayback
import ThudTestSupport

@testable import ThudFeedback

@Suite(.timed) struct FeedbackSchedulerTests {
    /// Returns the largest difference between `recorded` from `frame` on and the expected samples; infinite if it ends
    /// early.
    private func error(_ recorded: [Float], from frame: Frame, _ expected: [Float]) -> Float {
        guard recorded.count >= Int(frame.index) + expected.count else { return .infinity }
        return zip(recorded[Int(frame.index)...], expected).map { abs($0 - $1) }.max() ?? 0
    }

    /// A step of 24 bits, and the rounding of the sums before it.
    private static let exact: Float = 2 / Float(1 << 23)

    @Test func `sound and haptics of a trigger start on the same frame`() throws {
        let rig = try FeedbackRig()
        let now = Instant.now()
        let handle = try #require(rig.scheduler.trigger("test/both", cause: now - .milliseconds(3), now: now))
        #expect(handle.plan.soundGain == 1 && handle.plan.driveGain == 1)
        let report = try #require(try rig.reports(1).first)
        #expect(report.id == handle.id)
        #expect(report.receipt.outcome.isHeard && !report.isScheduled && report.hapticReceipt == nil)
        #expect(report.latency > .zero && report.sinceCause == report.latency + .milliseconds(3))
        #expect(rig.scheduler.pendingCount == 0)
        let main = try rig.recordings().main
        let frame = report.receipt.frame
        #expect(main[0].firstIndex { $0 != 0 } == Int(frame.index))
        // The drive of a tap is a sine, and starts at zero.
        #expect(main[2].firstIndex { $0 != 0 } == Int(frame.index) + 1)
        for (channel, track) in [(0, 0), (1, 1), (2, 3)] {
            #expect(error(main[channel], from: frame, FeedbackRig.tracks[track]) <= FeedbackSchedulerTests.exact)
        }
    }

    @Test func `an interruption silences playing and scheduled cues, including haptics`() throws {
        let library = try CueLibrary(folder: kapeFolder, sampleRate: FeedbackRig.sampleRate)
        let rig = try FeedbackRig(library: library)
        try #require(rig.scheduler.trigger("kape/times-up", cause: .now(), now: .now()) != nil)
        _ = try rig.reports(1)
        rig.scheduler.schedule("kape/tick", cause: .now(), due: .now() + .seconds(1), by: rig.scheduler.clocks)
        usleep(100_000)
        let now = Instant.now()
        rig.scheduler.silence(now: now)
        let silent = Int(rig.scheduler.clocks.main.frame(at: now + .milliseconds(50)).index)
        let report = try #require(try rig.reports(1).first)
        #expect(report.receipt.outcome == .cancelled && Set(report.plan.changes.map(\.rule)) == [.paused])
        let length = try #require(library.cues["kape/times-up"]).clip.length
        let main = try rig.recordings().main
        for channel in [0, 1, 2] {
            let sounding = main[channel].prefix(silent)
            #expect(sounding.contains { $0 != 0 } && sounding.count < length)
            #expect(main[channel].dropFirst(silent).allSatisfy { $0 == 0 })
        }
    }

    @Test func `a key press that a lock ignores is reported by part and not heard`() throws {
        let rig = try FeedbackRig()
        rig.scheduler.ignore("test/both", cause: .now(), now: .now())
        rig.scheduler.ignore("test/nothing", cause: .now(), now: .now())
        let report = try #require(try rig.reports(1).first)
        #expect(report.receipt.outcome == .locked && report.plan.isSilent && !report.receipt.outcome.isMissed)
        #expect(report.plan.changes.filter { $0.rule == .locked && $0.effect == .leftOut }.map(\.part).count == 3)
        #expect(rig.scheduler.lostTriggers == 1 && rig.scheduler.pendingCount == 0)
        #expect(try rig.recordings().main.allSatisfy { $0.allSatisfy { $0 == 0 } })
    }

    @Test func `a flash takes the requested colour, and a cue without a flash gets none`() throws {
        let library = try CueLibrary(folder: kapeFolder, sampleRate: FeedbackRig.sampleRate)
        let rig = try FeedbackRig(library: library)
        let tint = Colour(0x123456)
        let own = try #require(library.cues["kape/correct"]?.cue.flash)
        let plain = try #require(rig.scheduler.trigger("kape/correct", cause: .now(), now: .now())?.plan.light)
        #expect(plain.flash == own && own.colour != tint)
        let tinted = try #require(
            rig.scheduler.trigger("kape/correct", cause: .now(), now: .now(), tint: tint)?.plan.light)
        #expect(tinted.flash.colour == tint && tinted.brightness == plain.brightness)
        #expect(tinted.flash.seconds == own.seconds && tinted.flash.opacity == own.opacity)
        #expect(try #require(library.cues["kape/button"]).cue.flash == nil)
        let button = try #require(rig.scheduler.trigger("kape/button", cause: .now(), now: .now(), tint: tint))
        #expect(button.plan.light == nil)
        #expect(try rig.reports(3).map { $0.plan.light?.flash.colour } == [own.colour, tint, nil])
        let due = Instant.now() + .milliseconds(100)
        rig.scheduler.schedule("kape/correct", cause: due, due: due, by: rig.scheduler.clocks, tint: tint)
        #expect(try rig.reports(1).map { $0.plan.light?.flash.colour } == [tint])
    }

    @Test func `Kape's cues keep sound and haptics together in the mix`() throws {
        let library = try CueLibrary(folder: kapeFolder, sampleRate: FeedbackRig.sampleRate)
        let rig = try FeedbackRig(library: library)
        let clocks = rig.scheduler.clocks
        let names = library.cues.keys.sorted()
        var due = Instant.now() + .milliseconds(300)
        for name in names {
            let prepared = try #require(library.cues[name])
            rig.scheduler.schedule(name, cause: due, due: due, by: clocks)
            due = due + .seconds(Double(prepared.clip.length) / Double(FeedbackRig.sampleRate)) + .milliseconds(10)
        }
        let reports = try rig.reports(names.count)
        let main = try rig.recordings().main
        #expect(reports.map(\.name) == names)
        for report in reports {
            let tracks = try #require(library.cues[report.name]).clip.tracks
            #expect(report.receipt.outcome == .played)
            for (channel, track) in [(0, 0), (1, 1), (2, 3)] {
                // The soft clipper bends a loud cue a little, but never moves it.
                let quiet = tracks[track].map { abs($0) > 0.9 ? ($0 < 0 ? -0.9 : 0.9) : $0 }
                #expect(error(main[channel], from: report.receipt.frame, quiet) < 0.1, "\(report.name)")
                let start = Array(quiet.prefix(48))
                #expect(error(main[channel], from: report.receipt.frame, start) <= FeedbackSchedulerTests.exact)
            }
        }
    }

    @Test func `cues scheduled with one clock reading keep their exact distance`() throws {
        let rig = try FeedbackRig()
        let clocks = rig.scheduler.clocks
        let due = Instant.now() + .milliseconds(500)
        for step in 0..<4 as Range<Int64> {
            let instant = due + .milliseconds(250) * step
            try #require(rig.scheduler.schedule("test/both", cause: instant, due: instant, by: clocks) != nil)
        }
        #expect(rig.scheduler.pendingCount == 4)
        let reports = try rig.reports(4)
        #expect(reports.allSatisfy { $0.isScheduled && $0.receipt.outcome == .played })
        // A cue is never early. It is late by the rounding up to a frame and by the clock's drift since.
        #expect(reports.allSatisfy { abs($0.latency.nanoseconds) < 1_000_000 })
        let frames = reports.map(\.receipt.frame.index)
        #expect(zip(frames.dropFirst(), frames).map { $0 - $1 } == [12_000, 12_000, 12_000])
        let main = try rig.recordings().main
        for frame in frames {
            #expect(error(main[0], from: Frame(frame), FeedbackRig.tracks[0]) <= FeedbackSchedulerTests.exact)
        }
    }

    @Test func `a cue that was due in the past plays late and is reported as late`() throws {
        let rig = try FeedbackRig()
        let clocks = rig.scheduler.clocks
        let due = Instant.now() - .milliseconds(20)
        rig.scheduler.schedule("test/both", cause: due, due: due, by: clocks)
        let report = try #require(try rig.reports(1).first)
        #expect(report.receipt.outcome == .late)
        #expect(report.latency > .milliseconds(20))
        try rig.engine.stop()
    }

    @Test func `a cancelled cue is reported as cancelled and never heard`() throws {
        let rig = try FeedbackRig()
        let due = Instant.now() + .seconds(5)
        rig.scheduler.schedule("test/both", cause: due, due: due, by: rig.scheduler.clocks)
        rig.scheduler.cancelScheduled(now: .now())
        let report = try #require(try rig.reports(1).first)
        #expect(report.receipt.outcome == .cancelled)
        #expect(rig.scheduler.lostTriggers == 0 && rig.scheduler.pendingCount == 0)
        let main = try rig.recordings().main
        #expect(main.allSatisfy { $0.allSatisfy { $0 == 0 } })
    }

    @Test func `a cue triggered on two devices is not cancelled while it waits`() throws {
        let rig = try FeedbackRig(hasHapticEngine: true)
        let now = Instant.now()
        rig.scheduler.trigger("test/both", cause: now, now: now)
        rig.scheduler.cancelScheduled(now: .now())
        let report = try #require(try rig.reports(1).first)
        #expect(report.receipt.outcome.isHeard)
        #expect(report.hapticReceipt?.outcome.isHeard == true)
        _ = try rig.recordings()
    }

    @Test func `an unknown cue is counted as lost`() throws {
        let rig = try FeedbackRig()
        let now = Instant.now()
        let clocks = rig.scheduler.clocks
        #expect(rig.scheduler.trigger("test/nothing", cause: now, now: now) == nil)
        #expect(rig.scheduler.schedule("", cause: now, due: now, by: clocks) == nil)
        #expect(rig.scheduler.lostTriggers == 2 && rig.scheduler.pendingCount == 0)
        try rig.engine.stop()
    }

    /// Settings, and the gains that they give sound, heard haptics and drive at volume 0.5.
    static let rows: [(settings: FeedbackSettings, gains: [Float])] = [
        (FeedbackSettings(haptics: .drive, volume: 0.5), [0.5, 0, 1]),
        (FeedbackSettings(haptics: .heard, volume: 0.5), [0.5, 0.5 * 0.316_227_77, 1]),
        (FeedbackSettings(haptics: .off, volume: 0.5), [0.5 * 1.412_537_5, 0, 0]),
        (FeedbackSettings(soundOn: false, haptics: .drive, volume: 0.5), [0, 0, 1]),
        (FeedbackSettings(soundOn: false, haptics: .heard, volume: 0.5), [0, 0.5, 1]),
        (FeedbackSettings(haptics: .drive, silent: true, volume: 0.5), [0, 0, 1]),
        (FeedbackSettings(soundOn: false, haptics: .off, volume: 0.5), [0, 0, 0]),
    ]

    @Test func `a setting that is off is off in the mix from the next trigger on`() throws {
        let rig = try FeedbackRig()
        var frames: [Frame] = []
        for row in FeedbackSchedulerTests.rows {
            rig.scheduler.settings = row.settings
            let now = Instant.now()
            rig.scheduler.trigger("test/both", cause: now, now: now)
            frames.append(try #require(try rig.reports(1).first).receipt.frame)
            try holdOn("the voice to end", within: FeedbackRig.patience) { rig.engine.voiceCount == 0 }
        }
        let main = try rig.recordings().main
        let tracks = FeedbackRig.tracks
        for (frame, row) in zip(frames, FeedbackSchedulerTests.rows) {
            let heard = tracks[0].indices.map { index in
                row.gains[0] * tracks[0][index] + row.gains[1] * (index < tracks[2].count ? tracks[2][index] : 0)
            }
            #expect(error(main[0], from: frame, heard) < 1e-6, "\(row.settings)")
            #expect(error(main[2], from: frame, tracks[3].map { row.gains[2] * $0 }) < 1e-6, "\(row.settings)")
        }
    }

    @Test func `haptics on a device of their own start at the same instant`() throws {
        let rig = try FeedbackRig(hasHapticEngine: true)
        var reports: [CueReport] = []
        for _ in 0..<10 {
            let now = Instant.now()
            rig.scheduler.trigger("test/both", cause: now, now: now)
            reports += try rig.reports(1)
        }
        // An audio thread that this machine delays may be late. All punctual pairs must agree.
        let pairs = reports.compactMap { report in report.hapticReceipt.map { (report.receipt, $0) } }
        #expect(pairs.count == 10)
        let punctual = pairs.filter { $0.outcome == .played && $1.outcome == .played }
        #expect(!punctual.isEmpty)
        for (main, haptic) in punctual {
            #expect(abs((main.predicted - haptic.predicted).nanoseconds) < 1_000_000)
        }
        let (main, haptic) = try rig.recordings()
        #expect(haptic[0].allSatisfy { $0 == 0 } && haptic[1].allSatisfy { $0 == 0 })
        #expect(haptic[2].contains { $0 != 0 } && main[0].contains { $0 != 0 })
        let frame = pairs[0].1.frame
        #expect(haptic[2].firstIndex { $0 != 0 } == Int(frame.index) + 1)
    }
}
