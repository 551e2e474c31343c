/// Why a typeface cannot be used: a stable code and a sentence for people.
///
/// `description` reads as one line: "cannot take letters from a.ttf: it is no typeface; install fonts-dejavu-core".
public struct LetteringError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as a stable name that scripts may rely upon.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name, in kebab-case.
        public let rawValue: String

        /// A code of the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing has that path, or it may not be read.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The file is no typeface, or a damaged one.
        public static let notATypeface = Code(rawValue: "not-a-typeface")
        /// A typeface without outlines or without a Unicode table.
        public static let unsuitable = Code(rawValue: "unsuitable")
        /// FreeType does not start.
        public static let system = Code(rawValue: "system")
    }

    /// What went wrong.
    public let code: Code
    /// The file, as the caller named it.
    public let path: String
    /// What is wrong, as a clause without capital or full stop.
    public let problem: String

    init(_ code: Code, _ path: String, _ problem: String) {
        self.code = code
        self.path = path
        self.problem = problem
    }

    /// The whole as one line: what, where, why and what to do.
    public var description: String {
        "cannot take letters from \(path): \(problem); install fonts-dejavu-core"
    }
}
