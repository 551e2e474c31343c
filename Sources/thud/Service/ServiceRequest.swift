import ThudCore
import ThudCues

/// A line of a client that is performed now or later.
struct ServiceRequest {
    let line: CueLine
    let client: ServiceClient
    /// The longest that the line can have waited before it was read.
    let waited: Interval
    /// Whether the cue came before the stream had begun. That wait is not the cue's latency.
    let isEarly: Bool
    /// The instant from which latency counts.
    let cause: Instant
    /// When it takes effect, and whether that is an exact instant or as soon as possible.
    let start: Instant
    let isTimed: Bool

    var due: Instant? { isTimed ? start : nil }

    /// Whether a cut concerns a cue with the tag `other`.
    func means(_ other: String?) -> Bool { line.tag == nil || line.tag == other }

    func error(_ message: String) -> ThudError { line.error(message, file: client.name) }
}
