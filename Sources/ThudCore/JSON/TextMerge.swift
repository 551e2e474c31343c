/// Two changed versions of one text, joined line by line.
public enum TextMerge: Hashable, Sendable {
    /// The text with the changes of both.
    case merged([UInt8])
    /// Both changed the same; the line in the second version, from 1.
    case conflict(line: Int)

    /// Joins what two versions change in `base`. A change that both make is made once.
    public init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
        let own = TextPatch.ofLines(from: base, to: ours).changes
        let other = TextPatch.ofLines(from: base, to: theirs).changes
        var growth = 0
        for change in other {
            if own.contains(where: { $0 != change && Self.collide($0.range, change.range) }) {
                let before = theirs[..<(change.range.lowerBound + growth)]
                self = .conflict(line: before.count { $0 == TextPatch.newline } + 1)
                return
            }
            growth += change.text.count - change.range.count
        }
        let patch = TextPatch(other + own.filter { !other.contains($0) })
        self = .merged(patch.applied(to: base)?.text ?? ours)
    }

    /// Whether two changes meet. Neighbouring lines may change, but nobody knows the order of two insertions.
    private static func collide(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
        if first.isEmpty || second.isEmpty {
            return first.lowerBound <= second.upperBound && second.lowerBound <= first.upperBound
        }
        return first.overlaps(second)
    }
}

extension TextPatch {
    static let newline = UInt8(ascii: "\n")

    /// Returns the changes of whole lines that turn one text into another.
    public static func ofLines(from old: [UInt8], to new: [UInt8]) -> TextPatch {
        let (olds, news) = (lines(of: old), lines(of: new))
        let (removed, inserted) = news.offsets(changedFrom: olds)
        var changes: [Change] = []
        var (place, other) = (0, 0)
        while place < olds.count || other < news.count {
            let (first, start) = (place, other)
            while removed.contains(place) { place += 1 }
            while inserted.contains(other) { other += 1 }
            if place == first, other == start {
                (place, other) = (place + 1, other + 1)
                continue
            }
            let begin = first < olds.count ? olds[first].startIndex : old.count
            let end = place < olds.count ? olds[place].startIndex : old.count
            changes.append(Change(begin..<end, Array(news[start..<other].joined())))
        }
        return TextPatch(changes)
    }

    /// Returns the lines of a text, each with its line break.
    private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        for place in text.indices where text[place] == newline || place == text.count - 1 {
            lines.append(text[(lines.last?.endIndex ?? 0)...place])
        }
        return lines
    }
}

extension BidirectionalCollection where Element: Hashable {
    /// Returns which elements to remove from `old`, and which of these to insert, to turn it into this collection.
    func offsets(changedFrom old: Self) -> (removed: Set<Int>, inserted: Set<Int>) {
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        // The search compares elements many times, so each gets a number, which is compared faster than a line.
        var numbers: [Element: Int] = [:]
        func number(_ element: Element) -> Int {
            let number = numbers[element, default: numbers.count]
            numbers[element] = number
            return number
        }
        let olds = old.map(number)
        for change in map(number).difference(from: olds) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        return (removed, inserted)
    }
}
