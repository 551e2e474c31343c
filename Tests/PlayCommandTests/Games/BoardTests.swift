import Testing
import ThudGameKit
import ThudGameUI
import ThudPocket
import ThudRecords

@testable import thud

/// The leaderboard as a result shows it.
struct BoardTests {
    private func score(_ points: Int, accuracy: Double = 1, player: String? = nil, isDiscreet: Bool = false) -> Score {
        Score(
            game: "pocket", version: 1, mode: "classic", score: points, accuracy: accuracy, date: 1_700_000_000,
            player: player, seconds: 41.26, variant: isDiscreet ? "discreet" : nil)
    }

    @Test func `a score ranks behind equal ones, and the latest is known while it is among the best`() {
        var board = Board(scores: [score(9), score(5), score(5, accuracy: 0.5)])
        board.add(score(5, player: "Ana"))
        #expect(board.latest == 2 && board.scores.map(\.score) == [9, 5, 5, 5])
        #expect(board.scores[2].player == "Ana")
        board.add(score(10))
        #expect(board.latest == 0)
        for _ in 0..<120 { board.add(score(7)) }
        #expect(board.scores.count == RecordStore.leaderboardLength)
        board.add(score(0))
        #expect(board.latest == nil && board.scores.last?.score == 7)
    }

    @Test func `scores of another program take their places, and the latest stays marked`() {
        var board = Board(scores: [score(9)])
        board.add(score(5, player: "Ana"))
        board.replace(by: [score(9), score(7), score(5, player: "Ana"), score(1)])
        #expect(board.scores.count == 4 && board.latest == 2)
        board.replace(by: [score(9)])
        #expect(board.latest == nil)
    }

    @Test func `columns of large scores stay apart`() {
        let scores = [score(12_345_678_901), score(3)].enumerated().map { (number: Int64($0), score: $1) }
        let lines = Leaderboard(
            mode: Pocket.description.modes[0], isEnglish: true, length: .any, variant: nil, scores: scores, latest: nil
        ).lines
        #expect(lines[1].hasPrefix("    1 12345678901  100 %"), "\(lines)")
        #expect(lines[2].hasPrefix("    2     3  100 %"), "\(lines)")
    }

    @Test func `a result lists the best five and the latest score, with details of each`() {
        var board = Board(scores: (10..<20).reversed().map { score($0) })
        board.add(score(3, player: "Ana", isDiscreet: true))
        let list = ResultContent.List(best: board.rows, Theme())
        #expect(list.phrase.text == "Place 11 of 11" && list.count == nil && list.entries.count == 6)
        #expect(list.entries[0].hasPrefix("1.  19 · 41.3 s, 2023-11-1"), "\(list.entries[0])")
        #expect(list.entries[5].hasPrefix("▸ 11.  3 · Ana, 41.3 s, discreet, 2023-11-1"), "\(list.entries[5])")
        board.add(score(30))
        #expect(
            ResultContent.List(best: board.rows, Theme()).entries.map { $0.hasPrefix("▸") } == [true]
                + Array(repeating: false, count: 4))
    }
}
