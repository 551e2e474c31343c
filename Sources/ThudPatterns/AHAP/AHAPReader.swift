import ThudCore

/// Reads one file. As a lint it also records what a lenient loader passes over, and continues after an invalid entry.
struct AHAPReader {
    let file: String
    let isLint: Bool
    private(set) var diagnostics = DiagnosticList()
    /// Apple's name for an error in the value that is being read; nil in checks of our own limits.
    var refusal: AppleRefusal? = .invalidPatternDictionary
    private var timeline = AHAPTimeline()
    private var events = 0
    private var controlPoints = 0
    private var continuousSeconds = 0.0
    /// The first error that a lint found before it continued.
    private var firstError: ThudError?
    /// The sounds and tones, with their places in the file.
    var sounds: [(event: HapticEvent, reader: JSONReader)] = []
    /// The places at which a lint found the path of a sound.
    var soundPlaces: [PatternInspection.SoundPlace] = []

    init(file: String, isLint: Bool) {
        self.file = file
        self.isLint = isLint
    }

    mutating func pattern(_ root: JSONReader) throws(ThudError) -> HapticPattern {
        refusal = .invalidPatternDictionary
        try ignoreAll(in: root, but: ["Version", "Metadata", "Pattern"])
        var pattern = HapticPattern(version: try version(root), metadata: try metadata(root))
        let entries = try root.member("Pattern").elements()
        if entries.isEmpty { diagnostic(root, .suspicious, "the Pattern is empty; nothing plays") }
        for entry in entries {
            guard isLint else {
                try read(entry, into: &pattern)
                continue
            }
            do throws(ThudError) {
                try read(entry, into: &pattern)
            } catch {
                timeline.isComplete = false
                diagnostic(on: error)
                // Beyond a limit of the whole pattern, every further entry would only repeat the error.
                if refusal == nil, isFull { break }
            }
        }
        try checkSounds(of: pattern)
        let isControlled = !pattern.parameters.isEmpty || !pattern.curves.isEmpty
        if timeline.isComplete, isControlled, pattern.events.isEmpty {
            diagnostic(root, .suspicious, "the Pattern has no Event; nothing plays")
        }
        return pattern
    }

    /// Records every diagnostic of a file, and reads as much of it as possible. Returns the pattern or the first error.
    mutating func check(_ root: JSONReader) -> Result<HapticPattern, ThudError> {
        do throws(ThudError) {
            let pattern = try pattern(root)
            for finding in timeline.findings(in: pattern) {
                diagnostic(finding.place, finding.disposition, finding.message)
            }
            return firstError.map { .failure($0) } ?? .success(pattern)
        } catch {
            diagnostic(on: error)
            return .failure(firstError ?? error)
        }
    }

    private mutating func read(_ entry: JSONReader, into pattern: inout HapticPattern) throws(ThudError) {
        refusal = .invalidPatternDictionary
        try ignoreAll(in: entry, but: Self.contents)
        try diagnoseCompany(in: entry)
        var isEmpty = true
        if let reader = try entry.optional("Event") {
            isEmpty = false
            try countEvent(reader)
            let event = try event(reader)
            if event.kind == .continuous { try countSeconds(event, reader) }
            if !event.kind.isHaptic { sounds.append((event, reader)) }
            pattern.events.append(event)
            if isLint { timeline.events.append(reader) }
        }
        if let reader = try entry.optional("Parameter") {
            isEmpty = false
            if let parameter = try parameter(reader) {
                pattern.parameters.append(parameter)
                if isLint { timeline.parameters.append(reader) }
            }
        }
        if let reader = try entry.optional("ParameterCurve") {
            isEmpty = false
            if let curve = try curve(reader) {
                pattern.curves.append(curve)
                if isLint { timeline.curves.append(reader) }
            }
        }
        if isEmpty { diagnostic(entry, .ignored, "holds no Event, Parameter or ParameterCurve") }
    }

    /// The members that an entry of the pattern can have.
    private static let contents = ["Event", "Parameter", "ParameterCurve"]

    private mutating func diagnoseCompany(in entry: JSONReader) throws(ThudError) {
        guard isLint else { return }
        let present = try entry.members().map(\.0).filter(Self.contents.contains)
        let held = Self.contents.filter(present.contains)
        guard held.count > 1 else { return }
        diagnostic(
            entry, .suspicious,
            "holds \(held.joined(separator: " and ")) together; Thud reads all, but other readers may read only one")
    }

    private mutating func version(_ root: JSONReader) throws(ThudError) -> Double {
        guard let version = try root.optional("Version") else {
            diagnostic(root, .defaulted, "has no Version; 1 is used")
            return 1
        }
        guard case .number(let value) = version.node.content else {
            diagnostic(version, .ignored, "expected the Version to be a number, found \(version.node.kind); 1 is used")
            return 1
        }
        if value != 1 {
            diagnostic(version, .suspicious, "Version 1 is the only published one, found \(value.shown)")
        }
        return value
    }

    private mutating func metadata(_ root: JSONReader) throws(ThudError) -> [JSONValue.Member] {
        guard let metadata = try root.optional("Metadata") else { return [] }
        guard case .object(let members) = metadata.node.content else {
            diagnostic(metadata, .ignored, "expected the Metadata to be an object, found \(metadata.node.kind)")
            return []
        }
        return members.map { .init($0.name, $0.node.value) }
    }

    // MARK: - Limits

    private var isFull: Bool {
        events > HapticLimits.events || controlPoints > HapticLimits.controlPoints
            || continuousSeconds > HapticLimits.continuousSeconds
    }

