import ThudCore
import ThudCues
import ThudGameKit
import ThudTerminal

/// The state of the settings list: its rows and the chosen one.
package struct SettingsPanel: Hashable, Sendable {
    package enum Item: Hashable, Sendable, CaseIterable {
        case sound, haptics, silentSwitch, volume, loud, roundLength, reduceMotion, tutorial, language, gloss
        case developerLine
    }

    var items = Item.allCases
    /// Whether the variant of the game has a row of its own after these.
    var hasVariant = false
    package internal(set) var selected = 0

    var rows: Range<Int> { 0..<items.count + (hasVariant ? 1 : 0) }

    static let volumeSteps = 10.0
    /// The round lengths on offer, in seconds.
    static let roundLengths = [30.0, 45, 60, 90, 120, 180]

    /// The chosen setting. nil if the variant is chosen.
    var item: Item? { items.indices.contains(selected) ? items[selected] : nil }

    mutating func move(by count: Int) -> Bool {
        let moved = min(max(selected + count, 0), rows.upperBound - 1)
        defer { selected = moved }
        return moved != selected
    }
}

extension SettingsPanel.Item {
    /// Changes it to its next value (`step` 1) or the previous one (-1).
    func change(_ preferences: inout Preferences, step: Int) {
        switch self {
        case .sound: preferences.soundOn.toggle()
        case .haptics: preferences.haptics = preferences.haptics == .off ? .heard : .off
        case .silentSwitch:
            preferences.silentSwitch = Self.next(preferences.silentSwitch, in: Preferences.SilentSwitch.allCases, step)
        case .volume:
            let steps = (preferences.volume * SettingsPanel.volumeSteps).rounded() + Double(step)
            preferences.volume = min(max(steps / SettingsPanel.volumeSteps, 0), 1)
        case .loud: preferences.isLoud.toggle()
        case .roundLength: preferences.seconds = Self.next(preferences.seconds, in: SettingsPanel.roundLengths, step)
        case .reduceMotion: preferences.reduceMotion.toggle()
        case .tutorial: preferences.tutorialDone.toggle()
        case .language: preferences.language = preferences.language == .english ? .own : .english
        case .gloss: preferences.gloss.toggle()
        case .developerLine: preferences.developerLine.toggle()
        }
    }

    /// Returns the value `step` places further, wrapping around. An unlisted present value gives the first one.
    private static func next<Value: Equatable>(_ present: Value, in values: [Value], _ step: Int) -> Value {
        guard let index = values.firstIndex(of: present) else { return values[0] }
        return values[(index + step + values.count) % values.count]
    }
}

extension SettingsPanel {
    /// Returns the rows of all settings with their present values, and of the variant, if the game has one.
    func rows(
        _ preferences: Preferences, _ words: ShellWords, variant: (GameDescription.Variant, isOn: Bool)? = nil
    ) -> [SettingsView.Row] {
        items.map { $0.row(preferences, words) }
            + (variant.map { variant, isOn in
                [.init(Phrase("\(variant.title): \(variant.abstract)"), isOn ? words[.on] : words[.off])]
            } ?? [])
    }
}

extension SettingsPanel.Item {
    static func items(of game: GameDescription) -> [Self] {
        allCases.filter { item in
            switch item {
            case .roundLength: game.isTimed
            case .tutorial: game.tutorialCue != nil
            case .language, .gloss: game.isGlossed
            case .sound, .haptics, .silentSwitch, .volume, .loud, .reduceMotion, .developerLine: true
            }
        }
    }

    fileprivate func row(_ preferences: Preferences, _ words: ShellWords) -> SettingsView.Row {
        func onOff(_ isOn: Bool) -> Phrase { isOn ? words[.on] : words[.off] }
        let percent = Int((preferences.volume * 100).rounded())
        return switch self {
        case .sound: .init(words[.sound], onOff(preferences.soundOn))
        case .haptics: .init(words[.haptics], Self.haptics(preferences.haptics, words))
        case .silentSwitch: .init(words[.silentSwitch], Self.silentSwitch(preferences.silentSwitch, words))
        case .volume: .init(words[.volume], Phrase("\(percent) %"), share: preferences.volume)
        case .loud: .init(words[.loud], onOff(preferences.isLoud))
        case .roundLength: .init(words[.roundLength], Phrase("\(Decimals.short(preferences.seconds, atMost: 1)) s"))
        case .reduceMotion: .init(words[.reduceMotion], onOff(preferences.reduceMotion))
        case .tutorial: .init(words[.tutorial], onOff(!preferences.tutorialDone))
        case .language:
            .init(
                words[.language].inBoth,
                preferences.language == .english ? words[.englishLanguage] : words[.ownLanguage])
        case .gloss: .init(words[.gloss], onOff(preferences.gloss))
        case .developerLine: .init(words[.developerLine], onOff(preferences.developerLine))
        }
    }

    private static func haptics(_ haptics: FeedbackSettings.Haptics, _ words: ShellWords) -> Phrase {
        switch haptics {
        case .heard: words[.on]
        case .drive: words[.drive]
        case .off: words[.off]
        }
    }

    private static func silentSwitch(_ position: Preferences.SilentSwitch, _ words: ShellWords) -> Phrase {
        switch position {
        case .on: words[.on]
        case .off: words[.off]
        case .follow: words[.follow]
        }
    }
}

/// The settings panel, drawn in place of the current screen.
struct SettingsView: Hashable {
    struct Row: Hashable {
        let label: Phrase
        let value: Phrase
        /// The level from 0 to 1, if the setting is a level.
        let share: Double?

