import Testing
import ThudGameKit

struct DayStreakTests {
    @Test func `a streak ends today or yesterday, and a gap ends it`() {
        let today = LocalDay(number: 20_000)
        func streak(_ ages: [Int]) -> Int { Set(ages.map { today - $0 }).streak(on: today) }
        #expect(streak([]) == 0 && streak([0]) == 1 && streak([1]) == 1 && streak([2]) == 0)
        #expect(streak([0, 1, 2, 4]) == 3 && streak([1, 2, 3]) == 3)
        // The first supported day has none before it.
        #expect(Set([LocalDay(number: 0)]).streak(on: LocalDay(number: 0)) == 1)
        #expect(Set([LocalDay(number: 0), today - 1, today]).streak(on: LocalDay(number: 0)) == 1)
    }
}
