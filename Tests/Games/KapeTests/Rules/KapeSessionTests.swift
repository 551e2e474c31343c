import Testing
import ThudCore
import ThudGameKit
import ThudInput
import ThudKape

@Suite struct KapeSessionTests {
    private static let start = Instant(nanoseconds: 5_000_000_000_000)

    private static func session(
        bot: UInt64? = nil, script: String = "", settings: KapeSettings = KapeSettings(), seed: UInt64 = 1
    ) throws -> KapeSession {
        let dealer = CardDealer(cards: (0..<100).map { "card \($0)" }, seed: seed)
        return KapeSession(
            state: KapeState(settings: settings, dealer: dealer), seed: seed, bot: bot.map { KapeBot(seed: $0) },
            script: try InputScript(parsing: script, file: "script"), start: start)
    }

    private static func cues(_ effects: [SessionEffect]) -> [String] {
        effects.compactMap { effect in
            if case .cue(let cue, _) = effect.effect { cue.name } else { nil }
        }
    }

    private static func seconds(_ instant: Instant) -> Double { (instant - start).seconds }

    @Test func `a bot's round begins automatically, is played and ends`() throws {
        var session = try Self.session(bot: 42)
        let effects = session.advance(to: Self.start + .seconds(70))
        guard case .finished(let result) = session.round.phase else { return #expect(Bool(false)) }
        #expect(result.score + result.passes > 10)
        #expect(Self.cues(effects).count { $0 == "correct" } == result.score)
        let truth = session.model.truth.tilts.filter { $0.crossing != nil }
        #expect(truth.count { $0.kind == .tiltDown } >= result.score)
    }

    @Test func `the same seed plays the same round, whatever the steps of the clock`() throws {
        for seed in [1, 2, 3] as [UInt64] {
            var whole = try Self.session(bot: seed, seed: seed)
            let expected = whole.advance(to: Self.start + .seconds(70))
            #expect(expected.count > 20)

            var deadlines = try Self.session(bot: seed, seed: seed)
            var effects: [SessionEffect] = []
            while let next = deadlines.nextDeadline, next <= Self.start + .seconds(70) {
                effects += deadlines.advance(to: next)
            }
            #expect(effects == expected)

            var jitter = SeededGenerator(seed: seed)
            var ragged = try Self.session(bot: seed, seed: seed)
            effects = []
            var now = Self.start
            while now < Self.start + .seconds(70) {
                now = min(now + .seconds(jitter.between(0, 0.3)), Self.start + .seconds(70))
                effects += ragged.advance(to: now)
            }
            #expect(effects == expected)
        }
    }

    @Test func `other seeds play other rounds`() throws {
        var first = try Self.session(bot: 1, seed: 1)
        var second = try Self.session(bot: 2, seed: 2)
        #expect(first.advance(to: Self.start + .seconds(30)) != second.advance(to: Self.start + .seconds(30)))
    }

    @Test func `a bot thinks about each card, and laughs before it answers`() {
        var bot = KapeBot(seed: 5)
        var laughs = 0
        for _ in 0..<100 {
            let moves = bot.answer(cardShownAt: Self.start)
            let after = moves.map { Self.seconds($0.instant) }
            #expect(after == after.sorted() && after[0] >= 0.3 && after[after.count - 1] >= 1.5, "\(after)")
            #expect(moves.dropLast().allSatisfy { $0.gesture == .laugh } && moves.last?.gesture != .laugh)
            laughs += moves.count - 1
        }
        #expect((10...60).contains(laughs))
    }

    @Test func `each detected gesture is reported by its sample before the round receives it`() throws {
        var session = try Self.session(bot: 3)
        var detections: Set<Instant> = []
        let effects = session.advance(to: Self.start + .seconds(70)) { detections.insert($0) }
        let answers = effects.filter { effect in
            if case .cue(let cue, _) = effect.effect { ["correct", "pass"].contains(cue.name) } else { false }
        }
        #expect(answers.count > 10 && answers.allSatisfy { detections.contains($0.cause) })
        // The clock also shows a card when a round begins.
        #expect(effects.contains { !detections.contains($0.cause) })
    }

    @Test func `effects come in order, each at the instant of the sample that caused it`() throws {
        var session = try Self.session(bot: 3)
        let effects = session.advance(to: Self.start + .seconds(70))
        #expect(zip(effects, effects.dropFirst()).allSatisfy { $0.cause <= $1.cause })
        for effect in effects {
            guard case .cue = effect.effect else { continue }
            #expect((effect.cause - Self.start).nanoseconds % SyntheticMotion.sampleInterval.nanoseconds == 0)
        }
    }

    @Test func `the countdown and the end are at exact distances`() throws {
        var session = try Self.session(bot: 4)
        let scheduled = session.advance(to: Self.start + .seconds(70)).compactMap { effect -> Instant? in
            if case .schedule(let cue, let at, _) = effect.effect, cue != KapeCue.legend.name { at } else { nil }
        }
        let first = try #require(scheduled.first)
        #expect(
            scheduled.map { ($0 - first).milliseconds } == [
                0, 1_000, 2_000, 3_000, 53_000, 60_000, 61_000, 62_000, 63_000,
            ])
    }

