public import ThudCore

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

    /// Reads the next bytes. Returns the requests, and the errors of invalid lines.
    public mutating func take(_ bytes: ArraySlice<UInt8>) -> [Result<CueLine, ThudError>] {
        var pieces = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let open = pieces.removeLast()
        let results = pieces.compactMap { piece in
            append(piece)
            return endLine()
        }
        append(open)
        return results
    }

    /// Reads the last line if it lacks its line break.
    public mutating func finish() -> [Result<CueLine, ThudError>] { rest.isEmpty ? [] : [endLine()].compactMap(\.self) }

    /// Appends bytes to the line, up to one more than a line can have, which is enough to see that it is too long.
    private mutating func append(_ piece: ArraySlice<UInt8>) {
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
                let sentence = "is longer than \(CueLine.mostBytes) bytes; write one cue a line"
                throw ThudError(file: file, line: count, message: sentence)
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
        for result in reader.take(bytes[...]) + reader.finish() {
            let line = try result.get()
            guard case .play = line.verb else {
                throw line.error("expected a cue; verbs are not allowed in a script", file: file)
            }
            if case .at = line.time {
                throw line.error("expected seconds from the start, such as 0.250, found an instant", file: file)
            }
            guard entries.count < Self.mostEntries else {
                throw ThudError(
                    file: file, line: line.number, message: "more than \(Self.mostEntries) cues; split the script")
            }
            entries.append(line)
        }
        self.entries = entries.sorted { $0.delay ?? .zero < $1.delay ?? .zero }
    }
}
