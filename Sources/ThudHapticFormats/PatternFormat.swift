public import ThudCore
public import ThudPatterns

/// The haptic file formats that Thud reads and writes. Conversion between any two goes through an AHAP pattern.
///     let read = try PatternFormat.haptic.read(bytes, file: "hit.haptic")
///     let written = PatternFormat.he.write(read.pattern)
///     print(written.text, written.losses)
/// The raw value is the name that `thud convert --to` takes: the extension, or which of the kinds that share `.json`.
public enum PatternFormat: String, CaseIterable, Hashable, Sendable {
    /// Apple Haptic and Audio Pattern; see `AHAP`.
    case ahap
    /// Lofelt's and Meta's envelopes with emphasis, version 1; see `HapticFile`.
    case haptic
    /// MPEG's interchange format (ISO/IEC 23090-31), which is JSON; see `HJIFFile`.
    case hjif
    /// The binary form of MPEG's format; see `HMPGReader`.
    case hmpg
    /// RichTap's events, versions 1 and 2; see `HEFile`.
    case he
    /// The arguments of Android's `VibrationEffect` as JSON, a waveform or a composition; see `AndroidFile`.
    case android
    /// HarmonyOS vibrator files; see `HarmonyFile`.
    case harmony
    /// The argument of the web's `navigator.vibrate`; see `VibrateFile`.
    case vibrate
    /// Gamepad effects on the web; see `GamepadFile`.
    case gamepad
    /// Android's own vibration files; see `AndroidXML`.
    case androidXML = "xml"
    /// A vibration of feedbackd's themes; see `VibraFile`.
    case vibraPattern = "vibra-pattern"
    /// A theme of feedbackd with one event; see `FeedbackdTheme`.
    case feedbackd

    /// Chooses the format by a file's extension, ignoring case: `.ahap`, `.haptic`, `.hjif`, `.hmpg`, `.he`, and
    /// `.json` and `.xml` for Android; nil for any other. The other formats in `.json` are recognised by content when
    /// the file is read.
    public init?(path: String) {
        let ending = SourceFile.ending(of: path)
        guard let format = Self.allCases.first(where: { $0.fileExtension == ending }) else { return nil }
        self = format
    }

    /// The extension of the format's files, without the dot.
    public var fileExtension: String {
        switch self {
        case .android, .harmony, .vibrate, .gamepad, .vibraPattern, .feedbackd: "json"
        case .ahap, .haptic, .hjif, .hmpg, .he, .androidXML: rawValue
        }
    }

