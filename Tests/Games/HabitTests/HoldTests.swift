import Testing
import ThudCore
import ThudGameKit

@testable import ThudHabit

/// A ring fills in two seconds and runs back in 300 ms, and its completion plays on its exact frame.
@Suite struct HoldTests {
    @Test func `a hold of two seconds closes the ring, and its cue is scheduled at the press`() {
        var rig = HabitRig()
        rig.act(.press, at: .ms(100))
        #expect(rig.scheduled == [.ms(2_100)])
        rig.pass(to: .ms(2_099))
        #expect(!rig.isDone(at: .ms(2_099)))
        rig.pass(to: .ms(2_100))
        #expect(rig.isDone(at: .ms(2_100)) && rig.scheduled == [.ms(2_100)])
        rig.act(.release, at: .ms(2_300))
        #expect(rig.scheduled == [.ms(2_100)] && rig.count(of: .complete) == 0)
        #expect(rig.share(at: .ms(2_300)) == 1)
    }

    @Test(arguments: [0, 1, 333_333, 12_345_678_901] as [Int64])
    func `the completion is 96,000 frames after the press at 48 kHz`(offset: Int64) throws {
        var rig = HabitRig()
        let press = Interval(nanoseconds: offset)
        rig.act(.press, at: press)
        let due = try #require(rig.scheduled.first)
        // A stream whose frame 1,000 leaves the output at the press.
        let clock = StreamClock(frame: Frame(1_000), instant: HabitRig.at(press), sampleRate: 48_000)
        #expect(clock.frame(at: HabitRig.at(due)) - clock.frame(at: HabitRig.at(press)) == 96_000)
    }

    @Test(arguments: 1...99)
    func `after an early release a ring runs back to empty within 300 ms, and never forward`(percent: Int64) {
        var rig = HabitRig()
        let release = Interval.ms(20 * percent)
        rig.hold(from: .zero, to: release)
        // At 99 % it is released exactly 20 ms before its end, which counts as full.
        guard percent < 99 else {
            rig.pass(to: .ms(2_000))
            return #expect(rig.isDone(at: .ms(2_000)) && rig.scheduled == [.ms(2_000)])
        }
        #expect(rig.scheduled.isEmpty)
        #expect(abs(rig.share(at: release) - Double(percent) / 100) < 1e-9)
        var before = rig.share(at: release)
        for time in stride(from: 1, through: 300, by: 1) as StrideThrough<Int64> {
            rig.pass(to: release + .ms(time))
            let share = rig.share(at: release + .ms(time))
            #expect(share <= before)
            let left = 1 - Double(time) / 300
            #expect(abs(share - Double(percent) / 100 * left * left * left) < 1e-9)
            before = share
        }
        #expect(before == 0 && !rig.round.isAnyMoving && !rig.isDone(at: release + .ms(300)))
    }

    @Test func `a release 20 ms before the end counts, and one nanosecond earlier does not`() {
        var forgiven = HabitRig()
        forgiven.hold(from: .zero, to: .ms(1_980))
        #expect(forgiven.scheduled == [.ms(2_000)])
        #expect(forgiven.share(at: .ms(1_990)) > 0.99)
        forgiven.pass(to: .ms(2_000))
        #expect(forgiven.isDone(at: .ms(2_000)))

        var late = HabitRig()
        late.hold(from: .zero, to: .ms(1_980) - .nanosecond)
        late.pass(to: .seconds(5))
        #expect(late.scheduled.isEmpty && !late.isDone(at: .seconds(5)))
    }

    @Test func `a ring pressed again while it runs back fills from its current share`() {
        var rig = HabitRig()
        rig.hold(from: .zero, to: .ms(1_000))
        rig.pass(to: .ms(1_075))
        let share = rig.share(at: .ms(1_075))
        #expect(abs(share - 0.5 * 27 / 64) < 1e-9)
        rig.act(.press, at: .ms(1_075))
        #expect(abs(rig.share(at: .ms(1_075)) - share) < 1e-9)
        let due = Interval.ms(1_075) + .seconds(2 * (1 - share))
        #expect(rig.scheduled == [due])
        rig.pass(to: due)
        #expect(rig.isDone(at: due))
        // It is the same voice: begun once, and ended once.
        let begun = rig.effects.count { if case .begin = $0.effect { true } else { false } }
        let ended = rig.effects.count { if case .end = $0.effect { true } else { false } }
        #expect(begun == 1 && ended == 1)
    }

