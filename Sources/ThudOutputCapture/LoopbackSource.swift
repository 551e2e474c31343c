import CThudALSA
import ThudCore
import ThudPlayback

/// A source that captures the output of a PCM: a sink's monitor, the other end of a loopback card, or a cable.
package struct LoopbackSource: Hashable, Sendable {
    /// The source in words, for example `the monitor of default through PipeWire`.
    package let description: String
    /// Why captured instants are late by an unknown time, beyond the capture's own delay; nil if they are not late.
    package var lateness: String?
    let name: String
    /// The ALSA configuration that defines `name`; nil for the system's own.
    var configuration: String?
    /// The properties of the stream of a PipeWire server.
    var properties: String?
    /// The capture rate in Hz: the sound server's mixing rate, if it reports one.
    var sampleRate = LoopbackSource.usualRate

    /// Whether the two channels carry different signals, and each read shows the server's cycles: see `programEar`.
    var readsCycles = false

    /// The rate in Hz if no better one is known.
    static let usualRate = 48_000

    /// Whether the capture must be opened before the player. A sound server's capture needs the environment, which
    /// other threads must not use then. On a loopback card the player comes first, because both ends share one format.
    package var comesFirst: Bool { properties != nil || configuration != nil }

    /// Opens the PCM and closes it again, without fixing a format that the player would have to follow.
    package func check() throws(ThudError) { snd_pcm_close(try CapturePCM.open(self)) }

    /// Returns stream properties for capturing a sink's monitor at the longest usual quantum. A shorter quantum would
    /// apply to every client, and would make the measured latency look better than it is.
    ///
    /// - Parameter sink: the sink's name, or nil for the default sink.
    static func monitor(of sink: String?) -> String {
        let target = sink.map { ", target.object = \"\(escaped($0))\"" } ?? ""
        return "{ stream.capture.sink = true, node.latency = 2048/48000, node.name = thud-bench\(target) }"
    }

    /// Returns a capture stream named `name` that nothing is connected to. `PipeWirePatch` connects the streams of a
    /// program to its left input and a sink's monitor to its right input, so that both share one time line.
    ///
    /// It asks for no latency at all: any request would change the server's cycles, and so what is measured. But
    /// whenever the cycles change, a monitor loses samples, as for each sound of a program that opens a stream for it.
    ///
    /// - Parameter cycle: the cycle to ask for in frames, if any, so that streams that ask for none or a longer one
    ///   change nothing.
    /// - Throws: `ThudError` if no PipeWire server answers.
    package static func programEar(named name: String, cycle: Int?) throws(ThudError) -> LoopbackSource {
        guard let rate = PipeWireServer.ask()?.rate else {
            throw ThudError(
                .noCapture,
                "no PipeWire server answers, so the sound of another program cannot be captured; "
                    + "start PipeWire, or add --ci")
        }
        let latency = cycle.map { "\($0)/\(rate)" } ?? ""
        return LoopbackSource(
            description: "the program's own stream and its sink's monitor through PipeWire", name: "thud_ear",
            configuration: "pcm.thud_ear { type pipewire }",
            properties: "{ node.autoconnect = false, node.latency = \"\(latency)\", node.name = \(name) }",
            sampleRate: rate, readsCycles: true)
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += ["\"", "\\"].contains($1) ? "\\\($1)" : "\($1)" }
    }

    /// Returns the source that captures the output of `device`; nil if the choice is `off`. Throws if there is none.
    package static func find(for device: String, _ choice: LoopbackChoice) throws(ThudError) -> LoopbackSource? {
        switch choice {
        case .off: return nil
        case .pcm(let name):
            return LoopbackSource(
                description: "the capture PCM \(name)",
                lateness: "a cable's converters or the air add an unknown delay", name: name)
        case .automatic: return try automatic(device)
        }
    }

    private static func automatic(_ device: String) throws(ThudError) -> LoopbackSource {
        let chain = try PCMChain.describe(device)
        if let twin = LoopbackCard.twin(chain: chain, isLoopback: LoopbackCard.isLoopback) {
            return LoopbackSource(description: "\(twin), the other end of \(device)", name: twin)
        }
        guard let server = ["PipeWire", "PulseAudio"].first(where: chain.contains) else {
            throw ThudError(
                .noCapture, about: device,
                "cannot capture what \(device) plays; play through PipeWire, name a capture PCM with --loopback, "
                    + "or use --loopback off for predictions only")
        }
        // Without a definition that names the sink, the capture might come from another sink than the player's.
        guard let definition = PCMDefinition.read(device),
            definition.type == (server == "PipeWire" ? "pipewire" : "pulse")
        else {
            throw ThudError(
                .noCapture, about: device,
                "\(device) plays through \(server), but its definition does not name the sink; "
                    + "name the sink's monitor with --loopback, or use --loopback off for predictions only")
        }
        let played = definition.sink.map { "\($0), to which \(device) plays," } ?? device
        let description = "the monitor of \(played) through \(server)"
        if server == "PipeWire" {
            // Captured at another rate it would be resampled, with an unknown delay.
            let rate = PipeWireServer.ask()?.rate
            return LoopbackSource(
                description: description,
                lateness: rate == nil ? "the server does not report its sample rate" : nil, name: device,
                properties: monitor(of: definition.sink), sampleRate: rate ?? usualRate)
        }
        let source = definition.sink.map { "\($0).monitor" } ?? "@DEFAULT_MONITOR@"
        return LoopbackSource(
            description: description, lateness: "PulseAudio's monitor does not report its delay", name: "thud_monitor",
            configuration: "pcm.thud_monitor { type pulse device \"\(escaped(source))\" }")
    }
}

