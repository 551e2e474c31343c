import ThudRecords
import ThudTerminal

@testable import ThudScreens

/// The screens around a round, each as a usual moment of it.
enum MenuScreen: String, CaseIterable {
    case title, resume, decks, unlock, players, settings, tooSmall, notice, developer

    func draw(on canvas: inout Canvas) throws {
        try draw(on: &canvas, naming: "Besa")
    }

    /// - Parameter name: what stands wherever a screen shows something that somebody typed.
    func draw(on canvas: inout Canvas, naming name: String) throws {
        switch self {
        case .title: TitleView(canResume: false, deck: nil).draw(on: &canvas)
        case .resume: TitleView(canResume: true, deck: name).draw(on: &canvas)
        case .decks:
            let own = DeckChoice(id: name, outcome: .problem(name), isLocked: false, seen: 0, isOwn: true)
            DecksView(decks: try DeckFixture.choices() + [own], selected: 3).draw(on: &canvas)
        case .unlock: UnlockView(title: name).draw(on: &canvas)
        case .players: PlayersView(names: [name, "", name], selected: 0, canAdd: true).draw(on: &canvas)
        case .settings: SettingsView(rows: SettingsPanel.rows(Preferences()), selected: 3).draw(on: &canvas)
        case .tooSmall: TooSmallView(size: canvas.grid.size).draw(on: &canvas)
        case .notice: NoticeView(text: name).draw(on: &canvas)
        case .developer: DeveloperLine(figures: DeveloperMetrics([name], device: "null")).draw(on: &canvas)
        }
    }

    func canvas(_ size: Size, naming name: String = "Besa", isGlossed: Bool = false) throws -> Canvas {
        var canvas = Canvas(size, letters: LetterCase(), isGlossed: isGlossed)
        try draw(on: &canvas, naming: name)
        return canvas
    }

    /// What must be there, with the plain letters that are never drawn in dots.
    var words: [String] {
        switch self {
        case .title: ["KAPE!", "Telefonin në ballë. Shokët flasin. Ti e kap.", "LUAJ", "t Turne", "q Dil"]
        case .resume: ["KAPE!", "Besa", "VAZHDO RAUNDIN", "n Nga fillimi"]
        case .decks: ["Me çka po luajmë?", "Besa", "E prishur", "esc Kthehu"]
        case .unlock: ["Me çelës", "Besa", "HAPE", "s'blihet asgjë", "thud decks unlock"]
        case .players: ["Kush luan?", "▸ 1 Besa▏", "2 Lojtari 2", "3 Besa", "+ Shto lojtar", "GATI!"]
        case .settings: ["Cilësime", "Tinguj", "Dridhje", "▸ Volumi", "◂ 100 % ▸", "60 s", "Rreshti i zhvilluesit"]
        case .tooSmall: ["Terminali është i vogël", "the terminal is too small", "duhen 60×18"]
        case .notice, .developer: ["Besa"]
        }
    }

    /// Whether it has a button.
    var hasPrimary: Bool { [.title, .resume, .unlock, .players].contains(self) }
}
