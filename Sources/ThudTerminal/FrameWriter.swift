/// Turns grids into the bytes that update a terminal from one frame to the next. Only changed cells are written.
package struct FrameWriter: Sendable {
    /// Whether frames are wrapped as synchronized updates (mode 2026), so that no half-drawn frame is visible.
    package var isSynchronized = false
    private var shown: Grid?
    private var pen: Pen
    private let console: ConsoleFont?
    private var previousLength = 0

    /// Up to this many unchanged cells in a row are rewritten, because moving the cursor takes about as many bytes.
    private static let longestBridge = 4

    /// - Parameter console: the font of a Linux console, which lacks many characters; nil for other terminals.
    package init(depth: ColourDepth, console: ConsoleFont? = nil) {
        pen = Pen(depth: depth)
        self.console = console
    }

    /// Forgets what the terminal shows, so that the next frame is drawn completely.
    package mutating func invalidate() { shown = nil }

    /// Returns the bytes that make the terminal show `next`; empty if it already does.
    package mutating func frame(_ next: Grid) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(previousLength + 64)
        if isSynchronized { bytes += "\u{1B}[?2026h".utf8 }
        let opening = bytes.count
        // Each frame sets the style again, because another program may have written to the terminal in between.
        pen.forget()
        let before = before(next, &bytes)
        for row in 0..<next.size.rows { write(row: row, of: next, over: before, &bytes) }
        shown = next
        previousLength = bytes.count
        guard bytes.count > opening else { return [] }
        if isSynchronized { bytes += "\u{1B}[?2026l".utf8 }
        return bytes
    }

    /// Returns what the terminal shows now. If that is unknown, clears the terminal; nil if that leaves it unknown,
    /// because GNU screen clears with the background of the terminal around it.
    private mutating func before(_ next: Grid, _ bytes: inout [UInt8]) -> Grid? {
        if let shown, shown.size == next.size { return shown }
        pen.change(to: .plain, forSpace: false, &bytes)
        bytes += "\u{1B}[2J".utf8
        return pen.hasColour ? nil : Grid(next.size)
    }

    private mutating func write(row: Int, of next: Grid, over before: Grid?, _ bytes: inout [UInt8]) {
        let start = row * next.size.columns
        let end = start + next.size.columns
        // The terminal's cursor position, if it is on this row.
        var cursor: Int?
        // The terminal may show something else up to here, because it took a character for wider.
        var doubtful = start
        var index = start
        while index < end {
            let cell = next.cells[index]
            let isShown = before.map { cell.looksLike($0.cells[index]) } ?? false
            guard cell.columns > 0, index < doubtful || !isShown else {
                index += 1
                continue
            }
            if let stands = cursor, isBridged(next.cells[stands..<index]) {
                for bridge in stands..<index { write(next.cells[bridge], &bytes) }
            } else if cursor != index {
                jump(to: index - start, row, &bytes)
            }
            let scalars = cell.character.unicodeScalars.count
            if cell.columns == 2, scalars > 1 {
                // Some terminals take an emoji of several scalars for one column, others for two columns each.
                for _ in 0..<2 { write(.blank(cell.style), &bytes) }
                jump(to: index - start, row, &bytes)
                doubtful = index + 2 * scalars
            }
            write(cell, &bytes)
            index += Int(cell.columns)
            // Terminals disagree on which characters are wide, so the cursor is repositioned after a wide one.
            cursor = cell.columns == 1 ? index : nil
        }
    }

    private func jump(to column: Int, _ row: Int, _ bytes: inout [UInt8]) {
        bytes += "\u{1B}[".utf8
        bytes.append(decimal: row + 1)
        bytes.append(UInt8(ascii: ";"))
        bytes.append(decimal: column + 1)
        bytes.append(UInt8(ascii: "H"))
    }

    /// Whether unchanged cells are rewritten. Wide ones are not: the cursor position after them is unknown.
    private func isBridged(_ unchanged: ArraySlice<Cell>) -> Bool {
        unchanged.count <= Self.longestBridge && unchanged.allSatisfy { $0.columns == 1 }
    }

    private mutating func write(_ cell: Cell, _ bytes: inout [UInt8]) {
        guard cell.columns > 0 else { return }
        pen.change(to: cell.style, forSpace: cell.character == " ", &bytes)
        bytes += (console?.shown(cell.character) ?? cell.character).utf8
    }
}
