import Lettering

extension Bitmap {
    /// How many dots are set.
    var ink: Int { (0..<height).reduce(0) { sum, y in sum + (0..<width).count { self[$0, y] } } }

    /// The parts that hang together, side by side or one above the other, as their extents.
    var parts: [Part] {
        var rest = Set((0..<height).flatMap { y in (0..<width).filter { self[$0, y] }.map { Dot(x: $0, y: y) } })
        var parts: [Part] = []
        while let first = rest.first {
            rest.remove(first)
            var open = [first]
            var part = Part(left: first.x, right: first.x, top: first.y, bottom: first.y)
            while let dot = open.popLast() {
                part = part.with(dot)
                for neighbour in dot.neighbours where rest.remove(neighbour) != nil { open.append(neighbour) }
            }
            parts.append(part)
        }
        return parts
    }

    /// The picture in quadrant blocks, without spaces at the ends of rows.
    var text: String {
        let blocks: [Character] = [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"]
        return (0..<height / 2).map { row in
            var line = String((0..<width / 2).map { blocks[Int(quadrant(column: $0, row: row))] })
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    struct Part {
        var left: Int
        var right: Int
        var top: Int
        var bottom: Int

        var width: Int { right - left + 1 }
        var height: Int { bottom - top + 1 }

        fileprivate func with(_ dot: Dot) -> Part {
            Part(left: min(left, dot.x), right: max(right, dot.x), top: min(top, dot.y), bottom: max(bottom, dot.y))
        }
    }

    fileprivate struct Dot: Hashable {
        let x: Int
        let y: Int

        var neighbours: [Dot] {
            [Dot(x: x - 1, y: y), Dot(x: x + 1, y: y), Dot(x: x, y: y - 1), Dot(x: x, y: y + 1)]
        }
    }
}
