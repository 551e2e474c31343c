public import ThudCore

/// Apple Haptic and Audio Pattern files (`.ahap`), read as leniently as Apple's own loader reads them.
///
/// Trailing commas are accepted, values out of range are clamped, missing ones take their default, and names that are
/// not known are ignored. Each of these gets a diagnostic from ``inspect(_:file:)``. Only what cannot be part of a pattern is
/// an error, with file, line, column and JSON path: a wrong type, an unknown kind of event, a time that is negative or
/// beyond ``HapticLimits``, a sound outside the pattern's folder.
public enum AHAP {
    /// The pattern that a file holds.
    ///
    /// - Throws: `ThudError` at the first place that cannot be part of a pattern.
    public static func read(_ bytes: [UInt8], file: String) throws(ThudError) -> HapticPattern {
        var reader = AHAPReader(file: file, isLint: false)
        return try reader.pattern(JSONReader(bytes, file: file, options: options))
    }

    /// The pattern that a file holds, and all that an author should know about the file: at most 1000 diagnostics, and then
    /// a sentence that counts the rest.
    ///
    /// Each diagnostic begins with what becomes of the passage: `Apple's loader rejects it (BadEventEntry -4830)`,
    /// `refused here` (beyond this reader's own limits), `ignored`, `clamped`, `default`, `accepted` or `suspicious`. An
    /// entry that is refused does not hide what is wrong with the next ones, but broken JSON ends the list.
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

    /// The diagnostics of ``inspect(_:file:)``.
    public static func lint(_ bytes: [UInt8], file: String) -> [PatternDiagnostic] {
        inspect(bytes, file: file).diagnostics
    }

    /// A pattern as the text of a file, in a stable order that diffs well; Apple's loader takes it.
    public static func text(_ pattern: HapticPattern) -> String { json(pattern).text() }

    private static let options = JSONOptions(allowsTrailingCommas: true, maximumBytes: HapticLimits.fileBytes)
}
