import ThudTerminal
import ThudTextRaster

extension Bitmap {
    /// The scale at or below which nothing is drawn.
    private static let smallest = 0.01

    /// Returns this picture in the middle of a box of cells, `scale` times as large but never larger than the box. It
    /// grows about the point that `Area.centred` uses, so that nothing jumps when the unscaled picture takes over.
    func scaled(by scale: Double, in box: Size) -> Bitmap {
        var scaled = Bitmap(width: 2 * box.columns, height: 2 * box.rows)
        guard width > 0, height > 0, scale > Self.smallest else { return scaled }
        let place = Area(box).centred(Size(columns: width / 2, rows: height / 2))
        let middle = (x: Double(2 * place.column + width / 2), y: Double(2 * place.row + height / 2))
        let reach = (
            x: min(middle.x, Double(scaled.width) - middle.x), y: min(middle.y, Double(scaled.height) - middle.y)
        )
        let largest = max(1, min(2 * reach.x / Double(width), 2 * reach.y / Double(height)))
        let fitting = min(scale, largest)
        let columns = Self.sources(scaled.width, about: middle.x, length: width, fitting)
        let rows = Self.sources(scaled.height, about: middle.y, length: height, fitting)
        for (y, down) in rows.enumerated() where !down.isEmpty {
            for (x, across) in columns.enumerated() where isInked(across, down) { scaled[x, y] = true }
        }
        return scaled
    }

    /// For each of `count` dots, returns the dots that it shows of a line of `length` around `middle`. A larger
    /// picture stays crisp by the nearest dot. A smaller one combines several, so that few strokes get lost.
    private static func sources(_ count: Int, about middle: Double, length: Int, _ scale: Double) -> [Range<Int>] {
        let blur = max(0, 1 / scale - 1) / 2
        return (0..<count).map { dot in
            let source = (Double(dot) + 0.5 - middle) / scale + Double(length) / 2
            let (first, last) = (Int((source - blur).rounded(.down)), Int((source + blur).rounded(.down)))
            return (first..<last + 1).clamped(to: 0..<length)
        }
    }

    /// Whether at least two fifths of these dots are set.
    private func isInked(_ across: Range<Int>, _ down: Range<Int>) -> Bool {
        guard !across.isEmpty else { return false }
        let inked = down.reduce(0) { count, y in count + across.count { self[$0, y] } }
        return 5 * inked >= 2 * across.count * down.count
    }
}
