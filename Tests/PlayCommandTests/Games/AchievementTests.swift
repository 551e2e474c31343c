import Testing
import ThudGameKit
import ThudGameUI

@testable import thud

struct AchievementTests {
    private func earned(
        _ score: Int, accuracy: Double = 0.5, isHighScore: Bool = false, isDaily: Bool = false, streak: Int = 1,
        all: Bool = false, shared: Bool = false, isScored: Bool = true
    ) -> [Achievement] {
        let outcome = Outcome(
            score: score, accuracy: accuracy, shares: shared ? [.init(player: "Ana", score: score)] : nil, summary: "")
        let evidence = Achievement.Evidence(
            outcome: outcome, isScored: isScored, isHighScore: isHighScore, isDaily: isDaily, streak: streak,
            hasPlayedAll: all)
        return Achievement.allCases.filter { $0.isEarned(by: evidence) }
    }

    @Test func `each achievement is earned by what it says`() {
        #expect(earned(0) == [.first])
        #expect(earned(9) == [.first] && earned(10) == [.first, .ten])
        #expect(earned(50) == [.first, .ten, .twentyFive, .fifty])
        #expect(earned(4, accuracy: 1) == [.first] && earned(5, accuracy: 1) == [.first, .flawless])
        #expect(earned(1, isHighScore: true, isDaily: true, shared: true) == [.first, .record, .friends, .daily])
        #expect(earned(1, streak: 3) == [.first, .threeDays] && earned(1, streak: 7) == [.first, .threeDays, .week])
        #expect(earned(50, accuracy: 1, isScored: false) == [.first])
        #expect(earned(1, all: true) == [.first, .everyGame])
    }

    @Test func `the page shows what is earned`() {
        let page = Achievement.page(["achieved/ten": "2026-11-25", "mode": "classic"])
        #expect(page.title == "TROPHIES  1 of 11")
        #expect(page.lines.filter { $0.text.hasPrefix("★") }.map(\.text) == ["★  Ten points in one round"])
    }
}
