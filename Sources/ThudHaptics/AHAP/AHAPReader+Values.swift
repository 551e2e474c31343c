import ThudCore

extension AHAPReader {
    /// A time in seconds; 0 where none is stated.
    mutating func time(of reader: JSONReader, else refusal: AppleRefusal) throws(SourceError) -> Double {
        self.refusal = refusal
        guard let time = try reader.optional("Time") else {
            diagnostic(reader, .defaulted, "no Time is stated; it is taken as 0")
            return 0
        }
        return try seconds(time, upTo: HapticLimits.latestStart, below: .invalidEventTime, else: refusal)
    }

    /// Seconds from 0 to a limit of our own; `below` is what Apple's loader calls a negative number.
    mutating func seconds(
        _ reader: JSONReader, upTo most: Double, below: AppleRefusal, else refusal: AppleRefusal
    ) throws(SourceError) -> Double {
        self.refusal = refusal
        self.refusal = try reader.number() < 0 ? below : nil
        let seconds = try reader.number(in: 0...most)
        self.refusal = refusal
        return seconds
    }

    /// `true` and `false`, or the 1 and 0 that Foundation takes for them.
    func flag(_ reader: JSONReader) throws(SourceError) -> Bool {
        if case .number(let value) = reader.node.content, value == 0 || value == 1 { return value == 1 }
        return try reader.bool()
    }

    /// A value within the range of its parameter.
    mutating func clamped(_ reader: JSONReader, to range: ClosedRange<Double>) throws(SourceError) -> Double {
        clamped(try reader.number(), reader, to: range)
    }

    /// The value in the range that is nearest to one that was read.
    mutating func clamped(_ value: Double, _ reader: JSONReader, to range: ClosedRange<Double>) -> Double {
        let nearest = min(max(value, range.lowerBound), range.upperBound)
        if nearest != value {
            let limits = "\(range.lowerBound.shown) to \(range.upperBound.shown)"
            diagnostic(reader, .clamped, "\(value.shown) is outside \(limits); taken as \(nearest.shown)")
        }
        return nearest
    }

    /// Notes the members that no loader knows.
    mutating func ignoreAll(in reader: JSONReader, but known: [String]) throws(SourceError) {
        let members = try reader.members()
        guard isLint else { return }
        for (name, value) in members where !known.contains(name) {
            diagnostic(
                value, .ignored,
                "no member of this name is known here\(NearestName.question(name, among: known))")
        }
    }
}
