/// Sentences broken at blanks.
enum Wrapping {
    /// The words of a text; a number and the unit after it are one.
    private static func words(of text: String) -> [String] {
        text.split(separator: " ").reduce(into: []) { words, word in
            if let last = words.last, last.last?.isNumber == true, word.first?.isLetter == true {
                words[words.count - 1] = last + " " + word
            } else {
                words.append(String(word))
            }
        }
    }

    /// The lines of a text, none wider than `width` (at least 1); later lines are set in by two blanks where they fit.
    static func lines(of text: String, width: Int) -> [String] {
        let width = max(1, width)
        let indent = width > 8 ? "  " : ""
        var lines: [String] = []
        var line = ""
        for word in words(of: text) {
            var word = word[...]
            if !line.allSatisfy({ $0 == " " }), line.count + 1 + word.count <= width {
                line += " " + word
                continue
            }
            if !line.isEmpty, line != indent { lines.append(line) }
            line = lines.isEmpty ? "" : indent
            while line.count + word.count > width {
                let piece = word.prefix(width - line.count)
                lines.append(line + piece)
                word = word.dropFirst(piece.count)
                line = indent
            }
            line += word
        }
        return line.allSatisfy { $0 == " " } ? lines : lines + [line]
    }
}
