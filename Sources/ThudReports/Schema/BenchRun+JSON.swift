// Reading and writing name each member once more, without `Codable`. A `Decoder` and an `Encoder` over JSONReader and
// JSONValue gave the same bytes and the same errors, but more lines, because ranges, defaults and instants relative to
// the origin remain; so did a list of members that serves both. They read 20,000 cues in 338 ms instead of 133 ms
// (release, median of 11).

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
        gameCues = try root.cues("gameCues", since: origin)
        if try root.optional("keyCues") != nil { keyCues = try root.cues("keyCues", since: origin) }
        if let reader = try root.optional("program") { program = try BenchProgram(reader) }
        cues = try root.cues("cues", since: origin)
    }

    /// Returns the run as JSON according to docs/bench-schema.md, with its summary under `summary`, a comparison with
    /// an earlier run under `comparison`, and the ratio to another program under `ratio`.
    package func json(comparison: BenchComparison? = nil, ratio: BenchRatio? = nil) -> JSONValue {
        .members([
            ("schema", .string("thud-bench")),
            ("version", .integer(BenchSchema.version)),
            ("summary", BenchSummary(self).json),
            ("comparison", comparison?.json),
            ("ratio", ratio?.json),
            ("origin", .string(String(origin.nanoseconds))),
            ("machine", .array(machine.map(\.json))),
            ("settings", .array(settings.map(\.json))),
            ("clockSource", .string(clockSource)),
            ("budget", .time(budget)),
            ("maxJitter", maxJitter.map(JSONValue.time)),
            ("minMeasured", .number(minMeasured)),
            ("maxXruns", maxXruns.map(JSONValue.integer)),
            ("predictionDoubts", predictionDoubts.isEmpty ? nil : .array(predictionDoubts.map(JSONValue.string))),
            ("allowPredicted", allowsPredicted ? true : nil),
            ("interrupted", isInterrupted ? true : nil),
            ("program", program?.json),
            ("cold", cold.json),
            ("actuator", actuator?.json),
            ("loopback", loopback?.json),
            ("hapticsInStream", hasHapticsInStream ? true : nil),
            ("xruns", .array(xruns.map { $0.json(since: origin) })),
            ("frameTimes", frameTimes.countsJSON),
            ("wakeLateness", wakeLateness.countsJSON),
            ("gameCues", .array(gameCues.map { $0.json(since: origin) })),
            ("cues", .array(cues.map { $0.json(since: origin) })),
            ("keyCues", keyCues.isEmpty ? nil : .array(keyCues.map { $0.json(since: origin) })),
        ])
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

    /// Reads the cues of a member, each with a number of its own.
    fileprivate func cues(_ name: String, since origin: Instant) throws(ThudError) -> [BenchCue] {
        var numbers: Set<Int> = []
        return try list(name) { reader throws(ThudError) in
            let cue = try BenchCue(reader, since: origin)
            guard numbers.insert(cue.index).inserted else {
                throw try reader.member("index").error("another cue has the number \(cue.index) too")
            }
            return cue
        }
    }
}

extension JSONValue {
    static func time(_ interval: Interval) -> JSONValue { .integer(Int(interval.nanoseconds)) }
}

extension BenchFact {
    fileprivate init(_ reader: JSONReader) throws(ThudError) {
        self.init(try reader.member("name").string(), try reader.member("value").string())
    }

    fileprivate var json: JSONValue { ["name": .string(name), "value": .string(value)] }
}

extension BenchProgram {
    fileprivate init(_ reader: JSONReader) throws(ThudError) {
        self.init(
            command: try reader.list("command") { reader throws(ThudError) in try reader.string() },
            mistrust: try reader.optional("mistrust")?.string(),
            breakOff: try reader.optional("breakOff")?.string())
        device = try reader.optional("device")?.time()
    }

    fileprivate var json: JSONValue {
        .members([
            ("command", .array(command.map(JSONValue.string))), ("mistrust", mistrust.map(JSONValue.string)),
            ("breakOff", breakOff.map(JSONValue.string)), ("device", device.map(JSONValue.time)),
        ])
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

    fileprivate var json: JSONValue {
        .members([
            ("startToFirstOutput", (startToFirstOutput?.length).map(JSONValue.time)),
            ("startMeasured", startToFirstOutput.map { .bool($0.isMeasured) }),
            ("firstCueAfterIdle", (firstCueAfterIdle?.length).map(JSONValue.time)),
            ("idleMeasured", firstCueAfterIdle.map { .bool($0.isMeasured) }),
        ])
    }
}

extension BenchActuator {
    fileprivate init(_ reader: JSONReader) throws(ThudError) {
        self.init(
            name: try reader.member("name").string(),
            electricalOnset: try reader.optional("electricalOnset")?.time(),
            rise: try reader.optional("mechanicalT90")?.time(), feltPeak: try reader.optional("feltPeak")?.time())
    }

