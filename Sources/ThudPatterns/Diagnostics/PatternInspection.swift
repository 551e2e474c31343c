public import ThudCore

/// The result of reading and checking a file in one pass.
public struct PatternInspection: Sendable {
    /// A place in a file that names a sound.
    public struct SoundPlace: Sendable {
        /// The path as it is written in the file.
        public let path: String
        private let reader: JSONReader

        init(path: String, _ reader: JSONReader) {
            self.path = path
            self.reader = reader
        }

        /// Returns an error at this place.
        public func error(_ message: String) -> ThudError { reader.error(message) }
    }

    /// The pattern, or the error for which the file is refused.
    public let pattern: Result<HapticPattern, ThudError>
    /// Everything that the author should know about the file, in text order; empty if the file is well written.
    public let diagnostics: [PatternDiagnostic]
    /// The places at which the file names sounds, in text order.
    public let sounds: [SoundPlace]

    /// Creates an inspection.
    public init(
        pattern: Result<HapticPattern, ThudError>, diagnostics: [PatternDiagnostic], sounds: [SoundPlace] = []
    ) {
        self.pattern = pattern
        self.diagnostics = diagnostics
        self.sounds = sounds
    }
}
