import Testing
import ThudCore

@testable import ThudTerminal

@Suite struct FrameWriterTests {
    private let size = Size(columns: 20, rows: 4)

    /// Returns the bytes between two frames as text, with `ESC` for the escape byte.
    private func change(
        from before: Grid, to after: Grid, depth: ColourDepth = .full, isSynchronized: Bool = false
    ) -> String {
        var writer = FrameWriter(depth: depth)
        _ = writer.frame(before)
        writer.isSynchronized = isSynchronized
        return readable(writer.frame(after))
    }

    private func readable(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "ESC")
    }

    private func grid(_ text: String, _ style: Style = .plain) -> Grid {
        var grid = Grid(size)
        grid.put(text, at: Position(column: 0, row: 1), style)
        return grid
    }

    @Test func `a grid that has not changed writes nothing`() {
        #expect(change(from: grid("abc"), to: grid("abc")) == "")
        #expect(change(from: grid("abc"), to: grid("abc"), isSynchronized: true) == "")
        // A space in another foreground looks the same.
        #expect(change(from: grid("  "), to: grid("  ", Style(Colour(0x39FF14)))) == "")
    }

    @Test func `one changed cell costs one jump, one style and one character`() {
        #expect(change(from: grid("abcdef"), to: grid("abXdef"), depth: .none) == "ESC[2;3HESC[0mX")
        #expect(
            change(from: grid("abcdef"), to: grid("abXdef")) == "ESC[2;3HESC[0;38;2;255;255;255;48;2;0;0;0mX")
    }

    @Test func `short gaps are overwritten and long ones are jumped over`() {
        #expect(change(from: grid("abcdefgh"), to: grid("XbcdYfgh"), depth: .none) == "ESC[2;1HESC[0mXbcdY")
        #expect(change(from: grid("abcdefgh"), to: grid("XbcdefgY"), depth: .none) == "ESC[2;1HESC[0mXESC[2;8HY")
    }

    @Test func `after a wide character the position is sent again`() {
        #expect(change(from: grid("ab"), to: grid("漢c"), depth: .none) == "ESC[2;1HESC[0m漢ESC[2;3Hc")
        #expect(change(from: grid("a漢b"), to: grid("X漢Y"), depth: .none) == "ESC[2;1HESC[0mXESC[2;4HY")
        #expect(change(from: grid("漢"), to: grid("a"), depth: .none) == "ESC[2;1HESC[0ma ")
    }

    @Test func `an emoji of several scalars leaves nothing behind, however wide a terminal draws it`() {
        // One that takes it for one column would show the second column of what was there before.
        #expect(
            change(from: grid("abcd"), to: grid("✈️cd"), depth: .none)
                == "ESC[2;1HESC[0m  ESC[2;1H✈️ESC[2;3Hcd")
        // One that draws it in six columns would leave the last four of them.
        #expect(
            change(from: grid(""), to: grid("👩‍👧"), depth: .none)
                == "ESC[2;1HESC[0m  ESC[2;1H👩‍👧ESC[2;3H    ")
    }

    @Test func `with 16 colours a text in grey has the lighter grey, because the darker one is often hard to read`() {
        func codes(_ style: Style) -> String { change(from: grid(""), to: grid("a", style), depth: .sixteen) }
        #expect(codes(Style(Colour(0x8E8E93))) == "ESC[2;1HESC[0;37;40ma")
        // A line, a grey text on a light screen, and a grey area.
        #expect(codes(Style(Colour(0x3A3A3C))) == "ESC[2;1HESC[0;90;40ma")
        #expect(codes(Style(Colour(0x5C5C60), on: Colour(0xF2F2FF))) == "ESC[2;1HESC[0;90;107ma")
        #expect(codes(Style(.white, on: Colour(0x8E8E93))) == "ESC[2;1HESC[0;97;100ma")
        #expect(codes(Style(Colour(0x8E8E93), on: Colour(0x8E8E93))) == "ESC[2;1HESC[0;90;100ma")
    }

    @Test func `with 16 colours black letters are not bold, because many terminals show bold ones brighter`() {
        let chosen = Style(.black, on: Colour(0x39FF14), .bold)
        #expect(change(from: grid(""), to: grid("a", chosen), depth: .sixteen) == "ESC[2;1HESC[0;30;102ma")
        #expect(change(from: grid(""), to: grid("a", chosen), depth: .indexed) == "ESC[2;1HESC[0;1;38;5;16;48;5;82ma")
    }

    @Test func `the first frame, a resized one and one after other output begin by clearing the screen`() {
        var writer = FrameWriter(depth: .none)
        let first = readable(writer.frame(grid("abc")))
        #expect(first == "ESC[0mESC[2JESC[2;1Habc")
        writer.invalidate()
        #expect(readable(writer.frame(grid("abc"))) == first)
        #expect(readable(writer.frame(Grid(Size(columns: 5, rows: 5)))) == "ESC[0mESC[2J")
    }

    @Test func `a coloured frame on a cleared screen writes every cell, for GNU screen clears in another colour`() {
        var writer = FrameWriter(depth: .indexed)
        let blank = String(repeating: " ", count: size.columns)
        let rows = (2...size.rows).map { "ESC[\($0);1H" + blank }.joined()
        #expect(readable(writer.frame(Grid(size))) == "ESC[0;38;5;231;48;5;16mESC[2JESC[1;1H" + blank + rows)
        #expect(writer.frame(Grid(size)).isEmpty)
    }

    @Test func `a synchronized frame is wrapped only if it is not empty`() {
        let text = change(from: grid("a"), to: grid("b"), depth: .none, isSynchronized: true)
        #expect(text == "ESC[?2026hESC[2;1HESC[0mbESC[?2026l")
    }

    @Test(arguments: [
        (ColourDepth.full, "38;2;57;255;20;48;2;200;0;50"), (.indexed, "38;5;82;48;5;161"), (.sixteen, "92;41"),
    ])
    func `a colour becomes the nearest one that the terminal has`(depth: ColourDepth, codes: String) {
        let text = change(from: grid(""), to: grid("a", Style(Colour(0x39FF14), on: Colour(0xC80032))), depth: depth)
        #expect(text == "ESC[2;1HESC[0;\(codes)ma")
    }

    @Test func `a Linux console gets characters that its font has`() {
        func shown(_ text: String, _ font: ConsoleFont) -> String {
            var writer = FrameWriter(depth: .none, console: font)
            return readable(writer.frame(grid(text)))
        }
        #expect(shown("▟█▖┃▸ ✓ë", ConsoleFont([])) == "ESC[0mESC[2JESC[2;1H██▄║► √ë")
        // A pseudo-terminal or a file has no font.
        #expect(shown("▟█▖┃▸ ✓ë", ConsoleFont(terminal: -1)) == "ESC[0mESC[2JESC[2;1H██▄║► √ë")
        // Lat15-Fixed16, which Debian sets up, has no half of a cell and no arrowhead of IBM's.
        let fixed = ConsoleFont(Set("ë█░▒■│║═┌┐└┘←↑→↓▲▼▶◀▸◂●♦☑"))
        #expect(shown("▟█▖▀┃▸ ✓ëo○", fixed) == "ESC[0mESC[2JESC[2;1H██░▒║> vëoo")
    }

    @Test func `without colours no colour is named, and light cells are reversed`() {
        let light = Style(.black, on: Colour(0x39FF14))
        #expect(change(from: grid(""), to: grid("a", light), depth: .none) == "ESC[2;1HESC[0;7ma")
        #expect(change(from: grid(""), to: grid(" ", light), depth: .none) == "ESC[2;1HESC[0;7m ")
        let dark = Style(Colour(0x39FF14), on: Colour(0x200000), .reversed)
        #expect(change(from: grid(""), to: grid("a", dark), depth: .none) == "ESC[2;1HESC[0;7ma")
        var generator = SeededGenerator(seed: 3)
        var writer = FrameWriter(depth: .none)
        var random = Grid(Size(columns: 60, rows: 20))
        for _ in 0..<200 {
            random.change(&generator)
            for sequence in readable(writer.frame(random)).split(separator: "ESC[") {
                guard let end = sequence.firstIndex(where: \.isLetter), sequence[end] == "m" else { continue }
                let codes = sequence[..<end].split(separator: ";").compactMap { Int($0) }
                #expect(codes.allSatisfy { [0, 1, 2, 4, 7, 22, 24, 27].contains($0) }, "\(sequence)")
            }
        }
    }

    @Test func `attributes are turned on and off one by one`() {
        var after = grid("")
        let attributes: [Style.Attributes] = [.bold, [.bold, .dim], [.dim, .underlined], .reversed, []]
        for (column, attributes) in attributes.enumerated() {
            after.put("x", at: Position(column: column, row: 1), Style(.white, on: .black, attributes))
        }
        #expect(
            change(from: grid(""), to: after, depth: .none)
                == "ESC[2;1HESC[0;1mxESC[2mxESC[22;2;4mxESC[22;24;7mxESC[27mx")
    }

    @Test func `no text can write a control character`() {
        var hostile = grid("")
        hostile.put("a\u{1B}[31mb\u{9B}1mc\r\n\u{7}\u{202E}\u{200B}d\u{0}", at: Position(column: 0, row: 0))
        let text = change(from: grid(""), to: hostile, depth: .none)
        #expect(text == "ESC[1;1HESC[0ma[31mb1mcd")
    }

    @Test func `grids without any cells give frames too`() {
        var writer = FrameWriter(depth: .full)
        for size in [Size(columns: 0, rows: 0), Size(columns: 0, rows: 3), Size(columns: 3, rows: 0)] {
            #expect(readable(writer.frame(Grid(size))).hasSuffix("ESC[2J"))
        }
    }
}
