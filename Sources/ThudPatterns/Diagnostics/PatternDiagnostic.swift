public import ThudCore

/// A remark for the author about a passage of a file.
public struct PatternDiagnostic: Hashable, Sendable, CustomStringConvertible {
    /// The consequence for the passage.
    public let disposition: Disposition
    /// The place of the passage, and a sentence about it.
    public let source: ThudError

    /// Creates a diagnostic.
    public init(_ disposition: Disposition, _ source: ThudError) {
        self.disposition = disposition
        self.source = source
    }

    /// One sentence without a full stop.
    public var message: String { source.message }
    /// The JSON path of the passage.
    public var path: String { source.place.path }
    /// The diagnostic as `file:line:column: path: message`, without the parts that are not known.
    public var description: String { source.description }

    /// What diagnostics that differ only in numbers have in common.
    package struct Kind: Hashable {
        private let file: String
        private let disposition: Disposition
        private let path: [UInt8]
        private let message: [UInt8]

        /// Creates the kind of a diagnostic.
        package init(_ diagnostic: PatternDiagnostic) {
            func plain(_ text: String) -> [UInt8] { text.utf8.filter { !"0123456789.".utf8.contains($0) } }
            file = diagnostic.source.subject
            disposition = diagnostic.disposition
            (path, message) = (plain(diagnostic.path), plain(diagnostic.message))
        }
    }
}

/// What a reader does with the passage that a diagnostic is about.
public enum Disposition: Hashable, Sendable {
    /// The format's own loader does not accept the file. For `.ahap` that is Apple's loader.
    case rejected
    /// The passage exceeds the limits that keep this reader bounded and safe. Apple's loader has no such limit.
    case refused
    /// The passage is skipped, so the pattern lacks it.
    case ignored
    /// The passage is read, but has no effect at its place.
    case idle
    /// The nearest allowed value replaces the one in the file.
    case clamped
    /// The passage is read as something else, because a pattern has no equivalent.
    case changed
    /// Something is missing, and a default replaces it.
    case defaulted
    /// The passage is read as written, but other readers may read it differently.
    case accepted
    /// The passage is read as written, but is probably not what the author meant.
    case suspicious
    /// The passage is read as written, but something else might feel better. This is an opinion.
    case style

    /// The word with which diagnostics start. `ignored` and `idle` share one.
    public var word: String { consequence.word }
    /// Whether the pattern differs from the file or lacks a part of it.
    public var isLoss: Bool { consequence.isLoss }
    /// How serious the diagnostic is.
    public var severity: Severity { consequence.severity }

    private var consequence: (word: String, isLoss: Bool, severity: Severity) {
        switch self {
        case .rejected: ("rejected", true, .error)
        case .refused: ("refused", true, .error)
        case .ignored: ("ignored", true, .warning)
        case .idle: ("ignored", false, .warning)
        case .clamped: ("clamped", true, .warning)
        case .changed: ("changed", true, .warning)
        case .defaulted: ("default", false, .warning)
        case .accepted: ("accepted", false, .style)
        case .suspicious: ("suspicious", false, .warning)
        case .style: ("style", false, .style)
        }
    }

    /// How serious a diagnostic is, from worst to least.
    public enum Severity: String, CaseIterable, Comparable, Sendable {
        /// A loader does not accept the file.
        case error
        /// The file is read, but differently from what is written or from what was probably meant.
        case warning
        /// Nothing is wrong.
        case style

        /// Returns whether the first is more serious.
        public static func < (one: Severity, other: Severity) -> Bool {
            one != other && (one == .error || other == .style)
        }
    }
}

/// The codes of `CHHapticError` for which Apple's loader refuses a pattern.
enum AppleRefusal: String {
    case invalidPatternDictionary = "InvalidPatternDictionary -4814"
    case invalidEventTime = "InvalidEventTime -4822"
    case invalidEventDuration = "InvalidEventDuration -4823"
    case badEventEntry = "BadEventEntry -4830"
    case badParameterEntry = "BadParameterEntry -4831"
}

/// The first ``mostShown`` diagnostics in text order. They can be added in any order.
///
/// Later diagnostics are only counted, so a hostile file with a million warnings costs a million comparisons.
struct DiagnosticList {
    static let mostShown = 1_000
    private var kept: [(diagnostic: PatternDiagnostic, order: Int)] = []
    private var count = 0
    private var last = (line: Int.max, column: Int.max)
    /// How grave what is left out is, at most.
    private var leftOut = Disposition.style

    /// Adds a diagnostic at a place, if it can be among those shown.
    mutating func add(_ disposition: Disposition, line: Int, column: Int, _ diagnostic: () -> ThudError) {
        count += 1
        guard (line, column) < last else {
            leaveOut(disposition)
            return
        }
        kept.append((PatternDiagnostic(disposition, diagnostic()), count))
        if kept.count >= 2 * Self.mostShown { cut() }
    }

    /// Returns the diagnostics, and a sentence about those left out.
    func shown(file: String) -> [PatternDiagnostic] {
        var list = self
        list.cut()
        let diagnostics = list.kept.map(\.diagnostic)
        guard count > diagnostics.count else { return diagnostics }
        let left = count - diagnostics.count
        let rest = ThudError(
            file: file,
            message: "these are the first \(diagnostics.count) remarks; there \(left == 1 ? "is" : "are") \(left) more")
        return diagnostics + [PatternDiagnostic(list.leftOut, rest)]
    }

    private mutating func leaveOut(_ disposition: Disposition) {
        if disposition.severity == .error { leftOut = .refused }
        if leftOut != .refused, disposition.isLoss { leftOut = .ignored }
        if leftOut == .style, disposition.severity == .warning { leftOut = .suspicious }
    }

    private mutating func cut() {
        kept.sort {
            let (one, other) = ($0.diagnostic.source.place, $1.diagnostic.source.place)
            return (one.line, one.column, $0.order) < (other.line, other.column, $1.order)
        }
        guard kept.count > Self.mostShown else { return }
        for entry in kept[Self.mostShown...] { leaveOut(entry.diagnostic.disposition) }
        kept.removeLast(kept.count - Self.mostShown)
        if let place = kept.last?.diagnostic.source.place { last = (place.line, place.column) }
    }
}

/// The result of reading and checking a file in one pass.
public struct PatternInspection: Sendable {
    /// A place in a file that names a sound.
    public struct SoundPlace: Sendable {
        /// The path as it is written in the file.
        public let path: String
        let reader: JSONReader

        package init(path: String, reader: JSONReader) { (self.path, self.reader) = (path, reader) }

        /// Returns an error at this place.
        public func error(_ message: String) -> ThudError { reader.error(message) }
    }

    /// The pattern, or the error for which the file is refused.
    public let pattern: Result<HapticPattern, ThudError>
    /// Everything that the author should know about the file, in text order; empty if the file is well written.
    public let diagnostics: [PatternDiagnostic]
    /// The places at which the file names sounds, in text order.
    public let sounds: [SoundPlace]

    /// Creates an inspection.
    public init(
        pattern: Result<HapticPattern, ThudError>, diagnostics: [PatternDiagnostic], sounds: [SoundPlace] = []
    ) {
        self.pattern = pattern
        self.diagnostics = diagnostics
        self.sounds = sounds
    }
}
