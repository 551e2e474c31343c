/// Black and white pixels, drawn four to a terminal cell: two across and two down.
///
/// A cell is about twice as high as it is wide, and so is each pixel.
package struct Bitmap: Hashable, Sendable {
    /// The largest extent in pixels: several times any terminal, and at most 8 MiB.
    package static let largestExtent = 8_192
    package let width: Int
    package let height: Int
    /// Row by row without padding. Bits after the last pixel stay 0, so that equal pictures are equal values.
    private var words: [UInt64]

    /// Creates an empty picture; extents are clamped to 0...`largestExtent`.
    package init(width: Int, height: Int) {
        self.width = min(max(0, width), Bitmap.largestExtent)
        self.height = min(max(0, height), Bitmap.largestExtent)
        words = Array(repeating: 0, count: (self.width * self.height + 63) / 64)
    }

    /// A pixel; the upper left one is at 0, 0. Outside the picture it is false, and setting it does nothing.
    package subscript(x: Int, y: Int) -> Bool {
        get {
            guard contains(x, y) else { return false }
            let place = y * width + x
            return words[place / 64] >> UInt64(place % 64) & 1 == 1
        }
        set {
            guard contains(x, y) else { return }
            let place = y * width + x
            let bit: UInt64 = 1 << UInt64(place % 64)
            if newValue { words[place / 64] |= bit } else { words[place / 64] &= ~bit }
        }
    }

    /// Returns the four pixels of a cell as bits: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
    package func quadrant(column: Int, row: Int) -> UInt8 {
        // No cell beyond this has pixels, and doubling could overflow.
        let cells = 0..<Bitmap.largestExtent
        guard cells.contains(column), cells.contains(row) else { return 0 }
        let (x, y) = (2 * column, 2 * row)
        return (self[x, y] ? 1 : 0) | (self[x + 1, y] ? 2 : 0) | (self[x, y + 1] ? 4 : 0) | (self[x + 1, y + 1] ? 8 : 0)
    }

    private func contains(_ x: Int, _ y: Int) -> Bool { x >= 0 && y >= 0 && x < width && y < height }
}