    fileprivate var json: JSONValue {
        .members([
            ("name", .string(name)),
            ("electricalOnset", electricalOnset.map(JSONValue.time)),
            // The key of version 1, kept so that stored runs stay readable and comparable.
            ("mechanicalT90", rise.map(JSONValue.time)),
            ("feltPeak", feltPeak.map(JSONValue.time)),
        ])
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
        if let test = try reader.optional("selfTest") { selfTest = try BenchSelfTest(test) }
    }

    fileprivate var json: JSONValue {
        var members: [(String, JSONValue?)] = [("source", .string(source))]
        switch pathDelay {
        case .known(let delay): members.append(("pathDelay", .time(delay)))
        case .unknown(let reason): members.append(("pathDelayUnknown", .string(reason)))
        }
        members.append(("selfTest", selfTest?.json))
        return .members(members)
    }
}

extension BenchSelfTest {
    fileprivate init(_ reader: JSONReader) throws(ThudError) {
        self.init(
            delayed: try reader.member("delayed").integer(in: BenchSchema.counts),
            found: try reader.member("found").integer(in: BenchSchema.counts),
            torn: try reader.optional("torn")?.integer(in: BenchSchema.counts) ?? 0,
            worstError: try reader.optional("worstError")?.time())
    }

    fileprivate var json: JSONValue {
        .members([
            ("delayed", .integer(delayed)), ("found", .integer(found)), ("torn", .integer(torn)),
            ("worstError", worstError.map(JSONValue.time)),
        ])
    }
}

extension BenchXrun {
    fileprivate init(_ reader: JSONReader, since origin: Instant) throws(ThudError) {
        self.init(
            at: try reader.member("instant").instant(since: origin),
            framesLost: try reader.member("framesLost").integer(in: BenchSchema.counts))
    }

    fileprivate func json(since origin: Instant) -> JSONValue {
        ["instant": .time(instant - origin), "framesLost": .integer(framesLost)]
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
        let entries = try zip(lengths, counts).map { length, count throws(ThudError) in
            (length: try length.time(), count: try count.integer(in: BenchSchema.counts))
        }
        // In any other order each would move those before it.
        for (length, count) in entries.sorted(by: { $0.length < $1.length }) { record(length, times: count) }
    }

    fileprivate var countsJSON: JSONValue {
        let entries = entries
        return [
            "lengths": .array(entries.map { .time($0.duration) }), "counts": .array(entries.map { .integer($0.count) }),
        ]
    }
}

extension BenchCue {
    private static let instants: [(String, any WritableKeyPath<BenchCue, Instant?> & Sendable)] = [
        ("typed", \.typed), ("cause", \.cause), ("detected", \.detected), ("triggered", \.triggered),
        ("taken", \.taken), ("predicted", \.predicted), ("hapticPredicted", \.hapticPredicted),
        ("measured", \.measured), ("asked", \.asked), ("flashed", \.flashed), ("streamed", \.streamed),
        ("replied", \.replied), ("redrawn", \.redrawn),
    ]
    /// By how much the clock of a capture may put a cue before its trigger.
    private static let mostEarly = Interval.milliseconds(2)

    fileprivate init(_ reader: JSONReader, since origin: Instant) throws(ThudError) {
        self.init(
            index: try reader.member("index").integer(in: BenchSchema.counts),
            name: try reader.member("name").string(),
            outcome: try reader.member("outcome").choice())
        for (name, property) in Self.instants {
            self[keyPath: property] = try reader.optional(name)?.instant(since: origin)
        }
        frame = try reader.optional("frame").map { reader throws(ThudError) in
            Int64(try reader.integer(in: BenchSchema.exact))
        }
        confidence = try reader.optional("confidence")?.number(in: 0...1)
        gain = try reader.optional("gain")?.number(in: 0...1e6)
        isSure = try reader.optional("sure")?.bool() ?? false
        if let latency = measuredLatency, latency + Self.mostEarly < .zero {
            throw try reader.member("measured").error("a cue that is sure cannot be heard before its trigger")
        }
        doubt = try reader.optional("doubt")?.choice()
        injected = try reader.optional("injected")?.time() ?? .zero
    }

    fileprivate func json(since origin: Instant) -> JSONValue {
        let instants = Self.instants.map { name, property in
            (name, self[keyPath: property].map { JSONValue.time($0 - origin) })
        }
        let members: [(String, JSONValue?)] = [
            ("index", .integer(index)),
            ("name", .string(name)),
            ("outcome", .string(outcome.rawValue)),
            ("frame", frame.map { .integer(Int($0)) }),
            ("confidence", confidence.map(JSONValue.number)),
            ("gain", gain.map(JSONValue.number)),
            ("sure", isSure ? true : nil),
            ("doubt", doubt.map { .string($0.rawValue) }),
            ("injected", injected == .zero ? nil : .time(injected)),
        ]
        return .members(members + instants)
    }
}
