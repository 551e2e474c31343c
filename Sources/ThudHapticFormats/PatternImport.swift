public import ThudHaptics

/// What a file was read as.
public struct PatternImport: Hashable, Sendable {
    /// The pattern.
    public let pattern: HapticPattern

    /// What was ignored, clamped or looks like a mistake, each with its place; empty for a file without fault.
    public let diagnostics: [PatternDiagnostic]

    /// An import.
    public init(pattern: HapticPattern, diagnostics: [PatternDiagnostic]) {
        self.pattern = pattern
        self.diagnostics = diagnostics
    }
}
