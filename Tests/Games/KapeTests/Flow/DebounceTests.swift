import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudInput
import ThudKape

/// Only a deliberate press passes the hand-over, not the key that led there and is still held.
@Suite struct DebounceTests {
    private let start = KapeFlowTests.now

    private func handedOver() throws -> ShellFlow {
        var flow = ShellFlow(
            Kape.description, decks: try DeckFixture.choices(), preferences: Preferences(), players: ["Besa", "Dritan"])
        flow.resumed(deck: "ushqime", tournament: try Tournament(players: ["Besa", "Dritan"]))
        let finished = RoundStage.finished
        #expect(flow.act(.confirm, stage: finished, at: start) == [.press(.playAgain)])
        return flow
    }

    /// Returns the times at which a held key shows as presses, in milliseconds after the first.
    private func stream(firstPause: Int64, gap: Int64, count: Int64) -> [Int64] {
        (0..<count).map { firstPause + gap * $0 }
    }

    @Test(arguments: [(660, 40), (250, 33), (250, 92), (500, 33)] as [(Int64, Int64)])
    func `a key held since the result passes nothing, but a new press does`(pause: Int64, gap: Int64) throws {
        var flow = try handedOver()
        var keyboard = HeldKeyDetector()
        func press(_ time: Int64) -> [FlowEffect] {
            keyboard.take(KeyEvent(.enter), at: start + .milliseconds(time))
                .compactMap { event in ShellKeys.action(of: event, isTyping: false).map { ($0, event.instant) } }
                .flatMap { flow.act($0.0, stage: .handOver, at: $0.1) }
        }
        // The press that led here.
        _ = keyboard.take(KeyEvent(.enter), at: start)
        let presses = stream(firstPause: pause, gap: gap, count: 100)
        for time in presses { #expect(press(time) == [], "\(time) ms") }
        #expect(press((presses.last ?? 0) + 200) == [.press(.ready)])
    }

    @Test func `a single press after 700 ms is enough`() throws {
        var flow = try handedOver()
        #expect(flow.act(.confirm, stage: .handOver, at: start + .milliseconds(699)) == [])
        var other = try handedOver()
        #expect(other.act(.confirm, stage: .handOver, at: start + .milliseconds(700)) == [.press(.ready)])
    }

    @Test func `a press in the settings over the hand-over does not pass it`() throws {
        var flow = try handedOver()
        _ = flow.act(.settings, stage: .handOver, at: start + .milliseconds(1_000))
        _ = flow.act(.confirm, stage: .handOver, at: start + .milliseconds(2_000))
        _ = flow.act(.settings, stage: .handOver, at: start + .milliseconds(2_050))
        #expect(flow.act(.confirm, stage: .handOver, at: start + .milliseconds(2_100)) == [])
        #expect(flow.act(.confirm, stage: .handOver, at: start + .milliseconds(2_800)) == [.press(.ready)])
    }

    @Test(
        arguments: [
            ([0, 700], true), ([300, 400], true), ([310, 650], true), ([100, 310, 450], true),
            // Late, one alone, within the flash, too far apart, a stream of either keyboard.
            ([50, 200], false), ([400], false), ([299, 420], false), ([310, 661], false),
            ([250, 342, 434, 526, 618], false),
            ([310, 343, 376, 409], false),
        ] as [([Int64], Bool)])
    func `a result is passed by one press after a while, and sooner by two`(presses: [Int64], passes: Bool) {
        var spaces = Debounce()
        spaces.restart(at: start)
        let taken = presses.map { spaces.isDeliberateOrDoubled(at: start + .milliseconds($0)) }
        #expect(taken == presses.indices.map { passes && $0 == presses.count - 1 })
    }
}
