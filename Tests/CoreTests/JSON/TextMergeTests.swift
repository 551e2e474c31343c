import Testing
import ThudCore

@Suite struct TextMergeTests {
    private func merge(_ base: String, _ ours: String, _ theirs: String) -> TextMerge {
        TextMerge(base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
    }

    @Test(arguments: [
        ("a\nb\nc\n", "a\nB\nc\n", "a\nb\nC\n", "a\nB\nC\n"),
        ("a\nb\nc\n", "b\nc\n", "a\nb\nc\nd\n", "b\nc\nd\n"),
        ("a\nb\nc\n", "a\nB\nc\n", "a\nB\nc\n", "a\nB\nc\n"),
        ("a\nb\nc", "x\na\nb\nc", "a\nB\nc", "x\na\nB\nc"),
        ("a\n", "a\n", "", ""),
    ])
    func `changes of different lines are joined`(base: String, ours: String, theirs: String, expected: String) {
        #expect(merge(base, ours, theirs) == .merged(Array(expected.utf8)))
    }

    @Test(arguments: [
        ("a\nb\nc\n", "a\nx\nc\n", "a\ny\nc\n", 2),
        ("a\nb\nc\n", "a\nc\n", "0\n0\na\ny\nc\n", 4),
        ("a\nb\n", "a\nx\nb\n", "a\ny\nb\n", 2),
        ("{}", "{1}", "{2}", 1),
    ])
    func `changes of one line conflict, with the line of the other version`(
        base: String, ours: String, theirs: String, line: Int
    ) {
        #expect(merge(base, ours, theirs) == .conflict(line: line))
    }

    @Test func `a patch of lines turns one text into the other, whatever they are`() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            func text() -> [UInt8] {
                (0..<random.index(below: 12)).flatMap { _ in Array("abc".utf8).prefix(random.index(below: 3)) + [10] }
                    + (random.chance(0.3) ? [97] : [])
            }
            let (old, new) = (text(), text())
            #expect(TextPatch.ofLines(from: old, to: new).applied(to: old)?.text == new)
            #expect(TextMerge(base: old, ours: new, theirs: old) == .merged(new))
            #expect(TextMerge(base: old, ours: old, theirs: new) == .merged(new))
        }
    }
}
