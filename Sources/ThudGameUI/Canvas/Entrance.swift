import ThudTerminal

/// How far a screen has come in. It follows from the time since the screen appeared, never from how many frames were drawn, and once
/// it is over the screen stands still, so that no more frames are needed.
///
///     canvas.addTarget(row, .choose(index))
///     canvas.centred(title, row: row.row, in: canvas.entrance.place(ofRow: index, at: row), .plain)
///
/// A view asks where to draw a text at the moment. It adds targets where the texts will stand at the end, because nothing may move
/// under the mouse, and it draws all of its texts at any age, because a slow terminal may show the first frame alone.
struct Entrance: Hashable {
    /// How long it takes, in seconds.
    static let length = 0.35
    static let over = Entrance(age: length)

    /// Since it began, in seconds, at most `length`.
    private let age: Double

    /// An entrance of an age in seconds.
    init(age: Double) { self.age = age.isFinite ? min(max(age, 0), Self.length) : Self.length }

    var isOver: Bool { age >= Self.length }

    /// The rows of a list begin one after the other, in seconds. The last ones of a long list begin together, so that they come in time.
    private static let pause = 0.025
    /// How long one row slides, in seconds.
    private static let slide = 0.15

    /// Where the row `index` of a list is that will stand at `area`: up to `way` columns to the left of it, and always on the screen.
    func place(ofRow index: Int, at area: Area, way: Int = 3) -> Area {
        guard !isOver else { return area }
        let begin = min(Double(index) * Self.pause, Self.length - Self.slide)
        let left = 1 - min(max((age - begin) / Self.slide, 0), 1)
        var place = area
        place.column -= min(Int((Double(way) * left * left).rounded()), max(0, area.column))
        return place
    }

    /// How long a panel hangs a row too high, in seconds.
    private static let hang = 0.1

    /// Where a panel is that will stand at `area`: at first a row above it, where the screen has one.
    func place(ofPanelAt area: Area) -> Area {
        var place = area
        if age < Self.hang, area.row > 0 { place.row -= 1 }
        return place
    }

    /// How large letters are when they begin to grow, and the bend of the curve by which they grow a little too large before they rest.
    private static let (smallest, bend) = (0.3, 1.5)

    /// How large large letters are, 1 at the end.
    var scale: Double {
        guard !isOver else { return 1 }
        let left = 1 - age / Self.length
        let grown = 1 + Self.bend * left * left - (Self.bend + 1) * left * left * left
        return Self.smallest + (1 - Self.smallest) * grown
    }

    /// When the line beneath large letters rises to its place, and when it lights up, in seconds.
    private static let (rising, lighting) = (0.15, 0.25)

    /// How many rows the line beneath large letters, which comes after them, is below its place.
    var rowsBelow: Int { age < Self.rising ? 1 : 0 }
    /// Whether that line is as bright as it will be.
    var isLit: Bool { age >= Self.lighting }
}

extension ShellFlow.Scene {
    /// The scene whatever is chosen in its list. As long as this stays the same, no other screen comes in.
    package var withoutChoice: Self {
        switch self {
        case .modes: .modes(selected: 0)
        case .decks: .decks(selected: 0)
        case .title, .unlock, .players, .board, .round, .podium: self
        }
    }
}
