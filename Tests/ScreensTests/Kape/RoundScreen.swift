import ThudGames
import ThudScreens
import ThudTerminal

/// The screens of a round, each as a usual moment of it.
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

    /// Whether it has a primary action: the others are left by a tilt, or by themselves.
    var hasPrimary: Bool { [.handOver, .pause, .result, .podium].contains(self) }

    func draw(on canvas: inout Canvas) {
        switch self {
        case .handOver: HandOverView(player: "Arbnora", number: 2, of: 5).draw(on: &canvas)
        case .forehead: ForeheadView(age: 1.5).draw(on: &canvas)
        case .tutorial: TutorialView(angle: 0.2, isDone: false).draw(on: &canvas)
        case .countdown: CountdownView(digit: 3, share: 0.5).draw(on: &canvas)
        case .card:
            CardView(card: "Tavë kosi", remaining: 42, length: 60, score: 5, passes: 2, showsHints: true)
                .draw(on: &canvas)
        case .pause: PauseView(remaining: 41.3, score: 5).draw(on: &canvas)
        case .result:
            ResultView(result: Self.outcome, age: 5, verdict: "13 cues, all within 50 ms").draw(on: &canvas)
        case .podium: PodiumView(places: Self.places, age: 5).draw(on: &canvas)
        case .leave: LeaveHold(share: 0.5, isConfirm: false).draw(on: &canvas)
        }
    }

    func canvas(_ size: Size, isGlossed: Bool = false, allowsMotion: Bool = true) -> Canvas {
        Canvas.drawn(size, isGlossed: isGlossed, allowsMotion: allowsMotion, draw)
    }
}

extension Canvas {
    /// A canvas with letters that are never large, and what `draw` puts on it.
    static func drawn(
        _ size: Size, isGlossed: Bool = false, allowsMotion: Bool = true, _ draw: (inout Canvas) -> Void
    ) -> Canvas {
        var canvas = Canvas(size, letters: LetterCase(), isGlossed: isGlossed, allowsMotion: allowsMotion)
        draw(&canvas)
        return canvas
    }

    /// All that is written, in one line, blanks as one.
    var text: String {
        grid.lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    }

    /// The text of a rectangle, without blanks around it.
    func text(in area: Area) -> String {
        let characters = (area.row..<area.endRow).flatMap { row in
            (area.column..<area.endColumn).map { grid.character(at: Position(column: $0, row: row)) }
        }
        return String(characters).split(separator: " ").joined(separator: " ")
    }

    /// Every place of the grid.
    var positions: [Position] {
        (0..<grid.size.rows).flatMap { row in
            (0..<grid.size.columns).map { Position(column: $0, row: row) }
        }
    }

    /// The places where a character stands.
    func places(of character: Character) -> [Position] {
        positions.filter { grid.character(at: $0) == character && !grid.isContinuation(at: $0) }
    }
}
