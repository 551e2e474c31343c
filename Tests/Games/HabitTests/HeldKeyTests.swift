import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudInput

@testable import ThudHabit

/// A held key is one gesture, even on terminals that report each of its repeats as another press.
@Suite struct HeldKeyTests {
    /// A person at the keyboard of such a terminal, in a round that began with the press that left the title.
    private struct Keyboard {
        private(set) var session: Session<HabitTracker>
        private var keyboard = HeldKeyDetector()
        private var now = Interval.zero

        /// - Parameter key: the key that left the title.
        init(_ rig: HabitRig, leftBy key: Key = .enter) {
            _ = keyboard.take(KeyEvent(key), at: HabitRig.start)
            session = Session(round: rig.round, model: HabitPlayerModel(), start: HabitRig.start)
        }

        var round: HabitRound { session.round }
        var days: Int { round.book.days.count }

        mutating func press(_ key: Key, after milliseconds: Int64 = 250) {
            now = now + .ms(milliseconds)
            while let due = keyboard.nextDeadline, due < HabitRig.at(now) { give(keyboard.advance(to: due), at: due) }
            give(keyboard.take(KeyEvent(key), at: HabitRig.at(now)), at: HabitRig.at(now))
        }

        private mutating func give(_ events: [KeyEvent], at instant: Instant) {
            for event in events {
                _ = session.take(.key(event), size: ViewTests.small, at: event.instant)
                _ = session.advance(to: instant)
            }
        }

        /// Repeats a key that was just pressed, for almost four seconds.
        mutating func keepDown(_ key: Key, firstPause: Int64) {
            press(key, after: firstPause)
            for _ in 0..<100 { press(key, after: 35) }
        }

        mutating func type(_ text: String) {
            for character in text { press(.character(character)) }
        }

        mutating func press(_ button: RoundButton, after milliseconds: Int64) {
            now = now + .ms(milliseconds)
            // The shell's own keys are pressed as well.
            _ = keyboard.take(KeyEvent(.enter), at: HabitRig.at(now))
            session.press(button, at: HabitRig.at(now))
            _ = session.advance(to: HabitRig.at(now))
        }
    }

    /// The delays before the first repeat on the console, in GNOME, and under X11.
    private static let firstPauses: [Int64] = [250, 500, 660]

    @Test(arguments: firstPauses) func `the Enter that left the title completes no habit, and its next press does`(
        firstPause: Int64
    ) {
        var keyboard = Keyboard(HabitRig())
        keyboard.keepDown(.enter, firstPause: firstPause)
        #expect(keyboard.days == 0)
        keyboard.press(.enter, after: 300)
        #expect(keyboard.days == 1)
    }

    @Test(arguments: firstPauses, [Key.enter, .character(" ")])
    func `with single presses, the key that left the title completes no habit`(firstPause: Int64, key: Key) {
        var keyboard = Keyboard(HabitRig(settings: HabitSettings(isSingle: true)), leftBy: key)
        keyboard.keepDown(key, firstPause: firstPause)
        #expect(keyboard.days == 0)
        keyboard.press(key, after: 1_000)
        #expect(keyboard.days == 1)
    }

    @Test func `another key proves that the first one was released`() {
        var keyboard = Keyboard(HabitRig())
        keyboard.press(.right, after: 100)
        keyboard.press(.enter, after: 100)
        #expect(keyboard.days == 1 && keyboard.round.isDone(2, at: HabitRig.at(.ms(200))))
    }

    @Test(arguments: firstPauses) func `the Enter that saves a habit does not complete it`(firstPause: Int64) {
        var keyboard = Keyboard(HabitRig(["Read"]))
        keyboard.press(.character("n"), after: 1_000)
        keyboard.type("Run")
        // So far apart that none of them may be a repeat.
        for _ in HabitForm.Field.allCases { keyboard.press(.enter, after: 800) }
        #expect(keyboard.round.screen == .grid && keyboard.round.book.habits.last?.name == "Run")
        keyboard.keepDown(.enter, firstPause: firstPause)
        #expect(keyboard.days == 0 && keyboard.round.screen == .grid)
        keyboard.press(.enter, after: 300)
        #expect(keyboard.days == 1)
    }

