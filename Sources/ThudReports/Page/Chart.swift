/// A figure of the page: what it is called, what it says in a sentence, how it is drawn in a size.
struct Chart {
    let id: String
    let title: String
    /// What is to be seen, for everybody; it is the drawing's description as well.
    let caption: String
    /// Style and name of what is drawn.
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
