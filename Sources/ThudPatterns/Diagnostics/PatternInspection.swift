public import ThudCore

/// A file that was read and checked in one pass.
public struct PatternInspection: Sendable {
    /// A place of a file that names a sound.
    public struct SoundPlace: Sendable {
        /// The path as it is written.
        public let path: String

        private let reader: JSONReader

        init(path: String, _ reader: JSONReader) {
            self.path = path
            self.reader = reader
        }

        /// An error at this place.
        public func error(_ message: String) -> ThudError { reader.error(message) }
    }

    /// The pattern, or the error for which the file is refused.
    public let pattern: Result<HapticPattern, ThudError>

    /// All that an author should know about the file, in the order of the text; empty for a file that is well written.
    public let diagnostics: [PatternDiagnostic]

    /// Where the file names sounds, in the order of the text.
    public let sounds: [SoundPlace]

    /// An inspection.
    public init(
        pattern: Result<HapticPattern, ThudError>, diagnostics: [PatternDiagnostic], sounds: [SoundPlace] = []
    ) {
        self.pattern = pattern
        self.diagnostics = diagnostics
        self.sounds = sounds
    }
}
