import Foundation
import Testing
import ThudCore
import ThudGameKit
import ThudKape

/// Saving a round and resuming it.
@Suite struct SavedProgressTests {
    /// Returns the progress in `json`. nil if it is refused.
    private func restored(_ json: String) -> KapeProgress? {
        guard let progress = try? JSONDecoder().decode(KapeProgress.self, from: Data(json.utf8)) else { return nil }
        let round = KapeState(settings: KapeSettings(), progress: progress)
        // A round brings the remaining time into its limits.
        #expect(round.isPossible == progress.isPossible || round.progress.remaining != progress.remaining)
        return progress.isPossible ? progress : nil
    }

    private func json(_ progress: KapeProgress) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(progress), as: UTF8.self)
    }

    @Test func `a snapshot during play has the remaining time, the card and the score`() throws {
        var round = PlayedRound.playing()
        round.tilt(.tiltDown, at: [5, 7])
        round.tilt(.tiltUp, at: [9])
        let snapshot = round.state.snapshot(at: instant(13))
        #expect(snapshot.remaining == .seconds(50))
        #expect(snapshot.result == round.state.progress.result)
        #expect(snapshot.card == round.cardsShown.last)
        // A snapshot does not change the round.
        #expect(round.state.phase == .playing(until: instant(63)))
    }

    @Test func `a snapshot includes everything due, whether or not the round has been advanced`() {
        var round = PlayedRound()
        round.give(.motion(.placedOnForehead), at: 0)
        #expect(round.state.snapshot(at: instant(2)).remaining == .seconds(60))
        #expect(round.state.snapshot(at: instant(8)).remaining == .seconds(55))
        #expect(round.state.snapshot(at: instant(99)).remaining == .zero)
        round.give(.tick, at: 20)
        #expect(round.state.snapshot(at: instant(1)).remaining == .seconds(43))
        round.give(.press(.pause), at: 30)
        #expect(round.state.snapshot(at: instant(90)).remaining == .seconds(33))
    }

    @Test func `a round resumes from a snapshot as if nothing had happened`() throws {
        var round = PlayedRound.playing()
        round.tilt(.tiltDown, at: [5, 7])
        let saved = try #require(restored(json(round.state.snapshot(at: instant(23)))))
        #expect(saved == round.state.snapshot(at: instant(23)))
        var settings = KapeSettings()
        settings.countdownLead = .zero
        var later = KapeState(settings: settings, progress: saved)
        _ = later.reduce(.motion(.placedOnForehead), at: instant(100))
        let effects = later.reduce(.tick, at: instant(103))
        #expect(effects.last == .show(.prompt(try #require(round.cardsShown.last))))
        #expect(later.phase == .playing(until: instant(143)))
    }

    @Test func `after a finished round the next one is saved, with its own cards and its whole time`() {
        var round = PlayedRound.playing()
        round.tilt(.tiltDown, at: [5, 7])
        round.give(.tick, at: 99)
        let next = round.state.suspended(at: instant(99)).progress
        #expect(next.got.isEmpty && next.seen.isEmpty && next.remaining == .seconds(60))
        #expect(next.dealer.remaining == round.state.progress.dealer.remaining)
    }

    @Test(arguments: [
        (#""order":[0]"#, #""order":[3]"#), (#""order":[0]"#, #""order":[-1]"#),
        (#""order":[0]"#, #""order":[0,0]"#), (#""order":[0]"#, #""order":[9223372036854775807]"#),
        (#""order":[0]"#, #""order":[1e300]"#), (#""last":1"#, #""last":3"#), (#""last":1"#, #""last":-9"#),
        (#""seen":["b"]"#, #""seen":[]"#), (#""got":["b"]"#, #""got":7"#),
        (#""state":5"#, #""state":-1"#), (#""remaining_ns":9"#, #""remaining_ns":9223372036854775808"#),
        (#""remaining_ns":9"#, #""remaining_ns":-1"#), (#""remaining_ns":9"#, #""remaining_ns":3600000000001"#),
    ])
    func `an impossible progress is refused`(part: String, hostile: String) throws {
        let good = """
            {"card":"b","dealer":{"cards":["a","b"],"generator":{"state":5},"last":1,"order":[0]},\
            "got":["b"],"passed":[],"remaining_ns":9,"seen":["b"]}
            """
        #expect(try restored(good).map(json) == good)
        #expect(good.contains(part))
        #expect(restored(good.replacing(part, with: hostile)) == nil)
    }

    @Test func `a saved round with changed bytes is refused or playable, and never traps`() throws {
        let good = Array(try json(PlayedRound.playing(cards: 8).state.snapshot(at: instant(9))).utf8)
        var generator = SeededGenerator(seed: 11)
        var played = 0
        for _ in 0..<3_000 {
            var bytes = good
            for _ in 0...generator.index(below: 3) {
                bytes[generator.index(below: bytes.count)] =
                    Array(#"0123456789-.e"{}[],:ab"#.utf8)[
                        generator.index(below: 22)]
            }
            guard let progress = restored(String(decoding: bytes, as: UTF8.self)) else { continue }
            played += 1
            var round = KapeState(settings: KapeSettings(), progress: progress)
            _ = round.reduce(.motion(.placedOnForehead), at: instant(0))
            for second in 4..<40 { _ = round.reduce(.motion(.tiltDown), at: instant(Double(second))) }
            _ = round.reduce(.tick, at: instant(4_000))
        }
        #expect(played > 100)
    }
}
