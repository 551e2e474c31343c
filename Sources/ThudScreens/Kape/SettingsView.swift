import ThudCore
import ThudCues
import ThudRecords
import ThudTerminal

/// The settings as a list: which row is chosen, and what a press does to it.
public struct SettingsPanel: Hashable, Sendable {
    /// One thing that can be set.
    public enum Item: Hashable, Sendable, CaseIterable {
        case sound, haptics, silentSwitch, volume, loud, roundLength, reduceMotion, tutorial, gloss, developerLine
    }

    /// The chosen row.
    public internal(set) var selected = 0

    /// The step of the volume.
    static let volumeStep = 0.1
    /// The lengths of a round that are offered, in seconds.
    static let roundLengths = [30.0, 45, 60, 90, 120, 180]

    /// The chosen thing.
    var item: Item { Item.allCases[selected] }

    mutating func move(by rows: Int) -> Bool {
        let moved = min(max(selected + rows, 0), Item.allCases.count - 1)
        defer { selected = moved }
        return moved != selected
    }

    /// Changes what is chosen to its next value (`step` 1) or the one before (-1).
    func change(_ preferences: inout Preferences, step: Int) {
        switch item {
        case .sound: preferences.soundOn.toggle()
        case .haptics: preferences.haptics = preferences.haptics == .off ? .heard : .off
        case .silentSwitch:
            preferences.silentSwitch = Self.next(preferences.silentSwitch, in: Preferences.SilentSwitch.allCases, step)
        case .volume:
            let steps = (preferences.volume / Self.volumeStep).rounded() + Double(step)
            preferences.volume = min(max(steps * Self.volumeStep, 0), 1)
        case .loud: preferences.isLoud.toggle()
        case .roundLength: preferences.seconds = Self.next(preferences.seconds, in: Self.roundLengths, step)
        case .reduceMotion: preferences.reduceMotion.toggle()
        case .tutorial: preferences.tutorialDone.toggle()
        case .gloss: preferences.gloss.toggle()
        case .developerLine: preferences.developerLine.toggle()
        }
    }

    /// The value `step` places further, round about; the first where the present one is not among them.
    private static func next<Value: Equatable>(_ present: Value, in values: [Value], _ step: Int) -> Value {
        guard let index = values.firstIndex(of: present) else { return values[0] }
        return values[(index + step + values.count) % values.count]
    }
}

extension SettingsPanel {
    /// Every setting as it stands.
    static func rows(_ preferences: Preferences) -> [SettingsView.Row] {
        Item.allCases.map { $0.row(preferences) }
    }
}

extension SettingsPanel.Item {
    fileprivate func row(_ preferences: Preferences) -> SettingsView.Row {
        switch self {
        case .sound: .init(KapeWords.sound, Self.onOff(preferences.soundOn))
        case .haptics: .init(KapeWords.haptics, Self.haptics(preferences.haptics))
        case .silentSwitch: .init(KapeWords.silentSwitch, Self.silentSwitch(preferences.silentSwitch))
        case .volume: .init(KapeWords.volume, Self.percent(preferences.volume), share: preferences.volume)
        case .loud: .init(KapeWords.loud, Self.onOff(preferences.isLoud))
        case .roundLength: .init(KapeWords.roundLength, Self.seconds(preferences.seconds))
        case .reduceMotion: .init(KapeWords.reduceMotion, Self.onOff(preferences.reduceMotion))
        case .tutorial: .init(KapeWords.tutorial, Self.onOff(!preferences.tutorialDone))
        case .gloss: .init(KapeWords.gloss, Self.onOff(preferences.gloss))
        case .developerLine: .init(KapeWords.developerLine, Self.onOff(preferences.developerLine))
        }
    }

    private static func onOff(_ isOn: Bool) -> Phrase { isOn ? KapeWords.on : KapeWords.off }

    private static func haptics(_ haptics: FeedbackSettings.Haptics) -> Phrase {
        switch haptics {
        case .heard: KapeWords.on
        case .drive: KapeWords.drive
        case .off: KapeWords.off
        }
    }

    private static func silentSwitch(_ position: Preferences.SilentSwitch) -> Phrase {
        switch position {
        case .on: KapeWords.on
        case .off: KapeWords.off
        case .follow: KapeWords.follow
        }
    }

    private static func percent(_ share: Double) -> Phrase {
        let text = "\(Int((share * 100).rounded())) %"
        return Phrase(text, "")
    }

    private static func seconds(_ seconds: Double) -> Phrase { Phrase("\(Int(seconds.rounded())) s", "") }
}

/// The settings: a panel over whatever is there.
struct SettingsView: Hashable {
    /// One setting as it stands.
    struct Row: Hashable {
        let label: Phrase
        let value: Phrase
        /// Where it is a level, how much of it there is, 0 to 1.
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

    func draw(on canvas: inout Canvas) {
        let screen = canvas.area.inset(columns: 1)
        let isAiry = screen.rows >= 2 * rows.count + 7
        let height = (isAiry ? 2 : 1) * rows.count + 6
        let panel = screen.centred(
            Size(columns: min(Self.widest, screen.columns), rows: min(height, screen.rows)))
        canvas.grid.fill(panel, .plain)
        canvas.grid.border(panel, Style(Neon.red))
        let inner = panel.inset(columns: 3, rows: 1)
        canvas.line(KapeWords.settings, row: inner.row, in: inner, Style(.white, on: .black, .bold))
        for index in rows.indices {
            let row = inner.part(row: 2 + (isAiry ? 2 : 1) * index, rows: 1)
            draw(index, in: row, on: &canvas)
        }
        FooterView([
            ("↑↓", KapeWords.choose, .down), ("←→", KapeWords.changeValue, .right), ("s", KapeWords.back, .settings),
        ]).draw(row: inner.endRow - 1, in: inner, on: &canvas)
    }

    private func draw(_ index: Int, in row: Area, on canvas: inout Canvas) {
        guard row.rows > 0 else { return }
        let setting = rows[index]
        let isChosen = index == selected
        canvas.addTarget(row, .choose(index))
        let style = Style(isChosen ? .white : Neon.grey, on: .black, isChosen ? .bold : [])
        let value = isChosen ? "◂ \(canvas.words(setting.value)) ▸" : "\(canvas.words(setting.value))  "
        let columns = TextWidth.columns(of: value)
        let start = Position(column: row.column, row: row.row)
        let mark = canvas.grid.put(isChosen ? "▸ " : "  ", at: start, Style(Neon.red, on: .black, .bold))
        let label = TextWidth.clipped(canvas.words(setting.label), to: max(0, row.columns - mark - columns - 1))
        canvas.grid.put(label, at: Position(column: start.column + mark, row: row.row), style)
        canvas.trailing(value, row: row.row, in: row, style)
        guard let share = setting.share else { return }
        let bar = Area(
            column: row.endColumn - columns - Self.barColumns - 2, row: row.row, columns: Self.barColumns, rows: 1)
        canvas.grid.bar(bar, share: share, Style(isChosen ? Neon.green : Neon.grey, on: Neon.faint))
    }
}
