import ThudCore

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
