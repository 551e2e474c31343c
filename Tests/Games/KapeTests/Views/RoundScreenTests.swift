import Testing
import ThudGameKit
import ThudTerminal

@testable import ThudGameUI
@testable import ThudKape

@Suite struct RoundScreenTests {
    @Test(arguments: RoundScreen.allCases, RoundScreen.sizes)
    func `the texts of a screen are whole at every size, with and without English`(screen: RoundScreen, size: Size) {
        for isGlossed in [false, true] {
            let canvas = screen.canvas(size, isGlossed: isGlossed)
            for words in screen.words { #expect(canvas.text.contains(words), "\(words) in \(canvas.text)") }
            // Only the lists of a result may extend beyond their window.
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
    func `every target is on the screen and on the text it belongs to`(screen: RoundScreen, size: Size) {
        let names: [ShellAction: String] = [
            .down: "↓", .up: "↑", .leave: screen == .card ? "✕" : "q", .settings: "s", .confirm: "↵",
            .saveImage: "i",
        ]
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
    func `English appears only on request`(screen: RoundScreen) {
        let size = Size(columns: 120, rows: 40)
        guard let gloss = screen.gloss else { return }
        #expect(screen.canvas(size, isGlossed: true).text.contains(gloss))
        #expect(!screen.canvas(size).text.contains(gloss))
    }
}

extension RoundScreen {
    /// The texts that must be there in plain letters, which are never drawn in dots.
    fileprivate var words: [String] {
        switch self {
        case .handOver: ["Telefonin e merr", "Arbnora", "GATI!", "animi s'vlen", "2/5"]
        case .forehead: ["VENDOSE NË BALLË", "Mos shiko!"]
        case .tutorial: ["ULE KOKËN PËR TË FILLUAR", "35°", "↓ a j", "Koka prapa: kaloje"]
        case .countdown: ["3"]
        case .card: ["Tavë kosi", "✓", "↷", "✕", "↓ E gjete", "Kaloje"]
        case .pause: ["PAUZË", "42 sekonda", "✓ 5", "VAZHDO", "Menyja"]
        case .result: ["LEGJENDË", "10/13 · 77 % saktësi", "✓ 10", "↷ 3", "HAJDE PRAP", "13 cues, all within 50 ms"]
        case .podium: ["Legjendë", "Arbnora", "Besa", "Lojtari 3", "4 Dritan ✓ 4 Turist", "Xhevahire", "HAJDE PRAP"]
        case .leave: ["Mbaje për të dalë"]
        }
    }

    fileprivate var gloss: String? {
        switch self {
        case .handOver: "No tricks: tilts do nothing here."
        case .forehead: "Place it on your forehead"
        case .tutorial: "Nod to start"
        case .countdown: nil
        case .card: "Got it"
        case .pause: "CONTINUE"
        case .result: "PLAY AGAIN"
        case .podium: "THE PODIUM"
        case .leave: "Hold to leave"
        }
    }
}

/// The screens of a round, each at a typical moment.
enum RoundScreen: String, CaseIterable {
    case handOver, forehead, tutorial, countdown, card, pause, result, podium, leave

    static let sizes = [(60, 18), (80, 24), (120, 40), (200, 60)].map { Size(columns: $0.0, rows: $0.1) }

    static let outcome = KapeResult(
        got: [
            "Skënderbeu", "Tavë kosi", "Nënë Tereza", "Fëmijët flasin gjermanisht", "Benz me targa të huaja", "Flija",
            "Byrek me kungull", "Tirana", "Dancing with the Stars", "Konjak Skënderbeu",
        ],
        passed: ["Letërnjoftimi", "Liberalizimi i vizave", "Golf 4"], seen: [])

    static let places = [
        PodiumView.Place(place: 1, name: "Arbnora", score: 12, title: "Legjendë"),
        PodiumView.Place(place: 2, name: "Besa", score: 9, title: "Argjend"),
        PodiumView.Place(place: 3, name: "Lojtari 3", score: 7, title: "Bronz"),
        PodiumView.Place(place: 4, name: "Dritan", score: 4, title: "Turist"),
        PodiumView.Place(place: 5, name: "Xhevahire", score: 2, title: "Turist"),
    ]

    /// Whether the screen has a primary action. The others end with a tilt, or automatically.
    var hasPrimary: Bool { [.handOver, .pause, .result, .podium].contains(self) }

    func draw(on canvas: inout Canvas) {
        switch self {
        case .handOver: HandOverView(turn: .init(player: "Arbnora", number: 2, of: 5)).draw(on: &canvas)
        case .forehead: ForeheadView(age: 1.5).draw(on: &canvas)
        case .tutorial: TutorialView(angle: 0.2).draw(on: &canvas)
        case .countdown: CountdownView(digit: 3, share: 0.5).draw(on: &canvas)
        case .card:
            CardView(card: "Tavë kosi", remaining: 42, length: 60, score: 5, passes: 2, isNew: true)
                .draw(on: &canvas)
        case .pause: PauseView(remaining: 41.3, score: 5).draw(on: &canvas)
        case .result:
            ResultView(content: ResultContent(Self.outcome), age: 5, verdict: "13 cues, all within 50 ms").draw(
                on: &canvas)
        case .podium: PodiumView(places: Self.places, age: 5).draw(on: &canvas)
        case .leave: LeaveHold(share: 0.5, isConfirm: false).draw(on: &canvas)
        }
    }

    func canvas(_ size: Size, isGlossed: Bool = false, allowsMotion: Bool = true) -> Canvas {
        Canvas.drawn(size, isGlossed: isGlossed, allowsMotion: allowsMotion, draw)
    }
}

extension Canvas {
    /// Returns a canvas without large letters, drawn by `draw`.
    static func drawn(
        _ size: Size, isGlossed: Bool = false, allowsMotion: Bool = true, _ draw: (inout Canvas) -> Void
    ) -> Canvas {
        var canvas = Canvas(
            size, letters: LetterCase(), theme: Kape.theme, isGlossed: isGlossed, allowsMotion: allowsMotion)
        draw(&canvas)
        return canvas
    }

    /// All text in one line, with single blanks.
    var text: String {
        grid.lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    }

    /// Returns the text of a rectangle, without blanks around it.
    func text(in area: Area) -> String {
        let characters = (area.row..<area.endRow).flatMap { row in
            (area.column..<area.endColumn).map { grid.character(at: Position(column: $0, row: row)) }
        }
        return String(characters).split(separator: " ").joined(separator: " ")
    }

    /// Every position of the grid.
    var positions: [Position] {
        (0..<grid.size.rows).flatMap { row in
            (0..<grid.size.columns).map { Position(column: $0, row: row) }
        }
    }

    /// Returns the positions of a character.
    func places(of character: Character) -> [Position] {
        positions.filter { grid.character(at: $0) == character && !grid.isContinuation(at: $0) }
    }
}
