import ThudTerminal

/// The developer's figures in forms of different lengths, since a narrow screen has no room for the names of them all.
public struct DeveloperMetrics: Hashable, Sendable {
    /// The forms, the longest first; each without the device.
    public let forms: [String]
    /// What plays, and how: whole behind the longest form, its name behind the others.
    public let device: String

    /// LiveMetrics in forms, the longest first, and the device as it tells of itself: `name: how it plays`.
    public init(_ forms: [String], device: String) {
        self.forms = forms
        self.device = device
    }

    /// How much of a device's name must be seen, in columns.
    private static let leastOfDevice = 8

    /// The longest form that fits, with the device; of the shortest whatever fits.
    func text(columns: Int) -> String {
        guard let longest = forms.first, let shortest = forms.last else { return "" }
        let whole = "\(longest) · \(device)"
        if TextWidth.columns(of: whole) <= columns { return whole }
        let name = String(device.firstRange(of: ": ").map { device[..<$0.lowerBound] } ?? device[...])
        let least = min(TextWidth.columns(of: name), Self.leastOfDevice)
        let form = forms.first { TextWidth.columns(of: $0) + 1 + least <= columns } ?? shortest
        return TextWidth.clipped("\(form) \(name)", to: columns)
    }
}

/// The developer's line, on the last row.
struct DeveloperLine: Hashable {
    let figures: DeveloperMetrics

    func draw(on canvas: inout Canvas) {
        let row = canvas.area.lowest(1)
        let style = Style(RGB(0xC7C7CC), on: Neon.faint)
        canvas.grid.fill(row, style)
        let text = " " + figures.text(columns: row.columns - 1)
        canvas.grid.put(TextWidth.clipped(text, to: row.columns), at: Position(column: 0, row: row.row), style)
    }
}
