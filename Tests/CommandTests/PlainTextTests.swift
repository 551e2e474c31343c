import Testing

@testable import thud

@Suite("Lines for a terminal") struct PlainTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("漢 é", "漢 é"), ("two\nlines", #"two\u{A}lines"#), ("\u{1B}[31mred", #"\u{1B}[31mred"#),
        ("\u{1B}[2Jgone", #"\u{1B}[2Jgone"#), ("\u{202E}\u{9B}2J", #"\u{202E}\u{9B}2J"#),
    ])
    func `a line shows what a terminal would obey`(text: String, shown: String) {
        #expect(String(decoding: Console.bytes(ofLine: text), as: UTF8.self) == shown + "\n")
    }
}
