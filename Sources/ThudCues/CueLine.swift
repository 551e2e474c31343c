public import ThudCore

/// A line that requests a cue: its name, optionally after the number of seconds to wait.
///
///     kape/correct
///     +0.250 kape/tick      # a quarter of a second later
///     0.250 kape/tick       # the same
public struct CueLine: Hashable, Sendable {
    /// The cue's full name, for example `kape/correct`. Such a cue need not exist.
    public let cue: String
    /// The delay after the line, or after the start of its script; nil if the line states no time.
    public let delay: Interval?
    /// The number of the line in its text, from 1.
    public let number: Int
    /// The column at which the name starts, from 1.
    private let column: Int

    /// The latest second that a line can state. A sound file holds little more.
    public static let longest = 300.0
    /// The most bytes that a line can have.
    public static let mostBytes = 1_000

    /// Reads a line; nil if it holds only blanks and a comment, which starts with `#`.
    ///
    /// - Parameters:
    ///   - line: The text of the line.
    ///   - number: The number of the line, from 1.
    ///   - file: The name of the text, for errors.
    /// - Throws: `ThudError` (bad input) if the line is invalid.
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

    /// Returns the error that there is no such cue.
    public func unknown(file: String) -> ThudError {
        ThudError(
            file: file, line: number, column: column,
            message: "no cue is called `\(TypedText.shown(cue[...]))`; `thud audition` lists the names")
    }
}

/// Splits a stream of bytes into lines as they arrive.
///
///     var reader = CueLineReader(file: "standard input")
///     for result in reader.take(bytes) { ... }
///     for result in reader.finish() { ... }      // the last line may lack its line break
public struct CueLineReader: Sendable {
    private let file: String
    private var count = 0
    private var rest: [UInt8] = []

    /// Creates a reader at the start of a stream. `file` is the name of the stream, for errors.
    public init(file: String) { self.file = file }

    /// Reads the next bytes. Returns the cues that were requested, and the errors of invalid lines.
    public mutating func take(_ bytes: some Collection<UInt8>) -> [Result<CueLine, ThudError>] {
        let pieces = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var results: [Result<CueLine, ThudError>] = []
        for (index, piece) in pieces.enumerated() {
            if index > 0, let result = endLine() { results.append(result) }
            append(piece)
        }
        return results
    }

    /// Reads the last line if it lacks its line break.
    public mutating func finish() -> [Result<CueLine, ThudError>] { rest.isEmpty ? [] : [endLine()].compactMap(\.self) }

    /// Appends bytes to the line, up to one more than a line can have, which is enough to see that it is too long.
    private mutating func append(_ piece: some Collection<UInt8>) {
        rest += piece.prefix(CueLine.mostBytes + 1 - rest.count)
    }

    private mutating func endLine() -> Result<CueLine, ThudError>? {
        count += 1
        // Some editors put a byte order mark at the start of a text, which is skipped.
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

/// A script of cues with their times, for a rendering. Its lines are those of ``CueLine``, with seconds counted from
/// the start. A line without a time is at the start.
public struct CueTimeline: Hashable, Sendable {
    /// The most lines that can request a cue.
    public static let mostEntries = 10_000

    /// The cues in time order. Cues with the same time are in text order.
    public let entries: [CueLine]

    /// Reads a script. `file` is its name, for errors.
    ///
    /// - Throws: `ThudError` (bad input) for the first invalid line.
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
