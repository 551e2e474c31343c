// Reading and writing name each member once more, without `Codable`. A `Decoder` and an `Encoder` over JSONReader and
// JSONValue gave the same bytes and the same errors, but about 460 lines instead of 373, because ranges, defaults and
// instants relative to the origin remain. They read 20,000 cues in 338 ms instead of 133 ms (release, median of 11).

import ThudCore

/// The limits of the JSON form, which docs/bench-schema.md describes key by key.
enum BenchSchema {
    /// The version rises when a key changes its meaning or goes, but not when a key is added. Version 2 has runs of
    /// other programs, whose cues are presses.
    static let version = 2
    static let readable = 1...version
    /// The whole numbers that a double holds exactly, as every reader of JSON does: 104 days of nanoseconds.
    static let exact: ClosedRange<Int> = -(1 << 53)...(1 << 53)
    /// More cues than a bench ever plays. No bench wrote a file with more.
    static let mostCues = 100_000
    /// The range of all counts, which keeps sums over a whole file far from overflow.
    static let counts: ClosedRange<Int> = 0...1_000_000_000_000
}

extension BenchRun {
    /// Parses a run from JSON. Unknown members are skipped, since later versions may add some.
    ///
    /// - Throws: `ThudError` with file, line, column and JSON path if the text is not JSON or not a bench run, has an
    ///   unknown version, or exceeds the ranges of docs/bench-schema.md.
    package init(json bytes: [UInt8], file: String) throws(ThudError) {
        let root = try JSONReader(bytes, file: file)
        guard try root.optional("schema")?.string() == "thud-bench" else {
            throw root.error("this is not a result of `thud bench --json`: it has no \"schema\": \"thud-bench\"")
        }
        let version = try root.member("version")
        guard BenchSchema.readable.contains(try version.integer(in: 1...1_000_000)) else {
            throw version.error(
                "only versions 1 to \(BenchSchema.version) of the schema can be read; run the bench again")
        }
        let origin = try root.member("origin").origin()
        self.init(origin: origin)
        machine = try root.list("machine") { reader throws(ThudError) in try BenchFact(reader) }
        settings = try root.list("settings") { reader throws(ThudError) in try BenchFact(reader) }
        clockSource = try root.member("clockSource").string()
        budget = try root.member("budget").time()
        maxJitter = try root.optional("maxJitter")?.time()
        minMeasured = try root.optional("minMeasured")?.number(in: 0...1) ?? Self.usualMinMeasured
        maxXruns = try root.optional("maxXruns")?.integer(in: BenchSchema.counts)
        if try root.optional("predictionDoubts") != nil {
            predictionDoubts = try root.list("predictionDoubts") { reader throws(ThudError) in try reader.string() }
        }
        allowsPredicted = try root.optional("allowPredicted")?.bool() ?? false
        isInterrupted = try root.optional("interrupted")?.bool() ?? false
        cold = try BenchCold(root.member("cold"))
        if let reader = try root.optional("actuator") { actuator = try BenchActuator(reader) }
        if let reader = try root.optional("loopback") { loopback = try BenchLoopback(reader) }
        hasHapticsInStream = try root.optional("hapticsInStream")?.bool() ?? false
        xruns = try root.list("xruns") { reader throws(ThudError) in try BenchXrun(reader, since: origin) }
        frameTimes = try DurationHistogram(root.member("frameTimes"))
        wakeLateness = try DurationHistogram(root.member("wakeLateness"))
        gameCues = try root.list("gameCues") { reader throws(ThudError) in try BenchCue(reader, since: origin) }
        if try root.optional("keyCues") != nil {
            keyCues = try root.list("keyCues") { reader throws(ThudError) in try BenchCue(reader, since: origin) }
        }
        if let reader = try root.optional("program") { program = try BenchProgram(reader) }
        cues = try root.list("cues") { reader throws(ThudError) in try BenchCue(reader, since: origin) }
    }
}

extension JSONReader {
    /// Returns a duration in nanoseconds.
    fileprivate func time() throws(ThudError) -> Interval {
        Interval(nanoseconds: Int64(try integer(in: BenchSchema.exact)))
    }

    /// Returns an instant, given in nanoseconds since the origin.
    fileprivate func instant(since origin: Instant) throws(ThudError) -> Instant { origin + (try time()) }

    /// Returns the origin. Its nanoseconds are in a string, because a double cannot hold them all.
    fileprivate func origin() throws(ThudError) -> Instant {
        // Half the range of an Int64, so that adding any instant of the file cannot overflow.
        guard let nanoseconds = Int64(try string()), 0...(1 << 62) ~= nanoseconds else {
            throw error(expected: "the origin's nanoseconds as digits in a string")
        }
        return Instant(nanoseconds: nanoseconds)
    }

