import ThudCore

/// A chart of the page with its title and its message in a sentence, drawn in a size that is asked for.
struct Chart {
    let id: String
    let title: String
    /// The message of the chart for everybody; it is the drawing's description as well.
    let caption: String
    let legend: [(style: String, name: String)]
    let draw: (ChartSize) -> ChartCanvas

    /// The figure, with the drawing in both sizes, and a table of the same below it.
    func figure(table: String) -> String {
        let key = legend.map { item in
            "<span class=\"key\"><i class=\"\(item.style)\"></i>\(Markup.escaped(item.name))</span>"
        }
        let drawings = ChartSize.allCases.map { draw($0).svg(id: id, title: title, description: caption) }
        return "<figure id=\"\(id)\"><figcaption><h2>\(Markup.escaped(title))</h2>" + Markup.paragraph(caption)
            + "</figcaption>"
            + (key.isEmpty ? "" : "<p class=\"legend\">\(key.joined(separator: " "))</p>")
            + drawings.joined() + table + "</figure>\n"
    }
}

/// The two sizes in which every chart is drawn, so that its letters are legible on a telephone and on a wide screen;
/// the page shows the one that fits.
enum ChartSize: String, CaseIterable {
    case wide, narrow

    var width: Double { self == .wide ? 880 : 340 }
    var height: Double { self == .wide ? 300 : 250 }
    /// So many marks fit on the horizontal axis.
    var ticksAcross: Int { self == .wide ? 10 : 4 }
}

/// A chart: two axes, and marks placed by value. Each mark is given its style, a class of ``PageStyle``.
struct ChartCanvas {
    let size: ChartSize
    let x: Axis
    let y: Axis
    private var surface = SVGSurface()

    private let left = 46.0
    private let right = 14.0
    private let top = 26.0
    private let bottom = 42.0

    /// An empty chart; the labels name the quantities of the axes, with their units.
    init(_ size: ChartSize, x: Axis, y: Axis, xLabel: String, yLabel: String) {
        self.size = size
        self.x = x
        self.y = y
        for tick in y.ticks {
            let at = place(y: tick.value)
            surface.line("grid", from: (left, at), to: (size.width - right, at))
            label(tick.label, x: left - 6, y: at + 4, anchor: "end")
        }
        let floor = size.height - bottom
        for tick in x.ticks {
            let at = place(x: tick.value)
            surface.line("axis", from: (at, floor), to: (at, floor + 4))
            // The last label ends at the edge; centred at its mark it would reach beyond.
            let isLast = at > size.width - right - 14
            label(
                tick.label, x: isLast ? size.width - 2 : at, y: floor + 17, anchor: isLast ? "end" : "middle")
        }
        surface.line("axis", from: (left, floor), to: (size.width - right, floor))
        label(xLabel, x: size.width - right, y: size.height - 6, anchor: "end", "name")
        label(yLabel, x: 4, y: 13, anchor: "start", "name")
    }

    func place(x value: Double) -> Double { left + x.place(of: value) * plotWidth }
    func place(y value: Double) -> Double { size.height - bottom - y.place(of: value) * (size.height - top - bottom) }
    /// The width between the two ends of the horizontal axis.
    var plotWidth: Double { size.width - left - right }

    /// A bar between two values of each axis, with a title for whoever points at it.
    mutating func bar(x from: Double, _ to: Double, y low: Double, _ high: Double, _ style: String, title: String) {
        let (start, end) = (place(x: from), place(x: to))
        let gap = end - start > 4 ? 1.0 : 0
        surface.rectangle(
            style, x: start + gap / 2, y: place(y: high), width: max(0.5, end - start - gap),
            height: place(y: low) - place(y: high), radius: 1.5, title: title)
    }

    /// A point, with a title for whoever points at it.
    mutating func point(_ x: Double, _ y: Double, _ style: String, radius: Double, title: String) {
        surface.circle(style, x: place(x: x), y: place(y: y), radius: radius, title: title)
    }

    /// Many points in one path, which keeps the page of ten thousand cues small: dots, or dashes so many pixels wide.
    mutating func points(_ points: [(Double, Double)], _ style: String, dash: Double = 0) {
        var path = SVGPath()
        for (x, y) in points {
            path.move(place(x: x) - dash / 2, place(y: y))
            path.horizontal(by: dash)
        }
        surface.path("points " + style + (points.count > 2000 ? " many" : ""), path)
    }

    /// A line through points.
    mutating func curve(_ points: [(Double, Double)], _ style: String) {
        var path = SVGPath()
        for (index, (x, y)) in points.enumerated() {
            if index == 0 { path.move(place(x: x), place(y: y)) } else { path.line(place(x: x), place(y: y)) }
        }
        surface.path("curve " + style, path)
    }

    /// Bars side by side in one path: each from `low` to `high` upwards, `width` pixels wide.
    mutating func columns(_ columns: [(x: Double, low: Double, high: Double)], width: Double, _ style: String) {
        var path = SVGPath()
        for column in columns {
            path.move(place(x: column.x) - width / 2, place(y: column.low))
            path.vertical(to: place(y: column.high))
            path.horizontal(by: width)
            path.vertical(to: place(y: column.low))
            path.close()
        }
        surface.path(style, path)
    }

    /// An upright line at a value, named at its top; `row` keeps neighbouring names apart.
    mutating func upright(_ value: Double, _ style: String, name: String = "", row: Int = 0) {
        let at = place(x: value)
        surface.line(style, from: (at, top - 4), to: (at, size.height - bottom))
        let isRight = at > size.width * 0.8
        let y = top + 6 + Double(row) * 14
        label(name, x: at + (isRight ? -4 : 4), y: y, anchor: isRight ? "end" : "start", style)
    }

    /// A level line at a value, named at its right end.
    mutating func level(_ value: Double, _ style: String, name: String) {
        let at = place(y: value)
        surface.line(style, from: (left, at), to: (size.width - right, at))
        label(name, x: size.width - right, y: at - 5, anchor: "end", style)
    }

    /// The budget as a level line or, where it lies above the chart, as a note.
    mutating func budget(_ milliseconds: Double) {
        let name = "budget \(Text.short(milliseconds)) ms"
        if y.contains(milliseconds) { level(milliseconds, "budget", name: name) } else { note(name + " ↑") }
    }

    mutating func note(_ text: String) { label(text, x: size.width - right, y: 13, anchor: "end", "budget") }

    /// The chart. A screen reader says its title and description.
    func svg(id: String, title: String, description: String) -> String {
        let id = "\(id)-\(size.rawValue)"
        return Markup.element(
            "svg",
            [
                ("class", size.rawValue), ("viewBox", "0 0 \(Int(size.width)) \(Int(size.height))"), ("role", "img"),
                ("aria-labelledby", "\(id)-title \(id)-text"),
            ],
            Markup.element("title", [("id", "\(id)-title")], Markup.escaped(title))
                + Markup.element("desc", [("id", "\(id)-text")], Markup.escaped(description))
                + surface.elements.joined())
    }

    private mutating func label(_ text: String, x: Double, y: Double, anchor: String, _ style: String = "tick") {
        surface.text(text, style, x: x, y: y, [("text-anchor", anchor)])
    }
}