        init(_ label: Phrase, _ value: Phrase, share: Double? = nil) {
            self.label = label
            self.value = value
            self.share = share
        }
    }

    let rows: [Row]
    let selected: Int
    private static let widest = 76
    private static let barColumns = 10
    /// The columns from a bar to the end of the row, which hold `◂ 100 % ▸`.
    private static let valueColumns = 11
    /// How far rows slide as they come in, in columns. They must not cross the frame.
    private static let way = 2

    func draw(on canvas: inout Canvas) {
        let screen = canvas.free.inset(columns: 1)
        // Large and small values beside each other would look as if some settings mattered more.
        let cards = cards(in: screen)
        guard !cards.areAllLarge(on: canvas, { (canvas.text(rows[$0].value), valueRoom(of: $0, in: $1)) }) else {
            return draw(cards, in: screen, on: &canvas)
        }
        let isAiry = screen.rows >= 2 * rows.count + 7
        let height = (isAiry ? 2 : 1) * rows.count + 6
        let panel = screen.centred(Size(columns: min(Self.widest, screen.columns), rows: min(height, screen.rows)))
        // The screen below must take no presses now, and its parts above and below the panel would only distract.
        canvas.targets = []
        canvas.grid.fill(canvas.area, .plain)
        canvas.grid.border(panel, Style(canvas.theme.accent))
        let inner = panel.inset(columns: 3, rows: 1)
        canvas.line(canvas[.settings], row: inner.row, in: inner, Style(.white, on: .black, .bold))
        for index in rows.indices {
            let row = inner.part(row: 2 + (isAiry ? 2 : 1) * index, rows: 1)
            draw(index, in: row, on: &canvas)
        }
        footer(canvas).draw(row: inner.endRow - 1, in: inner, on: &canvas)
    }

    private func cards(in screen: Area) -> CardGrid {
        let rest = Canvas.belowHeading(of: page(in: screen))
        return CardGrid(
            rows.count, selected: selected, in: rest.part(row: 1, rows: rest.rows - 3),
            smallest: Size(columns: 50, rows: 5))
    }

    /// The place of the cards and their heading.
    private func page(in screen: Area) -> Area { screen.inset(columns: 2, rows: 1) }

    private func valueRoom(of index: Int, in inside: Area) -> Area {
        inside.part(row: 1, rows: inside.rows - (rows[index].share == nil ? 1 : 2)).inset(columns: 4)
    }

    private func draw(_ cards: CardGrid, in screen: Area, on canvas: inout Canvas) {
        canvas.targets = []
        canvas.grid.fill(canvas.area, .plain)
        let page = page(in: screen)
        canvas.heading(canvas[.settings], in: page)
        for (index, inside) in cards.draw(on: &canvas) {
            let (setting, isChosen) = (rows[index], index == selected)
            let style = Style(isChosen ? .white : Neon.grey, on: .black, .bold)
            canvas.centred(canvas.words(setting.label), row: inside.row, in: inside, style)
            let colour = isChosen ? canvas.theme.accent : Neon.grey
            let used = canvas.large(canvas.text(setting.value), in: valueRoom(of: index, in: inside), Style(colour))
            if isChosen {
                let row = used.row + used.rows / 2
                canvas.grid.put("◂", at: Position(column: inside.column, row: row), style)
                canvas.trailing("▸", row: row, in: inside, style)
                let card = cards.cards.first { $0.index == index }?.area ?? inside
                canvas.addTarget(Area(column: card.column, row: row, columns: 4, rows: 1), .left)
            }
            guard let share = setting.share else { continue }
            let bar = inside.lowest(1).inset(columns: inside.columns / 4)
            canvas.grid.bar(bar, share: share, Style(isChosen ? Neon.green : Neon.grey, on: Neon.faint))
        }
        footer(canvas).draw(row: page.endRow - 1, in: page, on: &canvas)
    }

    private func footer(_ canvas: Canvas) -> FooterView {
        FooterView([
            ("↑↓", canvas[.choose], .down), ("←→", canvas[.changeValue], .right),
            ("s", canvas[.back], .settings),
        ])
    }

    private func draw(_ index: Int, in place: Area, on canvas: inout Canvas) {
        guard place.rows > 0 else { return }
        let setting = rows[index]
        let isChosen = index == selected
        canvas.addTarget(place, .choose(index))
        let row = canvas.entrance.place(ofRow: index, at: place, way: Self.way)
        let style = Style(isChosen ? .white : Neon.grey, on: .black, isChosen ? .bold : [])
        let value = isChosen ? "◂ \(canvas.words(setting.value)) ▸" : "\(canvas.words(setting.value))  "
        let columns = TextWidth.columns(of: value)
        let start = row.corner
        let mark = canvas.grid.put(isChosen ? "▸ " : "  ", at: start, Style(canvas.theme.accent, on: .black, .bold))
        let label = TextWidth.clipped(canvas.words(setting.label), to: max(0, row.columns - mark - columns - 1))
        canvas.grid.put(label, at: Position(column: start.column + mark, row: row.row), style)
        canvas.trailing(value, row: row.row, in: row, style)
        if isChosen {
            canvas.addTarget(Area(column: place.endColumn - columns, row: place.row, columns: 2, rows: 1), .left)
        }
        guard let share = setting.share else { return }
        let barColumn = row.endColumn - Self.valueColumns - Self.barColumns
        let bar = Area(column: barColumn, row: row.row, columns: Self.barColumns, rows: 1)
        canvas.grid.bar(bar, share: share, Style(isChosen ? Neon.green : Neon.grey, on: Neon.faint))
    }
}
