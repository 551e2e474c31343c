public import ThudCore

/// Something that an author should know about a passage of a file.
public struct PatternDiagnostic: Hashable, Sendable, CustomStringConvertible {
    /// The consequence for the passage.
    public let disposition: Disposition

    /// Where it is, and a sentence about it.
    public let source: ThudError

    /// A diagnostic.
    public init(_ disposition: Disposition, _ source: ThudError) {
        self.disposition = disposition
        self.source = source
    }

    /// One sentence without a full stop.
    public var message: String { source.message }

    /// The JSON path of the passage.
    public var path: String { source.place.path }

    /// `file:line:column: path: message`, less what is not known.
    public var description: String { source.description }
}

/// The consequence for a passage that a diagnostic is about.
public enum Disposition: Hashable, Sendable {
    /// The loader of the format does not take the file. For `.ahap` that is Apple's.
    case rejected
    /// It is beyond the limits that keep this reader bounded and safe; Apple's loader has no such limit.
    case refused
    /// It is passed over, and no pattern that is read has it.
    case ignored
    /// It is read, but has no effect where it stands.
    case idle
    /// Another value is taken, the nearest that is allowed.
    case clamped
    /// It is read as something else, because a pattern here has no place for it.
    case changed
    /// Something is missing, and this is what stands for it.
    case defaulted
    /// It is read as it stands, but other readers may not read it so.
    case accepted
    /// It is read as it stands, but is hardly what the author meant.
    case suspicious
    /// It is read as it stands, and might be felt better otherwise; an opinion.
    case style

    /// The word with which diagnostics begin. `ignored` and `idle` share one.
    public var word: String {
        switch self {
        case .rejected: "rejected"
        case .refused: "refused"
        case .ignored, .idle: "ignored"
        case .clamped: "clamped"
        case .changed: "changed"
        case .defaulted: "default"
        case .accepted: "accepted"
        case .suspicious: "suspicious"
        case .style: "style"
        }
    }

    /// Whether the pattern that is read has less than the file, or something else.
    public var isLoss: Bool {
        switch self {
        case .rejected, .refused, .ignored, .clamped, .changed: true
        case .idle, .defaulted, .accepted, .suspicious, .style: false
        }
    }

    /// How bad it is.
    public var severity: Severity {
        switch self {
        case .rejected, .refused: .error
        case .ignored, .idle, .clamped, .changed, .defaulted, .suspicious: .warning
        case .accepted, .style: .style
        }
    }

    /// How bad something is; a later one is less so.
    public enum Severity: String, CaseIterable, Comparable, Sendable {
        /// A loader does not take the file.
        case error
        /// The file is read, but not as it is written or hardly as it was meant.
        case warning
        /// Nothing is wrong.
        case style

        /// Whether the first is worse.
        public static func < (one: Severity, other: Severity) -> Bool {
            one != other && (one == .error || other == .style)
        }
    }
}

/// Why Apple's loader refuses a file: the codes of `CHHapticError` that concern patterns.
enum AppleRefusal: String {
    case invalidPatternDictionary = "InvalidPatternDictionary -4814"
    case invalidEventTime = "InvalidEventTime -4822"
    case invalidEventDuration = "InvalidEventDuration -4823"
    case badEventEntry = "BadEventEntry -4830"
    case badParameterEntry = "BadParameterEntry -4831"
}

/// The first ``mostShown`` diagnostics in the order of the text. They may be added in any order.
///
/// Diagnostics after those are only counted, so that a hostile file of a million warnings costs a million comparisons and no
/// sentence.
struct DiagnosticList {
    static let mostShown = 1_000

    private var kept: [(diagnostic: PatternDiagnostic, order: Int)] = []
    private var count = 0
    private var last = (line: Int.max, column: Int.max)
    private var leavesOutLosses = false

    /// Adds a diagnostic at a place, if it may be among those shown.
    mutating func add(_ disposition: Disposition, line: Int, column: Int, _ diagnostic: () -> ThudError) {
        count += 1
        guard (line, column) < last else {
            leavesOutLosses = leavesOutLosses || disposition.isLoss
            return
        }
        kept.append((PatternDiagnostic(disposition, diagnostic()), count))
        if kept.count >= 2 * Self.mostShown { cut() }
    }

    /// The diagnostics, and a sentence about those left out.
    func shown(file: String) -> [PatternDiagnostic] {
        var list = self
        list.cut()
        let diagnostics = list.kept.map(\.diagnostic)
        guard count > diagnostics.count else { return diagnostics }
        let left = count - diagnostics.count
        let rest = ThudError(
            file: file,
            message: "these are the first \(diagnostics.count) remarks; there \(left == 1 ? "is" : "are") \(left) more")
        return diagnostics + [PatternDiagnostic(list.leavesOutLosses ? .ignored : .suspicious, rest)]
    }

    private mutating func cut() {
        kept.sort {
            let (one, other) = ($0.diagnostic.source.place, $1.diagnostic.source.place)
            return (one.line, one.column, $0.order) < (other.line, other.column, $1.order)
        }
        guard kept.count > Self.mostShown else { return }
        leavesOutLosses = leavesOutLosses || kept[Self.mostShown...].contains { $0.diagnostic.disposition.isLoss }
        kept.removeLast(kept.count - Self.mostShown)
        if let place = kept.last?.diagnostic.source.place { last = (place.line, place.column) }
    }
}
