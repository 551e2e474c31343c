import Testing
import ThudCore
import ThudGameKit
import ThudTerminal

@testable import ThudGameUI
@testable import ThudKape

@Suite struct KapePictureTests {
    static let scenes: [ShellFlow.Scene] = [
        .title, .decks(selected: 0), .decks(selected: 2), .unlock(deck: 1), .players, .board(mode: 0), .round, .podium,
    ]

    private func picture(
        of scene: ShellFlow.Scene, withSettings: Bool = false, notice: String? = nil,
        developer: DeveloperMetrics? = nil
    ) throws -> ShellPicture {
        var flow = ShellFlow(
            Kape.description, decks: try DeckFixture.choices(), preferences: Preferences(), players: ["Besa", "Dritan"])
        flow.startAtOnce(deck: "ushqime")
        for score in 3...4 { flow.finished(DeckFixture.result(score: score).outcome) }
        flow.scene = scene
        if withSettings { flow.settings = SettingsPanel() }
        let settings = KapeSettings(handsOver: true)
        let state = KapeState(settings: settings, dealer: CardDealer(cards: ["Flija"], seed: 1))
        let session = KapeSession(state: state, seed: 1, start: KapeFlowTests.now)
        return ShellPicture(
            theme: Kape.theme, flow: flow, session: session, now: KapeFlowTests.now, sceneAge: 9,
            notice: notice, developer: developer)
    }

    private func words(of scene: ShellFlow.Scene) -> String {
        switch scene {
        case .title: "KAPE!"
        case .language: "Gjuha"
        case .modes: "Çka po luajmë?"
        case .decks: "Me çka po luajmë?"
        case .unlock: "Gurbet"
        case .players: "Kush luan?"
        case .board: "Ende asnjë rekord."
        case .round: "Telefonin e merr"
        case .podium: "Dritan"
        }
    }

    @Test func `each digit of the countdown is shown for a whole second`() throws {
        var flow = ShellFlow(Kape.description, decks: try DeckFixture.choices(), preferences: Preferences())
        flow.startAtOnce(deck: "ushqime")
        var state = KapeState(settings: KapeSettings(), dealer: CardDealer(cards: ["Flija"], seed: 1))
        _ = state.reduce(.motion(.placedOnForehead), at: KapeFlowTests.now)
        let session = KapeSession(state: state, seed: 1, start: KapeFlowTests.now)
        let end = try #require(session.roundDeadline)
        let digits = [3, 2.1, 2, 1.4, 0.2].map { left in
            let picture = ShellPicture(
                theme: Kape.theme, flow: flow, session: session, now: end - .seconds(left), sceneAge: 1)
            let lines = picture.canvas(Size(columns: 80, rows: 24), letters: LetterCase()).grid.lines
            return lines.joined().first { "123".contains($0) }
        }
        #expect(digits == ["3", "3", "2", "2", "1"])
    }

    @Test func `a round ended by a script shows the title instead of a black screen`() throws {
        var flow = ShellFlow(Kape.description, decks: try DeckFixture.choices(), preferences: Preferences())
        flow.startAtOnce(deck: "ushqime")
        let state = KapeState(settings: KapeSettings(), dealer: CardDealer(cards: ["Flija"], seed: 1))
        var session = KapeSession(state: state, seed: 1, start: KapeFlowTests.now)
        session.press(.quit, at: KapeFlowTests.now)
        _ = session.advance(to: KapeFlowTests.now + .seconds(1))
        #expect(session.round.phase == .over)
        let picture = ShellPicture(
            theme: Kape.theme, flow: flow, session: session, now: KapeFlowTests.now, sceneAge: 0)
        #expect(picture.canvas(Size(columns: 80, rows: 24), letters: LetterCase()).text.contains("KAPE!"))
    }

    @Test(arguments: scenes, RoundScreen.sizes)
    func `every scene has its view at every size`(scene: ShellFlow.Scene, size: Size) throws {
        let canvas = try picture(of: scene).canvas(size, letters: LetterCase())
        #expect(canvas.text.contains(words(of: scene)), "\(canvas.text)")
    }

    @Test(arguments: scenes, RoundScreen.sizes)
    func `settings, a notice and the developer's line cover every scene`(
        scene: ShellFlow.Scene, size: Size
    ) throws {
        let canvas = try picture(of: scene, withSettings: true).canvas(size, letters: LetterCase())
        #expect(canvas.text.contains("Cilësimet"))
        let remarked = try picture(
            of: scene, notice: "Një fjalë", developer: DeveloperMetrics(["p99 3 ms"], device: "null")
        )
        .canvas(size, letters: LetterCase())
        #expect(remarked.text.contains("Një fjalë"))
        #expect(remarked.grid.lines.last?.hasPrefix(" p99 3 ms") == true)
    }