    private mutating func countEvent(_ reader: JSONReader) throws(ThudError) {
        events += 1
        guard events <= HapticLimits.events else {
            throw excess(reader, "a pattern holds at most \(HapticLimits.events) events; split it into several files")
        }
    }

    private mutating func countSeconds(_ event: HapticEvent, _ reader: JSONReader) throws(ThudError) {
        continuousSeconds += event.lasting
        guard continuousSeconds <= HapticLimits.continuousSeconds else {
            let limit = Int(HapticLimits.continuousSeconds)
            throw excess(reader, "all HapticContinuous events together last more than \(limit) s; split the pattern")
        }
    }

    mutating func countPoint(_ reader: JSONReader) throws(ThudError) {
        controlPoints += 1
        guard controlPoints <= HapticLimits.controlPoints else {
            throw excess(
                reader, "at most \(HapticLimits.controlPoints) parameters and curve points; split the pattern")
        }
    }

    /// Returns an error about what AHAP allows, but is more than Thud reads. It ends the reading.
    private mutating func excess(_ reader: JSONReader, _ message: String) -> ThudError {
        refusal = nil
        return reader.error(message).coded(.tooLong)
    }

    // MARK: - Diagnostics

    /// Records a diagnostic on a value. The message is built only if it will be shown.
    mutating func diagnostic(_ reader: JSONReader, _ disposition: Disposition, _ message: @autoclosure () -> String) {
        guard isLint else { return }
        diagnostics.add(disposition, line: reader.node.line, column: reader.node.column) {
            reader.error("\(disposition.word): \(message())")
        }
    }

    /// Records an error of this reader under the name that Apple's loader has for it.
    mutating func diagnostic(on error: ThudError) {
        firstError = firstError ?? error
        let head = refusal.map { "Apple's loader rejects it (\($0.rawValue))" } ?? "refused here"
        diagnostics.add(refusal == nil ? .refused : .rejected, line: error.place.line, column: error.place.column) {
            error.located(saying: "\(head): \(error.message)")
        }
    }

    /// Records that the text is not valid JSON.
    mutating func diagnostic(onSyntax error: ThudError) {
        diagnostics.add(.rejected, line: error.place.line, column: error.place.column) { error.located(in: file) }
    }

    /// Records the passages that strict or other JSON readers would read differently.
    mutating func diagnostic(on warnings: [JSONWarning]) {
        for warning in warnings {
            let disposition: Disposition = warning.kind == .trailingComma ? .accepted : .suspicious
            diagnostics.add(disposition, line: warning.line, column: warning.column) {
                let message =
                    switch warning.kind {
                    case .trailingComma: "an extra comma at the end; strict JSON tools reject it"
                    case .repeatedName(let name):
                        "\(JSONValue.string(name).text(.compact)) appears twice; the last value counts, but "
                            + "other readers may take the first"
                    }
                return ThudError(
                    file: file, line: warning.line, column: warning.column, path: warning.path,
                    message: "\(disposition.word): \(message)")
            }
        }
    }

    /// Reads a time in seconds; 0 if none is stated.
    mutating func time(of reader: JSONReader, else refusal: AppleRefusal) throws(ThudError) -> Double {
        self.refusal = refusal
        guard let time = try reader.stated("Time") else {
            diagnostic(reader, .defaulted, "has no Time; 0 is used")
            return 0
        }
        return try seconds(time, upTo: HapticLimits.latestStart, below: .invalidEventTime, else: refusal)
    }

    /// Reads seconds from 0 to a limit of our own. `below` is the name that Apple's loader has for a negative number.
    mutating func seconds(
        _ reader: JSONReader, upTo most: Double, below: AppleRefusal, else refusal: AppleRefusal
    ) throws(ThudError) -> Double {
        self.refusal = refusal
        self.refusal = try reader.number() < 0 ? below : nil
        let seconds = try reader.number(in: 0...most)
        self.refusal = refusal
        return seconds
    }

    /// Reads `true` or `false`, or the 1 or 0 that Foundation accepts for them.
    func flag(_ reader: JSONReader) throws(ThudError) -> Bool {
        if case .number(let value) = reader.node.content, value == 0 || value == 1 { return value == 1 }
        return try reader.bool()
    }

    /// Reads a value and clamps it to the range of its parameter.
    mutating func clamped(_ reader: JSONReader, to range: ClosedRange<Double>) throws(ThudError) -> Double {
        clamped(try reader.number(), reader, to: range)
    }

    /// Clamps a value that was read, and records it if that changes the value.
    mutating func clamped(_ value: Double, _ reader: JSONReader, to range: ClosedRange<Double>) -> Double {
        let nearest = value.clamped(to: range)
        if nearest != value {
            let limits = "\(range.lowerBound.shown) to \(range.upperBound.shown)"
            diagnostic(reader, .clamped, "\(value.shown) is outside \(limits); read as \(nearest.shown)")
        }
        return nearest
    }

    /// Records the members that no loader knows.
    mutating func ignoreAll(in reader: JSONReader, but known: [String]) throws(ThudError) {
        let members = try reader.members()
        guard isLint else { return }
        for (name, value) in members where !known.contains(name) {
            diagnostic(value, .ignored, "unknown member\(NearestName.question(name, among: known))")
        }
    }
}

extension Double {
    /// The number as messages show it, in the notation of a file.
    var shown: String { JSONValue.number(self).text(.compact) }
}
