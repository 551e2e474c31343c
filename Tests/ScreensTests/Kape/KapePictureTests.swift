import Games
import Records
import Terminal
import Testing
import Timebase

@testable import Screens

@Suite struct KapePictureTests {
    static let scenes: [KapeFlow.Scene] = [
        .title, .decks(selected: 0), .decks(selected: 2), .unlock(deck: 1), .players, .round, .podium,
    ]

    private func picture(
        of scene: KapeFlow.Scene, withSettings: Bool = false, notice: String? = nil, developer: String? = nil
    ) throws -> KapePicture {
        var flow = KapeFlow(
            decks: try DeckFixture.choices(), preferences: Preferences(), players: ["Besa", "Dritan"])
        flow.startAtOnce(deck: "ushqime")
        for score in 3...4 { flow.finished(DeckFixture.result(score: score)) }
        flow.scene = scene
        if withSettings { flow.settings = SettingsPanel() }
        let settings = KapeSettings(handsOver: true)
        let state = KapeState(settings: settings, dealer: CardDealer(cards: ["Flija"], seed: 1))
        let session = KapeSession(state: state, seed: 1, start: KapeFlowTests.now)
        return KapePicture(
            flow: flow, session: session, now: KapeFlowTests.now, sceneAge: 9, notice: notice, developer: developer)
    }

    private func words(of scene: KapeFlow.Scene) -> String {
        switch scene {
        case .title: "KAPE!"
        case .decks: "Me çka po luajmë?"
        case .unlock: "Gurbet"
        case .players: "Kush luan?"
        case .round: "Telefonin e merr"
        case .podium: "Dritan"
        }
    }

    @Test(arguments: scenes, RoundScreen.sizes)
    func `every scene has its view at every size`(scene: KapeFlow.Scene, size: Size) throws {
        let canvas = try picture(of: scene).canvas(size, letters: LetterCase())
        #expect(canvas.text.contains(words(of: scene)), "\(canvas.text)")
    }

    @Test(arguments: scenes, RoundScreen.sizes)
    func `settings, a remark and the developer's line lie over every scene`(
        scene: KapeFlow.Scene, size: Size
    ) throws {
        let canvas = try picture(of: scene, withSettings: true).canvas(size, letters: LetterCase())
        #expect(canvas.text.contains("Cilësime"))
        let remarked = try picture(of: scene, notice: "Një fjalë", developer: "p99 3 ms")
            .canvas(size, letters: LetterCase())
        #expect(remarked.text.contains("Një fjalë"))
        #expect(remarked.grid.lines.last?.hasPrefix(" p99 3 ms") == true)
    }

    @Test(arguments: scenes)
    func `what is too small says how large it has to be`(scene: KapeFlow.Scene) throws {
        let picture = try picture(of: scene, withSettings: true, notice: "Një fjalë", developer: "p99")
        for (columns, rows) in [(59, 18), (60, 17), (20, 3), (1, 1), (0, 0)] {
            let canvas = picture.canvas(Size(columns: columns, rows: rows), letters: LetterCase())
            #expect(canvas.grid.lines.count == rows)
            #expect(canvas.targets.isEmpty)
            #expect(columns < 59 || canvas.text.contains("duhen 60×18"))
        }
    }
}
