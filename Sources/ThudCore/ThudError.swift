import Glibc

/// A failure: the one error type of all modules.
///
///     do throws(ThudError) {
///         sound = try SoundFile.read("ping.wav")
///     } catch {
///         if error.code == .notFound { offerAnother(instead: error.subject) }
///         print(error)  // ping.wav: cannot be read: No such file or directory; check the path
///     }
///
/// Each module defines its own codes in an extension of ``Code``.
public struct ThudError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as a stable name that scripts may rely on.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The kind of fault, which determines the exit code of a command.
        public enum Fault: Hashable, Sendable {
            /// The command line is invalid.
            case usage
            /// Everything worked, but the checked item is not as it should be.
            case check
            /// The sound device cannot be used.
            case device
            /// A file or another input is broken or cannot be reached.
            case input
        }

        /// The stable name in kebab-case, unique among the codes of one fault.
        public let name: String
        /// The kind of fault.
        public let fault: Fault

        /// Creates a code of the given name.
        public init(_ name: String, _ fault: Fault = .input) {
            self.name = name
            self.fault = fault
        }

        /// The name.
        public var description: String { name }
    }

    /// A position in a text.
    public struct Place: Hashable, Sendable {
        /// The line, counted from 1; 0 if the whole text is meant.
        public let line: Int
        /// The column, counted from 1 in Unicode scalars (a tab is one); 0 if the whole line is meant.
        public let column: Int
        /// The JSON path, for example `Pattern[3].Event.Time`; empty for the root and for syntax errors.
        public let path: String

        /// The position that stands for the whole text.
        public static let whole = Place(line: 0, column: 0, path: "")
    }

    /// What went wrong, as a stable code.
    public let code: Code
    /// The file, device or sound concerned, as the caller named it; empty if there is none.
    public let subject: String
    /// The position in the file, if it is a text.
    public let place: Place
    /// The positive `errno` of the system or of ALSA, if the system was involved.
    public let errno: Int32?
    /// What is wrong and what to do about it, without a full stop.
    public let message: String
    /// The whole error as one line that a person can act on.
    public let description: String

    /// Creates a failure whose sentence already names its subject.
    public init(_ code: Code, about subject: String = "", errno: Int32? = nil, _ sentence: String) {
        self.code = code
        self.subject = subject
        place = .whole
        self.errno = errno
        message = sentence
        description = sentence
    }

    /// Creates a failure in a file, in the format that editors and people understand. Unknown parts are left out:
    ///
    ///     Sounds/kape/correct.ahap:12:24: Pattern[0].Event.EventType: expected a string, found a number
    ///
    /// `file` is the file as the user named it, empty if the text did not come from one. Line and column count from 1.
    public init(
        _ code: Code = .malformed, file: String, line: Int = 0, column: Int = 0, path: String = "", errno: Int32? = nil,
        message: String
    ) {
        self.code = code
        subject = file
        place = Place(line: line, column: column, path: path)
        self.errno = errno
        self.message = message
        var start = file
        if line > 0 { start += "\(start.isEmpty ? "" : ":")\(line)" }
        if column > 0 { start += ":\(column)" }
        description = [start, path, message].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// Returns the same failure, located in another file or told in other words.
    public func located(in file: String? = nil, saying message: String? = nil) -> ThudError {
        ThudError(
            code, file: file ?? subject, line: place.line, column: place.column, path: place.path, errno: errno,
            message: message ?? self.message)
    }

    /// Returns the same failure with another code.
    package func coded(_ code: Code) -> ThudError {
        ThudError(
            code, file: subject, line: place.line, column: place.column, path: place.path, errno: errno,
            message: message)
    }

    /// Returns the C library's description of an `errno`, by default the current one.
    public static func words(for number: Int32 = Glibc.errno) -> String { unsafe String(cString: strerror(number)) }

    /// Returns the error for a system call that has just failed.
    package static func system(_ problem: String) -> ThudError {
        ThudError(.system, errno: Glibc.errno, "\(problem): \(words())")
    }

    /// What a program wants of a path, as the problem if it cannot have it.
    public enum Access: String, Sendable {
        case read = "cannot be read"
        case list = "cannot be listed"
        case write = "cannot be written"
        case create = "cannot be created"
    }

    /// Returns what to do if the system refused a path, as a clause without capital or full stop; nil if that is not
    /// known. Only here does an `errno` get its advice.
    package static func advice(for number: Int32, _ access: Access) -> String? {
        let reads = access == .read || access == .list
        return switch number {
        case ENOENT: reads ? "check the path" : "create its folder first, or choose another"
        case ENOTDIR: access == .list ? "choose a folder" : "a file is in the way, so choose another path"
        case ENOSPC, EDQUOT: "free some space, or write to another disk"
        case EACCES, EPERM: "check the permission to \(reads ? "read" : "write") it"
        case EROFS: "write to a folder on another file system"
        case EISDIR, ESPIPE, EWOULDBLOCK: "choose another file"
        case ENAMETOOLONG: "choose a shorter name"
        case EMFILE, ENFILE: "close other files, or raise the limit with ulimit -n"
        default: nil
        }
    }

    /// Returns the C library's description of an `errno` about a path, and what to do about it if that is known.
    package static func words(for number: Int32, _ access: Access) -> String {
        [words(for: number), advice(for: number, access)].compactMap(\.self).joined(separator: "; ")
    }
}

extension ThudError.Code {
    /// Nothing exists at that path.
    public static let notFound = ThudError.Code("not-found")
    /// The operating system refused; see `errno`.
    public static let system = ThudError.Code("system")
    /// The disk is full.
    public static let diskFull = ThudError.Code("disk-full")
    /// A text is not written as it should be; see `place`.
    public static let malformed = ThudError.Code("malformed")
    /// A file that was once complete no longer is.
    public static let damaged = ThudError.Code("damaged")
    /// Something is longer or larger than Thud or the format allows.
    public static let tooLong = ThudError.Code("too-long")
    /// A number is outside its valid range.
    public static let outsideLimits = ThudError.Code("outside-limits")
    /// Another input cannot be used.
    public static let badInput = ThudError.Code("bad-input")
    /// The command line is invalid.
    public static let usage = ThudError.Code("usage", .usage)
    /// A check did not pass, or something could not be done.
    public static let checkFailed = ThudError.Code("check-failed", .check)
    /// The requested sound device cannot be used.
    public static let noDevice = ThudError.Code("no-device", .device)

    /// Chooses the code for a failed system call.
    public init(errno: Int32) {
        self =
            switch errno {
            case ENOENT, ENOTDIR: .notFound
            case ENOSPC, EDQUOT: .diskFull
            default: .system
            }
    }
}
