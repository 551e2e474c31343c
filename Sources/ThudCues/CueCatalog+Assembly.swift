public import ThudCore
import ThudHaptics

extension CueCatalog {
    /// The cues of a game by full name (`kape/correct`), from the patterns that stand beside the catalog.
    ///
    /// - Parameter patterns: the bytes of each `.ahap` file by the cue's name within the game (`correct`). A pattern that
    ///   the catalog does not name becomes a cue without a flash; a cue without a pattern is an error at its entry.
    public func cues(patterns: [String: [UInt8]]) throws(SourceError) -> [String: Cue] {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        var cues: [String: Cue] = [:]
        for entry in entries {
            guard let bytes = patterns[entry.name] else {
                throw SourceError(
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
