import Testing

@testable import thud

@Suite struct ABXTestTests {
    @Test(arguments: [
        // From tables of the binomial distribution with one half.
        (0, 10, 1.0), (5, 10, 0.623046875), (8, 10, 0.0546875), (9, 10, 0.0107421875), (10, 10, 0.0009765625),
        (12, 16, 0.0384063720703125), (16, 16, 0.0000152587890625), (0, 0, 1), (61, 100, 0.01760010010885238),
    ])
    func `p is the exact tail of the binomial distribution`(right: Int, answered: Int, p: Double) {
        #expect(abs(ABXTest.tail(right, of: answered) - p) < 1e-12)
    }

    @Test func `right answers are counted, and the seed decides what X is`() {
        func places(_ seed: UInt64) -> [Int] {
            var test = ABXTest(trials: 40, seed: seed)
            return (0..<40).map { trial in
                #expect(test.heard == .x && test.answered == trial)
                let place = test.place
                test.heard = .b
                #expect(test.place == 1)
                test.answer(place)
                return place
            }
        }
        #expect(places(1) == places(1) && places(1) != places(2))
        #expect((10...30).contains(places(1).reduce(0, +)))
        var test = ABXTest(trials: 10, seed: 7)
        for trial in 0..<10 { test.answer(trial < 8 ? test.place : 1 - test.place) }
        #expect(test.isOver && test.right == 8)
        #expect(test.report == "8 of 10 right, p = 0.055 by guessing")
        test.answer(0)
        #expect(test.answered == 10)
    }
}
