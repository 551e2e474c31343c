import Glibc
import Synchronization
import ThudCore

/// Inputs that can be read once: standard input (`-`), and pipes such as a shell's `<(command)`.
enum StandardInput {
    /// The name of standard input in diagnostics.
    private static let name = "standard input"
    /// What was read, for the next that asks.
    private static let taken = Mutex<[String: [UInt8]]>([:])

    /// Whether a word on the command line names such an input.
    static func isMeant(by word: String) -> Bool {
        word == PatternOutput.standard || SourceFile.kind(of: word) == S_IFIFO
    }

    /// Returns what diagnostics call a file or such an input.
    static func name(of word: String) -> String { word == PatternOutput.standard ? name : word }

    /// Returns the contents of a file or of such an input, however often it is asked for.
    static func read(_ word: String) throws(ThudError) -> [UInt8] {
        guard isMeant(by: word) else { return try SourceFile.read(word) }
        if let bytes = taken.withLock({ $0[word] }) { return bytes }
        let bytes =
            word == PatternOutput.standard
            ? try SourceFile.read(from: STDIN_FILENO, as: name) : try SourceFile.read(word)
        taken.withLock { $0[word] = bytes }
        return bytes
    }
}
