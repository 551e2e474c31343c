/// Turns grids into the bytes that bring a terminal from one frame to the next. Only cells that changed are written.
package struct FrameWriter: Sendable {
    /// Whether frames are wrapped as synchronized updates (mode 2026), so that none is seen half drawn.
    package var isSynchronized = false

    private var shown: Grid?
    private var pen: Pen
    private var previousLength = 0

    /// Up to so many unchanged cells in a row are written again, because moving the cursor over them takes about as many bytes.
    private static let longestBridge = 4

    /// A writer for a terminal whose contents are not known yet.
    package init(depth: ColourDepth) { pen = Pen(depth: depth) }

    /// Forgets what the terminal shows, so that the next frame is drawn whole.
    package mutating func invalidate() { shown = nil }

    /// The bytes that make the terminal show `next`; empty where it shows it already.
    package mutating func frame(_ next: Grid) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(previousLength + 64)
        if isSynchronized { bytes += "\u{1B}[?2026h".utf8 }
        let opening = bytes.count
        // The style is written anew in each frame, since another program may have written to the terminal between two.
        pen.forget()
        let before = before(next, &bytes)
        for row in 0..<next.size.rows { write(row: row, of: next, over: before, &bytes) }
        shown = next
        previousLength = bytes.count
        guard bytes.count > opening else { return [] }
        if isSynchronized { bytes += "\u{1B}[?2026l".utf8 }
        return bytes
    }

    /// What the terminal shows now. Where that is not known the terminal is cleared.
    private mutating func before(_ next: Grid, _ bytes: inout [UInt8]) -> Grid {
        if let shown, shown.size == next.size { return shown }
        pen.change(to: .plain, forSpace: false, &bytes)
        bytes += "\u{1B}[2J".utf8
        return Grid(next.size)
    }

    private mutating func write(row: Int, of next: Grid, over before: Grid, _ bytes: inout [UInt8]) {
        let start = row * next.size.columns
        let end = start + next.size.columns
        // The place of the terminal's cursor, if it is on this row.
        var cursor: Int?
        var index = start
        while index < end {
            let cell = next.cells[index]
            guard cell.columns > 0, !cell.looksLike(before.cells[index]) else {
                index += 1
                continue
            }
            if let stands = cursor, isBridged(next.cells[stands..<index]) {
                for bridge in stands..<index { write(next.cells[bridge], &bytes) }
            } else if cursor != index {
                bytes += "\u{1B}[".utf8
                bytes.append(decimal: row + 1)
                bytes.append(UInt8(ascii: ";"))
                bytes.append(decimal: index - start + 1)
                bytes.append(UInt8(ascii: "H"))
            }
            write(cell, &bytes)
            index += Int(cell.columns)
            // Terminals do not agree on which characters are wide, so the cursor is placed anew behind a wide one.
            cursor = cell.columns == 1 ? index : nil
        }
    }

    /// Whether unchanged cells are written again. Wide characters are not, since the cursor's place behind them is unknown.
    private func isBridged(_ unchanged: ArraySlice<Cell>) -> Bool {
        unchanged.count <= Self.longestBridge && unchanged.allSatisfy { $0.columns == 1 }
    }

    private mutating func write(_ cell: Cell, _ bytes: inout [UInt8]) {
        guard cell.columns > 0 else { return }
        pen.change(to: cell.style, forSpace: cell.character == " ", &bytes)
        bytes += cell.character.utf8
    }
}
