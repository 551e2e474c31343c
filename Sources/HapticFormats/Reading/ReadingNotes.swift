import Haptics
import JSONText

/// What a reader passes over, with its place, while it goes on.
struct ReadingNotes {
    private var kinds = RemarkKinds()

    /// The remarks, one of each kind.
    var remarks: [PatternRemark] { kinds.remarks }

    mutating func take(_ others: [PatternRemark]) { for remark in others { kinds.add(remark) } }

    mutating func remark(_ reader: JSONReader, _ consequence: Consequence, _ message: String) {
        kinds.add(PatternRemark(consequence, reader.error(message)))
    }

    /// Remarks on what overlapped, of which a pattern here has one at a time.
    mutating func remark(_ joined: VibrationMix.Joined, of what: String, at root: JSONReader) {
        for span in joined.spans {
            let times = "\(shown(span.lowerBound)) to \(shown(span.upperBound)) s"
            remark(root, .changed, "\(what) overlap from \(times); the strongest is kept at each time")
        }
        if joined.isThinned { remark(root, .changed, "overlapping \(what) have too many points; some were left out") }
    }

    /// Remarks on every member that is none of `known`.
    mutating func ignoreAll(in reader: JSONReader, but known: Set<String>) throws(SourceError) {
        for (name, value) in try reader.members() where !known.contains(name) {
            remark(value, .ignored, "no member of this name is known here; ignored")
        }
    }

    /// A number, taken as the nearest one within a range.
    mutating func clamped(_ reader: JSONReader, to range: ClosedRange<Double>) throws(SourceError) -> Double {
        let value = try reader.number()
        let nearest = min(max(value, range.lowerBound), range.upperBound)
        if nearest != value {
            let limits = "\(shown(range.lowerBound)) to \(shown(range.upperBound))"
            remark(reader, .clamped, "\(shown(value)) is outside \(limits); taken as \(shown(nearest))")
        }
        return nearest
    }
}
