import ThudGameUI
import ThudTerminal

/// The texture of an ink: solid, striped, barred or dotted. It tells the four inks apart without their colours.
enum InkTexture: Hashable {
    case whole, striped, barred, dotted

    init(_ colour: StroopColour) {
        switch colour {
        case .red: self = .whole
        case .blue: self = .dotted
        case .green: self = .barred
        case .yellow: self = .striped
        }
    }

    /// A sample of the texture, shown beside the label of the ink.
    var swatch: String { String(repeating: Grid.blocks[woven(15)], count: 2) }

    /// Weaves the texture into the dots of a rectangle, and leaves everything else unchanged. Returns whether there are
    /// any dots. Letters in plain text have none.
    func weave(into area: Area, on grid: inout Grid) -> Bool {
        var hasDots = false
        for row in area.row..<area.endRow {
            for column in area.column..<area.endColumn {
                let place = Position(column: column, row: row)
                guard let dots = Grid.blocks.firstIndex(of: grid.character(at: place)), dots > 0 else { continue }
                hasDots = true
                grid.put(String(Grid.blocks[woven(dots)]), at: place, grid.style(at: place))
            }
        }
        return hasDots
    }

    /// Returns the remaining dots of a cell. At least one remains, so that no thin stroke of a letter vanishes.
    private func woven(_ dots: Int) -> Int {
        switch self {
        case .whole: dots
        // Keeps the upper of two dots above each other. Bars keep the left of two side by side.
        case .striped: dots & ~((dots & 0b0011) << 2)
        case .barred: dots & ~((dots & 0b0101) << 1)
        // Keeps the dots on one diagonal, and those on the other only if they are alone.
        case .dotted: dots & 0b1001 == 0 ? dots : dots & 0b1001
        }
    }
}
