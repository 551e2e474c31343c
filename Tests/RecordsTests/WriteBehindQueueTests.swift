import Foundation
import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudKape
import ThudRecords
import ThudTestSupport

@Suite struct WriteBehindQueueTests {
    @Test func `changes are written in order, and are on disk once flush returns`() throws {
        let shelf = try Shelf()
        let queue = WriteBehindQueue(try shelf.open())
        for number in 0..<500 {
            queue.enqueue(.seen(card: "\(number)", deck: "mix", game: "kape"))
            queue.enqueue(.saveRound(round("\(number)")))
            if number == 250 { queue.enqueue(.forgetSeen(deck: "mix", game: "kape")) }
        }
        queue.flush()
        #expect(queue.problems.isEmpty)
        let other = try shelf.open()
        #expect(try other.seen(deck: "mix", of: "kape") == Set((251..<500).map { "\($0)" }))
        #expect(try other.savedRound(of: Kape.self).round?.deck == "499")
        queue.enqueue(.saveRound(round("late", id: 9)))
        queue.enqueue(.forgetRound(id: 9))
        queue.enqueue(.forgetRound(id: 1))
        queue.flush()
        #expect(try other.savedRound(of: Kape.self).round == nil)
    }

    @Test func `a full disk is reported once, and refused changes are written when there is room`() throws {
        let shelf = try Shelf()
        let store = try shelf.open()
        let queue = WriteBehindQueue(store)
        let long = String(repeating: "x", count: 100_000)
        // A table that refuses rows behaves like a full disk.
        try shelf.execute(
            "CREATE TRIGGER full BEFORE INSERT ON seen BEGIN SELECT RAISE(FAIL, 'no room'); END")
        for number in 0..<3 {
            queue.enqueue(.seen(card: "\(number)\(long)", deck: "mix", game: "kape"))
            queue.flush()
        }
        #expect(queue.problems == ["\(shelf.file): no room; new scores and progress are not saved"])
        try shelf.execute("DROP TRIGGER full")
        queue.enqueue(.unlock(deck: "vip", game: "kape"))
        queue.flush()
        #expect(try store.seen(deck: "mix", of: "kape").count == 3)
        #expect(try store.isUnlocked(deck: "vip", of: "kape"))
        #expect(queue.problems.isEmpty)
    }
}

extension WriteBehindQueueTests {
    @Test func `a change that is refused just before there is room is not lost`() throws {
        let shelf = try Shelf()
        let store = try shelf.open()
        let queue = WriteBehindQueue(store)
        // There is room from the second card on.
        try shelf.execute(
            """
            CREATE TRIGGER full BEFORE INSERT ON seen
            WHEN NEW.card = 'one' AND NOT EXISTS (SELECT 1 FROM seen WHERE card = 'two')
            BEGIN SELECT RAISE(FAIL, 'no room'); END
            """)
        for card in ["one", "two", "three"] { queue.enqueue(.seen(card: card, deck: "mix", game: "kape")) }
        queue.flush()
        #expect(try store.seen(deck: "mix", of: "kape") == ["one", "two", "three"])
    }

    @Test func `a change that can never be written does not delay the others`() throws {
        let shelf = try Shelf()
        let store = try shelf.open()
        let queue = WriteBehindQueue(store)
        try shelf.execute(
            "CREATE TRIGGER odd BEFORE INSERT ON seen WHEN NEW.card = 'odd' BEGIN SELECT RAISE(FAIL, 'odd'); END")
        for card in ["one", "odd", "two"] { queue.enqueue(.seen(card: card, deck: "mix", game: "kape")) }
        queue.enqueue(.unlock(deck: "vip", game: "kape"))
        queue.flush()
        queue.enqueue(.seen(card: "three", deck: "mix", game: "kape"))
        queue.flush()
        #expect(try store.seen(deck: "mix", of: "kape") == ["one", "two", "three"])
        #expect(try store.isUnlocked(deck: "vip", of: "kape"))
        #expect(queue.isIdle && queue.problems.contains("\(shelf.file): odd; what it concerns is not saved"))
    }
}

