import Motion
import Testing

@testable import Lettering

@Suite struct LineBreakingTests {
    private func width(_ words: [Int], _ lines: [Range<Int>], _ space: Int) -> Int {
        lines.map { words[$0].reduce(0, +) + space * ($0.count - 1) }.max() ?? 0
    }

    /// Every way to break so many words into so many lines.
    private func ways(_ range: Range<Int>, lines: Int) -> [[Range<Int>]] {
        if lines == 1 { return [[range]] }
        return (1..<range.count - lines + 2).flatMap { first in
            ways(range.lowerBound + first..<range.upperBound, lines: lines - 1)
                .map { [range.lowerBound..<range.lowerBound + first] + $0 }
        }
    }

    @Test func `no other way to break has a narrower widest line`() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let words = (0...generator.index(below: 7)).map { _ in 1 + generator.index(below: 30) }
            let space = generator.index(below: 6)
            let count = 1 + generator.index(below: words.count)
            let lines = LineBreaking.balanced(words: words, space: space, count: count)
            #expect(lines.count == count)
            #expect(lines.allSatisfy { !$0.isEmpty })
            #expect(lines.flatMap(Array.init) == Array(words.indices))
            let narrowest = ways(words.indices, lines: count).map { width(words, $0, space) }.min()
            #expect(width(words, lines, space) == narrowest, "\(words)")
        }
    }
}