extension ThudError.Code { package static let noCapture = ThudError.Code("no-capture", .device) }

extension LoopbackSource {
    /// Turns the return code of an ALSA call on its PCM into an error.
    func check(_ result: Int32, _ doing: String = "being set up") throws(ThudError) {
        guard result < 0 else { return }
        throw ThudError(
            .noCapture, about: name, errno: -result,
            "\(name) failed while \(doing): \(String(cString: snd_strerror(result))); "
                + "choose another capture PCM with --loopback, or use --loopback off")
    }
}

package enum LoopbackChoice: Hashable, Sendable {
    /// The output's own monitor, or the other end of a loopback card.
    case automatic
    /// No source: latencies are predictions.
    case off
    /// A capture PCM that the user named, for example a cable or a microphone.
    case pcm(String)

    /// Parses the command-line form: `auto`, `off`, or the name of a PCM.
    package init(_ text: String) {
        switch text {
        case "auto": self = .automatic
        case "off": self = .off
        default: self = .pcm(text)
        }
    }
}

/// ALSA's loopback card (snd-aloop). A subdevice of one of its devices captures what is played to its counterpart.
enum LoopbackCard {
    /// Returns the PCM at the other end of a chain in alsa-lib's description, for example `plughw:1,1,3` for `Hardware
    /// PCM card 1 'Loopback' device 0 subdevice 3`. Nil if the chain does not end in exactly one such card.
    ///
    /// - Parameter isLoopback: whether the card of a number is a loopback card.
    static func twin(chain: String, isLoopback: (Int) -> Bool) -> String? {
        let places = chain.split(separator: "\n").compactMap(place)
        guard let place = places.first, places.allSatisfy({ $0 == place }), isLoopback(place[0]),
            place[1] == 0 || place[1] == 1
        else { return nil }
        return "plughw:\(place[0]),\(1 - place[1]),\(place[2])"
    }

    /// Returns the card, device and subdevice numbers in a line; nil if it names no card. A card's name may be
    /// anything.
    private static func place(_ line: Substring) -> [Int]? {
        guard let begin = line.firstRange(of: "Hardware PCM card ")?.upperBound, let quote = line.lastIndex(of: "'"),
            begin < quote, let card = Int(line[begin...].prefix { $0.isNumber })
        else { return nil }
        let numbers = line[quote...].split(separator: " ").compactMap { Int($0) }
        return numbers.count == 2 ? [card] + numbers : nil
    }

    /// Returns whether a card uses the loopback driver. Its id may be anything.
    static func isLoopback(_ card: Int) -> Bool {
        var control: OpaquePointer?
        guard snd_ctl_open(&control, "hw:\(card)", 0) == 0, let control else { return false }
        defer { snd_ctl_close(control) }
        var info: OpaquePointer?
        guard snd_ctl_card_info_malloc(&info) == 0, let info else { return false }
        defer { snd_ctl_card_info_free(info) }
        guard snd_ctl_card_info(control, info) == 0, let driver = snd_ctl_card_info_get_driver(info) else {
            return false
        }
        return String(cString: driver) == "Loopback"
    }
}
