import ThudCore
import ThudPatterns

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
            throw root.error("all vibrations together last more than \(limit) s; split the file into several")
        }
    }

    static func check(_ count: Int, _ most: Int, _ what: String, _ reader: some Place) throws(ThudError) {
        guard count <= most else {
            throw reader.error("at most \(most) \(what) are read from one file; split it into several")
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
}

extension JSONReader: Place {
    func part(_ name: String) -> any Place { (try? optional(name)) ?? self }
}

extension XMLNode: Place {}
