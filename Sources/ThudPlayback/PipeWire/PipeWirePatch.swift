import Glibc
import ThudCore

/// Connects everything that one program plays to the left input of a capture stream, and the monitor of the sink that
/// plays it to its right input, as long as it lives. The server then removes the connections.
///
///     let patch = PipeWirePatch(into: "thud-ear-1", sink: server.defaultSink)
///     patch?.follow([child])
///
/// A program is known by its process and those that it started, because names of streams are not unique. The capture
/// stream must not connect itself: PipeWire would record the sink instead of the program. Call ``follow(_:)``
/// whenever ``descriptor`` is readable, to connect a stream within a cycle or two of its appearance.
package final class PipeWirePatch {
    private var connection: PipeWireConnection
    private var graph: PatchGraph
    /// How many objects have been bound or created.
    private var objects: UInt32 = 0
    /// The numbers by which clients are bound.
    private var clients: Set<UInt32> = []

    /// The opcode of the core's event that asks whether the client lives.
    private static let ping: UInt32 = 2

    /// Connects to the server; nil if none listens.
    ///
    /// - Parameters:
    ///   - ear: the name of the capture stream's node.
    ///   - sink: the name of the sink whose monitor is connected until the program plays to another one.
    ///   - hearsStreams: whether the program's streams are connected, and not only counted.
    package init?(into ear: String, sink: String?, hearsStreams: Bool = true) {
        guard let connection = PipeWireConnection(within: .seconds(1)) else { return nil }
        self.connection = connection
        graph = PatchGraph(ear: ear, sink: sink, hearsStreams: hearsStreams)
    }

    /// A descriptor that is readable when the server has something to tell; nil once it has gone.
    package var descriptor: Int32? { connection.isClosed ? nil : connection.socket }

    /// How many streams the program has opened so far.
    package var streams: Int { graph.opened }

    /// The names of the sinks whose monitor was connected while the program played to them, or of the first sink.
    package var sinks: [String] { graph.sinks.isEmpty ? [graph.sink].compactMap(\.self) : graph.sinks }

    /// Takes what the server has told, and connects the new streams of these processes and of those that they start.
    package func follow(_ processes: Set<pid_t>) {
        for message in connection.arrivals() { take(message) }
        for link in graph.newLinks(of: processes) {
            let ends = [
                PipeWireValue.int(2), .text("link.output.port"), .text("\(link.output)"), .text("link.input.port"),
                .text("\(link.input)"),
            ]
            _ = connection.send(
                to: PipeWireConnection.core, opcode: PipeWireServer.Method.createObject,
                [
                    .text("link-factory"), .text("PipeWire:Interface:Link"), .int(PipeWireServer.version),
                    .structure(ends), .int(Int32(nextObject())),
                ])
        }
        for link in graph.staleLinks() {
            _ = connection.send(
                to: PipeWireServer.registry, opcode: PipeWireServer.Method.destroy, [.int(link)])
        }
    }

    private func nextObject() -> UInt32 {
        defer { objects += 1 }
        return PipeWireServer.firstBound + objects
    }

    private func take(_ message: PipeWireConnection.Message) {
        if message.object == PipeWireServer.registry {
            guard let client = graph.take(message) else { return }
            let object = nextObject()
            clients.insert(object)
            _ = connection.bind(client, as: object)
        } else if clients.contains(message.object) {
            graph.take(clientInfo: message)
        } else if message.object == PipeWireConnection.core, message.opcode == Self.ping {
            // The server drops clients that never answer.
            _ = connection.send(
                to: PipeWireConnection.core, opcode: PipeWireServer.Method.pong, message.body.elements)
        }
    }
}

/// The objects of a server that a patch concerns, and the links it has made.
struct PatchGraph {
    struct Link: Hashable {
        let output: Int32
        let input: Int32
    }

    private let ear: String
    let sink: String?
    private var globals: [Int32: PipeWireServer.Global] = [:]
    private var links: Set<Link> = []
    private let hearsStreams: Bool
    /// The nodes of the program that are there.
    private(set) var streams: Set<Int32> = []
    /// How many nodes of the program have appeared. The server gives a number again once its node has gone.
    private(set) var opened = 0
    /// The sink that the program has last played to, and the names of all of them in order.
    private var lastSink: Int32?
    private(set) var sinks: [String] = []

    init(ear: String, sink: String?, hearsStreams: Bool) {
        (self.ear, self.sink, self.hearsStreams) = (ear, sink, hearsStreams)
    }

    /// Takes an event of the registry: an object appears or goes. Returns a new client, whose further properties the
    /// server tells only to those who bind it.
    mutating func take(_ message: PipeWireConnection.Message) -> PipeWireServer.Global? {
        if message.opcode == 0, let global = PipeWireServer.Global(message.body.elements) {
            globals[global.id] = global
            return global.type == "PipeWire:Interface:Client" ? global : nil
        } else if message.opcode == 1, let id = message.body.elements.first?.number {
            let id = Int32(truncatingIfNeeded: id)
            globals[id] = nil
            streams.remove(id)
            links = links.filter { $0.output != id && $0.input != id }
        }
        return nil
    }

