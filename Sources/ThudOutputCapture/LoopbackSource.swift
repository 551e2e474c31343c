import CThudALSA
import ThudCore
import ThudPlayback

/// A source that captures the output of a PCM: a sink's monitor, the other end of a loopback card, or a cable.
public struct LoopbackSource: Hashable, Sendable {
    /// The latency between output and capture that the capture's own delay does not count.
    public enum PathDelay: Hashable, Sendable {
        /// There is none.
        case none
        /// There is some, for this reason, and nobody knows how much.
        case unknown(String)
    }

    /// The source in words: `the monitor of default through PipeWire`.
    public let description: String
    /// By how much captured instants are late beside the capture's own delay.
    public let pathDelay: PathDelay
    /// The PCM to capture from.
    let name: String
    /// The ALSA configuration that defines `name`; nil for the system's own.
    let configuration: String?
    /// The properties that PipeWire gives to the stream.
    let properties: String?
    /// The rate in Hz at which to capture: that at which the sound server mixes, where it tells it.
    let sampleRate: Int

    /// The rate in Hz where nothing tells a better one.
    static let usualRate = 48_000

    init(
        description: String, pathDelay: PathDelay, name: String, configuration: String?, properties: String?,
        sampleRate: Int = usualRate
    ) {
        self.description = description
        self.pathDelay = pathDelay
        self.name = name
        self.configuration = configuration
        self.properties = properties
        self.sampleRate = sampleRate
    }

    /// The properties of a stream that captures a sink's monitor at the longest usual quantum. A capture that asked for a
    /// shorter quantum would lower it for every client, and so flatter the latency that it measures.
    ///
    /// - Parameter sink: the sink's name, or nil for the default sink.
    static func monitor(of sink: String?) -> String {
        let target = sink.map { ", target.object = \"\(escaped($0))\"" } ?? ""
        return "{ stream.capture.sink = true, node.latency = 2048/48000, node.name = thud-bench\(target) }"
    }

    /// The text as it is written between quotation marks.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += ["\"", "\\"].contains($1) ? "\\\($1)" : "\($1)" }
    }

    /// The source that captures the output of `device`; nil where the choice is to capture nothing.
    ///
    /// - Throws: `ThudError` where there is no such source.
    public static func find(
        for device: String, _ choice: LoopbackChoice
    ) throws(ThudError) -> LoopbackSource? {
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

    private static func chain(of device: String) throws(ThudError) -> String {
        try PCMChain.describe(device)
    }

    private static func automatic(_ device: String) throws(ThudError) -> LoopbackSource {
        if let twin = LoopbackCard.twin(of: device) {
            return LoopbackSource(
                description: "\(twin), the other end of \(device)", pathDelay: .none, name: twin, configuration: nil,
                properties: nil)
        }
        let chain = try chain(of: device)
        let definition = PCMDefinition.read(device)
        if chain.contains("PipeWire") {
            // Without a definition that names the sink the capture might come from another sink than the one played to.
            guard definition?.type == "pipewire" else { throw unknownSink(device, "PipeWire") }
            // Captured at another rate it would be converted, and nothing tells by what that delays it.
            let rate = PipeWireServer.ask()?.rate
            return LoopbackSource(
                description: "the monitor of \(sink(definition, device)) through PipeWire",
                pathDelay: rate == nil ? .unknown("the server does not tell at which rate it mixes") : .none,
                name: device, configuration: nil, properties: monitor(of: definition?.sink),
                sampleRate: rate ?? usualRate)
        }
        if chain.contains("PulseAudio") {
            guard definition?.type == "pulse" else { throw unknownSink(device, "PulseAudio") }
            let monitor = definition?.sink.map { "\($0).monitor" } ?? "@DEFAULT_MONITOR@"
            return LoopbackSource(
                description: "the monitor of \(sink(definition, device)) through PulseAudio",
                pathDelay: .unknown("PulseAudio's monitor does not tell how old its samples are"), name: "thud_monitor",
                configuration: "pcm.thud_monitor { type pulse device \"\(escaped(monitor))\" }", properties: nil)
        }
        throw ThudError(
            .noCapture, about: device,
            "what \(device) plays cannot be heard again; play through PipeWire, name a capture PCM with --loopback, "
                + "or say --loopback off for predictions alone")
    }

    /// The captured sink in words, where the PCM names one; the PCM otherwise.
    private static func sink(_ definition: PCMDefinition?, _ device: String) -> String {
        definition?.sink.map { "\($0), to which \(device) plays," } ?? device
    }

    private static func unknownSink(_ device: String, _ server: String) -> ThudError {
        ThudError(
            .noCapture, about: device,
            "\(device) plays through \(server), and its definition does not tell to which sink; "
                + "name that sink's monitor with --loopback, or say --loopback off for predictions alone")
    }
}

extension ThudError.Code {
    /// Nothing can be captured.
    public static let noCapture = ThudError.Code("no-capture", .device)
}

extension ThudError {
    /// The one funnel for ALSA's return codes of a capture.
    @discardableResult
    static func checkCapture(_ result: Int32, _ name: String, _ doing: String) throws(ThudError) -> Int32 {
        guard result < 0 else { return result }
        throw ThudError(
            .noCapture, about: name, errno: -result,
            "\(name) failed while \(doing): \(String(cString: snd_strerror(result))); "
                + "name another capture PCM with --loopback, or say --loopback off")
    }
}

/// The source that the user chose to capture from.
public enum LoopbackChoice: Hashable, Sendable {
    /// The output's own monitor, or the other end of a loopback card.
    case automatic
    /// No source: latencies are predictions.
    case off
    /// A capture PCM that the user named, such as that of a cable or a microphone.
    case pcm(String)

    /// The choice as the command line writes it: `auto`, `off`, or the name of a PCM.
    public init(_ text: String) {
        switch text {
        case "auto": self = .automatic
        case "off": self = .off
        default: self = .pcm(text)
        }
    }
}

/// ALSA's loopback card (snd-aloop): samples that are played to a subdevice of one of its two devices are captured from the
/// same subdevice of the other.
enum LoopbackCard {
    /// The PCM at the other end of `device`, written as `hw:Loopback,0,3`; nil where that is no such card.
    static func twin(of device: String) -> String? {
        let parts = device.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, ["hw", "plughw"].contains(parts[0]) else { return nil }
        let place = parts[1].split(separator: ",", omittingEmptySubsequences: false).map(field)
        guard place.first == "Loopback" else { return nil }
        let number = place.count > 1 ? place[1] : "0"
        let subdevice = place.count > 2 ? place[2] : "0"
        guard let other = ["0": "1", "1": "0"][number], Int(subdevice) != nil else { return nil }
        return "plughw:Loopback,\(other),\(subdevice)"
    }

    /// The value of a field, which is written as `DEV=1` or as `1`.
    private static func field(_ text: Substring) -> String {
        String(text.split(separator: "=", maxSplits: 1).last ?? text)
    }
}
