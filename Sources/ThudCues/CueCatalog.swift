public import ThudCore
public import ThudPatterns

/// The catalog beside the patterns of a game, `Sounds/<game>/catalog.json`: flash, loudness and priority of each cue, whether it
/// lasts, and its variants.
///
///     {
///       "game": "kape",
///       "cues": {
///         "correct": { "flash": { "colour": "#39FF14", "seconds": 0.3 }, "loudness": "win", "priority": 200 },
///         "legend": { "flash": { "colour": "#FFD700", "seconds": 1, "opacity": 0.5 }, "confetti": true },
///         "snow": { "lasts": "loop" },
///         "hold": { "lasts": "hold", "sounds": "unfelt" },
///         "step": { "variants": { "swipe-up": { "AudioPitch": -0.4, "flash": { "colour": "#0A84FF", "seconds": 0.3 } } } }
///       }
///     }
///
/// Every member of a cue may be left out. A member or a choice that is not known is an error, so that a typing mistake does not
/// pass in silence.
public struct CueCatalog: Hashable, Sendable {
    /// The catalog's entry of one cue.
    public struct Entry: Hashable, Sendable {
        /// The cue's name within the game, `times-up`; `<name>.ahap` is its pattern.
        public let name: String

        /// The flash, if any.
        public let flash: Flash?

        /// The loudness class; `normal` unless given.
        public let loudness: LoudnessClass

        /// The voice priority, 0 to 255; 128 unless given.
        public let priority: UInt8

        /// Whether confetti falls.
        public let confetti: Bool

        /// How the cue lasts until it is ended; nil where it ends by itself.
        public let lasts: Cue.Lasting?

        /// When its sounds are given; `always` unless given.
        public let sounds: Cue.Sounding

        /// The variants in the order of the file. Each is a cue of its own, and the cue itself is none then.
        public let variants: [Variant]

        /// Where the entry stands, for errors that are found later.
        let line: Int
        let column: Int
        let path: String
    }

    /// A cue made from the pattern of another one: `step/swipe-up` is `step` at another pitch.
    public struct Variant: Hashable, Sendable {
        /// The variant's own part of the name, `swipe-up`.
        public let name: String

        /// What it changes of the pattern's events; see `HapticPattern.changed(by:)`.
        public let changes: [EventParameterID: Double]

        /// The variant's own flash; nil where it has that of the cue.
        public let flash: Flash?
    }

    /// The game, `kape`: the first half of every cue's full name.
    public let game: String

    /// Whether the haptics of every cue may be left out among those of others; see ``OnsetThinning``. For games whose players do
    /// many things at once, such as small children.
    public let yields: Bool

    /// The cues in the order of the file.
    public let entries: [Entry]

    /// The file's name, for errors.
    let file: String

    /// The catalog of a folder without one: no entries, and the last name of the path as the first half of every cue's name.
    public static func absent(from folder: String) -> CueCatalog {
        let name = folder.split(separator: "/").last { $0 != "." && $0 != ".." } ?? "cues"
        return CueCatalog(game: String(name), yields: false, entries: [], file: "\(folder)/catalog.json")
    }

    /// The catalog that a file holds.
    public static func parse(_ bytes: [UInt8], file: String) throws(ThudError) -> CueCatalog {
        let root = try JSONReader(bytes, file: file, options: .lenient)
        try root.requireOnly(["game", "yields", "cues"])
        let game = try name(root.member("game").string(), root.member("game"))
        var entries: [Entry] = []
        for (name, value) in try root.member("cues").members() {
            entries.append(try entry(Self.name(name, value), value))
        }
        return CueCatalog(
            game: game, yields: try root.optional("yields")?.bool() ?? false, entries: entries, file: file)
    }

    private static func entry(_ name: String, _ reader: JSONReader) throws(ThudError) -> Entry {
        try reader.requireOnly(["flash", "loudness", "priority", "confetti", "lasts", "sounds", "variants"])
        return Entry(
            name: name,
            flash: try reader.optional("flash").map(flash),
            loudness: try reader.optional("loudness")?.choice() ?? .normal,
            priority: UInt8(try reader.optional("priority")?.integer(in: 0...255) ?? 128),
            confetti: try reader.optional("confetti")?.bool() ?? false,
            lasts: try reader.optional("lasts")?.choice(),
            sounds: try reader.optional("sounds")?.choice() ?? .always,
            variants: try reader.optional("variants").map(variants) ?? [],
            line: reader.node.line, column: reader.node.column, path: reader.path)
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
        var variants: [Variant] = []
        for (name, value) in try reader.members() {
            variants.append(try variant(Self.name(name, value), value))
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

    /// A name that is also a file name: small letters, digits and hyphens.
    private static func name(_ text: String, _ reader: JSONReader) throws(ThudError) -> String {
        let isName = text.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || $0 == UInt8(ascii: "-")
        }
        guard isName, !text.isEmpty else {
            throw reader.error("expected a name of small letters, digits and hyphens, found `\(text)`")
        }
        return text
    }
}
