import CThudALSA
import Glibc
import ThudCore

/// Whether the third and fourth channel of a PCM come out of its device by themselves. A sound server and alsa-lib's converting
/// plugin take four channels for a device that has two, and mix them: a drive signal would come out of the loudspeakers.
enum FurtherChannels {
    /// The advice that every refusal ends with.
    private static let advice =
        "use --haptics heard, give the haptic signal a device of its own with --haptics-device, "
        + "or say --allow-downmix if you mean it"

    /// - Parameters:
    ///   - chain: the plugins of the PCM `name` down to its device, once it is set up for four channels.
    ///   - server: the server that it plays through, where that is PipeWire.
    /// - Throws: `ThudError` where they do not come out by themselves, or where nothing tells it.
    static func check(_ name: String, chain: String, server: PipeWireServer?) throws(ThudError) {
        if chain.contains("PipeWire") {
            return try check(name, server?.sink(PCMDefinition.read(name)?.sink ?? chosenSink))
        }
        guard !chain.contains("PulseAudio"), let count = count(in: chain) else { throw unknown(name) }
        guard count >= ChannelLayout.stereoAndHaptic.channels else {
            throw refusal(name, "\(name) has only \(Count.of(count, "channel", "channels"))")
        }
    }

    private static func check(_ name: String, _ sink: PipeWireServer.Sink?) throws(ThudError) {
        guard let sink, !sink.channels.isEmpty else { throw unknown(name) }
        guard !sink.hasFurtherChannels else { return }
        throw refusal(
            name, "\(name) plays to \(sink.name), which has only the channels \(sink.channels.joined(separator: " "))")
    }

    /// The sink that somebody chose for all of this program's streams.
    private static var chosenSink: String? { getenv("PIPEWIRE_NODE").map { String(cString: $0) } }

    /// The channels of the device itself, which stands last in a chain.
    static func count(in chain: String) -> Int? {
        let lines = chain.split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix("channels ") }
        return lines.last?.split(separator: ":").last.flatMap { Int($0.filter { $0 != " " }) }
    }

    private static func unknown(_ name: String) -> ThudError {
        ThudError(
            .downmix, about: name,
            "nothing tells whether \(name) has four channels of its own, or mixes the drive signal on channels 3 and 4 into "
                + "its loudspeakers; " + advice)
    }

    private static func refusal(_ name: String, _ fact: String) -> ThudError {
        ThudError(
            .downmix, about: name,
            fact + ": the drive signal on channels 3 and 4 would come out of the loudspeakers; " + advice)
    }
}
