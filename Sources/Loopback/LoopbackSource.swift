import CALSA
import Playback

/// A way to hear what a PCM puts out.
public struct LoopbackSource: Hashable, Sendable {
    /// What lies between the output and the capture.
    public enum PathDelay: Hashable, Sendable {
        /// Nothing that the capture's own delay does not count.
        case none
        /// Something, for this reason.
        case unknown(String)
    }

    /// In words: `the monitor of default through PipeWire`.
    public let description: String
    /// What a captured instant is late by, beside what the capture itself tells.
    public let pathDelay: PathDelay
    /// The PCM to capture from.
    let name: String
    /// The configuration in which `name` is defined; nil for the system's own.
    let configuration: String?
    /// What PipeWire is asked for as the stream is made.
    let properties: String?

    /// A sink's monitor, captured at the longest usual quantum: a capture that asked for a shorter one would lower it for
    /// everybody, and so flatter what it measures.
    private static let monitor = "{ stream.capture.sink = true, node.latency = 2048/48000, node.name = thud-bench }"

    /// Where to listen to what `device` puts out.
    ///
    /// - Throws: `LoopbackError` where there is no such place.
    public static func find(for device: String, _ choice: LoopbackChoice) throws(LoopbackError) -> LoopbackSource? {
        switch choice {
        case .off: return nil
        case .pcm(let name):
            return LoopbackSource(
                description: "the capture PCM \(name)",
                pathDelay: .unknown("a cable's converters or the air add a delay that nothing tells"), name: name,
                configuration: nil, properties: nil)
        case .automatic: return try automatic(device)
        }
    }

    private static func chain(of device: String) throws(LoopbackError) -> String {
        do throws(DeviceError) {
            return try PCMChain.describe(device)
        } catch {
            throw LoopbackError("\(error)")
        }
    }

    private static func automatic(_ device: String) throws(LoopbackError) -> LoopbackSource {
        if let twin = LoopbackCard.twin(of: device) {
            return LoopbackSource(
                description: "\(twin), the other end of \(device)", pathDelay: .none, name: twin, configuration: nil,
                properties: nil)
        }
        let chain = try chain(of: device)
        if chain.contains("PipeWire") {
            return LoopbackSource(
                description: "the monitor of \(device) through PipeWire", pathDelay: .none, name: device,
                configuration: nil, properties: monitor)
        }
        if chain.contains("PulseAudio") {
            return LoopbackSource(
                description: "the monitor of \(device) through PulseAudio",
                pathDelay: .unknown("PulseAudio's monitor does not tell how old its samples are"), name: "thud_monitor",
                configuration: "pcm.thud_monitor { type pulse device \"@DEFAULT_MONITOR@\" }", properties: nil)
        }
        throw LoopbackError(
            "what \(device) plays cannot be heard again; play through PipeWire, name a capture PCM with --loopback, "
                + "or say --loopback off for predictions alone")
    }
}

/// Why nothing can be captured: one sentence.
public struct LoopbackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What and why, and what to do.
    public let description: String

    init(_ description: String) { self.description = description }

    /// The one funnel for ALSA's return codes.
    @discardableResult
    static func check(_ result: Int32, _ name: String, _ doing: String) throws(LoopbackError) -> Int32 {
        guard result < 0 else { return result }
        throw LoopbackError(
            "\(name) failed while \(doing): \(String(cString: snd_strerror(result))); "
                + "name another capture PCM with --loopback, or say --loopback off")
    }
}
