import Foundation
import FoundationXML
import ThudPictures

/// An SVG as an XML reader sees it.
final class ReadSVG: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        var text = ""
    }

    private(set) var elements: [Element] = []
    private(set) var isWellFormed = false
    private var open: [Int] = []

    init(_ bytes: [UInt8]) {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        isWellFormed = parser.parse()
    }

    convenience init(_ picture: PatternPicture) { self.init(picture.svg()) }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let index = open.last { elements[index].text += text }
    }

    /// The words of a kind of element.
    func texts(_ name: String = "text") -> [String] { elements.filter { $0.name == name }.map(\.text) }

    /// The lines of a colour, each as its points; circles as their leftmost points.
    func paths(_ paint: String) -> [[(x: Double, y: Double)]] {
        elements.filter { $0.attributes["class"] == paint }.flatMap { element in
            (element.attributes["d"] ?? "").split(separator: "M").map { path in
                path.split { "LZ".contains($0) }.compactMap { pair in
                    let numbers = pair.split(separator: "a")[0].split(separator: " ").compactMap { Double($0) }
                    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
                }
            }
        }
    }

    /// The middles of the dots of a colour.
    func dots(_ paint: String) -> [(x: Double, y: Double)] {
        elements.filter { $0.attributes["class"] == paint }.flatMap { element in
            (element.attributes["d"] ?? "").split(separator: "M").compactMap { path in
                let parts = path.split(separator: "a")
                guard parts.count == 3, let radius = Double(parts[1].split(separator: " ")[0]) else { return nil }
                let place = parts[0].split(separator: " ").compactMap { Double($0) }
                return (place[0] + radius, place[1])
            }
        }
    }
}
