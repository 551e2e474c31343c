import CThudALSA
import Glibc
import ThudCore

/// A check that the third and fourth channels of a PCM have outputs of their own. A sound server and alsa-lib's
/// converting plugin mix four channels into a device's two, so the loudspeakers would play the drive signal.
enum FurtherChannels {
    static let advice = "play the haptics as sound, or through a device of their own"

    /// - Parameters:
    ///   - chain: The plugins of the PCM `name` down to its device, after it was set up for four channels.
    ///   - server: The PipeWire server that it plays through, if any.
    /// - Throws: `ThudError` if the channels have no outputs of their own, or if that cannot be found out.
    static func check(_ name: String, chain: String, server: PipeWireServer?) throws(ThudError) {
        if chain.mentions("PipeWire") {
            return try check(name, server?.sink(PCMDefinition.read(name)?.sink ?? chosenSink))
        }
        guard !chain.mentions("PulseAudio"), let count = count(in: chain) else { throw unknown(name) }
        guard count >= ChannelLayout.stereoAndHaptic.channels else {
            throw refusal(name, "\(name) has only \(Count.of(count, "channel", "channels")), so")
        }
    }

    private static func check(_ name: String, _ sink: PipeWireServer.Sink?) throws(ThudError) {
        guard let sink, !sink.channels.isEmpty else { throw unknown(name) }
        guard !sink.hasFurtherChannels else { return }
        let channels = sink.channels.joined(separator: " ")
        throw refusal(name, "\(name) plays to \(sink.name), which has only the channels \(channels), so")
    }

    /// The sink that the user chose for all streams of this program.
    private static var chosenSink: String? { getenv("PIPEWIRE_NODE").map { String(cString: $0) } }

    /// Returns the channel count of the device itself, which is last in a chain.
    static func count(in chain: String) -> Int? {
        let lines = chain.split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix("channels ") }
        return lines.last?.split(separator: ":").last.flatMap { Int($0.filter { $0 != " " }) }
    }

    private static func unknown(_ name: String) -> ThudError {
        refusal(name, "cannot find out whether \(name) has four channels; otherwise")
    }

    private static func refusal(_ name: String, _ fact: String) -> ThudError {
        let danger = "the drive signal on channels 3 and 4 would come out of the loudspeakers"
        return ThudError(.downmix, about: name, "\(fact) \(danger); \(advice)")
    }
}
