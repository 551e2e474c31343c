public import ThudCore
public import ThudPatterns

/// The catalog beside the patterns of a game, `Sounds/<game>/catalog.json`: flash, loudness and priority of each cue,
/// whether it lasts, and its variants.
///
///     {
///       "game": "kape",
///       "cues": {
///         "correct": { "flash": { "colour": "#39FF14", "seconds": 0.3 }, "loudness": "win", "priority": 200 },
///         "legend": { "flash": { "colour": "#FFD700", "seconds": 1, "opacity": 0.5 }, "confetti": true },
///         "snow": { "lasts": "loop" },
///         "hold": { "lasts": "hold", "sounds": "unfelt" },
///         "step": {
///           "variants": { "swipe-up": { "AudioPitch": -0.4, "flash": { "colour": "#0A84FF", "seconds": 0.3 } } }
///         }
///       }
///     }
///
/// Every member of a cue is optional. An unknown member or choice is an error, so that typing mistakes are noticed.
public struct CueCatalog: Hashable, Sendable {
    /// The catalog's entry for one cue.
    public struct Entry: Hashable, Sendable {
        /// The cue without its pattern, `<name>.ahap`, and with its name within the game, for example `times-up`.
        public let cue: Cue
        /// The variants in file order. Each becomes a cue, and the entry itself then does not.
        public let variants: [Variant]
        /// The place of the entry, for errors that are found later.
        let line: Int
        let column: Int
        let path: String

        /// The cue's name within the game.
        public var name: String { cue.name }
    }

    /// A cue derived from the pattern of another one. For example, `step/swipe-up` is `step` at another pitch.
    public struct Variant: Hashable, Sendable {
        /// The variant's own part of the name, for example `swipe-up`.
        public let name: String
        /// The changes to the pattern's events; see `HapticPattern.changed(by:)`.
        public let changes: [EventParameterID: Double]
        /// The variant's own flash; nil if it uses that of the cue.
        public let flash: Flash?
    }

    /// The game, for example `kape`: the first half of every cue's full name.
    public let game: String
    /// Whether the haptics of every cue may be dropped among those of others; see ``OnsetThinning``. This is for games
    /// whose players do many things at once, such as small children.
    public let yields: Bool
    /// The cues in file order.
    public let entries: [Entry]
    let file: String

    /// Returns the catalog of a folder without one: it has no entries.
    public static func absent(from folder: String) -> CueCatalog {
        CueCatalog(game: game(of: folder), yields: false, entries: [], file: "\(folder)/catalog.json")
    }

    /// The name of a folder, for a catalog that names no game. A path that ends in dots does not tell it.
    private static func game(of folder: String) -> String {
        let isNamed = ![nil, ".", ".."].contains(SourceFile.parts(of: folder).last)
        let path = isNamed ? folder : SourceFile.realPath(folder) ?? ""
        return SourceFile.parts(of: path).last.map { String($0) } ?? "cues"
    }

    /// Reads a catalog from the contents of a file.
    public static func parse(_ bytes: [UInt8], file: String) throws(ThudError) -> CueCatalog {
        let root = try JSONReader(bytes, file: file, options: .lenient)
        try root.requireOnly(["game", "yields", "cues"])
        let given = try root.optional("game").map { reader throws(ThudError) in try name(reader.string(), reader) }
        let entries = try root.member("cues").members().map { name, value throws(ThudError) in
            try entry(Self.name(name, value), value)
        }
        return CueCatalog(
            game: given ?? game(of: SourceFile.folder(of: file)), yields: try root.optional("yields")?.bool() ?? false,
            entries: entries, file: file)
    }

    private static func entry(_ name: String, _ reader: JSONReader) throws(ThudError) -> Entry {
        try reader.requireOnly(["flash", "loudness", "priority", "confetti", "lasts", "sounds", "variants"])
        let cue = Cue(
            name: name, pattern: HapticPattern(), flash: try reader.optional("flash").map(flash),
            loudness: try reader.optional("loudness")?.choice() ?? .normal,
            priority: UInt8(try reader.optional("priority")?.integer(in: 0...255) ?? 128),
            confetti: try reader.optional("confetti")?.bool() ?? false, lasts: try reader.optional("lasts")?.choice(),
            sounds: try reader.optional("sounds")?.choice() ?? .always)
        return Entry(
            cue: cue, variants: try reader.optional("variants").map(variants) ?? [], line: reader.node.line,
            column: reader.node.column, path: reader.path)
    }

    private static func flash(_ reader: JSONReader) throws(ThudError) -> Flash {
        try reader.requireOnly(["colour", "seconds", "opacity"])
        let colour = try reader.member("colour")
        guard let value = Colour(try colour.string()) else { throw colour.error(expected: "a colour such as #39FF14") }
        return Flash(
            value, seconds: try reader.member("seconds").number(in: Flash.lengths),
            opacity: try reader.optional("opacity")?.number(in: Flash.opacities) ?? 1)
    }

    private static func variants(_ reader: JSONReader) throws(ThudError) -> [Variant] {
        let variants = try reader.members().map { name, value throws(ThudError) in
            try variant(Self.name(name, value), value)
        }
        guard !variants.isEmpty else { throw reader.error("expected at least one variant, found none") }
        return variants
    }

    private static func variant(_ name: String, _ reader: JSONReader) throws(ThudError) -> Variant {
        let known = EventParameterID.allCases.filter { $0.changes != nil }
        try reader.requireOnly(known.map(\.rawValue) + ["flash"])
        var changes: [EventParameterID: Double] = [:]
        for id in known {
            guard let range = id.changes, let value = try reader.optional(id.rawValue) else { continue }
            changes[id] = try value.number(in: range)
        }
        return Variant(name: name, changes: changes, flash: try reader.optional("flash").map(flash))
    }

    /// Returns a name that also works as a file name: small letters, digits and hyphens.
    private static func name(_ text: String, _ reader: JSONReader) throws(ThudError) -> String {
        let isName = text.unicodeScalars.allSatisfy { "a"..."z" ~= $0 || "0"..."9" ~= $0 || $0 == "-" }
        guard isName, !text.isEmpty else {
            throw reader.error("expected a name of lower-case letters, digits and hyphens, found `\(text)`")
        }
        return text
    }
}