    @Test func `a script plays its tilts through the head and the detector`() throws {
        let script = "6 tilt-down\n8 tilt-up\n9.5 laugh\n12 jump\n15 tilt-down\n"
        var session = try Self.session(script: script)
        #expect(Self.cues(session.advance(to: Self.start + .seconds(20))) == ["correct", "pass", "correct"])
    }

    @Test func `what comes at one instant happens in its order, the script first`() throws {
        for script in ["", "9 pause"] {
            var session = try Self.session(script: script)
            _ = session.advance(to: Self.start + .seconds(8))
            if script.isEmpty { session.press(.pause, at: Self.start + .seconds(9)) }
            session.press(.resume, at: Self.start + .seconds(9))
            let effects = session.advance(to: Self.start + .seconds(10)).map(\.effect)
            #expect(effects.contains(.silence) && session.round.stage != .paused)
        }
    }

    @Test func `an interruption silences even a round that is paused already`() throws {
        var session = try Self.session()
        session.interrupt(at: Self.start)
        #expect(session.advance(to: Self.start).map(\.effect).contains(.silence) && session.round.stage == .paused)
        session.interrupt(at: Self.start + .seconds(1))
        #expect(session.advance(to: Self.start + .seconds(1)).map(\.effect) == [.silence])
    }

