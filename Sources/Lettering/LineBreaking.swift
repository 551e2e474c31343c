/// Breaks words into lines.
enum LineBreaking {
    /// The way to break `words` into `count` lines whose widest is as narrow as can be: ranges of words, in order.
    ///
    /// - Parameters:
    ///   - words: the width of each word, in any unit.
    ///   - space: the width of a space between two.
    ///   - count: how many lines, 1 to the number of words.
    static func balanced(words: [Int], space: Int, count: Int) -> [Range<Int>] {
        // widest[k][n]: of the first n words in k lines. Solved line by line; a card has a handful of words.
        let total = words.count
        var widest = (0...total).map { width(words, space, 0..<$0) }
        var breaks: [[Int]] = []
        for _ in stride(from: 1, to: count, by: 1) {
            var next = Array(repeating: Int.max, count: total + 1)
            var from = Array(repeating: 0, count: total + 1)
            for end in 1...total {
                for start in 1..<max(2, end) where start < end {
                    let candidate = max(widest[start], width(words, space, start..<end))
                    if candidate < next[end] { (next[end], from[end]) = (candidate, start) }
                }
            }
            widest = next
            breaks.append(from)
        }
        var lines: [Range<Int>] = []
        var end = total
        for from in breaks.reversed() {
            lines.append(from[end]..<end)
            end = from[end]
        }
        lines.append(0..<end)
        return lines.reversed()
    }

    private static func width(_ words: [Int], _ space: Int, _ range: Range<Int>) -> Int {
        words[range].reduce(0, +) + space * max(0, range.count - 1)
    }
}
