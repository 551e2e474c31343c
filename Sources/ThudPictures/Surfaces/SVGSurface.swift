/// A picture as SVG elements. Colours are classes, which ``PictureStyleSheet`` gives their values.
struct SVGSurface: Surface {
    private(set) var elements: [String] = []

    mutating func fill(_ path: Path, _ paint: Paint, opacity: Double) {
        guard !path.steps.isEmpty else { return }
        elements.append(
            "<path class=\"f-\(paint.rawValue)\"\(attribute("fill-opacity", opacity)) d=\"\(data(path))\"/>")
    }

    mutating func stroke(_ path: Path, _ paint: Paint, width: Double, dashed: Bool, opacity: Double) {
        guard !path.steps.isEmpty else { return }
        let dashes = dashed ? " stroke-dasharray=\"\(number(3 * width)) \(number(2.5 * width))\"" : ""
        elements.append(
            """
            <path class="s-\(paint.rawValue)" stroke-width="\(number(width))"\(attribute("stroke-opacity", opacity))\
            \(dashes) d="\(data(path))"/>
            """)
    }

    mutating func write(_ text: String, at place: Point, _ style: TextStyle) {
        let anchor = style.anchor == .start ? "" : " text-anchor=\"\(style.anchor.rawValue)\""
        let weight = style.isBold ? " font-weight=\"bold\"" : ""
        elements.append(
            """
            <text class="f-\(style.paint.rawValue)" x="\(number(place.x))" y="\(number(place.y))" \
            font-size="\(number(style.size))"\(weight)\(anchor)>\(MarkupText.escaped(text))</text>
            """)
    }

    private func attribute(_ name: String, _ opacity: Double) -> String {
        opacity < 1 ? " \(name)=\"\(NumberText.plain(opacity, decimals: 2))\"" : ""
    }

    private func number(_ value: Double) -> String { NumberText.plain(value) }

    /// Tenths of a pixel are enough for any eye, and keep a waveform small.
    private func data(_ path: Path) -> String {
        var text = ""
        for step in path.steps {
            switch step {
            case .move(let point): text += "M\(number(point.x)) \(number(point.y))"
            case .line(let point): text += "L\(number(point.x)) \(number(point.y))"
            case .close: text += "Z"
            case .circle(let centre, let radius):
                let (r, d) = (number(radius), number(2 * radius))
                text +=
                    "M\(number(centre.x - radius)) \(number(centre.y))a\(r) \(r) 0 1 0 \(d) 0a\(r) \(r) 0 1 0 -\(d) 0"
            }
        }
        return text
    }
}
