import ThudCore

/// A chart of the page, with a title and a caption, that can be drawn in two sizes.
struct Chart {
    let id: String
    let title: String
    /// The message of the chart in a sentence, which is also the drawing's description for screen readers.
    let caption: String
    let legend: [(style: String, name: String)]
    let draw: (ChartSize) -> ChartCanvas

    /// Returns the figure with the drawing in both sizes, and the data as a table below it.
    ///
    /// - Parameter mark: what its identifier begins with.
    func figure(_ mark: String, table: String) -> String {
        let id = mark + id
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

/// The two sizes of every chart, legible on a telephone and on a wide screen. The page shows the one that fits.
enum ChartSize: String, CaseIterable {
    case wide, narrow

    var width: Double { self == .wide ? 880 : 340 }
    var height: Double { self == .wide ? 300 : 250 }
    var ticksAcross: Int { self == .wide ? 10 : 4 }
}

/// A drawing with two axes and marks at values. Each mark has a style, which is a class of ``PageStyle``.
struct ChartCanvas {
    let size: ChartSize
    let x: Axis
    let y: Axis
    private var surface = SVGSurface()
    private let left = 46.0
    private let right = 14.0
    private let top = 26.0
    private let bottom = 42.0

    /// Creates an empty chart. The labels name the axes' quantities with their units.
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
            // The last label ends at the edge; centred on its tick it would extend beyond.
            let isLast = at > size.width - right - 14
            label(tick.label, x: isLast ? size.width - 2 : at, y: floor + 17, anchor: isLast ? "end" : "middle")
        }
        surface.line("axis", from: (left, floor), to: (size.width - right, floor))
        label(xLabel, x: size.width - right, y: size.height - 6, anchor: "end", "name")
        label(yLabel, x: 4, y: 13, anchor: "start", "name")
    }

    func place(x value: Double) -> Double { left + x.place(of: value) * plotWidth }
    func place(y value: Double) -> Double { size.height - bottom - y.place(of: value) * (size.height - top - bottom) }
    var plotWidth: Double { size.width - left - right }

    /// Draws a bar between two values on each axis, with a title as its tooltip.
    mutating func bar(x from: Double, _ to: Double, y low: Double, _ high: Double, _ style: String, title: String) {
        let (start, end) = (place(x: from), place(x: to))
        let gap = end - start > 4 ? 1.0 : 0
        surface.rectangle(
            style, x: start + gap / 2, y: place(y: high), width: max(0.5, end - start - gap),
            height: place(y: low) - place(y: high), radius: 1.5, title: title)
    }

    /// Draws a point with a title as its tooltip.
    mutating func point(_ x: Double, _ y: Double, _ style: String, radius: Double, title: String) {
        surface.circle(style, x: place(x: x), y: place(y: y), radius: radius, title: title)
    }

    /// Draws many points in one path, as dots or dashes of a width in pixels, to keep a page of ten thousand cues
    /// small.
    mutating func points(_ points: [(Double, Double)], _ style: String, dash: Double = 0) {
        var path = SVGPath()
        for (x, y) in points {
            path.move(place(x: x) - dash / 2, place(y: y))
            path.horizontal(by: dash)
        }
        surface.path("points " + style + (points.count > 2000 ? " many" : ""), path)
    }

    mutating func curve(_ points: [(Double, Double)], _ style: String) {
        var path = SVGPath()
        for (index, (x, y)) in points.enumerated() {
            if index == 0 { path.move(place(x: x), place(y: y)) } else { path.line(place(x: x), place(y: y)) }
        }
        surface.path("curve " + style, path)
    }

    /// Draws bars in one path, each from `low` to `high` and `width` pixels wide.
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

    /// Draws a vertical line at a value with a name at its top; `row` keeps neighbouring names apart.
    mutating func upright(_ value: Double, _ style: String, name: String = "", row: Int = 0) {
        let at = place(x: value)
        surface.line(style, from: (at, top - 4), to: (at, size.height - bottom))
        let isRight = at > size.width * 0.8
        let y = top + 6 + Double(row) * 14
        label(name, x: at + (isRight ? -4 : 4), y: y, anchor: isRight ? "end" : "start", style)
    }

    /// Draws a horizontal line at a value with a name at its right end.
    mutating func level(_ value: Double, _ style: String, name: String) {
        let at = place(y: value)
        surface.line(style, from: (left, at), to: (size.width - right, at))
        label(name, x: size.width - right, y: at - 5, anchor: "end", style)
    }

    /// Draws the budget as a horizontal line, or as a note if it is above the chart.
    mutating func budget(_ milliseconds: Double) {
        let name = "budget \(Text.short(milliseconds)) ms"
        if y.contains(milliseconds) { level(milliseconds, "budget", name: name) } else { note(name + " ↑") }
    }

    mutating func note(_ text: String) { label(text, x: size.width - right, y: 13, anchor: "end", "budget") }

    /// Returns the SVG element. A screen reader reads its title and description.
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
