import ThudTextRaster

/// The characters that show the pixels of a cell, by the bits of `quadrant`.
private let blocks = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

extension Bitmap {
    /// The cells as a terminal shows them, without trailing spaces.
    var picture: String {
        (0..<(height + 1) / 2).map { row in
            var line = (0..<(width + 1) / 2).map { blocks[Int(quadrant(column: $0, row: row))] }
            while line.last == " " { line.removeLast() }
            return String(line)
        }.joined(separator: "\n")
    }

    /// The rows that have ink, as runs of neighbours.
    var inkedRows: [Range<Int>] { Bitmap.runs(height) { y in (0..<width).contains { x in self[x, y] } } }

    /// The columns that have ink, as runs of neighbours.
    var inkedColumns: [Range<Int>] { Bitmap.runs(width) { x in (0..<height).contains { y in self[x, y] } } }

    /// The number of pieces of ink that touch neither horizontally nor vertically.
    var patches: Int {
        var rest = self
        var patches = 0
        for place in 0..<width * height where rest[place % width, place / width] {
            patches += 1
            var pending = [(place % width, place / width)]
            while let (x, y) = pending.popLast() {
                guard rest[x, y] else { continue }
                rest[x, y] = false
                pending += [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
            }
        }
        return patches
    }

    private static func runs(_ count: Int, _ isInked: (Int) -> Bool) -> [Range<Int>] {
        (0..<count).reduce(into: []) { runs, place in
            guard isInked(place) else { return }
            if let last = runs.last, last.upperBound == place {
                runs[runs.count - 1] = last.lowerBound..<place + 1
            } else {
                runs.append(place..<place + 1)
            }
        }
    }
}
