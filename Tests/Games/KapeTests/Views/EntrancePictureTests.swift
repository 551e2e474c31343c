import Testing
import ThudCore
import ThudGameKit
import ThudRecords
import ThudTerminal

@testable import ThudGameUI
@testable import ThudKape

/// The entrance animations of the screens that all games share.
@Suite struct EntrancePictureTests {
    /// The screens, each at a typical moment.
    enum Screen: String, CaseIterable {
        case title, waiting, modes, decks, unlock, players, board, settings, pause, handOver

        var scene: ShellFlow.Scene {
            switch self {
            case .title, .waiting, .settings: .title
            case .modes: .modes(selected: 0)
            case .decks: .decks(selected: 1)
            case .unlock: .unlock(deck: DeckFixture.locked)
            case .players: .players
            case .board: .board(mode: 0)
            case .pause, .handOver: .round
            }
        }
    }

    private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)]
    private static let ages = [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.35, 1]
    /// The age at which everything has come to rest.
    private static let settled = 60.0

    private static let scores = (1...40).map { place in
        BoardRow(score: 100 - place, player: "Besa", notes: "60.0 s", day: "2026-11-23", isLatest: place == 2)
    }

    private func picture(_ screen: Screen, age: Double, reduceMotion: Bool = false) throws -> ShellPicture {
        var preferences = Preferences()
        preferences.reduceMotion = reduceMotion
        var flow = ShellFlow(
            Kape.description, decks: try DeckFixture.choices(), preferences: preferences,
            canResume: screen == .waiting)
        flow.waiting = "Gurbet · 42 s"
        flow.scene = screen.scene
        if screen == .settings { flow.settings = SettingsPanel() }
        return ShellPicture(
            theme: Kape.theme, flow: flow, session: session(screen), now: KapeFlowTests.now,
            sceneAge: screen == .settings ? Self.settled : age, leaderboard: Self.scores, settingsAge: age)
    }

    private func session(_ screen: Screen) -> Session<Kape>? {
        guard screen.scene == .round else { return nil }
        let settings = KapeSettings(handsOver: screen == .handOver)
        let state = KapeState(settings: settings, dealer: CardDealer(cards: ["Flija"], seed: 1))
        var session = KapeSession(state: state, seed: 1, start: KapeFlowTests.now)
        if screen == .pause { session.press(.pause, at: KapeFlowTests.now) }
        _ = session.advance(to: KapeFlowTests.now)
        return session
    }

    private func canvas(
        _ screen: Screen, age: Double, _ size: Size, reduceMotion: Bool = false, letters: LetterCase = LetterCase()
    ) throws -> Canvas {
        try picture(screen, age: age, reduceMotion: reduceMotion).canvas(size, letters: letters)
    }

    /// Returns the texts of a canvas, split at two or more blanks.
    private func texts(_ canvas: Canvas) -> [String] {
        canvas.grid.lines.flatMap { $0.split(separator: "  ") }
            .map { $0.split(separator: " ").joined(separator: " ") }
            .filter { !$0.isEmpty }
    }

    @Test(arguments: Screen.allCases, sizes + [ShellPicture.smallest])
    func `every text of a screen is whole from the first frame`(screen: Screen, size: Size) throws {
        let wanted = texts(try canvas(screen, age: Self.settled, size))
        #expect(wanted.count > 3)
        for age in Self.ages {
            let lines = try canvas(screen, age: age, size).grid.lines
            for text in wanted {
                #expect(
                    lines.contains { $0.contains(text) },
                    "\(text) is missing after \(age) s in\n\(lines.joined(separator: "\n"))")
            }
        }
    }

    @Test(arguments: Screen.allCases, sizes + [ShellPicture.smallest])
    func `nothing moves under the mouse`(screen: Screen, size: Size) throws {
        let wanted = try canvas(screen, age: Self.settled, size).targets
        #expect(!wanted.isEmpty)
        for age in Self.ages { #expect(try canvas(screen, age: age, size).targets == wanted, "after \(age) s") }
    }

    @Test(arguments: Screen.allCases, sizes)
    func `a screen moves at first, rests after 0.35 s, and reports both`(screen: Screen, size: Size) throws {
        let letters = LetterCase.usual()
        let wanted = try canvas(screen, age: Self.settled, size, letters: letters).grid
        #expect(try picture(screen, age: 0).isMoving)
        #expect(try canvas(screen, age: 0, size, letters: letters).grid != wanted)
        for age in [Entrance.length, 0.4, 1, 3.9, Self.settled, .infinity, .nan] {
            #expect(try !picture(screen, age: age).isMoving, "after \(age) s")
            #expect(try canvas(screen, age: age, size, letters: letters).grid == wanted, "after \(age) s")
        }
    }

    @Test(arguments: Screen.allCases, sizes)
    func `with Reduce Motion a screen rests from the first frame`(screen: Screen, size: Size) throws {
        let letters = LetterCase.usual()
        let wanted = try canvas(screen, age: Self.settled, size, letters: letters).grid
        for age in Self.ages {
            let grid = try canvas(screen, age: age, size, reduceMotion: true, letters: letters).grid
            // The settings show that it is on.
            let still = try canvas(screen, age: Self.settled, size, reduceMotion: true, letters: letters).grid
            #expect(grid == (screen == .settings ? still : wanted), "after \(age) s")
            // On a hand-over the last answer stays visible for a moment, whatever the motion setting.
            if screen != .handOver { #expect(try !picture(screen, age: age, reduceMotion: true).isMoving) }
        }
    }

    @Test(arguments: sizes)
    func `modes appear row by row, and nothing in the settings runs into a frame`(size: Size) throws {
        let modes = (0..<7).map { GameDescription.Mode("m\($0)", title: "Mode \($0)") }
        func columns(after age: Double) throws -> [Int] {
            let canvas = Canvas.drawn(size) {
                $0.comeIn(age: age)
                ModesView(modes: modes, selected: 3).draw(on: &$0)
            }
            #expect(canvas.places(of: "▸").count == 1)
            return try modes.map { mode in
                let line = try #require(canvas.grid.lines.first { $0.contains(mode.title) })
                return try #require(line.firstRange(of: mode.title)).lowerBound.utf16Offset(in: line)
            }
        }
        let rest = try columns(after: 1)
        let early = try zip(columns(after: 0.1), rest).map { $1 - $0 }
        #expect(try columns(after: 0) == rest.map { $0 - 3 })
        #expect(early == early.sorted() && early.first == 0 && early.last == 3, "\(early)")
        let frame = try canvas(.settings, age: Self.settled, size).places(of: "│")
        for age in Self.ages {
            #expect(try canvas(.settings, age: age, size).places(of: "│") == frame)
        }
    }

    @Test func `another row is the same screen, and another leaderboard is a new one`() {
        typealias Scene = ShellFlow.Scene
        #expect(Scene.modes(selected: 4).withoutChoice == Scene.modes(selected: 1).withoutChoice)
        #expect(Scene.decks(selected: 4).withoutChoice == Scene.decks(selected: 1).withoutChoice)
        #expect(Scene.board(mode: 0).withoutChoice != Scene.board(mode: 1).withoutChoice)
        let others: [Scene] = [.title, .modes(selected: 0), .decks(selected: 0), .unlock(deck: 0), .players, .podium]
        #expect(Set(others.map(\.withoutChoice)).count == others.count)
    }

    @Test func `with Reduce Motion a podium and a triumph request no frames after they rest`() throws {
        var preferences = Preferences()
        preferences.reduceMotion = true
        var flow = ShellFlow(Kape.description, decks: try DeckFixture.choices(), preferences: preferences)
        flow.scene = .podium
        func isMoving(_ age: Double) -> Bool {
            ShellPicture(theme: Kape.theme, flow: flow, session: nil, now: KapeFlowTests.now, sceneAge: age).isMoving
        }
        #expect(!isMoving(0) && !isMoving(1))
        flow.preferences.reduceMotion = false
        #expect(isMoving(0) && isMoving(1) && !isMoving(Confetti.length))
        flow.scene = .round
        var session = try Kape.session(
            RoundSetup(mode: Kape.description.modes[0].name, length: .seconds(5), seed: 3, cards: ["Flija", "Besa"]),
            by: .bot(rounds: 1), start: KapeFlowTests.now)
        _ = session.advance(to: KapeFlowTests.now + .seconds(60))
        #expect(session.stage == .finished)
        func isResultMoving(_ age: Double, reduceMotion: Bool) -> Bool {
            flow.preferences.reduceMotion = reduceMotion
            return ShellPicture(
                theme: Kape.theme, flow: flow, session: session, now: KapeFlowTests.now, sceneAge: age,
                isHighScore: true
            ).isMoving
        }
        #expect(isResultMoving(0, reduceMotion: true) && !isResultMoving(Stamp.length, reduceMotion: true))
        #expect(
            isResultMoving(Stamp.length, reduceMotion: false) && !isResultMoving(Confetti.length, reduceMotion: false))
    }
}
