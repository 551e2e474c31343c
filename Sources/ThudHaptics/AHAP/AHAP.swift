public import ThudCore

/// Apple Haptic and Audio Pattern files (`.ahap`), read as leniently as Apple's own loader reads them.
///
/// Trailing commas are accepted, values out of range are clamped, missing ones take their default, and names that are
/// not known are ignored. Each of these is worth a diagnostic to an author, which ``lint(_:file:)`` gives. What cannot be a
/// pattern is an error with file, line, column and JSON path: a wrong type, an unknown kind of event, a time that is
/// negative or beyond ``HapticLimits``, a sound outside the pattern's folder.
public enum AHAP {
    /// The pattern that a file holds.
    ///
    /// - Throws: `SourceError` at the first place that cannot be part of a pattern.
    public static func read(_ bytes: [UInt8], file: String) throws(SourceError) -> HapticPattern {
        var reader = AHAPReader(file: file, isLint: false)
        return try reader.pattern(JSONReader(bytes, file: file, options: options))
    }

    /// All that an author should know about a file, in the order of the text, at most 1000 diagnostics and then a sentence
    /// that counts the rest. Empty for a file that is well written.
    ///
    /// Each diagnostic begins with what becomes of the passage: `Apple's loader rejects it (BadEventEntry -4830)`,
    /// `refused here` (beyond this reader's own limits), `ignored`, `clamped`, `default`, `accepted` or `suspicious`. An
    /// entry that is refused does not hide what is wrong with the next ones; broken JSON ends the list.
    public static func lint(_ bytes: [UInt8], file: String) -> [PatternDiagnostic] {
        var reader = AHAPReader(file: file, isLint: true)
        var warnings: [JSONWarning] = []
        do throws(JSONError) {
            let root = try JSONNode.parse(bytes, options: options, warnings: &warnings)
            reader.diagnostic(on: warnings)
            reader.check(JSONReader(root, file: file))
        } catch {
            reader.diagnostic(on: warnings)
            reader.diagnostic(on: error)
        }
        return reader.diagnostics.shown(file: file)
    }

    /// A pattern as the text of a file, in a stable order that diffs well; Apple's loader takes it.
    public static func text(_ pattern: HapticPattern) -> String { json(pattern).text() }

    private static let options = JSONOptions(allowsTrailingCommas: true, maximumBytes: HapticLimits.fileBytes)
}
