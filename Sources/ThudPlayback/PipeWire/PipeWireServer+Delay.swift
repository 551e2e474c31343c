import ThudCore

extension PipeWireServer {
    /// The parts of SPA_PARAM_Latency, by their numbers in spa/param/latency.h: a share of a cycle, frames and
    /// nanoseconds, which add up.
    private enum Latency {
        static let parameter: Int32 = 15
        static let direction: UInt32 = 1
        static let mostCycles: UInt32 = 3
        static let mostFrames: UInt32 = 5
        static let mostNanoseconds: UInt32 = 7
    }

    /// The opcode of a port's event that carries a parameter.
    private static let parameter: UInt32 = 1

    /// Returns what the device behind a sink adds, as its port reports it. A monitor does not show that: it has the
    /// samples that the sink hands to its device.
    ///
    /// - Parameters:
    ///   - name: the name of the sink's node.
    ///   - cycle: the length of the server's cycle in frames.
    /// - Returns: nil if the server or the sink does not tell.
    public static func delay(of name: String, cycle: Int) -> Interval? {
        guard let rate = ask()?.rate, var connection = PipeWireConnection(within: timeout),
            let globals = globals(&connection),
            let node = globals.first(where: {
                $0.properties["media.class"] == "Audio/Sink" && $0.properties["node.name"] == name
            }),
            let input = inputs(of: node, among: globals).first, connection.bind(input, as: firstBound),
            connection.send(
                to: firstBound, opcode: Method.enumerateParameters,
                [.int(0), .id(Latency.parameter), .int(0), .int(Int32.max), .other]),
            let answers = connection.answers(upToSync: 2)
        else { return nil }
        for answer in answers where answer.object == firstBound && answer.opcode == parameter {
            let parts = answer.body.elements.last?.properties ?? [:]
            guard parts[Latency.direction]?.number == 0 else { continue }
            let cycles = parts[Latency.mostCycles]?.real ?? 0
            let frames = cycles * Double(cycle) + Double(parts[Latency.mostFrames]?.number ?? 0)
            return .seconds(frames / Double(rate))
                + Interval(nanoseconds: parts[Latency.mostNanoseconds]?.number ?? 0)
        }
        return nil
    }
}