    @Test func `two rings cannot be held at once, but another can be pressed while one runs back`() {
        var rig = HabitRig()
        rig.act(.press, at: .zero)
        rig.act(.aim(1), at: .ms(100))
        // Nothing is lost silently: an effect reports the ignored press.
        let second = rig.act(.press, at: .ms(100))
        #expect(second == [.ignored(.hold)] && rig.round.held == 1 && rig.round.chosen == 0)
        let activated = rig.act(.activate, at: .ms(110))
        #expect(activated.cues == [.complete] && activated.contains(.cancelScheduled))

        var other = HabitRig()
        other.hold(from: .zero, to: .ms(900))
        other.act(.aim(1), at: .ms(950))
        other.act(.press, at: .ms(950))
        #expect(other.round.held == 2 && other.share(1, at: .ms(1_000)) > 0)
        other.pass(to: .ms(2_950))
        #expect(other.isDone(2, at: .ms(2_950)) && !other.isDone(1, at: .ms(2_950)))
        #expect(other.share(1, at: .ms(1_200)) == 0)
    }

    @Test func `pressing a closed ring plays only the button cue`() {
        var rig = HabitRig()
        rig.hold(from: .zero, to: .ms(2_100))
        let effects = rig.act(.press, at: .ms(3_000))
        #expect(effects.unspoken == [.cue(.button)])
        rig.act(.release, at: .ms(6_000))
        #expect(rig.round.book.habits[0].completions.count == 1)
    }

    @Test(arguments: [
        HabitSettings(isSingle: true), HabitSettings(RoundSetup(mode: "day", seed: 1, reduceMotion: true)),
    ])
    func `a single press closes a ring if holding is off, without a growing haptic`(settings: HabitSettings) {
        var rig = HabitRig(settings: settings)
        let effects = rig.act(.press, at: .ms(100))
        #expect(effects.unspoken == [.cue(.complete, tint: Accent.allCases[0].colour)])
        #expect(rig.isDone(at: .ms(100)) && rig.share(at: .ms(100)) == 1)
    }

    @Test func `a completion flashes in the accent of its habit, held or not, and in the guide in its ring's`() {
        var rig = HabitRig()
        rig.act(.choose(1), at: .ms(1))
        let tint = Accent.allCases[1].colour
        #expect(rig.act(.press, at: .ms(100)).contains(.schedule(.complete, at: HabitRig.at(.ms(2_100)), tint: tint)))
        #expect(rig.act(.activate, at: .ms(200)).contains(.cue(.complete, tint: tint)))
        rig.act(.guide, at: .ms(300))
        rig.act(.activate, at: .ms(400))
        #expect(rig.act(.activate, at: .ms(500)).contains(.cue(.complete, tint: Accent.blue.colour)))
    }

    @Test func `the option activation selects single presses`() {
        #expect(HabitSettings(RoundSetup(mode: "day", seed: 1, options: ["activation": "single"])).isSingle)
        #expect(!HabitSettings(RoundSetup(mode: "day", seed: 1, options: ["activation": "hold"])).isSingle)
        #expect(!HabitSettings(RoundSetup(mode: "day", seed: 1)).isSingle)
    }

    @Test func `every press of a ring is answered once`() {
        var rig = HabitRig()
        rig.hold(from: .zero, to: .ms(500))
        rig.hold(from: .ms(600), to: .ms(3_000))
        rig.act(.step(1), at: .ms(3_100))
        rig.act(.press, at: .ms(3_200))
        rig.reduce(.interruption, at: .ms(3_500))
        let kinds = rig.effects.compactMap { if case .show(let moment) = $0.effect { moment.kind } else { nil } }
        #expect(kinds.filter { $0 != .note } == [.prompt, .answer, .prompt, .answer, .prompt, .answer])
    }

    @Test func `an interruption cancels the completion and ends the cue within 40 ms`() {
        var rig = HabitRig()
        rig.act(.press, at: .zero)
        rig.pass(to: .ms(700))
        let effects = rig.reduce(.interruption, at: .ms(700))
        #expect(effects.contains(.cancelScheduled) && effects.contains(.end(LiveKey(1), fade: .ms(40))))
        #expect(rig.round.stage == .paused && rig.share(at: .ms(700)) == 0)
        let pressed = rig.act(.press, at: .ms(800))
        #expect(pressed.isEmpty)
        rig.reduce(.press(.resume), at: .ms(900))
        rig.hold(from: .ms(1_000), to: .ms(3_100))
        #expect(rig.isDone(at: .ms(3_000)))
    }
}
