import CThudLibrary
import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudPlayback

extension Feedback {
    /// Opens a folder with the options of C, on a device or on an engine that the caller renders.
    static func open(_ pointer: UnsafePointer<thud_options>?, isPulled: Bool) throws -> Feedback {
        guard let pointer else { throw ThudError.argument("options is null; pass a thud_options") }
        try checkSize(UnsafeRawPointer(pointer))
        let options = pointer.pointee
        let folder = try CText.read(options.folder, "options.folder")
        let (request, settings) = (try request(options), try settings(options))
        // A sound server's plugin needs some too, and does not report every one that is missing.
        _ = try (0..<32).map { _ in try EventDescriptor(orThrow: ()) }
        guard !isPulled else {
            // Instants of CLOCK_MONOTONIC make sense from the start.
            let engine = try Engine.virtual(sampleRate: request.sampleRate, start: .now())
            return try Feedback(folder: folder, on: engine, settings: settings)
        }
        return try Feedback(folder: folder, through: request, settings: settings)
    }

    private static func request(_ options: thud_options) throws(ThudError) -> PCMRequest {
        var request = PCMRequest()
        guard let latency = [LatencyMode.gentle, .low, .steady][checked: options.latency] else {
            throw .argument("unknown latency \(options.latency); write THUD_GENTLE, THUD_LOW or THUD_STEADY")
        }
        request.latency = latency
        let rate = options.sample_rate
        guard rate == 0 || (8_000...192_000).contains(rate) else {
            throw .argument("sample_rate is \(rate); write 8000 to 192000, or 0 for 48000")
        }
        if rate != 0 { request.sampleRate = Int(rate) }
        if let device = options.device { request.name = String(cString: device) }
        return request
    }

    private static func settings(_ options: thud_options) throws(ThudError) -> FeedbackSettings {
        guard let haptics = [FeedbackSettings.Haptics.heard, .drive, .off][checked: options.haptics] else {
            throw .argument("unknown haptics \(options.haptics); write THUD_HEARD, THUD_DRIVE or THUD_OFF")
        }
        guard (-120.0...0).contains(options.volume_db) else {
            throw .argument("volume_db is \(options.volume_db); write -120 to 0")
        }
        return FeedbackSettings(haptics: haptics, volume: pow(10, options.volume_db / 20))
    }

    /// Accepts this library's size, and a larger one if the fields that this library does not know are zero.
    private static func checkSize(_ options: UnsafeRawPointer) throws(ThudError) {
        let (size, known) = (options.loadUnaligned(as: Int.self), MemoryLayout<thud_options>.size)
        guard size >= known, size <= 4_096 else {
            throw .argument("options.size is \(size); set it to sizeof(thud_options), which is \(known)")
        }
        let further = UnsafeRawBufferPointer(start: options + known, count: size - known)
        guard further.allSatisfy({ $0 == 0 }), options.load(as: thud_options.self).reserved == 0 else {
            throw .argument("the options have fields that this library does not know; install a newer one")
        }
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
        var bytes = Array(text.utf8.prefix(size - 1))
        while String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
        for (index, byte) in (bytes + [0]).enumerated() { buffer[index] = CChar(bitPattern: byte) }
    }
}

extension Array { fileprivate subscript(checked index: UInt32) -> Element? { index < count ? self[Int(index)] : nil } }

extension UnsafeMutableBufferPointer {
    /// Views the `count` elements for which C passes room.
    init(start: UnsafeMutablePointer<Element>?, checking count: Int) throws(ThudError) {
        // A larger count of C arrives as a negative one.
        guard count >= 0 else { throw .argument("the count is larger than any array; pass the array's own length") }
        guard count == 0 || start != nil else { throw .argument("there is no room for \(count); pass an array") }
        self.init(start: start, count: count)
    }
}
