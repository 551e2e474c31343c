import ThudTerminal

/// What a screen of this size can afford.
extension Size {
    /// Whether there is so much room that things may be larger.
    var isRoomy: Bool { columns >= 120 && rows >= 36 }

    /// The screen without the margin that it can spare.
    var page: Area { Area(self).inset(columns: min(4, columns / 30), rows: rows >= 24 ? 1 : 0) }

    /// How many rows the button of a primary action takes.
    var primaryRows: Int { rows < 12 ? 1 : isRoomy ? 5 : 3 }
}
