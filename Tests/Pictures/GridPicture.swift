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
        let places = (0..<rows).flatMap { row in (0..<columns).map { Position(column: $0, row: row) } }
        let parts =
            (0..<rows).flatMap(backgrounds) + Self.merged(places.flatMap(blocks)).map(rectangle)
            + places.flatMap(letters)
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
                let box = BlockShape.Box(
                    column * Self.width, row * Self.height, (end - column) * Self.width, Self.height)
                parts.append(rectangle(Block(box: box, colour: colour)))
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

    /// What is drawn of a character of blocks and boxes.
    private func blocks(_ place: Position) -> [Block] {
        let (x, y) = (place.column * Self.width, place.row * Self.height)
        return (BlockShape.boxes(of: grid.character(at: place)) ?? []).map {
            Block(box: .init(x + $0.x, y + $0.y, $0.width, $0.height), colour: colour(at: place))
        }
    }

    /// Blocks of one colour that continue each other in a row are one: large letters consist of thousands.
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

    private func letters(_ place: Position) -> [String] {
        let character = grid.character(at: place)
        guard character != " ", BlockShape.boxes(of: character) == nil else { return [] }
        let (x, y) = (place.column * Self.width, place.row * Self.height)
        let weight = grid.style(at: place).attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
        let fill = colour(at: place).description.lowercased()
        return ["<text x=\"\(x)\" y=\"\(y + 12)\" fill=\"\(fill)\"\(weight)>\(escaped(character))</text>"]
    }

    private func rectangle(_ block: Block) -> String {
        let box = block.box
        let fill = block.colour.description.lowercased()
        return "<rect x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\" fill=\"\(fill)\"/>"
    }

    private func escaped(_ character: Character) -> String {
        switch character {
        case "<": "&lt;"
        case "&": "&amp;"
        default: String(character)
        }
    }
}

/// The characters of blocks and boxes as rectangles in a cell of 8 x 16 pixels.
enum BlockShape {
    struct Box {
        let x: Int
        let y: Int
        var width: Int
        let height: Int

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
    /// An eighth of a cell's width, and more.
    private static let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    /// Which ways lines go from the middle: 1 left, 2 right, 4 up, 8 down.
    private static let lines: [Character: (ways: Int, thickness: Int)] = [
        "─": (3, 1), "│": (12, 1), "╭": (10, 1), "╮": (9, 1), "╰": (6, 1), "╯": (5, 1),
        "━": (3, 2), "┃": (12, 2), "┏": (10, 2), "┓": (9, 2), "┗": (6, 2), "┛": (5, 2),
    ]

    /// The rectangles of a character; nil for one that is left to a font.
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
        let boxes = [
            Box(0, 7, 4 + thickness, thickness), Box(3, 7, 5, thickness), Box(3, 0, thickness, 8),
            Box(3, 7, thickness, 9),
        ]
        return boxes.enumerated().filter { ways & (1 << $0.offset) != 0 }.map(\.element)
    }
}
