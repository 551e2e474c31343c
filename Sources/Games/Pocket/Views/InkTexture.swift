import ThudTerminal

/// How an ink is drawn, so that those who do not see its colour can tell it from the other three: whole, in stripes, in bars or in dots.
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

    /// By the dots that are set: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
    private static let blocks: [Character] = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

    /// A sample of it, which stands beside the label of the ink.
    var swatch: String { String(repeating: Self.blocks[woven(15)], count: 2) }

    /// Weaves the texture into the dots of a rectangle, and leaves all else as it is.
    ///
    /// - Returns: whether there are any: letters that are written plainly have none.
    func weave(into area: Area, on grid: inout Grid) -> Bool {
        var hasDots = false
        for row in area.row..<area.endRow {
            for column in area.column..<area.endColumn {
                let place = Position(column: column, row: row)
                guard let dots = Self.blocks.firstIndex(of: grid.character(at: place)), dots > 0 else { continue }
                hasDots = true
                grid.put(String(Self.blocks[woven(dots)]), at: place, grid.style(at: place))
            }
        }
        return hasDots
    }

    /// What is left of the dots of a cell. Something always is, so that no thin stroke of a letter is lost.
    private func woven(_ dots: Int) -> Int {
        switch self {
        case .whole: dots
        // Of two above each other the upper one stays, of two beside each other the left one.
        case .striped: dots & ~((dots & 0b0011) << 2)
        case .barred: dots & ~((dots & 0b0101) << 1)
        // Those on the one diagonal stay, and those on the other one where they are alone.
        case .dotted: dots & 0b1001 == 0 ? dots : dots & 0b1001
        }
    }
}
