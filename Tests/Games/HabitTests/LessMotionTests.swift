import Testing
import ThudCore
import ThudGameKit

@testable import ThudHabit

/// Less motion, requested in the middle of a day.
@Suite struct LessMotionTests {
    @Test func `reduced motion makes a press complete a habit at once, and full motion restores holding`() {
        var rig = HabitRig()
        rig.hold(from: .ms(0), to: .ms(500))
        rig.pass(to: .ms(1_000))
        #expect(rig.count(of: .complete) == 0)
        rig.reduce(.reduceMotion(true), at: .ms(1_000))
        #expect(rig.act(.press, at: .ms(1_100)).cues == [.complete] && rig.isDone(at: .ms(1_100)))
        rig.act(.release, at: .ms(1_150))
        rig.reduce(.reduceMotion(false), at: .ms(1_200))
        rig.act(.choose(1), at: .ms(1_300))
        rig.act(.press, at: .ms(1_400))
        #expect(rig.count(of: .complete) == 1 && rig.round.held != nil, "one ring at once, the next is held")
    }

    @Test func `a moving ring stops, with its cue and the cue scheduled for its end`() {
        for released in [false, true] {
            var rig = HabitRig()
            rig.act(.press, at: .ms(0))
            rig.pass(to: .ms(1_000))
            if released { rig.act(.release, at: .ms(1_000)) }
            rig.pass(to: .ms(1_100))
            let effects = rig.reduce(.reduceMotion(true), at: .ms(1_100))
            #expect(effects.contains { if case .end = $0 { true } else { false } })
            #expect(rig.scheduled.isEmpty && !rig.round.isAnyMoving && rig.share(at: .ms(1_100)) == 0)
            #expect(rig.reduce(.reduceMotion(true), at: .ms(1_200)).isEmpty, "it is so already")
            rig.pass(to: .ms(5_000))
            #expect(!rig.isDone(at: .ms(5_000)))
        }
    }

    @Test func `a pending result still appears`() {
        var rig = HabitRig(["Read"])
        rig.hold(from: .ms(0), to: .ms(2_100))
        rig.reduce(.reduceMotion(true), at: .ms(2_200))
        rig.pass(to: .ms(5_000))
        #expect(rig.round.stage == .finished)
    }

    @Test func `chosen single presses stay, whatever the motion setting`() {
        var rig = HabitRig(settings: HabitSettings(isSingle: true))
        rig.reduce(.reduceMotion(true), at: .ms(100))
        rig.reduce(.reduceMotion(false), at: .ms(200))
        #expect(rig.act(.press, at: .ms(300)).cues == [.complete])
    }
}
