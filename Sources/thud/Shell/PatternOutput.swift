import Glibc
import ThudCore
import ThudHapticFormats
import ThudPatterns

/// The place for a written pattern: a file, or standard output for `-`.
enum PatternOutput {
    /// The word for standard output, and for standard input as a source.
    static let standard = "-"

    /// Writes the bytes of a pattern.
    static func write(_ bytes: [UInt8], to path: String) throws(ThudError) {
        guard path != standard else { return Console.result(bytes) }
        try SourceFile.write(bytes, to: path)
    }

    /// Reads what was written to `path`, because a format may not hold everything; nil, with a remark, if Thud cannot.
    static func readAgain(_ bytes: [UInt8], _ format: PatternFormat, at path: String) -> HapticPattern? {
        do throws(ThudError) {
            return try format.read(bytes, file: path).pattern
        } catch {
            Console.remark("\(path) is written, but Thud cannot read it again: \(error.message)")
            return nil
        }
    }

    /// Refuses to replace one of `files`, which the command reads, under any path.
    static func refuse(_ output: String, over files: [String], called name: String? = nil) throws(ThudError) {
        guard files.contains(where: { SourceFile.isSame($0, output) }) else { return }
        throw ThudError(.usage, "the output would overwrite \(name ?? "the input \(output)"); choose another file")
    }

    /// Refuses to replace a pattern that somebody may have edited: any that differs from what would be written.
    ///
    /// - Parameter key: the option or key that overwrites it nevertheless.
    static func keepOthersWork(in path: String, _ bytes: [UInt8], unless key: String = "--force") throws(ThudError) {
        // A pipe, a device and a link to nothing hold nobody's work.
        guard path != standard, SourceFile.kind(of: path) == S_IFREG, try SourceFile.read(path) != bytes else { return }
        throw refusal(of: path, unless: key)
    }

    /// Returns the error of a file that somebody may have edited.
    static func refusal(of path: String, unless key: String = "--force") -> ThudError {
        ThudError(.usage, "\(path) exists and holds something else; \(key) overwrites it")
    }
}