    /// Takes the properties of a client. Among them is the process of a client of PulseAudio: for the registry, that of
    /// pipewire-pulse has all of them.
    mutating func take(clientInfo message: PipeWireConnection.Message) {
        let event = message.body.elements
        guard message.opcode == 0, event.count >= 3, let id = event[0].number else { return }
        globals[Int32(truncatingIfNeeded: id)]?.properties.merge(event[2].dictionary) { _, new in new }
    }

    /// Returns the links that are still to be made, and counts them as made.
    mutating func newLinks(of processes: Set<pid_t>) -> [Link] {
        guard let (left, right) = inputs else { return [] }
        let heard = heardSink
        lastSink = heard
        if let name = playedSink.flatMap({ globals[$0]?.properties["node.name"] }), name != sinks.last {
            sinks.append(name)
        }
        var new: [Link] = []
        for port in ports("out") {
            guard let node = node(of: port) else { continue }
            let input: Int32
            if node.properties["media.class"] == "Audio/Sink" {
                guard node.id == heard else { continue }
                input = right
            } else {
                guard isStream(node, port), plays(node, processes) else { continue }
                if streams.insert(node.id).inserted { opened += 1 }
                guard hearsStreams else { continue }
                input = left
            }
            let link = Link(output: port.id, input: input)
            if links.insert(link).inserted { new.append(link) }
        }
        return new
    }

    /// Returns the links from monitors of sinks that the program no longer plays to.
    mutating func staleLinks() -> [Int32] {
        guard let right = inputs?.right, let heard = heardSink else { return [] }
        let stale = globals.values.filter { link in
            link.type == Self.link && link.number("link.input.port") == right
                && link.number("link.output.node") != heard
        }
        for link in stale {
            globals[link.id] = nil
            // The program may play to that sink again.
            links = links.filter { $0.input != right || $0.output != link.number("link.output.port") }
        }
        return stale.map(\.id)
    }

    private static let link = "PipeWire:Interface:Link"

    /// The ports of the capture stream. The server may number them in any order.
    private var inputs: (left: Int32, right: Int32)? {
        let inputs = ports("in").filter { node(of: $0)?.properties["node.name"] == ear }
        guard let left = Self.port("FL", of: inputs), let right = Self.port("FR", of: inputs) else { return nil }
        return (left, right)
    }

    /// The sink that plays the program's latest stream or has played the last one, or the first sink before that.
    private var heardSink: Int32? {
        playedSink ?? lastSink.flatMap { isSink($0) ? $0 : nil }
            ?? globals.values.first { isSink($0.id) && $0.properties["node.name"] == sink }?.id
    }

    /// The sink that plays the program's latest stream now.
    private var playedSink: Int32? {
        let playing = globals.values.filter { link in
            link.type == Self.link && link.number("link.output.node").map(streams.contains) == true
                && link.number("link.input.node").map(isSink) == true
        }
        return playing.max { $0.id < $1.id }?.number("link.input.node")
    }

    private func isSink(_ id: Int32) -> Bool { globals[id]?.properties["media.class"] == "Audio/Sink" }

    private static func port(_ channel: String, of ports: [PipeWireServer.Global]) -> Int32? {
        ports.first { $0.properties["audio.channel"] == channel }?.id
    }

    /// Whether a port carries sound that its node plays. JACK's clients have no media class.
    private func isStream(_ node: PipeWireServer.Global, _ port: PipeWireServer.Global) -> Bool {
        guard port.properties["port.monitor"] != "true" else { return false }
        guard let media = node.properties["media.class"] else {
            return port.properties["format.dsp"]?.hasSuffix("audio") ?? false
        }
        return media == "Stream/Output/Audio"
    }

    /// Whether a node belongs to one of the processes or to one that they started.
    private func plays(_ node: PipeWireServer.Global, _ processes: Set<pid_t>) -> Bool {
        guard let client = node.number("client.id").flatMap({ globals[$0] }) else { return false }
        let numbers = ["pipewire.sec.pid", "application.process.id"].compactMap { client.properties[$0] }
        return numbers.contains { pid_t($0).map { ProcessFamily.holds($0, startedBy: processes) } ?? false }
    }

    private func ports(_ direction: String) -> [PipeWireServer.Global] {
        globals.values.filter {
            $0.type == PipeWireServer.port && $0.properties["port.direction"] == direction
        }.sorted { $0.id < $1.id }
    }

    private func node(of port: PipeWireServer.Global) -> PipeWireServer.Global? {
        port.number("node.id").flatMap { globals[$0] }
    }
}

/// The kernel's record of which process started which.
package enum ProcessFamily {
    /// Whether `process` is one of the first ones, in a session that one of them leads, or a descendant of one.
    package static func holds(_ process: pid_t, startedBy first: Set<pid_t>) -> Bool {
        var current = process
        for _ in 0..<mostGenerations {
            if first.contains(current) { return true }
            let record = record(of: "\(current)")
            guard current > 1, record.count > 3, let parent = pid_t(record[1]), let session = pid_t(record[3]) else {
                return false
            }
            if first.contains(session) { return true }
            current = parent
        }
        return false
    }

    private static let mostGenerations = 32

    /// Returns the fields of a process's record after its name, which may contain spaces; none if it is not there.
    ///
    /// - Parameter process: its number, or `self`.
    package static func record(of process: String) -> [Substring] {
        guard let bytes = try? SourceFile.read("/proc/\(process)/stat") else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
    }
}