    @Test func `glitches, pauses and a fresh round can be scripted`() throws {
        let script = """
            6 tilt-down
            8 pause
            9 tilt-down
            20 resume
            26 glitch
            28 tilt-up
            50 play-again
            56 tilt-down
            58 quit
            """
        var session = try Self.session(script: script, settings: KapeSettings(length: .seconds(20)))
        let effects = session.advance(to: Self.start + .seconds(100))
        #expect(
            Self.cues(effects) == ["correct", "button", "button", "pass", "button", "correct", "button"])
        #expect(session.round.phase == .over)
        #expect(session.nextDeadline == nil)
        #expect(effects.count { $0.effect == .cancelScheduled } == 3)
    }

    @Test func `a key press is the tilt at its own instant, and the head that follows adds none`() throws {
        var session = try Self.session()
        _ = session.advance(to: Self.start + .seconds(7.0051))
        let pressed = Self.start + .seconds(7.0052)
        session.give(.tiltDown, at: pressed)
        var largest = 0.0
        var effects = session.advance(to: pressed)
        for step in 1...100 as ClosedRange<Int64> {
            effects += session.advance(to: pressed + .milliseconds(10 * step))
            largest = max(largest, session.model.detector.angle)
        }
        #expect(Self.cues(effects) == ["correct"])
        #expect(effects.first?.cause == pressed)
        #expect(largest > TiltDetector.threshold, "the picture shows the nod")
    }

    @Test func `a key counts again 500 ms after a tilt of any origin`() throws {
        var session = try Self.session(script: "7 tilt-up")
        var effects = session.advance(to: Self.start + .seconds(8))
        let found = try #require(effects.last { if case .cue = $0.effect { true } else { false } }).cause
        #expect(Self.cues(effects) == ["pass"])
        let keys = [(1_000, true), (1_499, false), (1_500, true), (1_600, false), (2_000, true)] as [(Int64, Bool)]
        for (time, isCounted) in keys {
            session.give(.tiltDown, at: found + .milliseconds(time))
            effects = session.advance(to: found + .milliseconds(time))
            #expect(Self.cues(effects) == (isCounted ? ["correct"] : []), "after \(time) ms")
            // An ignored press is recorded for the screen, and reported for players who do not look at it.
            #expect((session.model.ignored == found + .milliseconds(time)) == !isCounted)
            #expect(effects.contains { $0.effect == .show(.note("too soon")) } == !isCounted)
            #expect(effects.contains { if case .ignored = $0.effect { true } else { false } } == !isCounted)
        }
        // After the head comes to rest, the detector has found nothing more.
        #expect(Self.cues(session.advance(to: found + .seconds(6))) == [])
    }

    /// Returns a session during a round with the head at rest, and its instant.
    private static func playing() throws -> (KapeSession, Instant) {
        var session = try session()
        _ = session.advance(to: start + .seconds(7))
        return (session, start + .seconds(7))
    }

    /// Returns the cues caused by a key's strokes at these milliseconds, up to 3 s after the last.
    private static func answers(
        _ strokes: [(Int64, KeyEvent.Kind)], key: Key = .down, step: Interval? = nil
    ) throws -> [(cue: String, milliseconds: Int64)] {
        var (session, zero) = try playing()
        var effects: [SessionEffect] = []
        for (time, kind) in strokes {
            session.give(.action(.key(KeyEvent(key, kind))), at: zero + .milliseconds(time))
            effects += session.advance(to: zero + .milliseconds(time))
        }
        let end = zero + .milliseconds((strokes.last?.0 ?? 0) + 3_000)
        if let step {
            for index in 1...100 { effects += session.advance(to: min(end, zero + step * Int64(index))) }
        }
        effects += session.advance(to: end)
        return effects.compactMap { effect in
            guard case .cue(let cue, _) = effect.effect else { return nil }
            return (cue.name, (effect.cause - zero).nanoseconds / 1_000_000)
        }
    }

    @Test(arguments: [250, 400, 500, 600, 660], [20, 25, 30, 40])
    func `a held key is one answer if its repeats come as presses`(delay: Int64, rate: Int64) throws {
        let repeats = (0...(3_000 * rate / 1_000)).map { (delay + $0 * 1_000 / rate, KeyEvent.Kind.press) }
        let found = try Self.answers([(0, .press)] + repeats)
        #expect(found.map(\.cue) == ["correct"])
        #expect(found.first?.milliseconds == 0)
    }

    @Test(arguments: [Key.up, .character("k")])
    func `a held key is one answer if repeats and releases are reported`(key: Key) throws {
        let repeats = (0...60).map { (Int64(500 + 33 * $0), KeyEvent.Kind.repeated) }
        let found = try Self.answers([(0, .press)] + repeats + [(2_500, .release), (2_600, .press)], key: key)
        #expect(found.map(\.cue) == ["pass", "pass"])
        #expect(found.map(\.milliseconds) == [0, 2_600])
    }

    @Test(arguments: [(510, 660), (600, 750), (699, 849), (701, 701), (900, 900)] as [(Int64, Int64)])
    func `two presses are two answers, the second 150 ms later if it could be a repeat`(
        second: Int64, answered: Int64
    ) throws {
        let found = try Self.answers([(0, .press), (second, .press)])
        #expect(found.map(\.cue) == ["correct", "correct"])
        #expect(found.map(\.milliseconds) == [0, answered])
    }

    @Test func `three presses at a human rhythm are three answers`() throws {
        let found = try Self.answers([(0, .press), (550, .press), (1_100, .press)])
        #expect(found.map(\.milliseconds) == [0, 700, 1_250])
    }

    @Test func `a press during the lock does not count, even if it later proves to be no repeat`() throws {
        #expect(try Self.answers([(0, .press), (480, .press)]).map(\.milliseconds) == [0])
        #expect(try Self.answers([(0, .press), (120, .press)]).map(\.milliseconds) == [0])
    }

    @Test func `if releases are reported, no press is delayed`() throws {
        let found = try Self.answers([(0, .press), (80, .release), (550, .press), (620, .release), (1_060, .press)])
        #expect(found.map(\.milliseconds) == [0, 550, 1_060])
    }

    @Test func `after a key was held, only a press right after its repeat delay has to wait`() throws {
        let repeats = (0...20).map { (Int64(500 + 33 * $0), KeyEvent.Kind.press) }
        let found = try Self.answers([(0, .press)] + repeats + [(2_000, .press), (2_600, .press)])
        #expect(found.map(\.milliseconds) == [0, 2_000, 2_600])
    }

    @Test func `keys have the same effects however time is divided`() throws {
        let strokes = [(0, .press), (550, .press), (1_100, .press)] as [(Int64, KeyEvent.Kind)]
        let whole = try Self.answers(strokes)
        let divided = try Self.answers(strokes, step: .milliseconds(37))
        #expect(whole.map(\.milliseconds) == divided.map(\.milliseconds))
    }

    @Test func `a key press dated in the past acts now`() throws {
        var session = try Self.session()
        _ = session.advance(to: Self.start + .seconds(7))
        session.press(.pause, at: Self.start)
        let effects = session.advance(to: Self.start + .seconds(7))
        #expect(effects.map(\.effect) == [.silence, .cancelScheduled, .cue(KapeCue.button.name)])
        #expect(effects.allSatisfy { $0.cause == Self.start + .seconds(7) })
    }

    @Test func `pause and resume in quick succession leave the phone on the forehead`() throws {
        let script = "6 tilt-down\n6.05 pause\n6.1 resume\n6.15 pause\n6.2 resume\n20 tilt-up"
        var session = try Self.session(script: script)
        let effects = session.advance(to: Self.start + .seconds(25))
        #expect(Self.cues(effects).last == "pass")
    }

    @Test func `a bot completes the tutorial and a hand-over`() throws {
        var session = try Self.session(
            bot: 5, settings: KapeSettings(length: .seconds(20), tutorial: true, handsOver: true))
        let effects = session.advance(to: Self.start + .seconds(40))
        #expect(Self.cues(effects).prefix(2) == ["button", "tutorial"])
        #expect(effects.contains { if case .finished = $0.effect { true } else { false } })
    }

    @Test func `thousands of keys do no harm`() throws {
        var session = try Self.session()
        for index in 0..<20_000 { session.give(.tiltDown, at: Self.start + .milliseconds(7_000 + Int64(index % 50))) }
        let effects = session.advance(to: Self.start + .seconds(12))
        #expect(Self.cues(effects).count <= 2)
    }

    @Test func `a session wakes for every sample of a moving head, and for none of a still one`() throws {
        var session = try Self.session()
        func wakes(until end: Double) -> Int {
            var wakes = 0
            while let next = session.nextDeadline, next < Self.start + .seconds(end) {
                _ = session.advance(to: next)
                wakes += 1
            }
            return wakes
        }
        let placing = wakes(until: 2)
        #expect((60...200).contains(placing), "on its way to the forehead")
        _ = wakes(until: 8)
        #expect(wakes(until: 10) <= 4, "a card is read, and the clock ticks")
        session.give(.tiltDown, at: Self.start + .seconds(10))
        #expect((40...105).contains(wakes(until: 11)), "it nods")
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `nothing happens before the deadline that a session announces`(_ seed: UInt64) throws {
        var session = try Self.session(bot: seed, seed: seed)
        var generator = SeededGenerator(seed: seed)
        var now = Self.start
        var asleep = 0
        while now < Self.start + .seconds(70) {
            if generator.chance(0.004) {
                let actions: [KapeAction] = [.laugh, .jump, .glitch, .tiltUp]
                session.give(.action(actions[generator.index(below: actions.count)]), at: now)
            }
            let promised = session.nextDeadline
            now = now + SyntheticMotion.sampleInterval
            let effects = session.advance(to: now)
            guard promised.map({ $0 > now }) ?? true else { continue }
            asleep += 1
            #expect(effects.isEmpty, "seed \(seed) at \((now - Self.start).seconds) s")
        }
        #expect(asleep > 1_000)
    }
}
