import ThudCore

/// The rule for `EventWaveformPath`: a file within the pattern's own folder or below, on any system.
enum WaveformPath {
    /// The path, if it is one that may be opened.
    static func read(_ reader: JSONReader) throws(SourceError) -> String {
        let path = try reader.string()
        if let problem = problem(path) { throw reader.error(problem) }
        return path
    }

    /// Why a path is refused; nil for a good one.
    static func problem(_ path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if path.isEmpty { return "expected the path of a sound file, found an empty string" }
        if path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return "the path of a sound file holds a control character"
        }
        if path.contains("\\") { return "expected a path with `/` between folders, found a backslash" }
        if path.hasPrefix("/") || path.hasPrefix("~") {
            return "expected a path relative to the pattern's folder, found \(JSONValue.string(path).text(.compact))"
        }
        if parts.contains("..") { return "the path of a sound file may not leave the pattern's folder with `..`" }
        if parts.contains("") || parts.contains(".") { return "the path of a sound file has an empty part or a `.`" }
        return nil
    }
}
