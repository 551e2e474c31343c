/// The characters of blocks and boxes as rectangles in a cell of 8 x 16 pixels.
enum BlockShape {
    struct Box {
        let x: Int
        let y: Int
        let width: Int
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
