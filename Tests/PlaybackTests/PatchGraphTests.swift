import Glibc
import Testing

@testable import ThudPlayback

/// Which ports are connected for the ears of a program that is measured.
@Suite struct PatchGraphTests {
    private typealias Link = PatchGraph.Link

    private func event(_ id: Int32, _ type: String, _ properties: [String: String]) -> PipeWireConnection.Message {
        let pairs = properties.flatMap { [PipeWireValue.text($0.key), .text($0.value)] }
        return PipeWireConnection.Message(
            object: 2, opcode: 0,
            body: .structure([
                .int(id), .int(0), .text("PipeWire:Interface:\(type)"), .int(3),
                .structure([.int(Int32(properties.count))] + pairs),
            ]))
    }

    /// A server with an ear (ports 11 and 12), two sinks (monitors 21 and 31), and a stream (41) of a client of
    /// PulseAudio, whose own process is not known yet.
    private func graph() -> PatchGraph {
        var graph = PatchGraph(ear: "ear", sink: "first", hearsStreams: true)
        func port(_ id: Int32, of node: Int32, _ direction: String, _ channel: String, isMonitor: Bool = false) {
            var properties = ["node.id": "\(node)", "port.direction": direction, "audio.channel": channel]
            if isMonitor { properties["port.monitor"] = "true" }
            _ = graph.take(event(id, "Port", properties))
        }
        _ = graph.take(event(10, "Node", ["node.name": "ear", "media.class": "Stream/Input/Audio"]))
        port(11, of: 10, "in", "FL")
        port(12, of: 10, "in", "FR")
        for (node, name) in [(Int32(20), "first"), (30, "second")] {
            _ = graph.take(event(node, "Node", ["node.name": name, "media.class": "Audio/Sink"]))
            port(node + 1, of: node, "out", "FL", isMonitor: true)
        }
        _ = graph.take(event(50, "Client", ["pipewire.sec.pid": "1"]))
        _ = graph.take(event(40, "Node", ["media.class": "Stream/Output/Audio", "client.id": "50"]))
        port(41, of: 40, "out", "FL")
        return graph
    }

    @Test func `a client of PulseAudio is known once its own process is told`() {
        var graph = graph()
        #expect(graph.newLinks(of: [getpid()]) == [Link(output: 21, input: 12)])
        graph.take(
            clientInfo: .init(
                object: 3, opcode: 0,
                body: .structure([
                    .int(50), .long(1), .structure([.int(1), .text("application.process.id"), .text("\(getpid())")]),
                ])))
        #expect(graph.newLinks(of: [getpid()]) == [Link(output: 41, input: 11)])
        #expect(graph.newLinks(of: [getpid()]).isEmpty && graph.streams == [40])
    }

    @Test func `the monitor follows the program to another sink and back`() {
        var graph = graph()
        _ = graph.take(event(50, "Client", ["application.process.id": "\(getpid())"]))
        #expect(Set(graph.newLinks(of: [getpid()])) == [Link(output: 21, input: 12), Link(output: 41, input: 11)])
        #expect(graph.sinks.isEmpty)
        func link(_ id: Int32, from output: (node: Int32, port: Int32), to input: (node: Int32, port: Int32)) {
            let properties = [
                "link.output.node": "\(output.node)", "link.output.port": "\(output.port)",
                "link.input.node": "\(input.node)", "link.input.port": "\(input.port)",
            ]
            _ = graph.take(event(id, "Link", properties))
        }
        link(60, from: (20, 21), to: (10, 12))
        link(61, from: (40, 41), to: (20, 22))
        #expect(graph.newLinks(of: [getpid()]).isEmpty && graph.staleLinks().isEmpty)
        link(62, from: (40, 41), to: (30, 32))
        #expect(graph.newLinks(of: [getpid()]) == [Link(output: 31, input: 12)])
        #expect(graph.staleLinks() == [60])
        link(63, from: (30, 31), to: (10, 12))
        link(64, from: (40, 41), to: (20, 22))
        #expect(graph.newLinks(of: [getpid()]) == [Link(output: 21, input: 12)] && graph.staleLinks() == [63])
        // The report names them.
        #expect(graph.sinks == ["first", "second", "first"])
    }

    @Test func `an ear at the sink counts streams and leaves them alone`() {
        var graph = PatchGraph(ear: "ear", sink: "first", hearsStreams: false)
        for message in [
            event(10, "Node", ["node.name": "ear", "media.class": "Stream/Input/Audio"]),
            event(11, "Port", ["node.id": "10", "port.direction": "in", "audio.channel": "FL"]),
            event(12, "Port", ["node.id": "10", "port.direction": "in", "audio.channel": "FR"]),
            event(50, "Client", ["application.process.id": "\(getpid())"]),
            event(40, "Node", ["media.class": "Stream/Output/Audio", "client.id": "50"]),
            event(41, "Port", ["node.id": "40", "port.direction": "out", "audio.channel": "FL"]),
        ] { _ = graph.take(message) }
        #expect(graph.newLinks(of: [getpid()]).isEmpty && graph.streams == [40])
    }

    @Test func `streams that come and go are counted, and the sink of the last one is still heard`() {
        var graph = graph()
        _ = graph.take(event(50, "Client", ["application.process.id": "\(getpid())"]))
        _ = graph.newLinks(of: [getpid()])
        let link = [
            "link.output.node": "40", "link.output.port": "41", "link.input.node": "30", "link.input.port": "32",
        ]
        _ = graph.take(event(61, "Link", link))
        #expect(graph.newLinks(of: [getpid()]) == [Link(output: 31, input: 12)])
        for id: Int32 in [61, 41, 40] {
            _ = graph.take(.init(object: 2, opcode: 1, body: .structure([.int(id)])))
        }
        #expect(graph.newLinks(of: [getpid()]).isEmpty && graph.streams.isEmpty && graph.opened == 1)
        // The server gives the next stream the same numbers.
        _ = graph.take(event(40, "Node", ["media.class": "Stream/Output/Audio", "client.id": "50"]))
        _ = graph.take(event(41, "Port", ["node.id": "40", "port.direction": "out", "audio.channel": "FL"]))
        #expect(graph.newLinks(of: [getpid()]) == [Link(output: 41, input: 11)] && graph.opened == 2)
    }
}
