import ThudCore

/// Writes the control sequences that change a terminal's style (SGR of ECMA-48), and only the necessary ones.
struct Pen: Sendable {
    private let depth: ColourDepth
    private var present: Style?
    private var nearest: [Colour: Int] = [:]

    init(depth: ColourDepth) { self.depth = depth }

    var hasColour: Bool { depth != .none }

    /// Forgets the terminal's style, so that the next change writes all of it.
    mutating func forget() { present = nil }

    /// Changes the style to `style`. For a space it changes only what is visible on a space.
    mutating func change(to style: Style, forSpace: Bool, _ bytes: inout [UInt8]) {
        var wanted = depth == .none ? Pen.withoutColour(style) : style
        if depth == .sixteen { makeLegible(&wanted) }
        if forSpace, let present, wanted.isPlainForSpaces, present.isPlainForSpaces {
            wanted = Style(present.foreground, on: wanted.background, present.attributes)
        }
        guard wanted != present else { return }
        var codes: [Int] = []
        if let present {
            attributes(from: present.attributes, to: wanted.attributes, &codes)
        } else {
            codes.append(0)
            attributes(from: [], to: wanted.attributes, &codes)
        }
        if depth != .none {
            if present?.foreground != wanted.foreground { colour(wanted.foreground, isBackground: false, &codes) }
            if present?.background != wanted.background { colour(wanted.background, isBackground: true, &codes) }
        }
        present = wanted
        guard !codes.isEmpty else { return }
        bytes += "\u{1B}[".utf8
        for (index, code) in codes.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ";")) }
            bytes.append(decimal: code)
        }
        bytes.append(UInt8(ascii: "m"))
    }

    /// Returns the style without colours. A light background becomes reversed letters.
    private static func withoutColour(_ style: Style) -> Style {
        var attributes = style.attributes
        if style.background.luma > style.foreground.luma { attributes.formSymmetricDifference(.reversed) }
        return Style(attributes: attributes)
    }

    /// Replaces what many terminals with sixteen colours show in a way that is hard to read.
    private mutating func makeLegible(_ style: inout Style) {
        switch index(of: style.foreground) {
        // Bold letters are brighter, so that black ones would be grey.
        case 0: style.attributes.remove(.bold)
        // The darker grey has a contrast of 2.8 with black on a Linux console. In Solarized it is darker than black.
        case 8 where style.foreground.luma >= 128 && style.background.luma < style.foreground.luma:
            style.foreground = Palette.sixteen[7]
        default: break
        }
    }

    private func attributes(from old: Style.Attributes, to new: Style.Attributes, _ codes: inout [Int]) {
        let weight: Style.Attributes = [.bold, .dim]
        // Code 22 ends both bold and dim, so the one that remains is set again.
        let endsWeight = !old.intersection(weight).isSubset(of: new)
        if endsWeight { codes.append(22) }
        let said = endsWeight ? old.subtracting(weight) : old
        for (attribute, on, off) in [
            (Style.Attributes.bold, 1, 22), (.dim, 2, 22), (.underlined, 4, 24), (.reversed, 7, 27),
        ] {
            if new.contains(attribute), !said.contains(attribute) { codes.append(on) }
            if said.contains(attribute), !new.contains(attribute) { codes.append(off) }
        }
    }

    private mutating func colour(_ colour: Colour, isBackground: Bool, _ codes: inout [Int]) {
        let base = isBackground ? 40 : 30
        switch depth {
        case .none: break
        case .full: codes += [base + 8, 2, Int(colour.red), Int(colour.green), Int(colour.blue)]
        case .indexed: codes += [base + 8, 5, index(of: colour)]
        case .sixteen:
            let index = index(of: colour)
            codes.append(index < 8 ? base + index : base + 60 + index - 8)
        }
    }

    private mutating func index(of colour: Colour) -> Int {
        if let known = nearest[colour] { return known }
        let index = depth == .sixteen ? Palette.nearestOfSixteen(to: colour) : Palette.nearestIndexed(to: colour)
        // A fade passes through very many colours, so the table is bounded.
        if nearest.count > 4096 { nearest = [:] }
        nearest[colour] = index
        return index
    }
}

extension Style { fileprivate init(attributes: Attributes) { self.init(.white, on: .black, attributes) } }

extension [UInt8] {
    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
