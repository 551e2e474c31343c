public import ThudCore

/// Reads and writes Apple Haptic and Audio Pattern files (`.ahap`), as leniently as Apple's own loader does.
///
/// The reader accepts trailing commas, clamps values out of range, uses the default for missing values and ignores
/// unknown names. ``inspect(_:file:)`` reports each of these as a diagnostic. Only what cannot be part of a pattern is
/// an error, with file, line, column and JSON path. Examples are a wrong type, an unknown kind of event, a negative
/// time or one beyond ``HapticLimits``, and an empty sound path.
public enum AHAP {
    /// Reads the pattern in a file.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - file: The file's name, for errors.
    /// - Throws: `ThudError` at the first place that cannot be part of a pattern.
    public static func read(_ bytes: [UInt8], file: String) throws(ThudError) -> HapticPattern {
        var reader = AHAPReader(file: file, isLint: false)
        return try reader.pattern(JSONReader(bytes, file: file, options: options))
    }

    /// Reads the pattern in a file together with everything that its author should know about it. At most 1000
    /// diagnostics are returned, followed by a sentence that counts the rest.
    ///
    /// Each diagnostic starts with the consequence for the passage: `Apple's loader rejects it (BadEventEntry -4830)`,
    /// `refused here` (beyond this reader's own limits), `ignored`, `clamped`, `default`, `accepted` or `suspicious`.
    /// After a refused entry the check continues with the next one, but broken JSON ends it.
    public static func inspect(_ bytes: [UInt8], file: String) -> PatternInspection {
        var reader = AHAPReader(file: file, isLint: true)
        var warnings: [JSONWarning] = []
        let pattern: Result<HapticPattern, ThudError>
        do throws(ThudError) {
            let root = try JSONNode.parse(bytes, options: options, warnings: &warnings)
            reader.diagnostic(on: warnings)
            pattern = reader.check(JSONReader(root, file: file))
        } catch {
            reader.diagnostic(on: warnings)
            reader.diagnostic(onSyntax: error)
            pattern = .failure(error.located(in: file))
        }
        return PatternInspection(
            pattern: pattern, diagnostics: reader.diagnostics.shown(file: file), sounds: reader.soundPlaces)
    }

    /// Returns the diagnostics of ``inspect(_:file:)``.
    public static func lint(_ bytes: [UInt8], file: String) -> [PatternDiagnostic] {
        inspect(bytes, file: file).diagnostics
    }

    /// Returns a pattern as text that Apple's loader accepts, in a stable order for small diffs.
    public static func text(_ pattern: HapticPattern) -> String { text(pattern, like: nil) }

    private static let options = JSONOptions(allowsTrailingCommas: true, maximumBytes: HapticLimits.fileBytes)
}