    @Test(arguments: RoundScreen.sizes)
    func `a notice is on the last row of every screen, away from buttons`(size: Size) throws {
        func row(_ picture: ShellPicture) -> Int? {
            let canvas = picture.canvas(size, letters: LetterCase())
            #expect(canvas.targets.allSatisfy { $0.area.endRow < size.rows }, "\(canvas.targets)")
            return canvas.grid.lines.firstIndex { $0.contains("Një fjalë") }
        }
        #expect(row(try picture(of: .title, notice: "Një fjalë")) == size.rows - 1)
        let state = KapeState(settings: KapeSettings(), dealer: CardDealer(cards: ["Flija"], seed: 1))
        var session = KapeSession(state: state, seed: 1, start: KapeFlowTests.now)
        var flow = ShellFlow(Kape.description, preferences: Preferences())
        flow.scene = .round
        func rowInRound() -> Int? {
            row(
                ShellPicture(
                    theme: Kape.theme, flow: flow, session: session, now: KapeFlowTests.now,
                    sceneAge: 9, notice: "Një fjalë"))
        }
        #expect(rowInRound() == size.rows - 1)
        session.press(.pause, at: KapeFlowTests.now)
        _ = session.advance(to: KapeFlowTests.now)
        #expect(rowInRound() == size.rows - 1)
    }

    @Test func `targets below the settings cannot be pressed`() throws {
        let size = RoundScreen.sizes[1]
        let beneath = try picture(of: .title).canvas(size, letters: LetterCase()).targets
        let settings = try picture(of: .title, withSettings: true).canvas(size, letters: LetterCase())
        #expect(beneath.contains { $0.action == .confirm } && !settings.targets.contains { $0.action == .confirm })
        #expect(settings.targets.contains { $0.action == .settings })
    }

    @Test(arguments: scenes, RoundScreen.sizes)
    func `the developer's line covers no target, nor the last words of a screen`(
        scene: ShellFlow.Scene, size: Size
    ) throws {
        let without = try picture(of: scene).canvas(size, letters: LetterCase())
        let figures = DeveloperMetrics(["p99 3 ms"], device: "null")
        let canvas = try picture(of: scene, developer: figures).canvas(size, letters: LetterCase())
        for target in canvas.targets { #expect(target.area.endRow < size.rows, "\(target)") }
        #expect(canvas.targets.count == without.targets.count)
        let last = without.grid.lines.last { $0.contains { $0 != " " } } ?? ""
        let words = last.split(separator: " ").joined(separator: " ")
        #expect(canvas.text.contains(words), "\(words) in \(canvas.text)")
    }

    @Test(arguments: [60, 80, 120, 200])
    func `cue, percentiles, xruns, frame times and the device are shown at every width`(columns: Int) throws {
        let figures = DeveloperMetrics(
            [
                "cue kape/times-up 12.3 ms · p50 12.3 p99 15.3 max 16.7 jitter 10.4 ms · xruns 0 · frame p50 0.5"
                    + " p99 11.2 ms",
                "cue 12.3 p50 12.3 p99 15.3 max 16.7 jitter 10.4 xruns 0 frame 0.5/11.2",
                "12.3 p50 12.3 p99 15.3 max 16.7 j 10.4 x 0 f 0.5/11.2",
            ], device: "default: 48000 Hz, period 256")
        let text = figures.text(columns: columns - 1)
        #expect(TextWidth.columns(of: text) < columns)
        for part in ["12.3", "p99 15.3", "max 16.7", "10.4", " 0 ", "11.2", "defa"] {
            #expect(text.contains(part), "\(text)")
        }
        #expect(text.contains("kape/times-up") == (columns >= 120))
        #expect(text.contains("48000 Hz") == (columns == 200))
    }

    @Test(arguments: scenes)
    func `a screen that is too small shows the required size`(scene: ShellFlow.Scene) throws {
        let picture = try picture(
            of: scene, withSettings: true, notice: "Një fjalë", developer: DeveloperMetrics(["p99"], device: "null"))
        for (columns, rows) in [(59, 18), (60, 17), (20, 3), (1, 1), (0, 0)] {
            let canvas = picture.canvas(Size(columns: columns, rows: rows), letters: LetterCase())
            #expect(canvas.grid.lines.count == rows)
            #expect(canvas.targets.isEmpty)
            #expect(columns < 59 || canvas.text.contains("duhen 60×18"))
        }
    }
}
