import ThudCore

/// HTML and SVG text that is well-formed XML as well, with everything from outside escaped.
enum Markup {
    /// Text that cannot be taken for markup, neither between tags nor within a quoted attribute; what steers text
    /// instead of being it (control characters, changes of direction) becomes a replacement character.
    static func escaped(_ text: String) -> String {
        Entities.escaped(text) { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .unassigned, .privateUse, .surrogate: true
            default: false
            }
        }
    }

    /// A coordinate to a tenth of a pixel; what is not finite is 0.
    static func number(_ value: Double) -> String { Decimals.short(value, atMost: 1, absent: "0") }

    /// An element of trusted content; attributes are escaped here.
    static func element(_ name: String, _ attributes: [(String, String)] = [], _ content: String = "") -> String {
        let list = attributes.map { " \($0.0)=\"\(escaped($0.1))\"" }.joined()
        return content.isEmpty ? "<\(name)\(list)/>" : "<\(name)\(list)>\(content)</\(name)>"
    }

    /// A paragraph of text from anywhere.
    static func paragraph(_ text: String, class style: String? = nil) -> String {
        element("p", style.map { [("class", $0)] } ?? [], text.isEmpty ? "—" : escaped(text))
    }
}
