import ThudCore

/// The settings and sinks of a PipeWire server, as it reports them.
///
/// The server's ALSA plugin accepts any rate and any number of channels and converts them. Only the server itself knows
/// the rate and the channels of the devices behind it.
public struct PipeWireServer: Equatable, Sendable {
    /// An output of the server.
    public struct Sink: Equatable, Sendable {
        /// The name with which a stream can select the sink.
        public var name: String
        /// The positions of its channels, such as `FL` and `FR`; `AUX0` and so on for channels without a position.
        public var channels: [String]

        /// Whether the third and fourth channels of a four-channel stream have outputs of their own. PipeWire sends
        /// them to the rear, or mixes them into the front if there is none. It uses channels without positions in
        /// order.
        public var hasFurtherChannels: Bool {
            let isBare = channels.allSatisfy { $0.hasPrefix("AUX") }
            return isBare ? channels.count >= 4 : channels.contains("RL") && channels.contains("RR")
        }
    }

    /// The settings in force, by name, for example `clock.rate` and `clock.force-quantum`.
    public var settings: [String: String] = [:]
    /// The server's sinks.
    public var sinks: [Sink] = []
    /// The name of the sink for streams that select none; nil if there is none.
    public var defaultSink: String?

    /// The rate of its graph, in Hz; nil if the server does not report a usable one (8 to 384 kHz).
    public var rate: Int? {
        let rates = ["clock.force-rate", "clock.rate"].compactMap { settings[$0].flatMap { Int($0) } }
        return rates.first { Self.rates.contains($0) }
    }

    /// Returns the sink with `name` or, if that is nil, the default sink; nil if there is no such sink.
    public func sink(_ name: String?) -> Sink? {
        let wanted = name ?? defaultSink
        return sinks.first { $0.name == wanted }
    }

    /// The rates at which a device can be opened.
    private static let rates = 8_000...384_000
    /// A running server answers within a millisecond or two.
    static let timeout = Interval.milliseconds(500)

    /// The opcodes of the methods that are called here and in `PipeWirePatch`.
    enum Method {
        static let hello: UInt32 = 1
        static let sync: UInt32 = 2
        static let pong: UInt32 = 3
        static let updateProperties: UInt32 = 2
        static let getRegistry: UInt32 = 5
        static let createObject: UInt32 = 6
        static let bind: UInt32 = 1
        static let destroy: UInt32 = 2
        static let enumerateParameters: UInt32 = 2
    }

    static let client: UInt32 = 1
    static let registry: UInt32 = 2
    static let firstBound: UInt32 = 3
    static let version: Int32 = 3
    private static let metadata = "PipeWire:Interface:Metadata"

    /// Queries the server that the environment selects. Returns nil if none answers within half a second.
    public static func ask() -> PipeWireServer? {
        guard var connection = PipeWireConnection(within: timeout),
            let globals = globals(&connection)
        else { return nil }
        var server = PipeWireServer()
        server.sinks = sinks(of: globals)
        let stores = globals.filter {
            $0.type == metadata && ["settings", "default"].contains($0.properties["metadata.name"])
        }
        for (place, store) in stores.enumerated() {
            guard connection.bind(store, as: firstBound + UInt32(place)) else { return nil }
        }
        guard let answers = connection.answers(upToSync: 2) else { return nil }
        for answer in answers where answer.opcode == 0 && answer.object >= firstBound {
            server.store(answer.body.elements)
        }
        return server
    }

    /// Stores a property of a metadata object: its subject, name, type and value.
    private mutating func store(_ property: [PipeWireValue]) {
        guard property.count >= 4, let name = property[1].text, let value = property[3].text else { return }
        settings[name] = value
        if name == "default.audio.sink" { defaultSink = Self.sinkName(in: value) }
    }

    /// Returns the name in text such as `{ "name": "alsa_output.pci" }`.
    private static func sinkName(in text: String) -> String? {
        (try? JSONReader(Array(text.utf8), file: "default.audio.sink").member("name").string()) ?? nil
    }

    // MARK: What is asked

    /// An object of the server that every client can see.
    struct Global {
        let id: Int32
        let type: String
        var properties: [String: String]

        /// Returns a property that is the number of another object.
        func number(_ name: String) -> Int32? { properties[name].flatMap { Int32($0) } }

        /// Reads the event of a registry: ID, permissions, type, version and properties.
        init?(_ event: [PipeWireValue]) {
            guard event.count >= 5, let id = event[0].number, let type = event[2].text else { return nil }
            self.id = Int32(truncatingIfNeeded: id)
            self.type = type
            properties = event[4].dictionary
        }
    }

    static func globals(_ connection: inout PipeWireConnection) -> [Global]? {
        guard let answers = connection.answers(upToSync: 1) else { return nil }
        return answers.filter { $0.object == registry && $0.opcode == 0 }.compactMap { Global($0.body.elements) }
    }

    /// Returns the sinks, with the channels of their input ports in order.
    private static func sinks(of globals: [Global]) -> [Sink] {
        let nodes = globals.filter { $0.properties["media.class"] == "Audio/Sink" }
        return nodes.compactMap { node in
            guard let name = node.properties["node.name"] else { return nil }
            let channels = inputs(of: node, among: globals).map { $0.properties["audio.channel"] ?? "" }
            return Sink(name: name, channels: channels)
        }
    }

    /// Returns the input ports of a node in order.
    static func inputs(of node: Global, among globals: [Global]) -> [Global] {
        let ports = globals.filter {
            $0.type == port && $0.properties["port.direction"] == "in" && $0.properties["node.id"] == String(node.id)
        }
        return ports.sorted { number(of: $0) < number(of: $1) }
    }

    static let port = "PipeWire:Interface:Port"

    private static func number(of port: Global) -> Int { port.properties["port.id"].flatMap { Int($0) } ?? 0 }
}
