import Testing

@testable import thud

/// What `see` finds in a program's output.
struct WrittenTextTests {
    private func written(_ pieces: String...) -> WrittenText {
        var text = WrittenText()
        for piece in pieces { text.take(Array(piece.utf8)) }
        return text
    }

    @Test(arguments: [
        "\u{1B}[1mPress \u{1B}(B\u{1B}[mStart", "\u{1B}]0;a title\u{7}Press\u{1B}[2;3H Start",
        "\u{1B}]0;a title\u{1B}\\Press \u{1B}=St\u{1B}7art", "\u{1B}P1$r0m\u{1B}\\Press \r\nStart",
        "\u{1B}]2;a title\u{1B}[1mPress Start", "\u{1B}]RPress \u{1B}]P1AABBCCSt\u{1B}P1\u{18}art",
    ])
    func `sequences of a terminal are no text`(output: String) {
        var text = written(output)
        let isFound = text.drop(through: "Press Start")
        #expect(isFound, "\(text)")
    }

    @Test func `a sequence may come in two pieces`() {
        var text = written("Press \u{1B}[", "0;1mSta", "rt")
        let isFound = text.drop(through: "Press Start")
        #expect(isFound, "\(text)")
    }

    @Test func `a program that asks for the other arrow keys gets them`() throws {
        var text = written("\u{1B}[?1049h\u{1B}[?1", "h\u{1B}=\u{1B}[?25l")
        let up = try #require(KeyStimulus("up"))
        #expect(text.asksForApplicationKeys)
        #expect(up.bytes(applicationKeys: true) == Array("\u{1B}OA".utf8))
        text.take("\u{1B}[?1l".utf8)
        #expect(!text.asksForApplicationKeys && up.bytes(applicationKeys: false) == Array("\u{1B}[A".utf8))
        let bracket = try #require(KeyStimulus("["))
        #expect(bracket.bytes(applicationKeys: true) == [UInt8(ascii: "[")])
    }

    @Test func `what cannot belong to the text is forgotten while it is awaited`() {
        var text = written("Welcome", "Press St")
        let early = ["Press Start", "Welcome"].map { text.drop(through: $0) }
        #expect(early == [false, false])
        text.take(Array("art".utf8))
        let isFound = text.drop(through: "Start")
        #expect(isFound, "\(text)")
    }

    @Test func `two texts that come at once are found one after the other`() {
        var text = written("Welcome\r\nPress Start")
        let found = ["Welcome", "Welcome", "Start"].map { text.drop(through: $0) }
        #expect(found == [true, false, true])
    }
}
