import ThudTerminal

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
