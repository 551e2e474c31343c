import Testing
import ThudTerminal

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
        // no-color.org: “when present and not an empty string”.
        (["TERM": "xterm-kitty", "NO_COLOR": ""], .full),
    ])
    func `the environment determines the number of colours`(environment: [String: String], depth: ColourDepth) {
        #expect(ColourDepth { environment[$0] } == depth)
    }
}
