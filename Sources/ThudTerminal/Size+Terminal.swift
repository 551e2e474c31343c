import CThudSystem

extension Size {
    /// The size of the terminal that a descriptor leads to; nil where it leads to none, or to one that does not tell.
    public init?(terminal descriptor: Int32) {
        var (columns, rows): (Int32, Int32) = (0, 0)
        guard unsafe thud_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else { return nil }
        self.init(columns: Int(columns), rows: Int(rows))
    }
}
