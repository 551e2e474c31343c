import Foundation
import Testing
import ThudCore
import ThudGameKit

@testable import ThudPocket

/// The pace as a developer changes it.
struct PaceTests {
    @Test("A timing applies from the next prompt, and in later rounds")
    func setTiming() throws {
        var harness = PocketHarness(seed: 3)
        let first = harness.play { _, _ in true }
        #expect(first?.limit == .milliseconds(3_000))
        harness.session.round.setTiming("first", to: .milliseconds(2_000))
        harness.session.round.setTiming("least", to: .milliseconds(1_900))
        harness.session.round.setTiming("no such timing", to: .milliseconds(1))
        #expect(harness.asked?.limit == .milliseconds(3_000))
        let next = harness.play { _, score in score == 1 }
        #expect(next?.limit == .milliseconds(2_000))
        let later = harness.play { _, score in score == 4 }
        #expect(later?.limit == .milliseconds(1_900))
        // Time out, and play again.
        harness.advance(to: PocketHarness.at(120_000))
        #expect(harness.result != nil)
        harness.session.round.adopt(RoundSetup(mode: "classic", seed: 5))
        harness.press(.playAgain, at: PocketHarness.at(121_000))
        let again = harness.play { _, _ in true }
        #expect(again?.limit == .milliseconds(2_000))
    }

    @Test(
        "No gesture has more time than the first, however long the minimum time is",
        arguments: [PocketMode.classic, .pvp])
    func first(mode: PocketMode) {
        var pace = PocketPace()
        pace.set("first", to: .milliseconds(500))
        #expect((0..<30).allSatisfy { mode.limit(after: $0, pace: pace) == .milliseconds(500) })
        pace.set("first", to: .milliseconds(1_300))
        #expect(mode.limit(after: 0, pace: pace) == .milliseconds(1_300))
        #expect(mode.limit(after: 30, pace: pace) == .milliseconds(1_000))
    }

    @Test("Every timing has its default within its range, and it matches the rules")
    func timings() {
        for timing in Pocket.description.timings {
            #expect(timing.range.contains(timing.usual) && timing.step > .zero)
            var pace = PocketPace()
            pace.set(timing.name, to: timing.usual)
            #expect(pace == PocketPace())
            pace.set(timing.name, to: timing.range.upperBound)
            #expect(pace != PocketPace())
        }
    }

    @Test("Settings saved before there was a pace are read, and the default pace is not saved")
    func kept() throws {
        var settings = PocketSettings(seed: 1)
        let text = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        #expect(!text.lowercased().contains("pace"))
        #expect(try JSONDecoder().decode(PocketSettings.self, from: Data(text.utf8)) == settings)
        settings.pace.first = .milliseconds(1_500)
        let other = try JSONDecoder().decode(PocketSettings.self, from: JSONEncoder().encode(settings))
        #expect(other == settings && other.pace.first == .milliseconds(1_500))
    }
}
