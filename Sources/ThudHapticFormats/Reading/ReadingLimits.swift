import ThudCore
import ThudPatterns

/// How much one file may hold, so that its pattern stays within ``HapticLimits``. A breakpoint becomes a point of a curve,
/// and a tap adds two points to each of the two curves over it (``Notch``).
enum ReadingLimits {
    /// Points of all envelopes, curves and keyframes; as many of strength as of frequency.
    static let points = 16_384

    /// Taps.
    static let taps = 8_192

    /// Vibrations.
    static let vibrations = 8_192

    /// The latest time at which something may start, in seconds. A writer lets vibrations end by then too.
    static let latest = HapticLimits.latestStart

    /// The latest end, in seconds: that of a tap which starts last.
    static let latestEnd = latest + HapticLimits.transientLength

    /// Refuses a pattern beyond what an AHAP file may hold, so that rendering it stays bounded too.
    static func check(_ pattern: HapticPattern, _ root: some Place) throws(ThudError) {
        let points = pattern.parameters.count + pattern.curves.reduce(0) { $0 + $1.points.count }
        try check(points, HapticLimits.controlPoints, "points of curves", root)
        try check(pattern.events.count, HapticLimits.events, "events", root)
        let seconds = pattern.events.reduce(0) { $0 + ($1.kind == .continuous ? $1.duration ?? 0 : 0) }
        guard seconds <= HapticLimits.continuousSeconds else {
            let limit = shown(HapticLimits.continuousSeconds)
            throw root.error("all vibrations together last more than \(limit) s; split the file into several")
        }
    }

    /// Refuses the elements beyond a count.
    static func check(_ count: Int, _ most: Int, _ what: String, _ reader: some Place) throws(ThudError) {
        guard count <= most else {
            throw reader.error("at most \(most) \(what) are read from one file; split it into several")
        }
    }
}

/// A place in a file, at which an error can be.
protocol Place {
    func error(_ message: String) -> ThudError

    /// The place of a member; this place itself where there is none of its own.
    func part(_ name: String) -> any Place
}

extension Place {
    func part(_ name: String) -> any Place { self }
}

extension JSONReader: Place {
    func part(_ name: String) -> any Place { (try? optional(name)) ?? self }
}

extension XMLNode: Place {}
