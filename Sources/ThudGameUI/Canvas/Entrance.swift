import ThudTerminal
import ThudTextRaster

/// The animation with which a screen comes in. It depends on the time since the screen appeared, never on the number
/// of frames drawn. Once it is over the screen stands still and needs no more frames.
///
///     canvas.addTarget(row, .choose(index))
///     canvas.centred(title, row: row.row, in: canvas.entrance.place(ofRow: index, at: row), .plain)
///
/// A view asks it for the current position of each text. The view adds targets at the final positions, because nothing
/// may move under the mouse. It draws all texts at any age, because a slow terminal may show only the first frame.
struct Entrance: Hashable {
    /// The duration in seconds.
    static let length = 0.35
    static let over = Entrance(age: length)

    /// The time since the entrance began, in seconds, at most `length`.
    private let age: Double

    /// Creates an entrance that began `age` seconds ago.
    init(age: Double) { self.age = age.isFinite ? min(max(age, 0), Self.length) : Self.length }

    var isOver: Bool { age >= Self.length }

    /// The delay between rows of a list, in seconds. The last rows of a long list start together, to finish in time.
    private static let pause = 0.025
    /// The time that one row takes to slide in, in seconds.
    private static let slide = 0.15

    /// The current position of row `index` of a list, which will end at `area`. It starts up to `way` columns to the
    /// left, but always on the screen.
    func place(ofRow index: Int, at area: Area, way: Int = 3) -> Area {
        guard !isOver else { return area }
        let begin = min(Double(index) * Self.pause, Self.length - Self.slide)
        let left = 1 - min(max((age - begin) / Self.slide, 0), 1)
        var place = area
        place.column -= min(Int((Double(way) * left * left).rounded()), max(0, area.column))
        return place
    }

    /// The time for which a panel stays one row too high, in seconds.
    private static let hang = 0.1

    /// The current position of a panel that will end at `area`: at first one row above it, if there is such a row.
    func place(ofPanelAt area: Area) -> Area {
        var place = area
        if age < Self.hang, area.row > 0 { place.row -= 1 }
        return place
    }

    /// The scale at which letters begin to grow, and the coefficient of the curve that makes them overshoot.
    private static let (smallest, bend) = (0.3, 1.5)

    /// The scale of large letters, 1 at the end.
    var scale: Double {
        guard !isOver else { return 1 }
        let left = 1 - age / Self.length
        let grown = 1 + Self.bend * left * left - (Self.bend + 1) * left * left * left
        return Self.smallest + (1 - Self.smallest) * grown
    }

    /// The times at which the line below large letters moves up to its place and lights up, in seconds.
    private static let (rising, lighting) = (0.15, 0.25)

    /// How many rows the line below large letters is still below its final place.
    var rowsBelow: Int { age < Self.rising ? 1 : 0 }
    /// Whether that line has its full brightness.
    var isLit: Bool { age >= Self.lighting }
}

extension ShellFlow.Scene {
    /// The scene with its selection reset. As long as this value stays the same, no new screen comes in.
    package var withoutChoice: Self {
        switch self {
        case .modes: .modes(selected: 0)
        case .decks: .decks(selected: 0)
        case .language: .language(selected: 0)
        case .title, .unlock, .players, .board, .round, .podium: self
        }
    }
}

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
