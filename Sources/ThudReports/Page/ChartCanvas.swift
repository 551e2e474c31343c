/// The two sizes in which every chart is drawn, so that its letters are legible on a telephone and on a wide screen;
/// the page shows the one that fits.
enum ChartSize: String, CaseIterable {
    case wide, narrow

    var width: Double { self == .wide ? 880 : 340 }
    var height: Double { self == .wide ? 300 : 250 }
    /// How many marks fit on the horizontal axis.
    var ticksAcross: Int { self == .wide ? 10 : 4 }
}

/// A chart as SVG: two axes, and marks placed by value.
struct ChartCanvas {
    let size: ChartSize
    let x: Axis
    let y: Axis
    private var body = ""

    private let left = 46.0
    private let right = 14.0
    private let top = 26.0
    private let bottom = 42.0

    /// An empty chart; the labels tell what the axes measure, with the unit.
    init(_ size: ChartSize, x: Axis, y: Axis, xLabel: String, yLabel: String) {
        self.size = size
        self.x = x
        self.y = y
        for tick in y.ticks {
            let at = place(y: tick.value)
            body += line(from: (left, at), to: (size.width - right, at), "grid")
            body += label(tick.label, x: left - 6, y: at + 4, anchor: "end")
        }
        for tick in x.ticks {
            let at = place(x: tick.value)
            body += line(from: (at, size.height - bottom), to: (at, size.height - bottom + 4), "axis")
            // The last label ends at the edge, where its middle would stand over it.
            let isLast = at > size.width - right - 14
            body += label(
                tick.label, x: isLast ? size.width - 2 : at, y: size.height - bottom + 17,
                anchor: isLast ? "end" : "middle")
        }
        body += line(from: (left, size.height - bottom), to: (size.width - right, size.height - bottom), "axis")
        body += label(xLabel, x: size.width - right, y: size.height - 6, anchor: "end", "name")
        body += label(yLabel, x: 4, y: 13, anchor: "start", "name")
    }

    /// Where a value lies across.
    func place(x value: Double) -> Double { left + x.place(of: value) * (size.width - left - right) }
    /// Where a value lies upwards.
    func place(y value: Double) -> Double { size.height - bottom - y.place(of: value) * (size.height - top - bottom) }
    /// How wide the drawing is.
    var plotWidth: Double { size.width - left - right }

    /// A bar between two values of each axis, with a word on it for whoever points at it.
    mutating func bar(x from: Double, _ to: Double, y low: Double, _ high: Double, _ style: String, title: String) {
        let (start, end) = (place(x: from), place(x: to))
        let gap = end - start > 4 ? 1.0 : 0
        body += Markup.element(
            "rect",
            [
                ("class", style), ("x", Markup.number(start + gap / 2)), ("y", Markup.number(place(y: high))),
                ("width", Markup.number(max(0.5, end - start - gap))),
                ("height", Markup.number(place(y: low) - place(y: high))), ("rx", "1.5"),
            ], title.isEmpty ? "" : Markup.element("title", [], Markup.escaped(title)))
    }

    /// A point, with a word on it.
    mutating func point(_ x: Double, _ y: Double, _ style: String, radius: Double, title: String) {
        body += Markup.element(
            "circle",
            [
                ("class", style), ("cx", Markup.number(place(x: x))), ("cy", Markup.number(place(y: y))),
                ("r", Markup.number(radius)),
            ], Markup.element("title", [], Markup.escaped(title)))
    }

    /// Many points in one path, which keeps the page of ten thousand cues small: dots, or dashes so many pixels wide.
    mutating func points(_ points: [(Double, Double)], _ style: String, dash: Double = 0) {
        guard !points.isEmpty else { return }
        let way = points.map { x, y in
            "M\(Markup.number(place(x: x) - dash / 2)) \(Markup.number(place(y: y)))h\(Markup.number(dash))"
        }.joined()
        body += Markup.element(
            "path", [("class", "points " + style + (points.count > 2000 ? " many" : "")), ("d", way)])
    }

    /// A line through points.
    mutating func curve(_ points: [(Double, Double)], _ style: String) {
        guard !points.isEmpty else { return }
        let way = points.map { "\(Markup.number(place(x: $0.0))) \(Markup.number(place(y: $0.1)))" }
        body += Markup.element("path", [("class", "curve " + style), ("d", "M" + way.joined(separator: "L"))])
    }

    /// Bars side by side in one path: each from `low` to `high` upwards, `width` pixels wide.
    mutating func columns(_ columns: [(x: Double, low: Double, high: Double)], width: Double, _ style: String) {
        let way = columns.map { column in
            let start = Markup.number(place(x: column.x) - width / 2)
            return "M\(start) \(Markup.number(place(y: column.low)))V\(Markup.number(place(y: column.high)))"
                + "h\(Markup.number(width))V\(Markup.number(place(y: column.low)))z"
        }
        guard !way.isEmpty else { return }
        body += Markup.element("path", [("class", style), ("d", way.joined())])
    }

    /// An upright line at a value, named at its top; `row` keeps neighbouring names apart.
    mutating func upright(_ value: Double, _ style: String, name: String = "", row: Int = 0) {
        let at = place(x: value)
        body += line(from: (at, top - 4), to: (at, size.height - bottom), style)
        let isRight = at > size.width * 0.8
        let y = top + 6 + Double(row) * 14
        body += label(name, x: at + (isRight ? -4 : 4), y: y, anchor: isRight ? "end" : "start", style)
    }

    /// A level line at a value, named at its right end.
    mutating func level(_ value: Double, _ style: String, name: String) {
        let at = place(y: value)
        body += line(from: (left, at), to: (size.width - right, at), style)
        body += label(name, x: size.width - right, y: at - 5, anchor: "end", style)
    }

    /// The budget as a level line or, where it lies above the chart, as a word.
    mutating func budget(_ milliseconds: Double) {
        let name = "budget \(Text.short(milliseconds)) ms"
        if y.contains(milliseconds) { level(milliseconds, "budget", name: name) } else { note(name + " ↑") }
    }

    /// A word at the upper right.
    mutating func note(_ text: String) { body += label(text, x: size.width - right, y: 13, anchor: "end", "budget") }

    /// The chart. Title and description are what a screen reader says.
    func svg(id: String, title: String, description: String) -> String {
        let id = "\(id)-\(size.rawValue)"
        return Markup.element(
            "svg",
            [
                ("class", size.rawValue), ("viewBox", "0 0 \(Int(size.width)) \(Int(size.height))"), ("role", "img"),
                ("aria-labelledby", "\(id)-title \(id)-text"),
            ],
            Markup.element("title", [("id", "\(id)-title")], Markup.escaped(title))
                + Markup.element("desc", [("id", "\(id)-text")], Markup.escaped(description)) + body)
    }

    private func line(from: (Double, Double), to: (Double, Double), _ style: String) -> String {
        Markup.element(
            "line",
            [
                ("class", style), ("x1", Markup.number(from.0)), ("y1", Markup.number(from.1)),
                ("x2", Markup.number(to.0)), ("y2", Markup.number(to.1)),
            ])
    }

    private func label(_ text: String, x: Double, y: Double, anchor: String, _ style: String = "tick") -> String {
        text.isEmpty
            ? ""
            : Markup.element(
                "text",
                [("class", style), ("x", Markup.number(x)), ("y", Markup.number(y)), ("text-anchor", anchor)],
                Markup.escaped(text))
    }
}
