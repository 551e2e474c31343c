import Testing
import ThudCore

@Suite struct DecimalsTests {
    @Test(arguments: [
        (3.14159, 2, "3.14"), (2, 3, "2.000"), (-0.04, 1, "0.0"), (-3.25, 1, "-3.3"), (9.996, 2, "10.00"),
        (12.5, 0, "13"), (0.000_001, 6, "0.000001"), (123_456, 9, "123456.000000"), (7.9, -3, "8"),
        (1e12, 0, "-"), (.nan, 1, "-"), (-.infinity, 1, "-"),
    ])
    func `a number has exactly the requested decimals`(value: Double, decimals: Int, text: String) {
        #expect(Decimals.fixed(value, decimals) == text)
    }

    @Test(arguments: [
        (0.5, 3, "0.5"), (50, 3, "50"), (100, 0, "100"), (-0.0001, 3, "0"), (1.05, 2, "1.05"), (.infinity, 2, "-"),
    ])
    func `a short number has no more decimals than it needs`(value: Double, decimals: Int, text: String) {
        #expect(Decimals.short(value, atMost: decimals) == text)
    }

    @Test(arguments: [(0, 0), (-1, 0), (.nan, 0), (0.001, 1), (0.29, 29), (0.666, 67), (0.995, 99), (1, 100), (2, 100)])
    func `only all is 100 percent, and only nothing is 0`(share: Double, percent: Int) {
        #expect(Decimals.percent(share) == percent)
    }

    @Test func `a count uses the singular for one and the plural otherwise`() {
        #expect([0, 1, 2].map { Count.of($0, "card") } == ["0 cards", "1 card", "2 cards"])
        #expect([1, 2].map { Count.of($0, "loss", "losses") } == ["1 loss", "2 losses"])
    }

    @Test func `the caller chooses the sign and the text for a missing value`() {
        #expect(Decimals.fixed(-1, 1, minus: "\u{2212}") == "\u{2212}1.0")
        #expect(Decimals.short(.nan, atMost: 1, absent: "?") == "?")
    }

    @Test(arguments: [
        (0.3, 0.5), (0.2, 0.2), (1.1 - 0.9, 0.2), (1, 1), (7, 10), (20.000_001, 50), (0, 1), (-3, 1), (.infinity, 1),
        (.nan, 1),
    ])
    func `an axis step is 1, 2 or 5 times a power of ten`(value: Double, step: Double) {
        #expect(abs(NiceNumber.atLeast(value) - step) <= 1e-9 * step)
    }

    @Test func `text is padded to its column and never cut`() {
        #expect(Padding.left("ab", 4) == "ab  " && Padding.right("ab", 4) == "  ab")
        #expect(Padding.right("7", 3, with: "0") == "007")
        #expect(Padding.left("abc", 2) == "abc" && Padding.right("abc", -1) == "abc")
    }
}

@Suite struct TypedTextTests {
    @Test(arguments: [("1234", "1234"), ("12345", "1234…"), ("", "\"\""), ("a\u{1B}[", "a\\u{1B}[")])
    func `a message shows a whole word, or its start`(word: String, shown: String) {
        #expect(TypedText.shown(word, most: 4) == shown)
    }
}

@Suite struct MarkupTests {
    @Test func `markup in outside text is escaped`() {
        #expect(
            Markup.escaped("<a b='c' d=\"&\">\u{7}é\n") == "&lt;a b=&#39;c&#39; d=&quot;&amp;&quot;&gt;\u{FFFD}é\n")
        #expect(Markup.escaped("\u{202E}a\u{2067}b\u{FFFE}\u{85}") == "\u{FFFD}a\u{FFFD}b\u{FFFD}\u{FFFD}")
        #expect(Markup.element("a", [("b", "<")], "c") == "<a b=\"&lt;\">c</a>" && Markup.element("br") == "<br/>")
    }

    @Test(
        arguments: [
            (0, 1, "0"), (-0.04, 1, "0"), (0.25, 2, "0.25"), (-3.25, 1, "-3.3"), (12, 3, "12"), (1.05, 2, "1.05"),
            (.nan, 1, "0"), (1e300, 0, "1000000000"), (0.005, 3, "0.005"),
        ])
    func `coordinates have no more digits than they need`(value: Double, decimals: Int, text: String) {
        #expect(Markup.number(value, decimals: decimals) == text)
    }
}

@Suite struct ColourTests {
    @Test func `a colour is read and written in web notation`() {
        #expect(Colour("#39FF14") == Colour(0x39FF14))
        #expect(Colour(0x39FF14) == Colour(red: 0x39, green: 0xFF, blue: 0x14))
        #expect(Colour("#0a0b0c")?.description == "#0A0B0C")
        for text in ["", "#", "39FF14", "#39FF1", "#39FF141", "#39FG14", "#３９FF14", "red"] {
            #expect(Colour(text) == nil)
        }
    }

    @Test func `colours are mixed channel by channel`() {
        #expect(Colour(0xFF0010).mixed(with: Colour(0x00FF20), 0.5) == Colour(0x808018))
        #expect(Colour.black.mixed(with: .white, 7) == .white && Colour.black.luma == 0 && Colour.white.luma == 255)
    }
}
