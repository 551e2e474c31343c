import ThudCore

/// The drawings of the princesses, as the text files in `Art` describe them: colours by letter, and layers of pixels.
struct CharacterArt {
    /// The sizes in which everyone is drawn, the smallest first.
    enum Size: String, CaseIterable { case small, medium, large }

    /// The parts of a figure, from the back. The arms are the ones on the right; on the left they are mirrored.
    enum Part: String, CaseIterable {
        case back, dress, head, eyes, blink, smile, laugh, front, prop
        case down = "arm-down"
        case out = "arm-out"
        case up = "arm-up"

        /// Whether it says where a hand is.
        var hasHand: Bool { [.down, .out, .up, .prop].contains(self) }
    }

    struct Layer: Hashable {
        var column: Int
        var row: Int
        /// The letters of the pixels, row by row. 0 is transparent.
        var rows: [[UInt8]] = []

        /// The pixel of the hand, from the corner of the layer.
        var hand: (column: Int, row: Int)? {
            for (row, letters) in rows.enumerated() {
                if let column = letters.firstIndex(of: CharacterArt.hand) { return (column, row) }
            }
            return nil
        }
    }

    private struct Key: Hashable {
        /// nil for everyone.
        let kind: CharacterKind?
        let size: Size
        let part: Part
    }

    static let hand = UInt8(ascii: "@")
    static let outline = UInt8(ascii: "o")
    /// The name of the file that everyone shares.
    private static let everyone = "everyone"
    /// The most pixels of a side, which is more than any terminal shows.
    private static let longestSide = 200

    private var colours: [CharacterKind?: [UInt8: Colour]] = [:]
    private var layers: [Key: Layer] = [:]
    private(set) var canvases: [Size: (columns: Int, rows: Int)] = [:]

    /// The art that is part of the program. The tests prove that it is complete.
    static let shipped: CharacterArt = {
        let files = [
            (everyone, PackageResources.everyone_txt), ("sparkle", PackageResources.sparkle_txt),
            ("luna", PackageResources.luna_txt), ("rosie", PackageResources.rosie_txt),
            ("crystal", PackageResources.crystal_txt), ("willow", PackageResources.willow_txt),
        ]
        let art = try? CharacterArt(files.map { ($0.0, String(decoding: $0.1, as: UTF8.self)) })
        return art ?? CharacterArt()
    }()

    private init() {}

    /// Reads the art from texts, each with the name of its princess or `everyone`. Throws if something is missing.
    init(_ files: [(name: String, text: String)]) throws(ThudError) {
        for file in files {
            let kind = CharacterKind(rawValue: file.name)
            guard kind != nil || file.name == Self.everyone else {
                throw ThudError(.badInput, "nobody is called \(file.name); name the file after a princess, or everyone")
            }
            var reader = Reader(file: "\(file.name).txt", kind: kind)
            try reader.read(file.text, into: &self)
        }
        try checkComplete()
    }

    subscript(kind: CharacterKind, size: Size, part: Part) -> Layer? {
        layers[Key(kind: kind, size: size, part: part)] ?? layers[Key(kind: nil, size: size, part: part)]
    }

    /// Returns the colours of a princess by letter.
    func palette(of kind: CharacterKind) -> [UInt8: Colour] {
        (colours[nil] ?? [:]).merging(colours[kind] ?? [:]) { $1 }
    }

    private func checkComplete() throws(ThudError) {
        func fault(in name: String, _ message: String) -> ThudError {
            ThudError(.badInput, file: "\(name).txt", message: message)
        }
        for size in Size.allCases where canvases[size] == nil {
            throw fault(in: Self.everyone, "the size \(size.rawValue) has no columns and rows")
        }
        for kind in CharacterKind.allCases {
            let known = palette(of: kind)
            for (size, part) in Size.allCases.flatMap({ size in Part.allCases.map { (size, $0) } }) {
                let name = "\(size.rawValue) \(part.rawValue)"
                guard let layer = self[kind, size, part] else {
                    throw fault(in: kind.rawValue, "the layer \(name) is missing")
                }
                guard !part.hasHand || layer.hand != nil else {
                    throw fault(in: kind.rawValue, "the layer \(name) needs an @ for the hand")
                }
                let letters = Set(layer.rows.joined()).subtracting([0, Self.hand])
                guard let letter = letters.subtracting(known.keys).min() else { continue }
                let shown = Character(Unicode.Scalar(letter))
                throw fault(
                    in: kind.rawValue,
                    "the letter \(shown) in \(name) has no colour; add a line such as `\(shown) #FF66CC name`")
            }
            guard known[Self.outline] != nil else {
                throw fault(in: Self.everyone, "o, the outline, has no colour")
            }
        }
    }

    /// The reading of one file, line by line.
    private struct Reader {
        let file: String
        let kind: CharacterKind?
        var line = 0
        var open: Key?

        mutating func read(_ text: String, into art: inout CharacterArt) throws(ThudError) {
            for text in text.split(separator: "\n", omittingEmptySubsequences: false) {
                line += 1
                try take(text, &art)
            }
        }

        private mutating func take(_ text: Substring, _ art: inout CharacterArt) throws(ThudError) {
            let words = text.split(separator: " ")
            if words.isEmpty { return open = nil }
            if words.count == 1, let open { return try add(words[0], to: open, &art) }
            open = nil
            if text.hasPrefix("#") { return }
            if words[0].utf8.count == 1, words.count > 1 { return try addColour(words, &art) }
            guard words.count == 4 else {
                throw error("expected a colour, a size or a layer; everyone.txt has examples")
            }
            let (column, row) = (try number(words[2]), try number(words[3]))
            if words[0] == "size" { return art.canvases[try size(words[1])] = (column, row) }
            guard let part = Part(rawValue: String(words[1])) else {
                let known = Part.allCases.map(\.rawValue).joined(separator: ", ")
                throw error("\(words[1]) is no layer; choose one of \(known)")
            }
            let key = Key(kind: kind, size: try size(words[0]), part: part)
            guard art.layers[key] == nil else { throw error("this layer exists already; keep one of them") }
            art.layers[key] = Layer(column: column, row: row)
            open = key
        }

        private func addColour(_ words: [Substring], _ art: inout CharacterArt) throws(ThudError) {
            guard let colour = Colour(String(words[1])) else {
                throw error("\(words[1]) is no colour; write it like #FF66CC")
            }
            art.colours[kind, default: [:]][words[0].utf8[words[0].startIndex]] = colour
        }

        private func add(_ letters: Substring, to key: Key, _ art: inout CharacterArt) throws(ThudError) {
            guard letters.utf8.count <= longestSide, art.layers[key]?.rows.count ?? 0 < longestSide else {
                throw error("a layer has at most \(longestSide) rows and columns")
            }
            art.layers[key]?.rows.append(letters.utf8.map { $0 == UInt8(ascii: ".") ? 0 : $0 })
        }

        private func size(_ word: Substring) throws(ThudError) -> Size {
            guard let size = Size(rawValue: String(word)) else {
                throw error("\(word) is no size; choose small, medium or large")
            }
            return size
        }

        private func number(_ word: Substring) throws(ThudError) -> Int {
            guard let number = Int(word), (0...longestSide).contains(number) else {
                throw error("\(word) is no whole number from 0 to \(longestSide)")
            }
            return number
        }

        private func error(_ message: String) -> ThudError {
            ThudError(.badInput, file: file, line: line, message: message)
        }
    }
}
