import ThudCore
import ThudTerminal

/// A grid as an SVG picture, with the block and box characters drawn rather than left to a font.
struct GridPicture {
    let grid: Grid

    /// The size of a cell, in pixels.
    private static let width = 8
    private static let height = 16

    var svg: String {
        let (columns, rows) = (grid.size.columns, grid.size.rows)
        var parts: [String] = []
        for row in 0..<rows { parts += backgrounds(row) }
        for row in 0..<rows {
            for column in 0..<columns { parts += glyph(Position(column: column, row: row)) }
        }
        let (width, height) = (columns * Self.width, rows * Self.height)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
            <rect width="100%" height="100%" fill="#000"/>
            <g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13" shape-rendering="crispEdges">
            \(parts.joined(separator: "\n"))
            </g>
            </svg>

            """
    }

    /// Runs of cells of one colour, black left out.
    private func backgrounds(_ row: Int) -> [String] {
        var parts: [String] = []
        var column = 0
        while column < grid.size.columns {
            let colour = grid.style(at: Position(column: column, row: row)).background
            var end = column + 1
            while end < grid.size.columns, grid.style(at: Position(column: end, row: row)).background == colour {
                end += 1
            }
            if colour != .black {
                parts.append(
                    rectangle(column * Self.width, row * Self.height, (end - column) * Self.width, Self.height, colour))
            }
            column = end
        }
        return parts
    }

    private func glyph(_ place: Position) -> [String] {
        let character = grid.character(at: place)
        let style = grid.style(at: place)
        guard character != " " else { return [] }
        let (x, y) = (place.column * Self.width, place.row * Self.height)
        let colour =
            style.attributes.contains(.dim) ? style.foreground.mixed(with: style.background, 0.4) : style.foreground
        if let boxes = BlockShape.boxes(of: character) {
            return boxes.map { rectangle(x + $0.x, y + $0.y, $0.width, $0.height, colour) }
        }
        let weight = style.attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
        return [
            "<text x=\"\(x)\" y=\"\(y + 12)\" fill=\"\(colour.description.lowercased())\"\(weight)>\(escaped(character))</text>"
        ]
    }

    private func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: Colour) -> String {
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"\(colour.description.lowercased())\"/>"
    }

    private func escaped(_ character: Character) -> String {
        switch character {
        case "<": "&lt;"
        case "&": "&amp;"
        default: String(character)
        }
    }
}
