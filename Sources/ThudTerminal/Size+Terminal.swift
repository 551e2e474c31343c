import CThudSystem

extension Size {
    /// More cells than any terminal has that a person can read, in both directions. A terminal may claim 65535 x 65535, and
    /// a grid of that size would take all memory there is.
    static let largest = Size(columns: 1_000, rows: 400)

    /// The size of the terminal that a descriptor leads to, at most `largest`: frames are then drawn in its upper left part.
    ///
    /// - Returns: nil where the descriptor leads to no terminal, or to one that does not tell its size.
    public init?(terminal descriptor: Int32) {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard unsafe thud_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else { return nil }
        self.init(columns: min(Int(columns), Self.largest.columns), rows: min(Int(rows), Self.largest.rows))
    }
}
