import Glibc
import Synchronization
import ThudCore

/// Connects everything that one program plays to the left input of a capture stream, and a sink's monitor to its right
/// input, as long as it lives.
///
///     let patch = PipeWirePatch(into: "thud-ear-1", sink: server.defaultSink)
///     patch.follow(child)
///
/// A program is known by its process and those that it started, because names of streams are not unique. The capture
/// stream must not connect itself: PipeWire would record the sink instead of the program. A thread of its own waits for
/// the server's events, so that a stream is connected within a cycle or two of its appearance.
package final class PipeWirePatch: Sendable {
    private struct Plan {
        var process: pid_t?
        var streams = 0
        var isStopped = false
    }

    private let plan = Mutex(Plan())
    private let thread = PlainThread(name: "thud-patch")

    /// How long the thread sleeps at most before it looks for a new process or its end.
    private static let pause = Interval.milliseconds(20)

    /// Starts to connect.
    ///
    /// - Parameters:
    ///   - ear: the name of the capture stream's node.
    ///   - sink: the name of the sink's node.
    package init(into ear: String, sink: String?) { thread.start { [self] in run(PatchGraph(ear: ear, sink: sink)) } }

    /// Connects the streams of this process and of those that it starts.
    package func follow(_ process: pid_t) { plan.withLock { $0.process = process } }

    /// How many streams of the program have been connected so far.
    package var streams: Int { plan.withLock { $0.streams } }

    /// Ends the thread. The server then removes the connections.
    package func stop() {
        plan.withLock { $0.isStopped = true }
        thread.join()
    }

    private func run(_ start: PatchGraph) {
        var graph = start
        guard var connection = PipeWireConnection(within: .seconds(1)), PipeWireServer.greet(&connection) else {
            return
        }
        var created: UInt32 = 0
        while true {
            let (process, isStopped) = plan.withLock { ($0.process, $0.isStopped) }
            guard !isStopped, !connection.isClosed else { return }
            for message in connection.arrivals(within: Self.pause) {
                if message.object == PipeWireServer.registry {
                    graph.take(message)
                } else if message.object == PipeWireConnection.core, message.opcode == Self.ping {
                    // The server drops clients that never answer.
                    _ = connection.send(
                        to: PipeWireConnection.core, opcode: PipeWireServer.Method.pong, message.body.elements)
                }
            }
            for link in graph.newLinks(of: process) {
                let ends = [
                    PipeWireValue.int(2), .text("link.output.port"), .text("\(link.output)"), .text("link.input.port"),
                    .text("\(link.input)"),
                ]
                _ = connection.send(
                    to: PipeWireConnection.core, opcode: PipeWireServer.Method.createObject,
                    [
                        .text("link-factory"), .text("PipeWire:Interface:Link"), .int(PipeWireServer.version),
                        .structure(ends), .int(Int32(PipeWireServer.firstBound + created)),
                    ])
                created += 1
            }
            plan.withLock { $0.streams = graph.streams.count }
        }
    }

    /// The opcode of the core's event that asks whether the client lives.
    private static let ping: UInt32 = 2
}

/// The objects of a server that a patch concerns, and the links it has made.
struct PatchGraph {
    struct Link: Hashable {
        let output: Int32
        let input: Int32
    }

    private let ear: String
    private let sink: String?
    private var globals: [Int32: PipeWireServer.Global] = [:]
    private var links: Set<Link> = []
    /// The nodes of the program that have been connected.
    private(set) var streams: Set<Int32> = []

    init(ear: String, sink: String?) { (self.ear, self.sink) = (ear, sink) }

    /// Takes an event of the registry: an object appears or goes.
    mutating func take(_ message: PipeWireConnection.Message) {
        if message.opcode == 0, let global = PipeWireServer.Global(message.body.elements) {
            globals[global.id] = global
        } else if message.opcode == 1, let id = message.body.elements.first?.number {
            let id = Int32(truncatingIfNeeded: id)
            globals[id] = nil
            links = links.filter { $0.output != id && $0.input != id }
        }
    }

    /// Returns the links that are still to be made, and counts them as made.
    mutating func newLinks(of process: pid_t?) -> [Link] {
        let inputs = ports("in").filter { node(of: $0)?.properties["node.name"] == ear }
        // The server may number a stream's ports in any order.
        let (left, right) = (Self.port("FL", of: inputs), Self.port("FR", of: inputs))
        guard let left, let right else { return [] }
        var new: [Link] = []
        for port in ports("out") {
            guard let node = node(of: port) else { continue }
            let input: Int32
            if node.properties["media.class"] == "Audio/Sink" {
                guard node.properties["node.name"] == sink else { continue }
                input = right
            } else {
                guard let process, isStream(node, port), plays(node, process) else { continue }
                streams.insert(node.id)
                input = left
            }
            let link = Link(output: port.id, input: input)
            if links.insert(link).inserted { new.append(link) }
        }
        return new
    }

    private static func port(_ channel: String, of ports: [PipeWireServer.Global]) -> Int32? {
        ports.first { $0.properties["audio.channel"] == channel }?.id
    }

    /// Whether a port carries sound that its node plays. JACK's clients have no media class.
    private func isStream(_ node: PipeWireServer.Global, _ port: PipeWireServer.Global) -> Bool {
        guard port.properties["port.monitor"] != "true" else { return false }
        guard let media = node.properties["media.class"] else {
            return port.properties["format.dsp"]?.contains("audio") ?? false
        }
        return media == "Stream/Output/Audio"
    }

    /// Whether a node belongs to a process or to one that it started.
    private func plays(_ node: PipeWireServer.Global, _ process: pid_t) -> Bool {
        guard let client = node.properties["client.id"].flatMap({ Int32($0) }).flatMap({ globals[$0] }) else {
            return false
        }
        let numbers = ["pipewire.sec.pid", "application.process.id"].compactMap { client.properties[$0] }
        return numbers.contains { pid_t($0).map { ProcessFamily.holds($0, startedBy: process) } ?? false }
    }

    private func ports(_ direction: String) -> [PipeWireServer.Global] {
        globals.values.filter {
            $0.type == "PipeWire:Interface:Port" && $0.properties["port.direction"] == direction
        }.sorted { $0.id < $1.id }
    }

    private func node(of port: PipeWireServer.Global) -> PipeWireServer.Global? {
        port.properties["node.id"].flatMap { Int32($0) }.flatMap { globals[$0] }
    }
}

/// The kernel's record of which process started which.
enum ProcessFamily {
    /// Whether `process` is `first`, in the session that it leads, or a descendant of it.
    static func holds(_ process: pid_t, startedBy first: pid_t) -> Bool {
        var current = process
        for _ in 0..<mostGenerations {
            if current == first { return true }
            guard current > 1, let (parent, session) = record(of: current) else { return false }
            if session == first { return true }
            current = parent
        }
        return false
    }

    private static let mostGenerations = 32

    /// Returns the parent and the session of a process, from the fields after its name, which may contain spaces.
    private static func record(of process: pid_t) -> (parent: pid_t, session: pid_t)? {
        guard let bytes = try? SourceFile.read("/proc/\(process)/stat") else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 3, let parent = pid_t(fields[1]), let session = pid_t(fields[3]) else { return nil }
        return (parent, session)
    }
}
