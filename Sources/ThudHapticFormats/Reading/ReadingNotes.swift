import ThudCore
import ThudHaptics

/// What a reader passes over, with its place, while it goes on.
struct ReadingNotes {
    private var kinds = DiagnosticKinds()

    /// The diagnostics, one of each kind.
    var diagnostics: [PatternDiagnostic] { kinds.diagnostics }

    mutating func take(_ others: [PatternDiagnostic]) { for diagnostic in others { kinds.add(diagnostic) } }

    mutating func diagnostic(_ reader: JSONReader, _ disposition: Disposition, _ message: String) {
        kinds.add(PatternDiagnostic(disposition, reader.error(message)))
    }

    /// Diagnostics on what overlapped, of which a pattern here has one at a time.
    mutating func diagnostic(_ joined: VibrationMix.Joined, of what: String, at root: JSONReader) {
        for span in joined.spans {
            let times = "\(shown(span.lowerBound)) to \(shown(span.upperBound)) s"
            diagnostic(root, .changed, "\(what) overlap from \(times); the strongest is kept at each time")
        }
        if joined.isThinned {
            diagnostic(root, .changed, "overlapping \(what) have too many points; some were left out")
        }
    }

    /// Diagnostics on every member that is none of `known`.
    mutating func ignoreAll(in reader: JSONReader, but known: Set<String>) throws(SourceError) {
        for (name, value) in try reader.members() where !known.contains(name) {
            diagnostic(value, .ignored, "no member of this name is known here; ignored")
        }
    }

    /// A number, taken as the nearest one within a range.
    mutating func clamped(_ reader: JSONReader, to range: ClosedRange<Double>) throws(SourceError) -> Double {
        let value = try reader.number()
        let nearest = min(max(value, range.lowerBound), range.upperBound)
        if nearest != value {
            let limits = "\(shown(range.lowerBound)) to \(shown(range.upperBound))"
            diagnostic(reader, .clamped, "\(shown(value)) is outside \(limits); taken as \(shown(nearest))")
        }
        return nearest
    }
}
