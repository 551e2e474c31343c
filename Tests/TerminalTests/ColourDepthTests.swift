import Testing
import ThudCore

@testable import ThudTerminal

@Suite struct ColourDepthTests {
    @Test(arguments: [
        (["TERM": "xterm-256color"], ColourDepth.indexed),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .full),
        (["TERM": "xterm", "COLORTERM": "24bit"], .full), (["TERM": "xterm-direct"], .full),
        (["TERM": "xterm-kitty"], .full), (["TERM": "foot"], .full), (["TERM": "xterm-ghostty"], .full),
        (["TERM": "xterm"], .sixteen), (["TERM": "linux"], .sixteen), ([:], .sixteen),
        (["TERM": "xterm", "COLORTERM": "yes"], .sixteen), (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
        (["TERM": "xterm-m"], .none), (["TERM": "xterm-kitty", "NO_COLOR": "1"], .none),
        (["TERM": "xterm-kitty", "NO_COLOR": "0"], .none),
        // GNU screen in a terminal with true colour, and tmux, which has it.
        (["TERM": "screen", "COLORTERM": "truecolor", "STY": "7.pts-1"], .sixteen),
        (["TERM": "screen.xterm-kitty", "STY": "7.pts-1"], .sixteen),
        (["TERM": "screen.xterm-256color", "COLORTERM": "truecolor", "STY": "7.pts-1"], .indexed),
        (["TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "/tmp/tmux"], .full),
        // no-color.org: “when present and not an empty string”.
        (["TERM": "xterm-kitty", "NO_COLOR": ""], .full),
    ])
    func `the environment determines the number of colours`(environment: [String: String], depth: ColourDepth) {
        #expect(ColourDepth { environment[$0] } == depth)
    }

    @Test(arguments: [0xFF9500, 0xF8A5E6, 0x39FF14, 0xFF3B30] as [UInt32])
    func `with 16 colours a fading flash or a pale dress never becomes grey`(colour: UInt32) {
        for step in 2...10 {
            let shown = Palette.sixteen[
                Palette.nearestOfSixteen(to: Colour.black.mixed(with: Colour(colour), Double(step) / 10))]
            #expect(shown == .black || shown.red != shown.green || shown.green != shown.blue, "\(step) \(shown)")
        }
        #expect(Palette.sixteen[Palette.nearestOfSixteen(to: Colour(colour))] != .black)
        #expect(Palette.sixteen[Palette.nearestOfSixteen(to: Colour(0x8E8E93))] == Colour(0x7F7F7F))
    }

    @Test func `with 256 colours the glow of red letters is red or black, and brown hair and greys are grey`() {
        func shown(_ colour: UInt32, _ share: Double = 1) -> Int {
            Palette.nearestIndexed(to: Colour.black.mixed(with: Colour(colour), share))
        }
        #expect(shown(0xFF3B30, 0.14) == 16 && shown(0xFF3B30, 0.3) == 52)
        for grey in [0x5A3522, 0x2A1434, 0x8E8E93, 0x3A3A3C] as [UInt32] { #expect(shown(grey) >= 232) }
    }

    @Test func `with 16 colours a brown face is not blue, pink not yellow, pale skin pale, and a thin line not black`()
    {
        func shown(_ colour: UInt32) -> Colour { Palette.sixteen[Palette.nearestOfSixteen(to: Colour(colour))] }
        for brown in [0xA9714B, 0x85522F, 0x5A3522, 0xC98F63, 0xE8836B] as [UInt32] {
            #expect(shown(brown).blue == 0 && shown(brown).red > 0, "\(shown(brown))")
        }
        for pink in [0xFF99CC, 0xFFB3E6, 0xFF8FAB] as [UInt32] {
            #expect(shown(pink).green == 0 && shown(pink).red > 0, "\(shown(pink))")
        }
        #expect(shown(0xFFDCC4) == Colour(0xE5E5E5) && shown(0x3A3A3C) == Colour(0x7F7F7F))
        #expect(shown(0x101014) == .black && shown(0x3A2A78) == Colour(0x0000EE))
    }
}
