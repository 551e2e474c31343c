import CThudCairo
import Foundation
import FoundationXML
import ThudPatterns
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

    convenience init(_ picture: PatternPicture) throws { self.init(try picture.svg()) }

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

    /// Returns the texts of all elements of one kind.
    func texts(_ name: String = "text") -> [String] { elements.filter { $0.name == name }.map(\.text) }

    /// Returns the lines of a colour, each as its points. Circles appear as their leftmost points.
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

    /// Returns the centres of the dots of a colour.
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

/// A PNG as cairo reads it back.
struct ReadPNG {
    let width: Int
    let height: Int
    private let pixels: [UInt32]

    /// nil if the bytes are no PNG.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        let surface = withUnsafeMutablePointer(to: &rest) { rest in
            cairo_image_surface_create_from_png_stream(
                { closure, data, count in
                    guard let rest = closure?.assumingMemoryBound(to: ArraySlice<UInt8>.self), let data,
                        rest.pointee.count >= Int(count)
                    else { return CAIRO_STATUS_READ_ERROR }
                    rest.pointee.prefix(Int(count)).withUnsafeBufferPointer { bytes in
                        if let first = bytes.baseAddress { data.update(from: first, count: bytes.count) }
                    }
                    rest.pointee.removeFirst(Int(count))
                    return CAIRO_STATUS_SUCCESS
                }, rest)
        }
        defer { cairo_surface_destroy(surface) }
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            let data = cairo_image_surface_get_data(surface)
        else { return nil }
        width = Int(cairo_image_surface_get_width(surface))
        height = Int(cairo_image_surface_get_height(surface))
        let stride = Int(cairo_image_surface_get_stride(surface))
        var pixels: [UInt32] = []
        for row in 0..<height {
            let line = UnsafeRawPointer(data + row * stride)
            for column in 0..<width {
                pixels.append(line.load(fromByteOffset: 4 * column, as: UInt32.self) & 0xFFFFFF)
            }
        }
        self.pixels = pixels
    }

    /// Returns red, green and blue as 0xRRGGBB.
    func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }

    func count(_ colour: UInt32) -> Int { pixels.count { $0 == colour } }
}

/// Returns a picture of a pattern with its audible rendering, at a rate low enough for a quick test.
func picture(
    _ pattern: HapticPattern, title: String = "sample", waveform: [Float]? = nil, size: PictureSize = .full,
    theme: PictureTheme = .automatic
) -> PatternPicture {
    PatternPicture(
        title: title, pattern: pattern, waveform: waveform ?? HapticRenderer(sampleRate: 8_000).heard(pattern),
        sampleRate: 8_000, waveformName: "heard", size: size, theme: theme)
}

func tap(_ time: Double, _ intensity: Double = 1, _ sharpness: Double = 0.5) -> HapticEvent {
    HapticEvent(.transient, at: time, intensity: intensity, sharpness: sharpness)
}

func vibration(_ time: Double, _ duration: Double, _ intensity: Double = 1) -> HapticEvent {
    HapticEvent(.continuous, at: time, duration: duration, intensity: intensity, sharpness: 0.5)
}

func sound(_ time: Double, _ duration: Double?, _ path: String) -> HapticEvent {
    var event = HapticEvent(.audioCustom, at: time, duration: duration)
    event.waveformPath = path
    return event
}
