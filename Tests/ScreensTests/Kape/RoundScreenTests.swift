import Testing
import ThudScreens
import ThudTerminal

@Suite struct RoundScreenTests {
    @Test(arguments: RoundScreen.allCases, RoundScreen.sizes)
    func `what a screen has to say is whole at every size, with and without English`(screen: RoundScreen, size: Size) {
        for isGlossed in [false, true] {
            let canvas = screen.canvas(size, isGlossed: isGlossed)
            for words in screen.words { #expect(canvas.text.contains(words), "\(words) in \(canvas.text)") }
            // Only the lists of a result may go on beyond their window.
            if screen != .result { #expect(!canvas.text.contains("…"), "\(canvas.text)") }
        }
    }

    @Test(arguments: RoundScreen.allCases, RoundScreen.sizes)
    func `there is one primary action, a framed button with its key`(screen: RoundScreen, size: Size) {
        let canvas = screen.canvas(size)
        let buttons = canvas.targets.filter { $0.action == .confirm }
        #expect(buttons.count == (screen.hasPrimary ? 1 : 0))
        for button in buttons {
            let corner = Position(column: button.area.column, row: button.area.row)
            #expect(canvas.grid.character(at: corner) == "┏")
            #expect(canvas.grid.style(at: corner).foreground == Neon.red)
            #expect(canvas.text(in: button.area).contains("↵"))
        }
    }

    @Test(arguments: RoundScreen.allCases, RoundScreen.sizes)
    func `whatever can be pressed lies on the screen and on what it names`(screen: RoundScreen, size: Size) {
        let names: [Action: String] = [.down: "↓", .up: "↑", .leave: screen == .card ? "✕" : "q", .confirm: "↵"]
        let canvas = screen.canvas(size)
        for target in canvas.targets {
            #expect(target.area.column >= 0 && target.area.endColumn <= size.columns)
            #expect(target.area.row >= 0 && target.area.endRow <= size.rows)
            #expect(canvas.text(in: target.area).contains(names[target.action] ?? "nothing"), "\(target)")
        }
    }

    @Test(arguments: RoundScreen.allCases)
    func `no size is too small to draw`(screen: RoundScreen) {
        for (columns, rows) in [(0, 0), (1, 1), (0, 9), (9, 0), (2, 2), (5, 3), (7, 40), (300, 2), (20, 8), (33, 11)] {
            let canvas = screen.canvas(Size(columns: columns, rows: rows), isGlossed: true)
            #expect(canvas.grid.lines.count == rows)
        }
    }

    @Test(arguments: RoundScreen.allCases)
    func `English is shown only where it is asked for`(screen: RoundScreen) {
        let size = Size(columns: 120, rows: 40)
        guard let gloss = screen.gloss else { return }
        #expect(screen.canvas(size, isGlossed: true).text.contains(gloss))
        #expect(!screen.canvas(size).text.contains(gloss))
    }
}

extension RoundScreen {
    /// What must be there, with the plain letters that are never drawn in dots.
    fileprivate var words: [String] {
        switch self {
        case .handOver: ["Telefonin e merr", "Arbnora", "GATI!", "animi s'vlen", "2/5"]
        case .forehead: ["VENDOSE NË BALLË", "Mos shiko!"]
        case .tutorial: ["ANOHU PËR TË FILLUAR", "35°", "↓ a j"]
        case .countdown: ["3"]
        case .card: ["Tavë kosi", "✓ 5", "↷ 2", "42", "✕", "↓ E gjete", "Kaloje"]
        case .pause: ["PAUZË", "42 sekonda", "✓ 5", "VAZHDO", "Dil"]
        case .result: ["LEGJENDË", "10/13 · 77 % saktësi", "✓ 10", "↷ 3", "HAJDE PRAP", "13 cues, all within 50 ms"]
        case .podium: ["Legjendë", "Arbnora", "Besa", "Lojtari 3", "4 Dritan ✓ 4 Turist", "Xhevahire", "HAJDE PRAP"]
        case .leave: ["Mbaje për të dalë"]
        }
    }

    fileprivate var gloss: String? {
        switch self {
        case .handOver: "tilts do nothing here"
        case .forehead: "place it on your forehead"
        case .tutorial: "tilt to start"
        case .countdown: nil
        case .card: "got it"
        case .pause: "go on"
        case .result: "once more"
        case .podium: "the podium"
        case .leave: "hold to leave"
        }
    }
}
