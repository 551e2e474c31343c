import ThudCore

/// The sink of a device that haptics have to themselves. A sound server gives a stream whose sink is not there to another one, and a
/// drive signal would come out of loudspeakers.
enum HapticSink {
    /// - Parameter server: the server that the PCM `name` plays through, where that is PipeWire.
    /// - Throws: `ThudError` where the PCM names a sink that the server does not have.
    static func check(_ name: String, server: PipeWireServer?) throws(ThudError) {
        // A sink may be named by its number too, which tells nothing here.
        guard let server, let sink = PCMDefinition.read(name)?.sink, Int(sink) == nil, server.sink(sink) == nil else {
            return
        }
        throw ThudError(
            .noDevice, about: name,
            "\(name) plays to the sink \(sink), which is not there; the drive signal would come out of another one")
    }
}
