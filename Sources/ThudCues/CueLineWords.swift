import Glibc
import ThudCore

/// The words of a line, from left to right.
struct CueLineWords {
    private let line: Substring
    private let number: Int
    private let file: String
    private var words: ArraySlice<Substring>

    /// Splits a line at its blanks, up to a comment. Between double quotes both are part of a word, and two double
    /// quotes are one.
    init(_ line: Substring, number: Int, file: String) throws(ThudError) {
        self.line = line
        self.number = number
        self.file = file
        words = []
        var rest = line.drop(while: \.isWhitespace)
        while let first = rest.first, first != "#" {
            let isQuoted = first == "\""
            let word = isQuoted ? Self.quoted(rest.dropFirst()) : rest.prefix { !$0.isWhitespace && $0 != "#" }
            if isQuoted, word.endIndex == line.endIndex {
                throw error(at: word, "expected a closing double quote, found the end of the line")
            }
            words.append(word)
            rest = line[word.endIndex...].dropFirst(isQuoted ? 1 : 0).drop(while: \.isWhitespace)
        }
    }

    /// Returns the start of a text up to the quotation mark that ends it.
    private static func quoted(_ text: Substring) -> Substring {
        var end = text.firstIndex(of: "\"") ?? text.endIndex
        while text[end...].hasPrefix("\"\"") { end = text[end...].dropFirst(2).firstIndex(of: "\"") ?? text.endIndex }
        return text[..<end]
    }

    private func isQuoted(_ word: Substring) -> Bool { line[..<word.startIndex].last == "\"" }

    /// Returns what a word says, with one quotation mark for each two. The standard library's `replacing` would make
    /// the library for C larger by a quarter.
    private func text(of word: Substring) -> String {
        guard isQuoted(word) else { return String(word) }
        let parts = word.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        return parts.filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: "\"")
    }

    var peek: Substring? { words.first }

    func error(at word: Substring, _ message: String) -> ThudError {
        ThudError(file: file, line: number, column: column(of: word), message: message)
    }

    private func column(of word: Substring) -> Int {
        line.unicodeScalars.distance(from: line.startIndex, to: word.startIndex) + 1
    }

    /// Whether the first word is a time. A cue's name may begin like one, but it is quoted or has a slash.
    private var startsWithTime: Bool {
        guard let first = words.first, let mark = first.first, "@+-.0123456789".contains(mark) else { return false }
        return !isQuoted(first) && !first.contains("/")
    }

    mutating func time() throws(ThudError) -> CueLine.Time? {
        guard startsWithTime, let first = words.first, let mark = first.first else { return nil }
        words.removeFirst()
        if mark == "@" {
            let digits = first.dropFirst()
            guard digits.allSatisfy(\.isWholeNumber), let nanoseconds = Int64(digits), nanoseconds < 1 << 61 else {
                throw error(
                    at: first, "expected nanoseconds of CLOCK_MONOTONIC after @, found `\(TypedText.shown(first))`")
            }
            return .at(Instant(nanoseconds: nanoseconds))
        }
        guard let seconds = Self.seconds(mark == "+" ? first.dropFirst() : first) else {
            throw error(
                at: first,
                "expected seconds from 0 to \(Int(CueLine.longest)), found `\(TypedText.shown(first))`; "
                    + "write `+0.250 kape/tick`")
        }
        return .after(seconds)
    }

    /// Reads the verb and its words; returns it with the column of its cue or tag.
    mutating func verb() throws(ThudError) -> (CueLine.Verb, Int) {
        let first = words.removeFirst()
        let isFollowed = ["begin", "turn", "end", "cancel"].contains(first)
        let column = column(of: isFollowed ? words.first ?? first : first)
        return (try verb(first), column)
    }

    private mutating func verb(_ name: Substring) throws(ThudError) -> CueLine.Verb {
        // A name between quotes is a cue's, whatever it is.
        switch isQuoted(name) ? "" : name {
        case "begin":
            let cue = try word("a cue", after: name)
            guard words.popFirst() == "as" else {
                throw error(at: name, "expected `as TAG`, as in `begin habit/hold as h`")
            }
            return .begin(cue, tag: try word("a tag", after: name))
        case "turn":
            let (tag, control) = (try word("a tag", after: name), try control(after: name))
            return .turn(tag: tag, control, to: try value(in: control.values, after: name), over: try interval("over"))
        case "end": return .end(tag: try word("a tag", after: name), fade: try interval("fade"))
        case "cancel": return .cancel(tag: try word("a tag", after: name))
        case "stop": return .stop
        case "names": return .names
        case "play": throw error(at: name, "write the cue's name alone, without `play`")
        default: return try play(text(of: name))
        }
    }

    private mutating func play(_ cue: String) throws(ThudError) -> CueLine.Verb {
        var (gain, tag): (Double?, String?) = (nil, nil)
        while let word = words.first, (word == "gain" && gain == nil) || (word == "as" && tag == nil) {
            words.removeFirst()
            if word == "gain" {
                gain = pow(10, try value(in: CueLine.gains, after: word) / 20)
            } else {
                tag = try self.word("a tag", after: word)
            }
        }
        return .play(cue, gain: gain ?? 1, tag: tag)
    }

    private mutating func word(_ what: String, after word: Substring) throws(ThudError) -> String {
        guard let next = words.popFirst() else { throw error(at: word, "expected \(what) after `\(word)`") }
        return text(of: next)
    }

    /// Takes the next word, with the place for an error about it. If there is none, that is the word before.
    private mutating func next(after word: Substring) -> (text: Substring, place: Substring) {
        let next = words.popFirst() ?? ""
        return (next, next.isEmpty ? word : next)
    }

    private mutating func control(after word: Substring) throws(ThudError) -> LiveControl {
        let (name, place) = next(after: word)
        if let control = LiveControl(rawValue: String(name)) { return control }
        throw error(at: place, "expected one of \(LiveControl.names), as in `turn h intensity 0.8 over 0.2`")
    }

    private mutating func value(in range: ClosedRange<Double>, after word: Substring) throws(ThudError) -> Double {
        let (next, place) = next(after: word)
        let hasSign = next.first == "-" || next.first == "+"
        let value = TypedText.seconds(next.dropFirst(hasSign ? 1 : 0)).map { next.first == "-" ? -$0 : $0 }
        if let value, range.contains(value) { return value }
        throw error(
            at: place,
            "expected a number from \(Int(range.lowerBound)) to \(Int(range.upperBound)), found \(Self.found(next))")
    }

    /// Reads `over 0.2` or `fade 0.2`, if it is there.
    private mutating func interval(_ keyword: String) throws(ThudError) -> Interval {
        guard let word = words.first, word == keyword else { return .zero }
        words.removeFirst()
        let (next, place) = next(after: word)
        if let interval = Self.seconds(next) { return interval }
        throw error(
            at: place,
            "expected seconds from 0 to \(Int(CueLine.longest)) after `\(keyword)`, found \(Self.found(next))")
    }

    private static func found(_ word: Substring) -> String {
        word.isEmpty ? "the end of the line" : "`\(TypedText.shown(word))`"
    }

    private static func seconds(_ word: Substring) -> Interval? {
        TypedText.seconds(word).flatMap { $0 <= CueLine.longest ? .seconds($0) : nil }
    }

    func end() throws(ThudError) {
        guard let more = words.first else { return }
        throw error(at: more, "expected the end of the line, found `\(TypedText.shown(more))`; one cue a line")
    }
}

extension LiveControl {
    package static let names = allCases.map(\.rawValue).joined(separator: ", ")
}
