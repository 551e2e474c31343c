import Games
import Records
import Terminal

struct TooSmallView {
    var size: Size; func draw(on canvas: inout Canvas) { canvas.grid.put("too small", at: Position(column: 0, row: 0)) }
}
struct TitleView {
    var canResume: Bool; var deck: String?;
    func draw(on canvas: inout Canvas) { canvas.large("KAPE!", in: canvas.area, Style(Neon.red)) }
}
struct DecksView {
    struct Entry { var t: String }; var entries: [Entry]; var selected: Int
    func draw(on canvas: inout Canvas) {
        for (i, e) in entries.enumerated() {
            canvas.grid.put((i == selected ? "> " : "  ") + e.t, at: Position(column: 2, row: i + 1))
        }
    }
}
struct UnlockView {
    var title: String;
    func draw(on canvas: inout Canvas) { canvas.grid.put("unlock " + title, at: Position(column: 0, row: 0)) }
}
struct PlayersView {
    var names: [String]; var selected: Int; var isTyping: Bool;
    func draw(on canvas: inout Canvas) { canvas.grid.put("\(names) \(selected)", at: Position(column: 0, row: 0)) }
}
struct SettingsView {
    struct Row { var t: String }; var rows: [Row]; var selected: Int;
    func draw(on canvas: inout Canvas) { canvas.grid.put("settings \(selected)", at: Position(column: 0, row: 0)) }
}
struct NoticeView {
    var text: String;
    func draw(on canvas: inout Canvas) { canvas.grid.put(text, at: Position(column: 0, row: canvas.area.rows - 2)) }
}
struct DeveloperLine {
    var text: String;
    func draw(on canvas: inout Canvas) { canvas.grid.put(text, at: Position(column: 0, row: canvas.area.rows - 1)) }
}
extension DeckChoice { var title: String { deck?.title ?? id }; var entry: DecksView.Entry { .init(t: title) } }
extension SettingsPanel.Item { func row(_ p: Preferences) -> SettingsView.Row { .init(t: "\(self)") } }
