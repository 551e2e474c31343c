import ThudCore
import ThudGameUI
import ThudTerminal

struct WelcomeView {
    let page: Int
    let round: MagicRound
    let now: Instant

    func draw(on canvas: inout Canvas) {
        let pages = MagicPages.welcome
        let content = pages[page]
        let area = canvas.page
        let text = content.lines.count
        // On a small screen the princesses need the room of a large title.
        let title = canvas.isRoomy ? area.part(row: 1, rows: 9) : area.part(rows: 1)
        let gap = canvas.isRoomy ? 1 : 0
        canvas.large(content.title, in: title, Style(StageView.accent))
        let bottom = canvas.size.primaryRows
        let turn = PageTurn(to: page, in: round, at: now)
        let show = area.part(
            row: title.endRow - area.row, rows: area.rows - (title.endRow - area.row) - text - bottom - 2 - 3 * gap)
        drawCompany(in: show, on: &canvas)
        for (index, line) in content.lines.enumerated() {
            let row = show.endRow + gap + index
            turn.centred(line, row: row, in: area, Style(.white, on: .black, .bold), on: &canvas)
        }
        let dots = pages.indices.map { $0 == page ? "●" : "○" }.joined(separator: " ")
        let foot = area.endRow - bottom
        canvas.centred(dots, row: foot - 2, in: area, Style(StageView.accent))
        canvas.centred(
            "esc skip · n \(round.options.showsPages ? "don't show again" : "✓ not shown again")", row: foot - 1,
            in: area, Style(Neon.grey))
        let label = page == 0 ? "LET'S BEGIN!" : page + 1 == pages.count ? "GET STARTED!" : "NEXT"
        canvas.primary(label, .confirm, in: area)
    }

    /// Draws all five characters side by side, in the pose of the page.
    private func drawCompany(in area: Area, on canvas: inout Canvas) {
        let kinds = CharacterKind.allCases
        let width = min(area.columns / kinds.count, area.rows * 2)
        guard width >= 4, area.rows >= 4 else { return }
        let left = area.column + (area.columns - width * kinds.count) / 2
        for (index, kind) in kinds.enumerated() {
            var pose = CharacterPose(
                of: .init(kind, number: index, acts: page == 2 ? .wave : page == 3 ? .dance : nil, at: now), at: now,
                allowsMotion: canvas.allowsMotion)
            if page == 1, index == 2, canvas.allowsMotion {
                let age = (now - Instant(nanoseconds: 0)).seconds.truncatingRemainder(dividingBy: 1.6)
                pose.growth = CharacterPose.grown(age)
            }
            let place = Area(column: left + index * width, row: area.row, columns: width, rows: area.rows)
            CharacterSprite(kind, pose: pose, height: min(2 * area.rows, width * 7 / 4))
                .draw(in: place, within: area.inset(columns: -4), on: &canvas)
        }
    }
}

extension StageCharacter {
    /// Creates a character that is not on the stage and repeats an action.
    fileprivate init(_ kind: CharacterKind, number: Int, acts action: CharacterAction?, at now: Instant) {
        self.init(id: number, kind: kind, spot: Spot(x: 0.5, y: 0.5))
        guard let action else { return }
        let length = 2 * action.length.nanoseconds
        act = Act(action: action, start: Instant(nanoseconds: now.nanoseconds - now.nanoseconds % length))
    }
}
