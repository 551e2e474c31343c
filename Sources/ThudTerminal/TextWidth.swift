import CThudSystem

/// The width of text on a terminal, in columns.
package enum TextWidth {
    /// Returns the columns of one character, 1 or 2; 0 for control characters, which a grid does not show.
    package static func columns(of character: Character) -> Int {
        if character.isASCII {
            return character.isNewline || character.asciiValue.map { $0 < 32 || $0 == 127 } == true ? 0 : 1
        }
        var widest = 0
        var indicators = 0
        for scalar in character.unicodeScalars {
            // With emoji presentation (UAX #51) the cluster is two columns wide. So is a flag of two indicators.
            if scalar.value == 0xFE0F { return 2 }
            if (0x1F1E6...0x1F1FF).contains(scalar.value) { indicators += 1 }
            widest = max(widest, Int(thud_column_width(scalar.value)))
        }
        return indicators > 1 ? 2 : widest
    }

    package static func columns(of text: some StringProtocol) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

    /// Returns the start of `text` that fits into `limit` columns, with `…` at its end if something is left out.
    package static func clipped(_ text: String, to limit: Int) -> String {
        guard columns(of: text) > limit else { return text }
        guard limit > 0 else { return "" }
        var clipped = ""
        var used = 1
        for character in text {
            used += columns(of: character)
            guard used <= limit else { break }
            clipped.append(character)
        }
        return clipped + "…"
    }

    /// Returns `text` in lines of at most `limit` columns, broken at spaces. Longer words are broken inside.
    package static func wrapped(_ text: String, to limit: Int) -> [String] {
        guard limit > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ").flatMap({ pieces(of: $0, limit) }) {
            let joined = line.isEmpty ? word : line + " " + word
            // A wide character gets its own line if the line is too narrow even for it.
            if line.isEmpty || columns(of: joined) <= limit {
                line = joined
            } else {
                lines.append(line)
                line = word
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Returns at most `rows` such lines. The last one ends with `…` if something is left out.
    package static func wrapped(_ text: String, to limit: Int, rows: Int) -> [String] {
        let lines = wrapped(text, to: limit)
        guard lines.count > rows, rows > 0 else { return Array(lines.prefix(max(0, rows))) }
        return lines.prefix(rows - 1) + [clipped(lines[rows - 1] + " …", to: limit)]
    }

    private static func pieces(of word: Substring, _ limit: Int) -> [String] {
        var pieces = [""]
        var used = 0
        for character in word {
            let width = columns(of: character)
            if used + width > limit, used > 0 {
                pieces.append("")
                used = 0
            }
            pieces[pieces.count - 1].append(character)
            used += width
        }
        return pieces
    }
}
