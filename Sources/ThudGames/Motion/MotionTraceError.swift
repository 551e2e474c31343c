/// Why a file is no motion trace.
public struct MotionTraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as the reader was told.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// What is wrong and what would be right.
    public var reason: String

    /// All of it, as compilers print errors.
    public var description: String { "\(file):\(line): \(reason)" }
}
