import Glibc

/// Why something failed: the one shape that every failure of the house has.
///
///     do throws(ThudError) {
///         sound = try SoundFile.read("ping.wav")
///     } catch {
///         if error.code == .notFound { offerAnother(instead: error.subject) }
///         print(error)  // cannot read ping.wav: no such file or directory; check the path
///     }
///
/// Each module names its own codes, as an extension of ``Code``.
public struct ThudError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, as a stable name that scripts may rely upon.
    public struct Code: Hashable, Sendable {
        /// Where the fault lies; the exit code of a command follows from it.
        public enum Fault: Hashable, Sendable {
            /// The command line makes no sense.
            case usage
            /// Everything worked, and what was checked is not as it should be.
            case check
            /// The sound device cannot be used.
            case device
            /// A file or another input is broken or cannot be reached.
            case input
        }

        /// The stable name, in kebab-case; unique among those of one fault.
        public let name: String
        /// Where the fault lies.
        public let fault: Fault

        /// A code of the given name.
        public init(_ name: String, _ fault: Fault = .input) {
            self.name = name
            self.fault = fault
        }
    }

    /// A place in a text.
    public struct Place: Hashable, Sendable {
        /// The line, counted from 1; 0 when the whole text is meant.
        public let line: Int
        /// The column, counted from 1 in Unicode scalars (a tab is one); 0 when the whole line is meant.
        public let column: Int
        /// The JSON path, `Pattern[3].Event.Time`; empty for the root and for errors of syntax.
        public let path: String

        /// The whole of a text.
        public static let whole = Place(line: 0, column: 0, path: "")
    }

    /// What went wrong.
    public let code: Code
    /// The file, device or sound concerned, as the caller named it; empty where there is none.
    public let subject: String
    /// Where in the file, if it is a text.
    public let place: Place
    /// The system's or ALSA's `errno`, positive, if the system had a part.
    public let errno: Int32?
    /// What is wrong and what to do about it, without a full stop.
    public let message: String
    /// The whole as one line that a person can act on.
    public let description: String

    /// A failure whose sentence names its subject itself.
    public init(_ code: Code, about subject: String = "", errno: Int32? = nil, _ sentence: String) {
        self.code = code
        self.subject = subject
        place = .whole
        self.errno = errno
        message = sentence
        description = sentence
    }

    /// A failure of a file, in the one shape that editors and people both follow; what is not known is left out:
    ///
    ///     Sounds/kape/correct.ahap:12:24: Pattern[0].Event.EventType: expected a string, found a number
    ///
    /// - Parameter file: as the user named it; empty when the text came from nowhere.
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

    /// The same failure, of a text that is now known to stand in `file`.
    public func located(in file: String) -> ThudError {
        ThudError(
            code, file: file, line: place.line, column: place.column, path: place.path, errno: errno, message: message)
    }

    /// The C library's words for an `errno`: the last one, unless another is given.
    public static func words(for number: Int32 = Glibc.errno) -> String { unsafe String(cString: strerror(number)) }
}

extension ThudError.Code {
    /// Nothing has that path.
    public static let notFound = ThudError.Code("not-found")
    /// The operating system refused; see `errno`.
    public static let system = ThudError.Code("system")
    /// No room is left on the device.
    public static let diskFull = ThudError.Code("disk-full")
    /// A text that is not written as it should be; see `place`.
    public static let malformed = ThudError.Code("malformed")
    /// A file that was whole once and is not any more.
    public static let damaged = ThudError.Code("damaged")
    /// Longer or larger than Thud or the format allows.
    public static let tooLong = ThudError.Code("too-long")
    /// A number outside the range in which it makes sense.
    public static let outsideLimits = ThudError.Code("outside-limits")
    /// Another input that cannot be used.
    public static let badInput = ThudError.Code("bad-input")
    /// The command line makes no sense.
    public static let usage = ThudError.Code("usage", .usage)
    /// A check did not pass, or something could not be done.
    public static let checkFailed = ThudError.Code("check-failed", .check)
    /// The sound device that was asked for cannot be used.
    public static let noDevice = ThudError.Code("no-device", .device)

    /// The code of a system call's failure.
    public init(errno: Int32) {
        self =
            switch errno {
            case ENOENT, ENOTDIR: .notFound
            case ENOSPC, EDQUOT: .diskFull
            default: .system
            }
    }
}
