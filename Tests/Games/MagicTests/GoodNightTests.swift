import Foundation
import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudInput
import ThudTerminal

@testable import ThudMagic

@Suite struct GoodNightTests {
    private let question = "Good night? Press b again."

    @Test func `the first press of b asks, and a second within three seconds ends the game`() {
        var child = Child.withCharacter()
        #expect(MagicKeys.action(of: KeyEvent(.character("b")), in: child.round) == .event(.askGoodNight))
        let asked = child.does(.askGoodNight)
        #expect(asked == [.cue(.select), .show(.note(question))] && child.round.stage == .playing)
        let ended = child.does(.askGoodNight, after: 3_000)
        #expect(ended.given == [.farewell] && child.round.stage == .finished)
        #expect(child.does(.askGoodNight).isEmpty)
    }

    @Test(arguments: [(1, "friend"), (2, "friends")])
    func `the result counts one friend, or several friends`(count: Int, word: String) throws {
        var child = Child()
        for _ in 0..<count { child.does(.friend) }
        for _ in 0..<2 { child.does(.askGoodNight) }
        let friends = try #require(Magic.result(of: child.round)?.lists.last)
        #expect(friends.phrase == Phrase(word) && friends.entries.count == count)
    }

    @Test func `a later press asks again`() {
        var child = Child()
        child.does(.askGoodNight)
        #expect(child.does(.askGoodNight, after: 3_001).words == [question] && child.round.stage == .playing)
        #expect(child.does(.askGoodNight).given == [.farewell])
    }

    /// Returns how often a key that a terminal reports at these milliseconds asks for good night.
    private func asks(at times: [Int64]) -> Int {
        var keys = TerminalInput()
        let round = Child().round
        let start = Instant(nanoseconds: 1)
        let events = times.flatMap { keys.take(Array("b".utf8), at: start + .milliseconds($0)) }
        return (events + keys.advance(to: start + .seconds(9))).count { event in
            guard case .key(let key) = event else { return false }
            return MagicKeys.action(of: key, in: round) == .event(.askGoodNight)
        }
    }

    @Test(arguments: [150, 300, 450, 900] as [Int64])
    func `a second press ends the game, however soon it comes`(delay: Int64) {
        #expect(asks(at: [0, delay]) == 2)
        var child = Child()
        child.does(.askGoodNight)
        #expect(child.does(.askGoodNight, after: delay).given == [.farewell])
    }

    @Test(arguments: [250, 500, 660] as [Int64]) func `a held key does not answer its own question`(delay: Int64) {
        #expect(asks(at: [0] + (0..<40).map { delay + 33 * $0 }) == 1)
    }

    @Test func `playing on, pausing or coming back later withdraws the question`() throws {
        for event in [MagicEvent.action(.wave), .tap(middle), .effect(.snow), .panel(.settings(0)), .friend] {
            var child = Child.withCharacter()
            child.does(.askGoodNight)
            child.does(event)
            #expect(child.does(.askGoodNight).words == [question], "\(event)")
        }
        var child = Child()
        child.does(.askGoodNight)
        child.presses(.pause)
        child.presses(.resume)
        #expect(child.does(.askGoodNight).words == [question])
        #expect(child.round.suspended(at: child.now).askedGoodNight == nil)
    }

    @Test func `the end of a smile and an open panel do not affect the question`() {
        var child = Child()
        child.does(.askGoodNight)
        child.does(.face(.smile, 0), after: 200)
        #expect(child.does(.askGoodNight).given == [.farewell])
        var other = Child()
        other.does(.panel(.settings(0)))
        #expect(other.does(.askGoodNight).words == [question] && other.round.panel == .settings(0))
        #expect(other.does(.askGoodNight).given == [.farewell] && other.round.panel == nil)
    }

    @Test func `a copy of the round keeps the question`() throws {
        var child = Child()
        child.does(.askGoodNight)
        let copy = try JSONDecoder().decode(MagicRound.self, from: JSONEncoder().encode(child.round))
        #expect(copy == child.round)
        child.round = copy
        #expect(child.does(.askGoodNight).given == [.farewell])
    }

    @Test(arguments: [Size(columns: 60, rows: 18), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
    func `the question is visible for three seconds, even over a panel`(size: Size) {
        func isShown(_ child: Child, after milliseconds: Int64) -> Bool {
            var canvas = Canvas(size, letters: LetterCase(), theme: Magic.theme)
            StageView(round: child.round, finger: nil, now: child.now + .milliseconds(milliseconds)).draw(on: &canvas)
            return canvas.grid.lines.contains { $0.contains(question) }
        }
        var child = Child()
        #expect(!isShown(child, after: 0))
        child.does(.panel(.help(0)))
        child.does(.askGoodNight)
        #expect(isShown(child, after: 0) && isShown(child, after: 3_000) && !isShown(child, after: 3_001))
    }
}
