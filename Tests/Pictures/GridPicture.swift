import ThudCore
import ThudTerminal

/// A grid as an SVG picture, with the block and box characters drawn instead of left to a font.
struct GridPicture {
    let grid: Grid

    /// The size of a cell, in pixels.
    private static let width = 8
    private static let height = 16

    /// The size of the picture, in pixels.
    var size: (width: Int, height: Int) { (grid.size.columns * Self.width, grid.size.rows * Self.height) }

    var svg: String {
        let (columns, rows) = (grid.size.columns, grid.size.rows)
        let places = (0..<rows).flatMap { row in (0..<columns).map { Position(column: $0, row: row) } }
        let (width, height) = size
        let solid =
            Self.paths((0..<rows).flatMap(backgrounds)) + Self.paths(places.flatMap { blocks($0, isLine: false) })
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
            <rect width="100%" height="100%" fill="#000"/>
            <g shape-rendering="crispEdges">
            \(solid.joined(separator: "\n"))
            </g>
            \(Self.paths(places.flatMap { blocks($0, isLine: true) }).joined(separator: "\n"))
            <g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13" xml:space="preserve">
            \((0..<rows).flatMap(letters).joined(separator: "\n"))
            </g>
            </svg>

            """
    }

    /// Returns runs of cells of one colour, without black.
    private func backgrounds(_ row: Int) -> [Block] {
        var parts: [Block] = []
        var column = 0
        while column < grid.size.columns {
            let colour = grid.style(at: Position(column: column, row: row)).background
            var end = column + 1
            while end < grid.size.columns, grid.style(at: Position(column: end, row: row)).background == colour {
                end += 1
            }
            if colour != .black {
                let box = BlockShape.Box(
                    column * Self.width, row * Self.height, (end - column) * Self.width, Self.height)
                parts.append(Block(box: box, colour: colour))
            }
            column = end
        }
        return parts
    }

    /// A rectangle in pixels of the picture.
    private struct Block {
        var box: BlockShape.Box
        let colour: Colour
    }

    private func colour(at place: Position) -> Colour {
        let style = grid.style(at: place)
        return style.attributes.contains(.dim) ? style.foreground.mixed(with: style.background, 0.4) : style.foreground
    }

    /// Returns the rectangles of a block or box character. Lines are separate: if a picture is scaled down, a line
    /// aligned to whole pixels may fall between two of them and be lost.
    private func blocks(_ place: Position, isLine: Bool) -> [Block] {
        let character = grid.character(at: place)
        guard BlockShape.isLine(character) == isLine else { return [] }
        let (x, y) = (place.column * Self.width, place.row * Self.height)
        return (BlockShape.boxes(of: character) ?? []).map {
            Block(box: .init(x + $0.x, y + $0.y, $0.width, $0.height), colour: colour(at: place))
        }
    }

    /// Returns one path for each colour, because large letters consist of thousands of blocks.
    private static func paths(_ blocks: [Block]) -> [String] {
        Dictionary(grouping: stacked(merged(blocks)), by: \.colour.description).sorted { $0.key < $1.key }.map {
            let path = $1.map { "M\($0.box.x) \($0.box.y)h\($0.box.width)v\($0.box.height)h-\($0.box.width)z" }.joined()
            return "<path fill=\"\($0.lowercased())\" d=\"\(path)\"/>"
        }
    }

    /// Joins blocks of one colour that continue each other in a row.
    private static func merged(_ blocks: [Block]) -> [Block] {
        func key(_ block: Block) -> (Int, Int, String, Int) {
            (block.box.y, block.box.height, block.colour.description, block.box.x)
        }
        return blocks.sorted { key($0) < key($1) }.reduce(into: []) { merged, block in
            if let last = merged.last, last.box.y == block.box.y, last.box.height == block.box.height,
                last.colour == block.colour, last.box.x + last.box.width == block.box.x
            {
                merged[merged.count - 1].box.width += block.box.width
            } else {
                merged.append(block)
            }
        }
    }

    /// Joins blocks of one colour and width that are stacked on each other.
    private static func stacked(_ blocks: [Block]) -> [Block] {
        func key(_ block: Block) -> (Int, Int, String, Int) {
            (block.box.x, block.box.width, block.colour.description, block.box.y)
        }
        return blocks.sorted { key($0) < key($1) }.reduce(into: []) { stacked, block in
            if let last = stacked.last, last.box.x == block.box.x, last.box.width == block.box.width,
                last.colour == block.colour, last.box.y + last.box.height == block.box.y
            {
                stacked[stacked.count - 1].box.height += block.box.height
            } else {
                stacked.append(block)
            }
        }
    }

    /// Returns the letters of a row. Ordinary letters of one style form one text, stretched to its cells. Each other
    /// letter is a text of its own, because it may come from a font of another width.
    private func letters(_ row: Int) -> [String] {
        var runs: [(column: Int, text: String, style: Style)] = []
        for column in 0..<grid.size.columns {
            let place = Position(column: column, row: row)
            let (character, style) = (grid.character(at: place), grid.style(at: place))
            guard character != " ", BlockShape.boxes(of: character) == nil else { continue }
            if let last = runs.last, last.style == style, last.column + last.text.count == column,
                Self.isOrdinary(character), last.text.last.map(Self.isOrdinary) ?? false
            {
                runs[runs.count - 1].text.append(character)
            } else {
                runs.append((column, String(character), style))
            }
        }
        return runs.map { text($0.text, at: Position(column: $0.column, row: row)) }
    }

    private static func isOrdinary(_ character: Character) -> Bool {
        character.unicodeScalars.count == 1 && character.unicodeScalars.allSatisfy { $0.value < 0x180 }
    }

    private func text(_ text: String, at place: Position) -> String {
        let (x, y) = (place.column * Self.width, place.row * Self.height)
        let weight = grid.style(at: place).attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
        let length = text.count > 1 ? " textLength=\"\(text.count * Self.width)\"" : ""
        let fill = colour(at: place).description.lowercased()
        let escaped = text.map { $0 == "<" ? "&lt;" : $0 == "&" ? "&amp;" : String($0) }.joined()
        return "<text x=\"\(x)\" y=\"\(y + 12)\"\(length) fill=\"\(fill)\"\(weight)>\(escaped)</text>"
    }
}

/// The block and box characters as rectangles in a cell of 8 x 16 pixels.
enum BlockShape {
    struct Box {
        let x: Int
        let y: Int
        var width: Int
        var height: Int

        init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// The quadrants in the order of their bits: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
    private static let quadrants: [Character] = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]
    /// One to seven eighths of a cell's width.
    private static let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    /// The directions of lines from the middle: 1 left, 2 right, 4 up, 8 down.
    private static let lines: [Character: (ways: Int, thickness: Int)] = [
        "─": (3, 1), "│": (12, 1), "╭": (10, 1), "╮": (9, 1), "╰": (6, 1), "╯": (5, 1),
        "━": (3, 2), "┃": (12, 2), "┏": (10, 2), "┓": (9, 2), "┗": (6, 2), "┛": (5, 2),
    ]

    /// Whether a character is a line or a corner of lines.
    static func isLine(_ character: Character) -> Bool { lines[character] != nil }

    /// Returns the rectangles of a character. nil for one that is left to a font.
    static func boxes(of character: Character) -> [Box]? {
        if let bits = quadrants.firstIndex(of: character), bits > 0 { return quadrant(bits) }
        if let index = eighths.firstIndex(of: character) { return [Box(0, 0, index + 1, 16)] }
        guard let line = lines[character] else { return nil }
        return self.line(line.ways, line.thickness)
    }

    private static func quadrant(_ bits: Int) -> [Box] {
        [Box(0, 0, 4, 8), Box(4, 0, 4, 8), Box(0, 8, 4, 8), Box(4, 8, 4, 8)].enumerated()
            .filter { bits & (1 << $0.offset) != 0 }.map(\.element)
    }

    private static func line(_ ways: Int, _ thickness: Int) -> [Box] {
        let arms = [
            Box(0, 7, 3, thickness), Box(3, 7, 5, thickness), Box(3, 0, thickness, 7), Box(3, 7, thickness, 9),
        ]
        let boxes = arms.enumerated().filter { ways & (1 << $0.offset) != 0 }.map(\.element)
        // The arms to the right and down begin in the middle. Without either, the corner would be open.
        return ways & 0b1010 == 0 ? boxes + [Box(3, 7, thickness, thickness)] : boxes
    }
}
