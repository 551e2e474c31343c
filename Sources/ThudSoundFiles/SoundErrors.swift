import Glibc
public import ThudCore

extension ThudError.Code {
    /// The container is none that Thud reads, or the path is no regular file.
    public static let notASoundFile = ThudError.Code("not-a-sound-file")
    /// A known container with an encoding that Thud does not read.
    public static let unsupportedEncoding = ThudError.Code("unsupported-encoding")
    /// There is not one frame.
    public static let empty = ThudError.Code("empty")
    /// Samples that are not numbers, or absurdly loud.
    public static let unusableSamples = ThudError.Code("unusable-samples")
    /// The path to write to ends in neither `.wav` nor `.flac`.
    public static let unknownExtension = ThudError.Code("unknown-extension")
    /// The resampler refused.
    public static let resampling = ThudError.Code("resampling")
}

/// What is attempted with a sound.
enum SoundOperation: String {
    /// Decoding a file.
    case read
    /// Encoding a file.
    case write
    /// Changing the rate of a sound in memory.
    case resample
}

extension ThudError {
    /// A sound that could not be read, written or resampled:
    /// "cannot read ping.wav: it holds no samples; export it again".
    ///
    /// - Parameters:
    ///   - subject: the file concerned, as the caller named it; for `resample` a few words on the sound.
    ///   - problem: what is wrong, as a clause without capital or full stop.
    ///   - advice: what to do about it, as a clause without capital or full stop.
    static func sound(
        _ code: Code, _ operation: SoundOperation, _ subject: String, problem: String, advice: String,
        errno: CInt? = nil
    ) -> ThudError {
        ThudError(
            code, about: subject, errno: errno, "cannot \(operation.rawValue) \(subject): \(problem); \(advice)")
    }

    /// The same for what a system call or libsndfile says of its failure: the one place where an `errno` gets an advice.
    static func sound(_ failure: ThudError, _ operation: SoundOperation, _ path: String) -> ThudError {
        let (code, advice): (Code, String) =
            switch failure.errno {
            case ENOENT where operation == .read: (.notFound, "check the path")
            case ENOENT, ENOTDIR: (.notFound, "create its folder first, or choose another")
            case ENOSPC, EDQUOT: (.diskFull, "free some space, or write to another disk")
            case EFBIG: (.tooLong, "write a shorter sound")
            case EACCES, EPERM: (.system, "check who may \(operation.rawValue) it")
            case EROFS: (.system, "write to a folder on another file system")
            case EMFILE, ENFILE: (.system, "close other files, or raise the limit with ulimit -n")
            default: (.system, "try again, or try another path")
            }
        return sound(code, operation, path, problem: failure.message, advice: advice, errno: failure.errno)
    }

    /// What libsndfile says of its own failure, without a final full stop.
    static func sndfile(_ words: String) -> ThudError { ThudError(.system, words) }

    /// The failure of a system call, in the C library's words.
    static func call(_ number: CInt) -> ThudError {
        let words = words(for: number)
        return ThudError(.init(errno: number), errno: number, words.prefix(1).lowercased() + words.dropFirst())
    }

    /// The one funnel for return codes: calls again after EINTR, and makes every other -1 a failure.
    static func check(_ call: () -> CInt) throws(ThudError) -> CInt {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = Glibc.errno
            if number != EINTR { throw .call(number) }
        }
    }
}

extension ThudError {
    /// A recording with holes, because the disk fell behind.
    ///
    /// - Parameter seconds: how much of it is silence instead of what was played.
    public static func diskTooSlow(_ path: String, seconds: Double) -> ThudError {
        sound(
            .system, .write, path,
            problem: "the disk fell behind, so \(Int(seconds.rounded(.up))) s of the recording are silence",
            advice: "record to a faster disk")
    }

    /// Sounds of one folder that are too much together.
    ///
    /// - Parameter mebibytes: the bound that they pass.
    public static func tooManySounds(_ folder: String, mebibytes: Int) -> ThudError {
        sound(
            .tooLong, .read, folder, problem: "the sounds together take more than \(mebibytes) MiB",
            advice: "use fewer or shorter sounds")
    }
}
