import ThudCore

/// Checks a `.haptic` file by the strict validation of Meta's Haptics SDK (`core/haptic_data/src/v1.rs`, 2025). All
/// values must be 0 to 1, times must not fall, and an emphasis must be at least as strong as its point. Two or more
/// amplitude points must span some time that contains all frequency points. Numbers are compared in single precision.
enum MetaCheck {
    static func check(_ root: JSONReader) throws(ThudError) {
        try self.version(root.member("version"))
        if let metadata = try root.stated("metadata") { try self.metadata(metadata) }
        let envelopes = try root.member("signals").member("continuous").member("envelopes")
        let amplitude = try envelopes.member("amplitude")
        var first: Float?
        var last: Float = 0
        let points = try amplitude.elements()
        for point in points {
            last = try time(point, after: last)
            first = first ?? last
            let value = try part(point.member("amplitude"))
            guard let emphasis = try point.optional("emphasis") else { continue }
            _ = try part(emphasis.member("frequency"))
            let peak = try emphasis.member("amplitude")
            guard try part(peak) >= value else { throw peak.error("is weaker than the amplitude of its point") }
        }
        guard points.count > 1 else { throw amplitude.error("holds fewer than two points") }
        guard let first, last > first else { throw amplitude.error("has no duration") }
        var before: Float = 0
        for point in try envelopes.optional("frequency")?.elements() ?? [] {
            before = try time(point, after: before)
            _ = try part(point.member("frequency"))
            guard (first...last).contains(before) else {
                throw point.error("a frequency point outside the amplitude envelope")
            }
        }
    }

    private static func version(_ version: JSONReader) throws(ThudError) {
        let major = try version.member("major")
        guard try major.integer(in: numbers) == 1 else {
            throw major.error(expected: "version 1, the only one it knows")
        }
        for name in ["minor", "patch"] { _ = try version.stated(name)?.integer(in: numbers) }
    }

    /// Checks texts, each of which may be missing but not null.
    private static func metadata(_ metadata: JSONReader) throws(ThudError) {
        for name in ["editor", "author", "source", "project", "description"] { _ = try metadata.stated(name)?.string() }
        for tag in try metadata.stated("tags")?.elements() ?? [] { _ = try tag.string() }
    }

    private static let numbers = 0...Int(UInt32.max)

    private static func part(_ reader: JSONReader) throws(ThudError) -> Float { Float(try reader.number(in: 0...1)) }

    private static func time(_ point: JSONReader, after last: Float) throws(ThudError) -> Float {
        let reader = try point.member("time")
        let time = Float(try reader.number(in: -1e9...1e9))
        guard time >= last else { throw reader.error("is before the previous point") }
        return time
    }
}
