import ThudTerminal

/// Screens on one sheet, two a row, each below its caption.
struct ScreenSheet {
    let screens: [NamedScreen]

    /// The width of a screen on the sheet, whatever its terminal's size.
    private static let width = 480
    private static let gap = 16
    private static let caption = 20

    var svg: String {
        let sizes = screens.map { GridPicture(grid: $0.grid).size }
        // The screens share one scale, so that a smaller terminal looks smaller beside the others.
        let scale = Double(Self.width) / Double(sizes.map(\.width).max() ?? Self.width)
        let height = Int((Double(sizes.map(\.height).max() ?? 0) * scale).rounded())
        let rows = (screens.count + 1) / 2
        let step = Self.caption + height + Self.gap
        let (sheetWidth, sheetHeight) = (2 * Self.width + 3 * Self.gap, rows * step + Self.gap)
        let placed = screens.enumerated().map { index, screen in
            let x = Self.gap + index % 2 * (Self.width + Self.gap)
            let y = Self.gap + index / 2 * step
            return """
                <text x="\(x)" y="\(y + 14)">\(screen.title)</text>
                <g transform="translate(\(x) \(y + Self.caption)) scale(\(scale))">
                \(GridPicture(grid: screen.grid).svg)</g>
                """
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(sheetWidth) \(sheetHeight)" \
            width="\(sheetWidth)" height="\(sheetHeight)" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" \
            font-size="13" fill="#d1d1d6">
            <rect width="100%" height="100%" fill="#2c2c2e"/>
            \(placed.joined(separator: "\n"))
            </svg>

            """
    }
}
