import Glibc
public import ThudCore

extension ThudError.Code {
    /// Thud does not read this container, or the path is not a regular file.
    public static let notASoundFile = ThudError.Code("not-a-sound-file")
    /// Thud reads the container but not the encoding in it.
    public static let unsupportedEncoding = ThudError.Code("unsupported-encoding")
    /// The file or sound holds no frames.
    public static let empty = ThudError.Code("empty")
    /// Some samples are not numbers, or absurdly loud.
    public static let unusableSamples = ThudError.Code("unusable-samples")
    /// The output path does not end in `.wav` or, unless it is a recording's, `.flac`.
    public static let unknownExtension = ThudError.Code("unknown-extension")
    /// The resampler refused the sound.
    public static let resampling = ThudError.Code("resampling")
}

enum SoundOperation: String {
    case read = "cannot be read"
    case write = "cannot be written"
    case resample = "cannot be resampled"
}

extension ThudError {
    /// Returns the error of an operation on a sound: "ping.wav: cannot be read: it holds no samples; export it again".
    /// - Parameters:
    ///   - subject: the file, as the caller named it; for `resample` a few words on the sound.
    ///   - problem: what is wrong, as a clause without capital or full stop.
    ///   - advice: what to do about it, as a clause without capital or full stop.
    static func sound(
        _ code: Code, _ operation: SoundOperation, _ subject: String, problem: String, advice: String,
        errno: CInt? = nil
    ) -> ThudError {
        ThudError(code, about: subject, errno: errno, "\(subject): \(operation.rawValue): \(problem); \(advice)")
    }

    /// Returns the error of a file that cannot be read as a sound.
    static func unreadable(_ code: Code, _ path: String, _ problem: String, _ advice: String) -> ThudError {
        sound(code, .read, path, problem: problem, advice: advice)
    }

    /// Returns the error for a failed system call or libsndfile call.
    static func sound(_ failure: ThudError, _ operation: SoundOperation, _ path: String) -> ThudError {
        let number = failure.errno ?? 0
        let known = number == EFBIG ? "write a shorter sound" : advice(for: number, operation == .read ? .read : .write)
        return sound(
            number == EFBIG ? .tooLong : Code(errno: number), operation, path, problem: failure.message,
            advice: known ?? "try again, or try another path", errno: failure.errno)
    }

    /// Returns the error of a failed system call, in the C library's words.
    static func call(_ number: CInt) -> ThudError {
        ThudError(.init(errno: number), errno: number, words(for: number))
    }

    /// Checks the return code of every system call: retries after EINTR, and throws for any other -1.
    static func check(_ call: () -> CInt) throws(ThudError) -> CInt {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = Glibc.errno
            if number != EINTR { throw .call(number) }
        }
    }

    /// Returns the error for a recording of which some seconds are silence, because the disk fell behind.
    public static func diskTooSlow(_ path: String, seconds: Double) -> ThudError {
        sound(
            .system, .write, path,
            problem: "the disk fell behind, so \(Int(seconds.rounded(.up))) s of the recording are silence",
            advice: "record to a faster disk")
    }

    /// Returns the error for a folder whose sounds together exceed a number of mebibytes.
    public static func tooManySounds(_ folder: String, mebibytes: Int) -> ThudError {
        unreadable(
            .tooLong, folder, "the sounds together take more than \(mebibytes) MiB", "use fewer or shorter sounds")
    }
}
