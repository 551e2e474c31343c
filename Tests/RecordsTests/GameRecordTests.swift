import Testing
import ThudGameKit
import ThudRecords

/// Scores, completed days and the data that games keep.
@Suite struct GameRecordTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    private func score(_ points: Int, accuracy: Double = 0, mode: String = "classic", version: Int = 1) -> Score {
        Score(
            game: "pocket", version: version, mode: mode, score: points, accuracy: accuracy, date: 1_700_000_000,
            seed: .max, player: "Ana", seconds: 41.25, variant: accuracy > 0 ? "discreet" : nil)
    }

    @Test func `a leaderboard has the best hundred of its mode and version, earlier ones first among equals`() throws {
        let store = try shelf.open()
        try store.keep((0..<150).map { .score(score($0 % 100)) })
        try store.keep([
            .score(score(99, accuracy: 0.5)), .score(score(999, mode: "memory")), .score(score(999, version: 2)),
        ])
        let scores = try shelf.open().scores(game: "pocket", version: 1, mode: "classic")
        #expect(scores.count == 100)
        #expect(scores.map(\.score.score).prefix(3) == [99, 99, 98])
        #expect(scores[0].score == score(99, accuracy: 0.5))
        #expect(zip(scores, scores.dropFirst()).allSatisfy { $0.score.score >= $1.score.score })
        #expect(try store.scores(game: "kape", version: 1, mode: "classic").isEmpty)
        // The last score of a mode need not be among its best.
        try store.keep([.score(score(0)), .score(score(999, mode: "memory"))])
        let latest = try #require(try store.latestScore(game: "pocket", version: 1, mode: "classic"))
        #expect(!scores.contains { $0.number >= latest })
        #expect(try store.latestScore(game: "kape", version: 1, mode: "classic") == nil)
        let equals = scores.filter { $0.score.score == 30 }
        #expect(equals.count == 2)
        #expect(equals.map(\.number) == equals.map(\.number).sorted())
    }

    @Test func `every length has its own board, and zeros have none`() throws {
        let store = try shelf.open()
        func score(_ points: Int, _ seconds: Double?) -> RecordWrite {
            .score(
                Score(
                    game: "kape", version: 2, mode: "round", score: points, accuracy: 1, date: 1_700_000_000,
                    seconds: seconds))
        }
        try store.keep([
            score(300, 3_600), score(9, 60), score(12, 60), score(0, 30), score(5, nil), score(0, 60),
        ])
        #expect(try store.lengths(game: "kape", version: 2, mode: "round") == [nil, 60, 3_600])
        func board(_ seconds: Double?) throws -> [Int] {
            try store.scores(game: "kape", version: 2, mode: "round", length: .of(seconds)).map(\.score.score)
        }
        #expect(try board(60) == [12, 9] && board(3_600) == [300] && board(nil) == [5] && board(30) == [])
        #expect(try store.scores(game: "kape", version: 2, mode: "round").map(\.score.score) == [300, 12, 9, 5])
    }

    @Test func `a day is done once, can be undone, and comes in order`() throws {
        let store = try shelf.open()
        let days = ["2026-11-21", "2026-11-22", "2026-11-20"].map { SavedDay(item: "run", day: $0, date: 7) }
        let again = SavedDay(item: "run", day: "2026-11-22", date: 9)
        try store.keep((days + [again]).map { .dayDone($0, game: "habit") })
        #expect(try store.daysDone(game: "habit").map(\.day) == ["2026-11-20", "2026-11-21", "2026-11-22"])
        #expect(try store.daysDone(game: "habit").allSatisfy { $0.date == 7 })
        try store.keep(.undoDay(days[1], game: "habit"))
        #expect(try shelf.open().daysDone(game: "habit") == [days[2], days[0]])
        #expect(try store.daysDone(game: "pocket").isEmpty)
    }

    @Test func `a game's data is found by its key, with the version that wrote it`() throws {
        let store = try shelf.open()
        try store.keep([
            .progress(game: "habit", key: "tasks", version: 1, value: "[]"),
            .progress(game: "habit", key: "tasks", version: 2, value: "[1]"),
        ])
        #expect(try shelf.open().progress(game: "habit") == ["tasks": "[1]"])
        #expect(try shelf.value("SELECT version FROM progress") == "2")
        #expect(try store.progress(game: "magic").isEmpty)
    }
}
