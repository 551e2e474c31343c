import CThudLibrary
import CThudSystem
import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudPlayback

/// The options of `thud_open`, checked.
struct Options {
    let folder: String
    let request: PCMRequest
    let settings: FeedbackSettings

    private static let sampleRates: ClosedRange<UInt32> = 8_000...192_000
    private static let levels = -120.0...0
    private static let latencies: [LatencyMode] = [.gentle, .low, .steady]
    private static let haptics: [FeedbackSettings.Haptics] = [.heard, .drive, .off]

    init(_ pointer: UnsafePointer<thud_options>?) throws(ThudError) {
        guard let pointer else { throw .argument("options is null; pass a thud_options") }
        try Options.checkSize(UnsafeRawPointer(pointer))
        let options = pointer.pointee
        folder = try CText.read(options.folder, "options.folder")
        guard let latency = Options.latencies[checked: options.latency] else {
            throw .argument("unknown latency \(options.latency); write THUD_GENTLE, THUD_LOW or THUD_STEADY")
        }
        guard let haptics = Options.haptics[checked: options.haptics] else {
            throw .argument("unknown haptics \(options.haptics); write THUD_HEARD, THUD_DRIVE or THUD_OFF")
        }
        let rate = options.sample_rate
        guard rate == 0 || Options.sampleRates.contains(rate) else {
            throw .argument("sample_rate is \(rate); write 8000 to 192000, or 0 for 48000")
        }
        guard Options.levels.contains(options.volume_db) else {
            throw .argument("volume_db is \(options.volume_db); write -120 to 0")
        }
        var request = PCMRequest()
        if let device = options.device { request.name = String(cString: device) }
        if rate != 0 { request.sampleRate = Int(rate) }
        request.latency = latency
        self.request = request
        settings = FeedbackSettings(haptics: haptics, volume: pow(10, options.volume_db / 20))
    }

    /// Accepts this library's size, and a larger one if the fields that this library does not know are zero.
    private static func checkSize(_ options: UnsafeRawPointer) throws(ThudError) {
        let (size, known) = (options.loadUnaligned(as: Int.self), MemoryLayout<thud_options>.size)
        guard size >= known, size <= 4_096 else {
            throw .argument("options.size is \(size); set it to sizeof(thud_options), which is \(known)")
        }
        let further = UnsafeRawBufferPointer(start: options + known, count: size - known)
        guard further.allSatisfy({ $0 == 0 }) else {
            throw .argument("the options have fields that this library does not know; install a newer one")
        }
    }

    /// Opens the folder on a device, or on an engine that the caller renders.
    func open(isPulled: Bool) throws -> Feedback {
        try Options.requireDescriptors()
        guard !isPulled else {
            // Instants of CLOCK_MONOTONIC make sense from the start.
            let engine = try Engine.virtual(sampleRate: request.sampleRate, start: .now())
            return try Feedback(folder: folder, on: engine, settings: settings)
        }
        try Options.requireThread()
        return try Feedback(folder: folder, through: request, settings: settings)
    }

    /// Checks that enough descriptors are left, because an engine cannot report that it could not start.
    private static func requireDescriptors() throws(ThudError) {
        let spare = (0..<32).map { _ in thud_event_create() }
        defer { for descriptor in spare where descriptor >= 0 { close(descriptor) } }
        if let failure = spare.first(where: { $0 < 0 }) {
            throw ThudError(
                .system, errno: -failure, "too few files can be opened: \(ThudError.words(for: -failure)); close some")
        }
    }

    /// Checks that a thread can be started, for the same reason.
    private static func requireThread() throws(ThudError) {
        let thread = PlainThread(name: "thud-check")
        guard thread.start(isOptional: true, {}) else {
            throw ThudError(.system, "no thread can be started; end some, or raise the limit of `ulimit -u`")
        }
        thread.join()
    }
}

enum CText {
    /// Returns a text that C passes as the argument called `name`.
    static func read(_ text: UnsafePointer<CChar>?, _ name: String) throws(ThudError) -> String {
        guard let text else { throw .argument("\(name) is null; pass a text") }
        return String(cString: text)
    }

    /// Writes as many whole characters of a text as fit, and the final zero.
    static func write(_ text: String, to buffer: UnsafeMutablePointer<CChar>?, size: Int) {
        guard let buffer, size > 0 else { return }
        var end = 0
        for scalar in text.unicodeScalars {
            let bytes = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            guard end + bytes.count < size else { break }
            for byte in bytes {
                buffer[end] = CChar(bitPattern: byte)
                end += 1
            }
        }
        buffer[end] = 0
    }
}

extension Array { fileprivate subscript(checked index: UInt32) -> Element? { index < count ? self[Int(index)] : nil } }

extension UnsafeMutableBufferPointer {
    /// Views the `count` elements for which C passes room.
    init(start: UnsafeMutablePointer<Element>?, checking count: Int) throws(ThudError) {
        guard count == 0 || start != nil else { throw .argument("there is no room for \(count); pass an array") }
        // A larger count of C arrives as a negative one.
        guard count >= 0 else { throw .argument("the count is larger than any array; pass the array's own length") }
        self.init(start: start, count: count)
    }
}
