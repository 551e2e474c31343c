/// A picture of dots, each set or not.
///
/// Drawn with quadrant blocks four of them make a cell of a terminal, so a dot is twice as high as wide.
public struct Bitmap: Hashable, Sendable {
    /// Dots beside each other.
    public let width: Int
    /// Dots above each other.
    public let height: Int

    private let wordsPerRow: Int
    private var words: [UInt64]

    /// An empty picture; negative extents count as 0.
    public init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
        wordsPerRow = (self.width + 63) / 64
        words = Array(repeating: 0, count: wordsPerRow * self.height)
    }

    /// The dot at a place from the upper left; outside there is none, and none can be set.
    public subscript(x: Int, y: Int) -> Bool {
        get {
            guard x >= 0, x < width, y >= 0, y < height else { return false }
            return words[y * wordsPerRow + (x >> 6)] & (1 << UInt64(x & 63)) != 0
        }
        set {
            guard x >= 0, x < width, y >= 0, y < height else { return }
            let bit: UInt64 = 1 << UInt64(x & 63)
            if newValue { words[y * wordsPerRow + (x >> 6)] |= bit } else { words[y * wordsPerRow + (x >> 6)] &= ~bit }
        }
    }

    /// The four dots of a cell: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
    public func quadrant(column: Int, row: Int) -> UInt8 {
        let (x, y) = (2 * column, 2 * row)
        return (self[x, y] ? 1 : 0) | (self[x + 1, y] ? 2 : 0) | (self[x, y + 1] ? 4 : 0) | (self[x + 1, y + 1] ? 8 : 0)
    }

    /// The smallest part that has all the dots, its extents made even so that it is whole cells; empty where none is set.
    public func cropped() -> Bitmap {
        let rows = (0..<height).filter { y in (0..<wordsPerRow).contains { words[y * wordsPerRow + $0] != 0 } }
        guard let top = rows.first, let bottom = rows.last else { return Bitmap(width: 0, height: 0) }
        let columns = (0..<width).filter { x in rows.contains { self[x, $0] } }
        guard let left = columns.first, let right = columns.last else { return Bitmap(width: 0, height: 0) }
        var part = Bitmap(width: (right - left + 2) & ~1, height: (bottom - top + 2) & ~1)
        for y in top...bottom {
            for x in left...right where self[x, y] { part[x - left, y - top] = true }
        }
        return part
    }
}
