public import JSONText

/// Apple Haptic and Audio Pattern files (`.ahap`), read as leniently as Apple's own loader reads them.
///
/// Trailing commas are accepted, values out of range are clamped, missing ones take their default, and names that are
/// not known are ignored. Each of these is worth a remark to an author, which ``lint(_:file:)`` gives. What cannot be a
/// pattern is an error with file, line, column and JSON path: a wrong type, an unknown kind of event, a time that is
/// negative or beyond ``HapticLimits``, a sound outside the pattern's folder.
public enum AHAP {
    /// The pattern that a file holds.
    public static func read(_ bytes: [UInt8], file: String) throws(SourceError) -> HapticPattern {
        var reader = AHAPReader()
        return try reader.pattern(root(bytes, file: file))
    }

    /// All that an author should know about a file, in the order of the text: what was ignored, clamped or looks like a
    /// mistake. If the file is broken, the error is the last remark.
    public static func lint(_ bytes: [UInt8], file: String) -> [SourceError] {
        var reader = AHAPReader()
        do throws(SourceError) {
            _ = try reader.pattern(root(bytes, file: file))
            return reader.remarks
        } catch {
            return reader.remarks + [error]
        }
    }

    /// A pattern as the text of a file, in a stable order that diffs well; Apple's loader takes it.
    public static func text(_ pattern: HapticPattern) -> String { json(pattern).text() }

    private static func root(_ bytes: [UInt8], file: String) throws(SourceError) -> JSONReader {
        let options = JSONOptions(allowsTrailingCommas: true, maximumBytes: HapticLimits.fileBytes)
        return try JSONReader(bytes, file: file, options: options)
    }
}
