import Foundation
import Testing
import ThudCore
import ThudGameKit
import ThudMagic

@Suite("Effects over the stage") struct MagicEffectTests {
    @Test func `an effect fades in within 120 ms and out within 250 ms, with one cue`() {
        var child = Child()
        let on = child.does(.effect(.snow))
        #expect(on.given == [.pulse] && on.begun == [.snow] && on.words == ["Snow on."])
        #expect(on.contains(.turn(LiveKey(1), .gain, to: 0, over: .zero)))
        #expect(on.contains(.turn(LiveKey(1), .gain, to: 1, over: .milliseconds(120))))
        let off = child.does(.effect(.snow))
        #expect(off.given == [.select] && off.contains(.end(LiveKey(1), fade: .milliseconds(250))))
        #expect(child.round.effects.isEmpty)
    }

    @Test func `each further effect is 4 dB quieter, and louder again if one before it ends`() throws {
        var child = Child()
        let gains = StageEffect.allCases.map { child.does(.effect($0)).turns(of: .gain).last ?? 0 }
        for (gain, decibels) in zip(gains, [0.0, -4, -8]) { #expect(abs(20 * log10(gain) - decibels) < 1e-9) }
        let off = child.does(.effect(.sparkles))
        let raised = off.turns(of: .gain).map { 20 * log10($0) }
        #expect(raised.count == 2 && abs(raised[0]) < 1e-9 && abs(raised[1] + 4) < 1e-9)
    }

    @Test func `every effect turned on and off a hundred times leaves no voice`() {
        var child = Child()
        var living: Set<LiveKey> = []
        for index in 0..<600 {
            for effect in child.does(.effect(StageEffect.allCases[index % 3]), after: Int64(index * 37 % 300)) {
                if case .begin(_, let key) = effect { #expect(living.insert(key).inserted) }
                if case .end(let key, _) = effect { #expect(living.remove(key) != nil) }
            }
        }
        #expect(living.isEmpty && child.round.effects.isEmpty)
    }

    @Test func `Reduce Motion stops the pulses of active effects and of new ones`() {
        var child = Child()
        child.does(.effect(.sparkles))
        #expect(child.round.nextDeadline != nil)
        let still = child.does(.set(.motion, "less"), after: 100)
        #expect(still.given == [.toggle] && child.round.nextDeadline == nil)
        #expect(child.does(.effect(.bubbles)).given == [.select] && child.round.nextDeadline == nil)
        #expect(child.does(.set(.motion, "full")).given == [.toggle])
        #expect(child.round.nextDeadline == child.now + .milliseconds(500))
        #expect(child.does(.set(.motion, "full"), after: 100).isEmpty, "it is so already")
    }

    @Test(arguments: StageEffect.allCases)
    func `an effect and its button pulse at its rate from its press`(
        effect: StageEffect
    ) throws {
        var child = Child()
        child.does(.effect(effect), after: 137)
        let start = child.now
        #expect(child.round.pulse(of: effect, at: start) == 1)
        for count in 1...10 as ClosedRange<Int64> {
            let due = try #require(child.round.nextDeadline)
            #expect(abs((due - start).seconds - Double(count) / effect.pulse) < 1e-6)
            #expect(abs((child.round.pulse(of: effect, at: due) ?? 0) - 1) < 1e-6)
            #expect(child.round.reduce(.tick, at: due).given == [.pulse])
        }
        // A late pulse plays only once.
        #expect(child.round.reduce(.tick, at: start + .seconds(100)).given == [.pulse])
        #expect(child.round.nextDeadline.map { $0 > start + .seconds(100) } == true)
        _ = child.round.reduce(.player(.effect(effect)), at: start + .seconds(100.1))
        #expect(child.round.nextDeadline == nil && child.round.pulse(of: effect, at: start) == nil)
    }

    @Test func `reduced motion stops pulses and the texture of a pinch during a round, and impacts stay`() {
        var child = Child.withCharacter()
        child.does(.effect(.sparkles))
        child.does(.pinch(0.2, nil))
        let still = child.round.reduce(.reduceMotion(true), at: child.now)
        #expect(still.given.isEmpty && child.round.nextDeadline == nil)
        #expect(still.ended == 1 && child.round.pinchStrength == 0 && child.round.options.reducesMotion)
        #expect(child.round.reduce(.reduceMotion(true), at: child.now).isEmpty, "it is so already")
        #expect(child.does(.pinch(0.2, nil)).begun.isEmpty && child.does(.pinch(9, nil)).given == [.stop])
        #expect(child.does(.action(.dance)).given == [.dance])
        #expect(child.round.reduce(.reduceMotion(false), at: child.now).isEmpty && child.round.nextDeadline != nil)
    }

    @Test func `reduced motion set in a pause is saved with the round, and resumed effects do not pulse`() throws {
        var child = Child()
        child.does(.effect(.snow))
        child.presses(.pause)
        #expect(child.round.reduce(.reduceMotion(true), at: child.now).isEmpty, "nothing is to be felt in a pause")
        let data = try JSONEncoder().encode(child.round.suspended(at: child.now))
        var restored = try JSONDecoder().decode(MagicRound.self, from: data)
        #expect(child.presses(.resume).begun == [.snow] && child.round.nextDeadline == nil)
        #expect(restored.reduce(.press(.resume), at: child.now).begun == [.snow] && restored.nextDeadline == nil)
    }

    @Test func `without pulses, a press is felt if an effect starts and if it ends`() {
        var child = Child(reduceMotion: true)
        let on = child.does(.effect(.snow))
        #expect(on.given == [.select] && on.begun == [.snow] && child.does(.effect(.snow)).given == [.select])
    }

    @Test func `an interruption silences within 40 ms and keeps everything, and a press resumes it`() {
        var child = Child.withCharacter()
        child.does(.effect(.sparkles))
        child.does(.grab(middle))
        child.does(.pinch(0.2, nil))
        let silence = child.round.reduce(.interruption, at: child.now)
        #expect(silence.first == .cancelScheduled && silence.ended == 2)
        #expect(silence.dropFirst().allSatisfy { if case .end(_, .milliseconds(40)) = $0 { true } else { false } })
        #expect(child.round.stage == .paused && child.does(.action(.jump)).isEmpty && child.waits(10_000).isEmpty)
        let resumed = child.presses(.resume)
        #expect(resumed.begun == [.sparkles] && resumed.given == [.select] && child.round.stage == .playing)
        let paused = child.presses(.pause)
        #expect(paused.given.touched == [.select] && paused.ended == 1, "a button without an action")
        child.presses(.resume)
        #expect(child.round.scene.characters.count == 1 && child.round.held == nil)
    }
}

@Suite("Faces and friends") struct MagicFaceTests {
    @Test(arguments: [("easy", 0.3), ("medium", 0.5), ("hard", 0.7)])
    func `a face makes magic at its threshold, and again after 300 ms at 0.1 below it`(
        name: String, threshold: Double
    ) {
        var child = Child.withCharacter(["sensitivity": name])
        func magic(_ strength: Double, after milliseconds: Int64 = 1_000) -> Bool {
            child.does(.face(.mouth, strength), after: milliseconds).given.first == .face
        }
        #expect(!magic(threshold - 0.001) && magic(threshold) && !magic(1))
        #expect(!magic(threshold - 0.099) && !magic(threshold), "not low enough")
        #expect(!magic(threshold - 0.101) && !magic(threshold, after: 299), "not for long enough")
        #expect(
            !magic(threshold - 0.101) && !magic(threshold - 0.05, after: 100) && !magic(threshold - 0.101, after: 250))
        #expect(!magic(threshold, after: 299), "counted anew")
        #expect(!magic(threshold - 0.101) && magic(threshold, after: 300))
    }

    @Test func `a smile sparkles, eyebrows wave and the mouth jumps, each with its cue after the face's`() {
        var child = Child.withCharacter()
        let smile = child.does(.face(.smile, 1))
        #expect(smile.given == [.face] && smile.begun == [.sparkles])
        child.does(.face(.smile, 0))
        let again = child.does(.face(.smile, 1))
        #expect(again.given.touched == [.face] && again.begun.isEmpty && child.round.effects == [.sparkles])
        #expect(child.does(.face(.eyebrows, 1)).given.touched == [.face, .wave])
        #expect(child.round.scene.characters[0].act?.action == .wave)
        #expect(child.does(.face(.mouth, 1)).given.touched == [.face, .jump])
        #expect(child.round.scene.characters[0].act?.action == .jump)
    }

    @Test func `nobody waves on an empty stage, and an unwatched face does nothing`() {
        var child = Child()
        #expect(child.does(.face(.mouth, 1)).given.isEmpty)
        child.does(.set(.face, "off"))
        #expect(child.does(.face(.smile, 1)).isEmpty && child.does(.face(.smile, .nan)).isEmpty)
    }

    @Test func `friends come and leave by name`() {
        var child = Child()
        let names = MagicRound.friendNames
        for name in names {
            let effects = child.does(.friend)
            #expect(effects.given == [.friend] && effects.words == ["\(name) plays with you."])
        }
        #expect(child.does(.friend).given.isEmpty && child.round.friends == names)
        for name in names.reversed() {
            let effects = child.does(.farewell)
            #expect(effects.given == [.farewell] && effects.words == ["\(name) waves goodbye."])
        }
        #expect(child.does(.farewell).isEmpty)
    }
}