    @Test(arguments: firstPauses, [Key.enter, .character(" ")])
    func `the key that removes a habit does nothing to its neighbour`(firstPause: Int64, key: Key) {
        for isSingle in [false, true] {
            var keyboard = Keyboard(HabitRig(settings: HabitSettings(isSingle: isSingle)))
            keyboard.press(.character("x"), after: 1_000)
            keyboard.press(key)
            #expect(keyboard.round.screen == .grid && keyboard.round.book.habits.count == 2)
            keyboard.keepDown(key, firstPause: firstPause)
            #expect(keyboard.days == 0 && keyboard.round.held == nil && keyboard.round.book.habits.count == 2)
        }
    }

    @Test(arguments: firstPauses) func `a held Enter turns one page of the guide, and after a pause completes nothing`(
        firstPause: Int64
    ) {
        var rig = HabitRig([])
        rig.round = HabitRound(settings: HabitSettings(isTaught: false))
        var guided = Keyboard(rig)
        guided.press(.enter, after: 1_000)
        guided.keepDown(.enter, firstPause: firstPause)
        #expect(guided.round.screen == .guide(.demo) && !guided.round.isDone(HabitRound.demo, at: HabitRig.start))

        var paused = Keyboard(HabitRig())
        paused.press(.pause, after: 1_000)
        paused.press(.resume, after: 1_000)
        paused.keepDown(.enter, firstPause: firstPause)
        #expect(paused.days == 0 && paused.round.stage == .playing)
    }

    @Test(arguments: firstPauses) func `a held c leaves the chart open`(firstPause: Int64) {
        var keyboard = Keyboard(HabitRig())
        keyboard.press(.character("c"), after: 1_000)
        #expect(keyboard.round.screen == .chart)
        keyboard.keepDown(.character("c"), firstPause: firstPause)
        #expect(keyboard.round.screen == .chart)
    }

    @Test(arguments: firstPauses) func `holding c a second time closes the chart without flicker`(
        firstPause: Int64
    ) {
        var keyboard = Keyboard(HabitRig())
        keyboard.press(.character("c"), after: 1_000)
        keyboard.keepDown(.character("c"), firstPause: firstPause)
        keyboard.press(.character("c"), after: 1_000)
        for repetition in 0..<100 {
            keyboard.press(.character("c"), after: repetition == 0 ? firstPause : 35)
            #expect(keyboard.round.screen == .grid)
        }
    }

    @Test func `in a form a held letter repeats, and a name never begins with a blank`() {
        var keyboard = Keyboard(HabitRig(["Read"]))
        // The place for a new habit, whose form the space bar opens.
        keyboard.press(.right, after: 1_000)
        keyboard.press(.character(" "))
        keyboard.keepDown(.character(" "), firstPause: 500)
        guard case .form(let blank) = keyboard.round.screen else { return #expect(Bool(false), "no form") }
        #expect(blank.name.isEmpty)
        keyboard.press(.character("a"))
        for _ in 0..<9 { keyboard.press(.character("a"), after: 35) }
        guard case .form(let typed) = keyboard.round.screen else { return #expect(Bool(false), "no form") }
        #expect(typed.name == "aaaaaaaaaa")
    }

    @Test func `the space bar can hold a ring right after the title`() {
        var keyboard = Keyboard(HabitRig())
        keyboard.press(.character(" "), after: 400)
        #expect(keyboard.round.held == 1)
        keyboard.keepDown(.character(" "), firstPause: 500)
        #expect(keyboard.days == 1)
    }

    @Test func `a script presses as often as it says`() throws {
        let text = "0.1 clock 2026-11-21T12:00:00Z\n0.2 activate\n0.21 step 1\n0.22 activate"
        var session = try Session<HabitTracker>(
            HabitRig().round, by: .script(text: text, file: "test"), seed: 1, start: HabitRig.start)
        _ = session.advance(to: HabitRig.at(.seconds(1)))
        #expect(session.round.book.days.count == 2)
    }
}
