import CThudALSA
import ThudCore

/// The definition of a PCM in alsa-lib's configuration: the server that it plays through, and the sink of that server.
public struct PCMDefinition: Hashable, Sendable {
    /// The plugin at the end of the chain, for example `pipewire`, `pulse` or `hw`.
    public let type: String
    /// The sink that it names; nil if it plays to the server's default sink.
    public let sink: String?

    /// The most PCMs in a chain. Only a definition that refers to itself has more.
    private static let longestChain = 16

    /// Returns the definition of the playback PCM `name`; nil if there is none that can be followed to its end.
    public static func read(_ name: String) -> PCMDefinition? { withConfiguration { read(name, in: $0, depth: 0) } }

    /// Returns whether there is a definition of the PCM `name`, even if what it plays through is missing.
    static func exists(_ name: String) -> Bool { withConfiguration { search(name, in: $0) { _ in true } } ?? false }

    /// Calls `body` with alsa-lib's configuration, or returns nil if it cannot be read.
    private static func withConfiguration<Value>(_ body: (OpaquePointer) -> Value?) -> Value? {
        // This reference keeps the tree alive: alsa-lib replaces the global configuration whenever a PCM is opened.
        var top: OpaquePointer?
        guard snd_config_update_ref(&top) >= 0, let top else { return nil }
        defer { snd_config_unref(top) }
        return body(top)
    }

    /// Returns the definition of the PCM `name` in a configuration that is given as text.
    static func read(_ name: String, configuration: String) -> PCMDefinition? {
        var top: OpaquePointer?
        guard snd_config_load_string(&top, configuration, 0) >= 0, let top else { return nil }
        defer { snd_config_delete(top) }
        return read(name, in: top, depth: 0)
    }

    private static func read(_ name: String, in top: OpaquePointer, depth: Int) -> PCMDefinition? {
        guard depth < longestChain else { return nil }
        return search(name, in: top) { read($0, in: top, depth: depth) }
    }

    private static func search<Value>(
        _ name: String, in top: OpaquePointer, _ body: (OpaquePointer) -> Value?
    ) -> Value? {
        var definition: OpaquePointer?
        guard snd_config_search_definition(top, "pcm", name, &definition) >= 0, let definition else { return nil }
        defer { snd_config_delete(definition) }
        return body(definition)
    }

    private static func read(_ definition: OpaquePointer, in top: OpaquePointer, depth: Int) -> PCMDefinition? {
        guard depth < longestChain, let type = text(definition, "type") else { return nil }
        switch type {
        case "pipewire": return PCMDefinition(type: type, sink: text(definition, "playback_node").flatMap(named))
        case "pulse": return PCMDefinition(type: type, sink: text(definition, "device").flatMap(named))
        default:
            // The PCM is a plugin in front of another PCM, or has different PCMs for playback and capture.
            for key in ["slave", "playback"] {
                guard let slave = entry(definition, key) else { continue }
                // A slave is a compound, or the name of a compound that is defined elsewhere.
                guard let pcm = entry(slave, "pcm") ?? elsewhere(slave, in: top, key: key) else { continue }
                if let name = text(pcm) { return read(name, in: top, depth: depth + 1) }
                return read(pcm, in: top, depth: depth + 1)
            }
            return PCMDefinition(type: type, sink: nil)
        }
    }

    /// Returns the name of a sink; nil for the default sink: no name or -1 in PipeWire, a special name in PulseAudio.
    private static func named(_ sink: String) -> String? { ["", "-1", "@DEFAULT_SINK@"].contains(sink) ? nil : sink }

    private static func elsewhere(_ slave: OpaquePointer, in top: OpaquePointer, key: String) -> OpaquePointer? {
        guard key == "slave", let name = text(slave) else { return nil }
        return entry(top, "pcm_slave").flatMap { entry($0, name) }.flatMap { entry($0, "pcm") }
    }

    private static func entry(_ parent: OpaquePointer, _ key: String) -> OpaquePointer? {
        guard snd_config_get_type(parent) == SND_CONFIG_TYPE_COMPOUND else { return nil }
        var found: OpaquePointer?
        return snd_config_search(parent, key, &found) >= 0 ? found : nil
    }

    private static func text(_ parent: OpaquePointer, _ key: String) -> String? {
        entry(parent, key).flatMap { text($0) }
    }

    private static func text(_ entry: OpaquePointer) -> String? {
        var number = 0
        if snd_config_get_integer(entry, &number) >= 0 { return String(number) }
        var text: UnsafePointer<CChar>?
        guard snd_config_get_string(entry, &text) >= 0 else { return nil }
        return text.map { String(cString: $0) }
    }
}

/// A check of the sink of a device that is only for haptics. If a stream's sink is missing, a sound server gives the
/// stream another one, and a drive signal would come out of loudspeakers.
enum HapticSink {
    /// - Parameter server: The PipeWire server that the PCM `name` plays through, if any.
    /// - Throws: `ThudError` if the PCM names a sink that the server does not have.
    static func check(_ name: String, server: PipeWireServer?) throws(ThudError) {
        // A sink given by number cannot be checked here.
        guard let server, let sink = PCMDefinition.read(name)?.sink, Int(sink) == nil, server.sink(sink) == nil else {
            return
        }
        throw ThudError(
            .noDevice, about: name,
            "\(name) plays to the sink \(sink), which is missing; connect it, or the drive signal goes to another sink")
    }
}