    /// Reads the elements of a member, at most as many as a bench has cues.
    fileprivate func list<Element>(
        _ name: String, _ read: (JSONReader) throws(ThudError) -> Element
    ) throws(ThudError) -> [Element] {
        let array = try member(name)
        let readers = try array.elements()
        guard readers.count <= BenchSchema.mostCues else {
            throw array.error("has \(readers.count) elements; at most \(BenchSchema.mostCues) are read")
        }
        return try readers.map(read)
    }
}

extension BenchFact {
    fileprivate init(_ reader: JSONReader) throws(ThudError) {
        self.init(try reader.member("name").string(), try reader.member("value").string())
    }
}

extension BenchProgram {
    fileprivate init(_ reader: JSONReader) throws(ThudError) {
        self.init(
            command: try reader.list("command") { reader throws(ThudError) in try reader.string() },
            mistrust: try reader.optional("mistrust")?.string())
        device = try reader.optional("device")?.time()
    }
}

extension BenchCold {
    fileprivate init(_ reader: JSONReader) throws(ThudError) {
        self.init(
            startToFirstOutput: try Self.length("startToFirstOutput", "startMeasured", reader),
            firstCueAfterIdle: try Self.length("firstCueAfterIdle", "idleMeasured", reader))
    }

    private static func length(_ name: String, _ flag: String, _ reader: JSONReader) throws(ThudError) -> Length? {
        guard let time = try reader.optional(name)?.time() else { return nil }
        return Length(time, isMeasured: try reader.optional(flag)?.bool() ?? false)
    }
}

extension BenchActuator {
    fileprivate init(_ reader: JSONReader) throws(ThudError) {
        self.init(
            name: try reader.member("name").string(),
            electricalOnset: try reader.optional("electricalOnset")?.time(),
            rise: try reader.optional("mechanicalT90")?.time(), feltPeak: try reader.optional("feltPeak")?.time())
    }
}

extension BenchLoopback {
    fileprivate init(_ reader: JSONReader) throws(ThudError) {
        let delay: PathDelay
        if let known = try reader.optional("pathDelay") {
            delay = .known(try known.time())
        } else {
            delay = .unknown(reason: try reader.member("pathDelayUnknown").string())
        }
        self.init(source: try reader.member("source").string(), pathDelay: delay)
        if let test = try reader.optional("selfTest") {
            selfTest = BenchSelfTest(
                delayed: try test.member("delayed").integer(in: BenchSchema.counts),
                found: try test.member("found").integer(in: BenchSchema.counts),
                torn: try test.optional("torn")?.integer(in: BenchSchema.counts) ?? 0,
                worstError: try test.optional("worstError")?.time())
        }
    }
}

extension BenchXrun {
    fileprivate init(_ reader: JSONReader, since origin: Instant) throws(ThudError) {
        self.init(
            at: try reader.member("instant").instant(since: origin),
            framesLost: try reader.member("framesLost").integer(in: BenchSchema.counts))
    }
}

extension DurationHistogram {
    fileprivate init(_ reader: JSONReader) throws(ThudError) {
        let lengths = try reader.member("lengths").elements()
        let counts = try reader.member("counts").elements()
        guard lengths.count == counts.count else {
            throw reader.error(
                "has \(lengths.count) lengths and \(counts.count) counts; expected one count for each length")
        }
        self.init(resolution: .microsecond)
        for (length, count) in zip(lengths, counts) {
            record(try length.time(), times: try count.integer(in: BenchSchema.counts))
        }
    }
}

extension BenchCue {
    fileprivate init(_ reader: JSONReader, since origin: Instant) throws(ThudError) {
        func time(_ name: String) throws(ThudError) -> Instant? { try reader.optional(name)?.instant(since: origin) }
        self.init(
            index: try reader.member("index").integer(in: BenchSchema.counts),
            name: try reader.member("name").string(),
            outcome: try reader.member("outcome").choice())
        typed = try time("typed")
        cause = try time("cause")
        detected = try time("detected")
        triggered = try time("triggered")
        taken = try time("taken")
        predicted = try time("predicted")
        frame = try reader.optional("frame").map { reader throws(ThudError) in
            Int64(try reader.integer(in: BenchSchema.exact))
        }
        hapticPredicted = try time("hapticPredicted")
        measured = try time("measured")
        confidence = try reader.optional("confidence")?.number(in: 0...1)
        gain = try reader.optional("gain")?.number(in: 0...1e6)
        isSure = try reader.optional("sure")?.bool() ?? false
        doubt = try reader.optional("doubt")?.choice()
        injected = try reader.optional("injected")?.time() ?? .zero
        asked = try time("asked")
        flashed = try time("flashed")
        streamed = try time("streamed")
        replied = try time("replied")
        redrawn = try time("redrawn")
    }
}
