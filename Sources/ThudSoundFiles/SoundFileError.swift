/// Why a sound could not be read, written or resampled: a stable code, the operating system's part in it, and a
/// sentence for people.
///
/// `description` reads as one line: "cannot read ping.wav: it holds no samples; export it again".
public struct SoundFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was attempted.
    public enum Operation: String, Hashable, Sendable {
        /// Decoding a file.
        case read
        /// Encoding a file.
        case write
        /// Changing the rate of a sound in memory.
        case resample
    }

    /// What went wrong, as a stable name that scripts may rely upon.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name, in kebab-case.
        public let rawValue: String

        /// A code of the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing has that path.
        public static let notFound = Code(rawValue: "not-found")
        /// The operating system refused to open, write or rename; see `underlying`.
        public static let system = Code(rawValue: "system")
        /// No room is left on the device.
        public static let diskFull = Code(rawValue: "disk-full")
        /// The container is not WAV, FLAC or Ogg, or the path is no regular file.
        public static let notASoundFile = Code(rawValue: "not-a-sound-file")
        /// A known container with an encoding that Thud does not read.
        public static let unsupportedEncoding = Code(rawValue: "unsupported-encoding")
        /// The sample rate or channel count is outside `SoundLimits`.
        public static let outsideLimits = Code(rawValue: "outside-limits")
        /// Longer or larger than `SoundLimits` or the container allows.
        public static let tooLong = Code(rawValue: "too-long")
        /// There is not one frame.
        public static let empty = Code(rawValue: "empty")
        /// The decoder met a damaged or cut-off stream.
        public static let damaged = Code(rawValue: "damaged")
        /// Samples that are not numbers, or absurdly loud.
        public static let unusableSamples = Code(rawValue: "unusable-samples")
        /// The path to write to ends in neither `.wav` nor `.flac`.
        public static let unknownExtension = Code(rawValue: "unknown-extension")
        /// The resampler refused.
        public static let resampling = Code(rawValue: "resampling")
    }

    /// What went wrong.
    public let code: Code
    /// What was attempted.
    public let operation: Operation
    /// The file concerned, as the caller named it; for `resample` a few words on the sound.
    public let subject: String
    /// What is wrong, as a clause without capital or full stop.
    public let problem: String
    /// What to do about it, as a clause without capital or full stop.
    public let advice: String
    /// The `errno` behind it, if the operating system had a part.
    public let underlying: Int32?

    init(
        _ code: Code, _ operation: Operation, _ subject: String, problem: String, advice: String,
        underlying: CInt? = nil
    ) {
        self.code = code
        self.operation = operation
        self.subject = subject
        self.problem = problem
        self.advice = advice
        self.underlying = underlying
    }

    /// The whole as one line: what, where, why and what to do.
    public var description: String { "cannot \(operation.rawValue) \(subject): \(problem); \(advice)" }
}

extension SoundFileError {
    /// A recording with holes, because the disk fell behind.
    ///
    /// - Parameter seconds: how much of it is silence instead of what was played.
    public static func diskTooSlow(_ path: String, seconds: Double) -> SoundFileError {
        SoundFileError(
            .system, .write, path,
            problem: "the disk fell behind, so \(Int(seconds.rounded(.up))) s of the recording are silence",
            advice: "record to a faster disk")
    }

    /// Sounds of one folder that are too much together.
    ///
    /// - Parameter mebibytes: the bound that they pass.
    public static func tooManySounds(_ folder: String, mebibytes: Int) -> SoundFileError {
        SoundFileError(
            .tooLong, .read, folder, problem: "the sounds together take more than \(mebibytes) MiB",
            advice: "use fewer or shorter sounds")
    }
}
