/// A drawing as SVG elements: of patterns, and of the bench's charts.
///
///     var surface = SVGSurface()
///     surface.line("axis", from: (0, 10), to: (100, 10))
///     surface.text("ms", "label", x: 100, y: 24, [("text-anchor", "end")])
///     let svg = Markup.element("svg", [("viewBox", "0 0 100 30")], surface.elements.joined())
///
/// The first argument of each method is the class by which the document's style sheet gives an element its looks. All
/// coordinates are in pixels and are written to a tenth.
public struct SVGSurface: Sendable {
    /// The elements, the lowest first.
    public private(set) var elements: [String] = []

    /// An empty drawing.
    public init() {}

    /// A path, with attributes beside its class; nothing for an empty one.
    public mutating func path(_ style: String, _ path: SVGPath, _ attributes: [(String, String)] = []) {
        guard !path.data.isEmpty else { return }
        add("path", style, attributes + [("d", path.data)])
    }

    /// A straight line.
    public mutating func line(_ style: String, from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
        add("line", style, [("x1", start.x), ("y1", start.y), ("x2", end.x), ("y2", end.y)].map(Self.attribute))
    }

    /// A rectangle with rounded corners; `title` is shown to whoever points at it.
    public mutating func rectangle(
        _ style: String, x: Double, y: Double, width: Double, height: Double, radius: Double, title: String
    ) {
        let lengths = [("x", x), ("y", y), ("width", width), ("height", height), ("rx", radius)]
        add("rect", style, lengths.map(Self.attribute), Self.title(title))
    }

    /// A circle; `title` is shown to whoever points at it.
    public mutating func circle(_ style: String, x: Double, y: Double, radius: Double, title: String) {
        add("circle", style, [("cx", x), ("cy", y), ("r", radius)].map(Self.attribute), Self.title(title))
    }

    /// Text whose baseline is at `y`, with attributes beside its class and place; nothing for an empty text.
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

/// The data of a path, as SVG writes it.
public struct SVGPath: Sendable {
    /// The attribute `d`.
    public private(set) var data = ""

    /// An empty path.
    public init() {}

    /// Begins a line at a point.
    public mutating func move(_ x: Double, _ y: Double) { data += "M\(Markup.number(x)) \(Markup.number(y))" }

    /// Goes on to a point.
    public mutating func line(_ x: Double, _ y: Double) { data += "L\(Markup.number(x)) \(Markup.number(y))" }

    /// Goes on sideways by a length.
    public mutating func horizontal(by length: Double) { data += "h\(Markup.number(length))" }

    /// Goes on upright to a height.
    public mutating func vertical(to y: Double) { data += "V\(Markup.number(y))" }

    /// Closes the line to where it began.
    public mutating func close() { data += "Z" }

    /// Adds a whole circle.
    public mutating func circle(_ x: Double, _ y: Double, radius: Double) {
        let (r, d) = (Markup.number(radius), Markup.number(2 * radius))
        move(x - radius, y)
        data += "a\(r) \(r) 0 1 0 \(d) 0a\(r) \(r) 0 1 0 -\(d) 0"
    }
}
