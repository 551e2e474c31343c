import Testing
import ThudCore
import ThudGameKit
import ThudInput
import ThudTerminal

@testable import ThudGameUI
@testable import ThudKape

/// The picture of a result or of the podium, as the player requests it.
@Suite struct ImageFlowTests {
    private static let saved: [FlowEffect] = [.feedback(.button), .saveImage]

    /// A tournament of two in its first round.
    private func flow() throws -> ShellFlow {
        var flow = ShellFlow(
            Kape.description, decks: try DeckFixture.choices(), preferences: Preferences(), players: ["Besa", "Dritan"])
        flow.startAtOnce(deck: "ushqime")
        return flow
    }

    @Test func `a picture of a result or of the podium is saved, and the screen stays`() throws {
        var flow = try flow()
        flow.finished(DeckFixture.result(score: 3).outcome)
        var before = flow
        #expect(flow.act(.saveImage, stage: .finished) == Self.saved)
        #expect(flow.scene == before.scene && flow.tournament == before.tournament)
        _ = flow.act(.confirm, stage: .finished)
        flow.finished(DeckFixture.result(score: 5).outcome)
        _ = flow.act(.confirm, stage: .finished)
        #expect(flow.scene == .podium)
        before = flow
        #expect(flow.act(.saveImage, stage: .finished, at: KapeFlowTests.now + .seconds(9)) == Self.saved)
        #expect(flow.scene == .podium && flow.tournament == before.tournament)
    }

    @Test(arguments: [RoundStage.handOver, .ready, .countdown, .playing, .paused])
    func `during a round there is nothing to save`(stage: RoundStage) throws {
        var flow = try flow()
        #expect(flow.act(.saveImage, stage: stage) == [])
    }

    @Test func `nothing is saved on other screens or below the settings`() throws {
        var flow = ShellFlow(Kape.description, decks: try DeckFixture.choices(), preferences: Preferences())
        #expect(flow.act(.saveImage) == [])
        for action in [ShellAction.board, .back, .confirm] {
            _ = flow.act(action)
            #expect(flow.act(.saveImage) == [], "\(flow.scene)")
        }
        _ = flow.act(.back)
        _ = flow.act(.tournament)
        #expect(flow.scene == .players && flow.act(.saveImage) == [])
        var settings = try self.flow()
        settings.finished(DeckFixture.result(score: 3).outcome)
        _ = settings.act(.settings, stage: .finished)
        #expect(settings.act(.saveImage, stage: .finished) == [])
    }

    @Test func `a held key saves one picture, and a new press saves another`() throws {
        var flow = try flow()
        flow.finished(DeckFixture.result(score: 3).outcome)
        // The longest delay before the first repeat of a keyboard, then a stream.
        let presses = [0, 660] + (0..<50).map { 700 + 40 * $0 }
        let effects = presses.map {
            flow.act(.saveImage, stage: .finished, at: KapeFlowTests.now + .milliseconds(Int64($0)))
        }
        #expect(effects.first == Self.saved && effects.dropFirst().allSatisfy(\.isEmpty))
        #expect(flow.act(.saveImage, stage: .finished, at: KapeFlowTests.now + .milliseconds(3_500)) == Self.saved)
    }

    @Test func `the key is i, which is a letter in a name`() {
        let key = KeyEvent(.character("i"))
        #expect(ShellKeys.action(of: key, isTyping: false) == .saveImage)
        #expect(ShellKeys.action(of: key, isTyping: true) == .type("i"))
    }

    @Test func `a result offers the leaderboard, and result and podium the picture and the exit`() {
        for size in RoundScreen.sizes {
            let result = Canvas.drawn(size) {
                ResultView(content: ResultContent(RoundScreen.outcome), age: 5, hasBoard: true).draw(on: &$0)
            }
            let podium = Canvas.drawn(size) {
                PodiumView(places: [.init(place: 1, name: "Besa", score: 3, title: "")], age: 5).draw(on: &$0)
            }
            #expect(result.targets.map(\.action).suffix(4) == [.saveImage, .board, .settings, .leave], "\(size)")
            #expect(podium.targets.map(\.action).suffix(3) == [.saveImage, .settings, .leave], "\(size)")
        }
    }

    @Test func `the eagle is symmetrical and stays within its square`() {
        let corners = Eagle.emblem.polygons.flatMap(\.self)
        #expect(Eagle.emblem.polygons.count == 3 && corners.count > 80)
        #expect(corners.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
        for corner in corners {
            #expect(corners.contains { abs($0.x - (1 - corner.x)) < 1e-9 && $0.y == corner.y })
        }
    }
}
