import ThudCore

/// A text file with an entry a line, from any system and editor. `#` begins a comment.
enum ListFile {
    /// Returns the lines that are neither empty nor comments, without spaces around them, with their numbers from 1.
    static func lines(of file: String) throws(ThudError) -> [(number: Int, text: String)] {
        var text = String(decoding: try SourceFile.read(file), as: UTF8.self)[...]
        if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().compactMap {
            let line = String($1.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
            return line.isEmpty || line.hasPrefix("#") ? nil : ($0 + 1, line)
        }
    }
}
