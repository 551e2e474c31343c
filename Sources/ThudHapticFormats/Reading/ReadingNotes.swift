import ThudCore
import ThudPatterns

/// Collects the diagnostics of a reader, which continues after each. It keeps the first of each kind, because a file
/// with a thousand effects that are too loud has one fault, not a thousand.
struct ReadingNotes {
    private static let most = 1_000

    private var first: [PatternDiagnostic] = []
    private var counts: [Int] = []
    private var indices: [PatternDiagnostic.Kind: Int] = [:]
    private var leftOut = 0
    private var leavesOutLosses = false

    /// Returns what a reader makes of a file: the pattern or the error that refuses it, after all other diagnostics.
    static func inspection(
        _ read: (inout ReadingNotes) throws(ThudError) -> HapticPattern
    ) -> PatternInspection {
        var notes = ReadingNotes()
        do throws(ThudError) {
            let pattern = try read(&notes)
            return PatternInspection(pattern: .success(pattern), diagnostics: notes.diagnostics)
        } catch {
            let diagnostics = notes.diagnostics + [PatternDiagnostic(.rejected, error)]
            return PatternInspection(pattern: .failure(error), diagnostics: diagnostics)
        }
    }

    mutating func diagnostic(_ place: some Place, _ disposition: Disposition, _ message: String) {
        add(PatternDiagnostic(disposition, place.error(message)))
    }

    mutating func add(_ diagnostic: PatternDiagnostic) {
        let kind = PatternDiagnostic.Kind(diagnostic)
        if let index = indices[kind] {
            counts[index] += 1
        } else if first.count < Self.most {
            indices[kind] = first.count
            first.append(diagnostic)
            counts.append(1)
        } else {
            leftOut += 1
            leavesOutLosses = leavesOutLosses || diagnostic.disposition.isLoss
        }
    }

    /// The first diagnostic of each kind in order of arrival, with the number of similar ones. A last sentence counts
    /// those that were left out.
    var diagnostics: [PatternDiagnostic] {
        let told = zip(first, counts).map { diagnostic, count in
            if count == 1 { return diagnostic }
            let message = "\(diagnostic.source.message); \(count - 1) more like it"
            return PatternDiagnostic(diagnostic.disposition, diagnostic.source.located(saying: message))
        }
        guard leftOut > 0, let file = first.first?.source.subject else { return told }
        let rest = ThudError(file: file, message: "and \(Count.of(leftOut, "more remark"))")
        return told + [PatternDiagnostic(leavesOutLosses ? .ignored : .suspicious, rest)]
    }

    /// Reports vibrations that overlapped and what became of them, because a pattern here has only one at a time.
    mutating func diagnostic(_ joined: VibrationMix.Joined, of what: String, at root: some Place, _ result: String) {
        for span in joined.spans {
            let times = "\(shown(span.times.lowerBound)) to \(shown(span.times.upperBound)) s"
            diagnostic(root, .changed, "\(what) overlap from \(times); \(result)")
        }
        if joined.isThinned {
            diagnostic(root, .changed, "overlapping \(what) have too many points; some were left out")
        }
    }

    /// Reports every member that is not in `known`.
    mutating func ignoreAll(in reader: JSONReader, but known: Set<String>) throws(ThudError) {
        for (name, value) in try reader.members() where !known.contains(name) {
            diagnostic(value, .ignored, "unknown member; ignored")
        }
    }

    mutating func clamped(_ reader: JSONReader, to range: ClosedRange<Double>) throws(ThudError) -> Double {
        clamped(try reader.number(), to: range, at: reader)
    }

    mutating func clamped(_ value: Double, to range: ClosedRange<Double>, at place: some Place) -> Double {
        let nearest = value.clamped(to: range)
        if nearest != value {
            let limits = "\(shown(range.lowerBound)) to \(shown(range.upperBound))"
            diagnostic(place, .clamped, "\(shown(value)) is outside \(limits); read as \(shown(nearest))")
        }
        return nearest
    }
}

/// The limits on one file that keep its pattern within ``HapticLimits``. A breakpoint becomes a point of a curve, and
/// a tap adds two points to each of the two curves over it (``Notch``).
enum ReadingLimits {
    /// The points of all envelopes, curves and keyframes; strength and frequency each have this limit.
    static let points = 16_384
    static let taps = 8_192
    static let vibrations = 8_192
    /// The latest time at which an event may start, in seconds. Writers also end vibrations by this time.
    static let latest = HapticLimits.latestStart
    /// The latest end, in seconds: the end of a tap that starts last.
    static let latestEnd = latest + HapticLimits.transientLength

    /// Throws if a pattern exceeds what an AHAP file may hold, so that the cost of rendering is bounded too.
    static func check(_ pattern: HapticPattern, _ root: some Place) throws(ThudError) {
        let points = pattern.parameters.count + pattern.curves.reduce(0) { $0 + $1.points.count }
        try check(points, HapticLimits.controlPoints, "curve points", root)
        try check(pattern.events.count, HapticLimits.events, "events", root)
        let seconds = pattern.events.reduce(0) { $0 + ($1.kind == .continuous ? $1.duration ?? 0 : 0) }
        guard seconds <= HapticLimits.continuousSeconds else {
            let limit = shown(HapticLimits.continuousSeconds)
            throw root.excess("all vibrations together last more than \(limit) s; split the file into several")
        }
    }

    /// Throws if something ends too late, at `end` milliseconds.
    static func check(end: Double, _ place: some Place) throws(ThudError) {
        guard end <= latestEnd * 1e3 else { throw place.excess("ends later than \(shown(latest)) s") }
    }

    static func check(_ count: Int, _ most: Int, _ what: String, _ reader: some Place) throws(ThudError) {
        guard count <= most else {
            throw reader.excess("at most \(most) \(what) are read from one file; split it into several")
        }
    }
}

/// A place in a file that an error can name.
protocol Place {
    func error(_ message: String) -> ThudError

    /// Returns the place of a member, or this place if the member has none of its own.
    func part(_ name: String) -> any Place
}

extension Place {
    func part(_ name: String) -> any Place { self }

    /// Returns an error about what a format allows, but is more than Thud reads.
    func excess(_ message: String) -> ThudError { error(message).coded(.tooLong) }
}

extension JSONReader: Place {
    func part(_ name: String) -> any Place { (try? optional(name)) ?? self }

    /// Reads a time in milliseconds, at most the latest at which an event may start.
    func milliseconds() throws(ThudError) -> Double { try number(in: 0...ReadingLimits.latest * 1e3) }

    /// Returns the elements of an array, or any other value as the only one.
    func oneOrMore() throws(ThudError) -> [JSONReader] {
        if case .array = node.content { try elements() } else { [self] }
    }
}

extension XMLNode: Place {}
