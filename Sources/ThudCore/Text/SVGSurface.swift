/// A drawing as SVG elements, used for patterns and for the benchmark charts.
///
///     var surface = SVGSurface()
///     surface.line("axis", from: (0, 10), to: (100, 10))
///     surface.text("ms", "label", x: 100, y: 24, [("text-anchor", "end")])
///     let svg = Markup.element("svg", [("viewBox", "0 0 100 30")], surface.elements.joined())
///
/// The first argument of each method is the class for the style sheet. Coordinates are in pixels, written to a tenth.
public struct SVGSurface: Sendable {
    /// The elements from bottom to top.
    public private(set) var elements: [String] = []

    /// Creates an empty drawing.
    public init() {}

    /// Adds a path, with attributes besides its class. An empty path adds nothing.
    public mutating func path(_ style: String, _ path: SVGPath, _ attributes: [(String, String)] = []) {
        guard !path.data.isEmpty else { return }
        add("path", style, attributes + [("d", path.data)])
    }

    /// Adds a straight line.
    public mutating func line(_ style: String, from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
        add("line", style, [("x1", start.x), ("y1", start.y), ("x2", end.x), ("y2", end.y)].map(Self.attribute))
    }

    /// Adds a rectangle with rounded corners; `title` is its tooltip.
    public mutating func rectangle(
        _ style: String, x: Double, y: Double, width: Double, height: Double, radius: Double, title: String
    ) {
        let lengths = [("x", x), ("y", y), ("width", width), ("height", height), ("rx", radius)]
        add("rect", style, lengths.map(Self.attribute), Self.title(title))
    }

    /// Adds a circle; `title` is its tooltip.
    public mutating func circle(_ style: String, x: Double, y: Double, radius: Double, title: String) {
        add("circle", style, [("cx", x), ("cy", y), ("r", radius)].map(Self.attribute), Self.title(title))
    }

    /// Adds text with its baseline at `y`, with attributes besides its class and position. An empty text adds nothing.
    public mutating func text(
        _ text: String, _ style: String, x: Double, y: Double, _ attributes: [(String, String)] = []
    ) {
        guard !text.isEmpty else { return }
        add("text", style, [("x", x), ("y", y)].map(Self.attribute) + attributes, Markup.escaped(text))
    }

    private mutating func add(
        _ name: String, _ style: String, _ attributes: [(String, String)], _ content: String = ""
    ) {
        elements.append(Markup.element(name, [("class", style)] + attributes, content))
    }

    private static func attribute(_ name: String, _ length: Double) -> (String, String) {
        (name, Markup.number(length))
    }

    private static func title(_ text: String) -> String {
        text.isEmpty ? "" : Markup.element("title", [], Markup.escaped(text))
    }
}

/// The data of an SVG path.
public struct SVGPath: Sendable {
    /// The value of the attribute `d`.
    public private(set) var data = ""

    /// Creates an empty path.
    public init() {}

    /// Begins a line at a point.
    public mutating func move(_ x: Double, _ y: Double) { data += "M\(Markup.number(x)) \(Markup.number(y))" }

    /// Continues the line to a point.
    public mutating func line(_ x: Double, _ y: Double) { data += "L\(Markup.number(x)) \(Markup.number(y))" }

    /// Continues the line horizontally by a length.
    public mutating func horizontal(by length: Double) { data += "h\(Markup.number(length))" }

    /// Continues the line vertically to a height.
    public mutating func vertical(to y: Double) { data += "V\(Markup.number(y))" }

    /// Closes the line back to its beginning.
    public mutating func close() { data += "Z" }

    /// Adds a whole circle.
    public mutating func circle(_ x: Double, _ y: Double, radius: Double) {
        let (r, d) = (Markup.number(radius), Markup.number(2 * radius))
        move(x - radius, y)
        data += "a\(r) \(r) 0 1 0 \(d) 0a\(r) \(r) 0 1 0 -\(d) 0"
    }
}
