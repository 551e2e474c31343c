public import ThudCore
import ThudHaptics

/// The catalog beside the patterns of a game, `Sounds/<game>/catalog.json`: flash, loudness and priority of each cue.
///
///     {
///       "game": "kape",
///       "cues": {
///         "correct": { "flash": { "colour": "#39FF14", "seconds": 0.3 }, "loudness": "win", "priority": 200 },
///         "legend": { "flash": { "colour": "#FFD700", "seconds": 1 }, "confetti": true }
///       }
///     }
///
/// Every member of a cue may be left out. A member or a loudness that is not known is an error, so that a typing mistake
/// does not pass in silence.
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

        /// Where the entry stands, for errors that are found later.
        let line: Int
        let column: Int
        let path: String
    }

    /// The game, `kape`: the first half of every cue's full name.
    public let game: String

    /// The cues in the order of the file.
    public let entries: [Entry]

    /// The file's name, for errors.
    let file: String

    /// The catalog that a file holds.
    public static func parse(_ bytes: [UInt8], file: String) throws(ThudError) -> CueCatalog {
        let root = try JSONReader(bytes, file: file, options: .lenient)
        try root.requireOnly(["game", "cues"])
        let game = try name(root.member("game").string(), root.member("game"))
        var entries: [Entry] = []
        for (name, value) in try root.member("cues").members() {
            entries.append(try entry(Self.name(name, value), value))
        }
        return CueCatalog(game: game, entries: entries, file: file)
    }

    private static func entry(_ name: String, _ reader: JSONReader) throws(ThudError) -> Entry {
        try reader.requireOnly(["flash", "loudness", "priority", "confetti"])
        return Entry(
            name: name,
            flash: try reader.optional("flash").map(flash),
            loudness: try reader.optional("loudness")?.choice() ?? .normal,
            priority: UInt8(try reader.optional("priority")?.integer(in: 0...255) ?? 128),
            confetti: try reader.optional("confetti")?.bool() ?? false,
            line: reader.node.line, column: reader.node.column, path: reader.path)
    }

    private static func flash(_ reader: JSONReader) throws(ThudError) -> Flash {
        try reader.requireOnly(["colour", "seconds"])
        let colour = try reader.member("colour")
        guard let value = Colour(try colour.string()) else { throw colour.error(expected: "a colour such as #39FF14") }
        return Flash(value, seconds: try reader.member("seconds").number(in: Flash.lengths))
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

extension CueCatalog {
    /// The cues of a game by full name (`kape/correct`), from the patterns that stand beside the catalog.
    ///
    /// - Parameter patterns: the bytes of each `.ahap` file by the cue's name within the game (`correct`). A pattern that
    ///   the catalog does not name becomes a cue without a flash; a cue without a pattern is an error at its entry.
    public func cues(patterns: [String: [UInt8]]) throws(ThudError) -> [String: Cue] {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        var cues: [String: Cue] = [:]
        for entry in entries {
            guard let bytes = patterns[entry.name] else {
                throw ThudError(
                    file: file, line: entry.line, column: entry.column, path: entry.path,
                    message:
                        "no pattern \(folder)\(entry.name).ahap stands beside the catalog; add it or remove the cue")
            }
            cues["\(game)/\(entry.name)"] = Cue(
                name: "\(game)/\(entry.name)", pattern: try AHAP.read(bytes, file: "\(folder)\(entry.name).ahap"),
                flash: entry.flash, loudness: entry.loudness, priority: entry.priority, confetti: entry.confetti)
        }
        // By name, so that of several broken files the same one is reported every time.
        for (name, bytes) in patterns.sorted(by: { $0.key < $1.key }) where cues["\(game)/\(name)"] == nil {
            cues["\(game)/\(name)"] = Cue(
                name: "\(game)/\(name)", pattern: try AHAP.read(bytes, file: "\(folder)\(name).ahap"))
        }
        return cues
    }
}