/// Records in other processes.
@Suite(.live) struct RecordProcessTests {
    private func probe(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(findProduct("test-probe"), ["records"] + arguments)
    }

    /// Returns the number of cards in a deck if they are 0, 1, 2, ... without a gap; otherwise nil.
    private func count(of deck: String, in store: RecordStore) throws -> Int? {
        let cards = try store.seen(deck: deck, of: "kape")
        return cards == Set((0..<cards.count).map { "\($0)" }) ? cards.count : nil
    }

    @Test func `after a kill at any moment the store opens and has everything flushed, in order`() async throws {
        let shelf = try Shelf()
        var generator = SeededGenerator(seed: 4)
        for attempt in 0..<24 {
            let program = try probe(["write", shelf.folder, "deck \(attempt)", "1000000"])
            let target = 7 * generator.index(below: 40)
            try await program.waitForOutput("flushed \(target).", within: .seconds(20))
            program.send(SIGKILL)
            #expect(try await program.end(within: .seconds(30)).signal == SIGKILL)
            let flushed = program.output.matches(of: /flushed (\d+)\./).last.flatMap { Int($0.output.1) }
            let store = try shelf.open()
            let count = try #require(try count(of: "deck \(attempt)", in: store))
            #expect(flushed != nil)
            #expect(count > flushed ?? 0)
            let round = try store.savedRound(of: Kape.self).round
            let saved = try #require(round?.deck.flatMap { Int($0) })
            #expect((count - 2...count - 1).contains(saved))
            #expect(try shelf.value("PRAGMA quick_check") == "ok")
        }
    }

    @Test func `after a kill while creating or opening the file, the store opens without a notice`() async throws {
        var generator = SeededGenerator(seed: 5)
        for attempt in 0..<20 {
            let shelf = try Shelf()
            for start in 0..<3 {
                let program = try probe(["write", shelf.folder, "deck", "1"])
                // Any moment will do, because the expectations below always hold.
                try await Task.sleep(for: .microseconds(5_000 + generator.index(below: 40_000)))
                program.send(SIGKILL)
                _ = try await program.end(within: .seconds(30))
                let answer = try RecordStore.open(folder: shelf.folder)
                #expect(answer.notice == nil, "attempt \(attempt), start \(start)")
                #expect(try answer.store.preferences() == Preferences())
            }
        }
    }

    @Test func `two programs write at once and nothing of either is lost`() async throws {
        let shelf = try Shelf()
        let programs = try ["a", "b"].map { try probe(["write", shelf.folder, $0, "400"]) }
        for program in programs {
            #expect(try await program.end(within: .seconds(60)).exitCode == 0)
            #expect(program.output.hasSuffix("done\n"), "\(program.output.suffix(200))")
        }
        let store = try shelf.open()
        for deck in ["a", "b"] { #expect(try count(of: deck, in: store) == 400) }
    }

    @Test func `programs that start at once with a damaged file set it aside once`() async throws {
        for _ in 0..<5 {
            let shelf = try Shelf()
            try shelf.write(Array("damaged".utf8))
            let programs = try (0..<4).map { try probe(["write", shelf.folder, "deck \($0)", "20"]) }
            for program in programs { #expect(try await program.end(within: .seconds(60)).exitCode == 0) }
            #expect(try shelf.names().filter { $0.contains("damaged") } == ["thud.sqlite.damaged-1"])
            for number in 0..<4 { #expect(try count(of: "deck \(number)", in: shelf.open()) == 20) }
        }
    }

    @Test func `a disk that takes no more bytes is reported in a sentence, and its data stays sound`() async throws {
        let shelf = try Shelf()
        let program = try RunningProgram(
            findProgram("prlimit", package: "util-linux"),
            ["--fsize=150000", findProduct("test-probe"), "records", "write", shelf.folder, "mix", "200"])
        #expect(try await program.end(within: .seconds(60)).exitCode == 0)
        #expect(program.output.contains("thud.sqlite: "), "\(program.output.suffix(300))")
        #expect(try count(of: "mix", in: shelf.open()) != nil)
    }
}
