import Glibc
import ThudCore

/// The words of a line, from left to right.
struct CueLineWords {
    private let line: Substring
    private let number: Int
    private let file: String
    private var words: ArraySlice<Substring>

    init(_ line: Substring, number: Int, file: String) {
        self.line = line
        self.number = number
        self.file = file
        words = Self.words(of: line)[...]
    }

    /// Splits a line at its blanks, up to a comment. Between double quotes both are part of a word.
    private static func words(of line: Substring) -> [Substring] {
        var (words, rest): ([Substring], Substring) = ([], line.drop(while: \.isWhitespace))
        while let first = rest.first, first != "#" {
            let isQuoted = first == "\""
            let word = rest.dropFirst(isQuoted ? 1 : 0).prefix { isQuoted ? $0 != "\"" : !$0.isWhitespace && $0 != "#" }
            words.append(word)
            rest = line[word.endIndex...].dropFirst(isQuoted ? 1 : 0).drop(while: \.isWhitespace)
        }
        return words
    }

    var peek: Substring? { words.first }

    func error(at word: Substring, _ message: String) -> ThudError {
        ThudError(file: file, line: number, column: column(of: word), message: message)
    }

    private func column(of word: Substring) -> Int {
        line.unicodeScalars.distance(from: line.startIndex, to: word.startIndex) + 1
    }

    mutating func time() throws(ThudError) -> CueLine.Time? {
        guard let first = words.first, let mark = first.first else { return nil }
        if mark == "@" {
            words.removeFirst()
            guard first.dropFirst().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let nanoseconds = Int64(first.dropFirst()), nanoseconds < 1 << 61
            else {
                throw error(
                    at: first, "expected nanoseconds of CLOCK_MONOTONIC after @, found `\(TypedText.shown(first))`")
            }
            return .at(Instant(nanoseconds: nanoseconds))
        }
        guard "+-.0123456789".contains(mark) else { return nil }
        words.removeFirst()
        guard let seconds = Self.seconds(first.first == "+" ? first.dropFirst() : first) else {
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
        let start = column(of: first)
        if first.contains("/") { return (try play(String(first)), start) }
        switch first {
        case "begin":
            let (cue, place) = try word("a cue", after: first)
            try keyword("as", after: first)
            return (.begin(cue, tag: try word("a tag", after: first).text), place)
        case "turn":
            let (tag, place) = try word("a tag", after: first)
            let control = try control(after: first)
            let value = try value(in: control.values, after: first)
            return (.turn(tag: tag, control, to: value, over: try interval("over")), place)
        case "end":
            let (tag, place) = try word("a tag", after: first)
            return (.end(tag: tag, fade: try interval("fade")), place)
        case "cancel":
            let (tag, place) = try word("a tag", after: first)
            return (.cancel(tag: tag), place)
        case "stop": return (.stop, start)
        case "names": return (.names, start)
        default: return (try play(String(first)), start)
        }
    }

    private mutating func play(_ cue: String) throws(ThudError) -> CueLine.Verb {
        var (gain, tag): (Double, String?) = (1, nil)
        while let word = words.first, word == "gain" || word == "as" {
            words.removeFirst()
            if word == "gain" {
                gain = pow(10, try value(in: CueLine.gains, after: word) / 20)
            } else {
                tag = try self.word("a tag", after: word).text
            }
        }
        return .play(cue, gain: gain, tag: tag)
    }

    private mutating func word(_ what: String, after word: Substring) throws(ThudError) -> (text: String, column: Int) {
        guard let next = words.popFirst() else { throw error(at: word, "expected \(what) after `\(word)`") }
        return (String(next), column(of: next))
    }

    private mutating func keyword(_ keyword: String, after word: Substring) throws(ThudError) {
        guard words.popFirst().map({ $0 == keyword }) == true else {
            throw error(at: word, "expected `\(keyword) TAG`, as in `begin habit/hold as h`")
        }
    }

    private mutating func control(after word: Substring) throws(ThudError) -> LiveControl {
        let name = words.popFirst() ?? ""
        guard let control = LiveControl(rawValue: String(name)) else {
            let known = LiveControl.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(
                at: name.isEmpty ? word : name, "expected one of \(known), as in `turn h intensity 0.8 over 0.2`")
        }
        return control
    }

    private mutating func value(in range: ClosedRange<Double>, after word: Substring) throws(ThudError) -> Double {
        let next = words.popFirst() ?? ""
        let digits = next.first == "-" ? next.dropFirst() : next
        guard let size = TypedText.seconds(digits), case let value = next.first == "-" ? -size : size,
            range.contains(value)
        else {
            let (least, most) = (
                Decimals.short(range.lowerBound, atMost: 0), Decimals.short(range.upperBound, atMost: 0)
            )
            throw error(
                at: next.isEmpty ? word : next,
                "expected a number from \(least) to \(most), found `\(TypedText.shown(next))`")
        }
        return value
    }

    /// Reads `over 0.2` or `fade 0.2`, if it is there.
    private mutating func interval(_ keyword: String) throws(ThudError) -> Interval {
        guard let word = words.first, word == keyword else { return .zero }
        words.removeFirst()
        let next = words.popFirst() ?? ""
        guard let interval = Self.seconds(next) else {
            throw error(
                at: next.isEmpty ? word : next,
                "expected seconds from 0 to \(Int(CueLine.longest)) after `\(keyword)`, found `\(TypedText.shown(next))`"
            )
        }
        return interval
    }

    private static func seconds(_ word: Substring) -> Interval? {
        TypedText.seconds(word).flatMap { $0 <= CueLine.longest ? .seconds($0) : nil }
    }

    func end() throws(ThudError) {
        guard let more = words.first else { return }
        throw error(at: more, "expected the end of the line, found `\(TypedText.shown(more))`; one cue a line")
    }
}