    /// The extensions of all formats, without the dot, each once.
    public static let fileExtensions = allCases.map(\.fileExtension).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
    }

    /// Reads the pattern of a file, with diagnostics for its author. `event` chooses one of a theme's events.
    /// - Throws: `ThudError` with file, line, column and JSON path if the file is not of this format.
    public func read(_ bytes: [UInt8], file: String, event: String? = nil) throws(ThudError) -> PatternImport {
        let inspection = inspect(bytes, file: file, event: event)
        let pattern = try inspection.pattern.get()
        // All other readers already keep only the first diagnostic of each kind.
        guard self == .ahap else { return PatternImport(pattern: pattern, diagnostics: inspection.diagnostics) }
        var notes = ReadingNotes()
        // A style diagnostic is no remark on how the file was read.
        for diagnostic in inspection.diagnostics where diagnostic.disposition != .style { notes.add(diagnostic) }
        return PatternImport(pattern: pattern, diagnostics: notes.diagnostics)
    }

    /// Reads a file and returns its pattern or the error that refuses it, with all diagnostics in the order of the
    /// text, that error included. The sounds that a file names are listed for `.ahap` alone.
    public func inspect(_ bytes: [UInt8], file: String, event: String? = nil) -> PatternInspection {
        if held(by: bytes) == .ahap { return AHAP.inspect(bytes, file: file) }
        return ReadingNotes.inspection { notes throws(ThudError) in
            try pattern(bytes, file: file, event: event, &notes)
        }
    }

    /// Returns the diagnostics of ``inspect(_:file:event:)``.
    public func lint(_ bytes: [UInt8], file: String) -> [PatternDiagnostic] { inspect(bytes, file: file).diagnostics }

    /// Returns the format of a text in a file of this format: that of the content if the file ends in `.json`.
    public func held(by bytes: [UInt8]) -> PatternFormat {
        fileExtension == "json" ? PatternFormat.inJSON(bytes) ?? self : self
    }

    /// Returns the `.json` format of a text, recognised by its content; nil if it has none of them.
    public static func inJSON(_ bytes: [UInt8]) -> PatternFormat? {
        (try? JSONReader(bytes, file: "")).flatMap { try? JSONForm.format(of: $0) }
    }

    /// Returns the format of a text without a file name, recognised by its content; nil if it has none.
    ///
    /// JSON that does not parse counts as AHAP, whose reader says where the error is. `.hmpg` has no sign of its own.
    public static func recognised(in bytes: [UInt8]) -> PatternFormat? {
        guard let first = bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) else {
            return nil
        }
        if first == UInt8(ascii: "<") { return .androidXML }
        guard first == UInt8(ascii: "{") else { return inJSON(bytes) }
        guard let root = try? JSONReader(bytes, file: "", options: .lenient), let members = try? root.members() else {
            return .ahap
        }
        let names = Set(members.map(\.name))
        if names.contains("signals") { return .haptic }
        if names.contains("perceptions") { return .hjif }
        // Apple's loader does not need a version.
        return (try? JSONForm.format(of: root)) ?? (names.contains("Pattern") ? .ahap : nil)
    }

    /// Writes a pattern as a file and reports what the format cannot hold. `android` chooses the kind of Android
    /// effect, `law` the amplitudes of MPEG's formats, and `event` names the event of a theme. The version of RichTap's
    /// format and AHAP's long curves stay as in the text `old`. The other formats ignore all of these.
    public func write(
        _ pattern: HapticPattern, android: AndroidEffect = .automatic, law: IntensityLaw = .square,
        event: String = "pattern", like old: [UInt8]? = nil
    ) -> PatternExport {
        switch self {
        case .ahap: PatternExport(text: AHAP.text(pattern, like: old), losses: [])
        case .haptic: HapticFile.write(pattern)
        case .hjif: HJIFFile.write(pattern, law)
        case .hmpg: HMPGFile.write(pattern, law)
        case .he: HEFile.write(pattern, like: old)
        case .android: AndroidFile.write(pattern, as: android)
        case .harmony: HarmonyFile.write(pattern)
        case .vibrate: VibrateFile.write(pattern)
        case .gamepad: GamepadFile.write(pattern)
        case .androidXML: AndroidXML.write(pattern, as: android)
        case .vibraPattern: VibraFile.write(pattern)
        case .feedbackd: FeedbackdTheme.write(pattern, event: event)
        }
    }

    private func pattern(
        _ bytes: [UInt8], file: String, event: String?, _ notes: inout ReadingNotes
    ) throws(ThudError) -> HapticPattern {
        if self == .androidXML { return try AndroidXML.read(bytes, file: file, &notes) }
        if self == .hmpg { return try HMPGFile.read(bytes, file: file, &notes) }
        let root = try JSONReader(bytes, file: file)
        let pattern =
            switch fileExtension == "json" ? try JSONForm.format(of: root) : self {
            // The first three have been read above or by `inspect`.
            case .ahap, .hmpg, .androidXML, .haptic: try HapticFile.read(root, &notes)
            case .hjif: try MPEGPatternReader.read(HJIFReader.experience(root, &notes), &notes)
            case .he: try HEFile.read(root, &notes)
            case .android: try AndroidFile.read(root, &notes)
            case .harmony: try HarmonyFile.read(root, &notes)
            case .vibrate: try VibrateFile.read(root, &notes)
            case .gamepad: try GamepadFile.read(root, &notes)
            case .vibraPattern: try VibraFile.read(root, &notes)
            case .feedbackd: try FeedbackdTheme.read(root, event: event, &notes)
            }
        try ReadingLimits.check(pattern, root)
        return pattern
    }
}

/// The result of reading a file.
public struct PatternImport: Hashable, Sendable {
    /// The pattern that the file holds.
    public let pattern: HapticPattern
    /// The passages that were ignored, clamped or look wrong, the first of each kind; empty for a flawless file.
    public let diagnostics: [PatternDiagnostic]

    /// Creates an import.
    public init(pattern: HapticPattern, diagnostics: [PatternDiagnostic]) {
        self.pattern = pattern
        self.diagnostics = diagnostics
    }
}

/// The result of writing a pattern.
public struct PatternExport: Hashable, Sendable {
    /// The content of the whole file.
    public let bytes: [UInt8]
    /// One sentence without a full stop for each thing that the format cannot hold; empty if nothing felt was lost.
    public let losses: [String]

    /// Creates an export to a format of any kind.
    public init(bytes: [UInt8], losses: [String]) {
        self.bytes = bytes
        self.losses = losses
    }

    /// Creates an export to a text format; the text ends with a line break.
    public init(text: String, losses: [String]) { self.init(bytes: Array(text.utf8), losses: losses) }

    /// The file as text, which is useless for a binary format.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}
