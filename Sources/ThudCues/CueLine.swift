public import ThudCore

/// A line that asks for a cue: its name, and before it, where the cue is not to be given at once, in how many seconds.
///
///     kape/correct
///     +0.250 kape/tick      # a quarter of a second later
///     0.250 kape/tick       # the same
public struct CueLine: Hashable, Sendable {
    /// The cue's full name, `kape/correct`; there may be no such cue.
    public let cue: String
    /// How long after the line, or after the start of its script; nil where the line names no time.
    public let delay: Interval?
    /// The line's number in its text, from 1 on.
    public let number: Int
    /// The column at which the name begins, from 1 on.
    private let column: Int

    /// The latest second that a line may name; a sound file holds little more.
    public static let longest = 300.0
    /// The most bytes that a line may have.
    public static let mostBytes = 1_000

    /// Reads a line; nil where there is nothing in it but blanks and a comment, which `#` begins.
    ///
    /// - Parameters:
    ///   - number: the line's, from 1 on.
    ///   - file: what errors call the text.
    /// - Throws: `ThudError` (bad input) where it is none.
    public init?(parsing line: Substring, number: Int, file: String) throws(ThudError) {
        self.number = number
        let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
        guard let first = words.first else { return nil }
        func column(of word: Substring) -> Int {
            line.unicodeScalars.distance(from: line.startIndex, to: word.startIndex) + 1
        }
        func error(at word: Substring, _ message: String) -> ThudError {
            ThudError(file: file, line: number, column: column(of: word), message: message)
        }
        let isTimed = first.unicodeScalars.first.map { "+-.0123456789".unicodeScalars.contains($0) } ?? false
        if isTimed {
            let digits = first.first == "+" ? first.dropFirst() : first
            guard let seconds = TypedText.seconds(digits), seconds <= Self.longest else {
                throw error(
                    at: first,
                    "expected seconds from 0 to \(Int(Self.longest)), found `\(TypedText.shown(first))`; "
                        + "write `+0.250 kape/tick`")
            }
            delay = .seconds(seconds)
        } else {
            delay = nil
        }
        let rest = words.dropFirst(isTimed ? 1 : 0)
        guard let name = rest.first else { throw error(at: first, "expected a cue after the time, as in kape/tick") }
        if let more = rest.dropFirst().first {
            throw error(at: more, "expected the end of the line, found `\(TypedText.shown(more))`; one cue a line")
        }
        cue = String(name)
        self.column = column(of: name)
    }

    /// The error that there is no such cue.
    public func unknown(file: String) -> ThudError {
        ThudError(
            file: file, line: number, column: column,
            message: "no cue is called `\(TypedText.shown(cue[...]))`; `thud audition` lists the names")
    }
}

/// The lines of a stream, as its bytes come in.
///
///     var reader = CueLineReader(file: "standard input")
///     for result in reader.take(bytes) { ... }
///     for result in reader.finish() { ... }      // the last line may lack its end
public struct CueLineReader: Sendable {
    private let file: String
    /// The lines that have ended.
    private var count = 0
    /// The beginning of the line that has not ended.
    private var rest: [UInt8] = []

    /// A reader at the start of a stream; `file` is what errors call it.
    public init(file: String) { self.file = file }

    /// Reads the next bytes: the cues that were asked for, and the errors of lines that ask for none.
    public mutating func take(_ bytes: some Collection<UInt8>) -> [Result<CueLine, ThudError>] {
        let pieces = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var results: [Result<CueLine, ThudError>] = []
        for (index, piece) in pieces.enumerated() {
            if index > 0, let result = endLine() { results.append(result) }
            append(piece)
        }
        return results
    }

    /// Reads the last line, where it lacks its end.
    public mutating func finish() -> [Result<CueLine, ThudError>] {
        rest.isEmpty ? [] : [endLine()].compactMap(\.self)
    }

    /// One byte more than a line may have is enough to know that it is too long.
    private mutating func append(_ piece: some Collection<UInt8>) {
        rest += piece.prefix(CueLine.mostBytes + 1 - rest.count)
    }

    private mutating func endLine() -> Result<CueLine, ThudError>? {
        count += 1
        // A byte order mark, as some editors put it before a text, says nothing.
        let isMarked = count == 1 && rest.starts(with: [0xEF, 0xBB, 0xBF])
        let isWhole = rest.count <= CueLine.mostBytes
        let text = String(decoding: rest.dropFirst(isMarked ? 3 : 0), as: UTF8.self)
        rest.removeAll(keepingCapacity: true)
        do throws(ThudError) {
            guard isWhole else {
                throw ThudError(file: file, line: count, message: "is longer than \(CueLine.mostBytes) bytes")
            }
            return try CueLine(parsing: text[...], number: count, file: file).map { .success($0) }
        } catch {
            return .failure(error)
        }
    }
}

/// A script of cues with their times, for a rendering: the lines that ``CueLine`` reads, whose seconds count from the start. A line
/// without a time is at the start.
public struct CueTimeline: Hashable, Sendable {
    /// The most lines that ask for a cue.
    public static let mostEntries = 10_000

    /// The cues in the order of their times, and of the text where times are equal.
    public let entries: [CueLine]

    /// Reads a script; `file` is what errors call it.
    ///
    /// - Throws: `ThudError` (bad input) for the first line that is wrong.
    public init(parsing bytes: [UInt8], file: String) throws(ThudError) {
        var reader = CueLineReader(file: file)
        var entries: [CueLine] = []
        for result in reader.take(bytes) + reader.finish() {
            let line = try result.get()
            guard entries.count < Self.mostEntries else {
                throw ThudError(
                    file: file, line: line.number, message: "more than \(Self.mostEntries) cues; split the script")
            }
            entries.append(line)
        }
        self.entries = entries.sorted { ($0.delay ?? .zero, $0.number) < ($1.delay ?? .zero, $1.number) }
    }
}
