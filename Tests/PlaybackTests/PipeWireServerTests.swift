import Glibc
import Testing
import ThudCore

@testable import ThudPlayback

/// What is read from a PipeWire server's messages, and what follows from it.
@Suite struct PipeWireServerTests {
    @Test func `a value is unchanged after it is sent and read`() throws {
        let sent = PipeWireValue.structure([
            .int(-7), .long(1 << 40), .text("thud"), .text(""), .structure([.int(1), .text("name"), .text("a sink")]),
        ])
        let bytes = sent.bytes
        #expect(bytes.count % 8 == 0)
        let read = try #require(PipeWireValue(bytes)).elements
        #expect(read.count == 5)
        #expect(read.map(\.number) == [-7, 1 << 40, nil, nil, nil])
        #expect(read.map(\.text) == [nil, nil, "thud", "", nil])
        #expect(read[4].dictionary == ["name": "a sink"])
    }

    @Test func `an object is read by the numbers of its properties`() throws {
        func words(_ numbers: [UInt32]) -> [UInt8] {
            numbers.flatMap { number in (0..<4).map { UInt8(number >> ($0 * 8) & 0xFF) } }
        }
        // A Latency parameter: direction 0, at most one cycle, at most 64 frames.
        let body = words([
            0x40003, 15, 1, 0, 4, 3, 0, 0, 3, 0, 4, 6, Float(1).bitPattern, 0, 5, 0, 4, 4, 64, 0,
        ])
        let parts = try #require(PipeWireValue(words([UInt32(body.count), 15]) + body)).properties
        #expect(parts[1]?.number == 0 && parts[3]?.real == 1 && parts[5]?.number == 64)
        let cut = Array((words([UInt32(body.count) - 8, 15]) + body.dropLast(8)))
        #expect(PipeWireValue(cut) == nil)
    }

    @Test func `invalid bytes are refused, whatever was changed or cut`() {
        let sent = PipeWireValue.structure([.int(1), .text("clock.rate"), .structure([.long(2), .text("x")])]).bytes
        for count in 0..<sent.count { #expect(PipeWireValue(Array(sent[..<count])) == nil || count >= 8) }
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5_000 {
            var bytes = sent
            for _ in 0..<3 {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = PipeWireValue(bytes)?.dictionary
        }
        // Endlessly nested structures.
        var nested = PipeWireValue.int(1)
        for _ in 0..<100 { nested = .structure([nested]) }
        #expect(PipeWireValue(nested.bytes) == nil)
    }

    @Test func `a message of two mebibytes is taken like any other, and the next one after it`() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let server = ends[1]
        let thread = PlainThread(name: "server") {
            for (object, length) in [(7, 2 << 20), (8, 10)] as [(UInt8, Int)] {
                let body = PipeWireValue.structure([.text(String(repeating: "x", count: length))]).bytes
                let count = (0..<3).map { UInt8(truncatingIfNeeded: body.count >> ($0 * 8)) }
                let message = [object, 0, 0, 0] + count + [5] + [UInt8](repeating: 0, count: 8) + body
                var sent = 0
                while sent < message.count {
                    sent += max(0, write(server, Array(message[sent...]), message.count - sent))
                }
            }
            close(server)
        }
        var connection = PipeWireConnection(ends[0], within: .seconds(600))
        var messages: [PipeWireConnection.Message] = []
        while !connection.isClosed { messages += connection.arrivals() }
        thread.join()
        #expect(messages.map(\.object) == [7, 8])
        #expect(messages.map { $0.body.elements[0].text?.count } == [2 << 20, 10])
    }

    @Test func `a forced rate takes precedence, and an invalid rate is ignored`() {
        func rate(_ settings: [String: String]) -> Int? { PipeWireServer(settings: settings).rate }
        #expect(rate(["clock.rate": "44100", "clock.force-rate": "0"]) == 44_100)
        #expect(rate(["clock.rate": "48000", "clock.force-rate": "96000"]) == 96_000)
        #expect(rate(["clock.rate": "1"]) == nil && rate(["clock.rate": "x"]) == nil && rate([:]) == nil)
    }

    @Test(arguments: [
        ("FL FR", false), ("MONO", false), ("FL FR FC LFE", false), ("FL FR RL RR", true), ("FL FR FC LFE RL RR", true),
        ("AUX0 AUX1", false), ("AUX0 AUX1 AUX2 AUX3", true),
    ])
    func `channels 3 and 4 come out separately if there is a rear, or if no channel has a position`(
        channels: String, isWhole: Bool
    ) {
        let sink = PipeWireServer.Sink(name: "s", channels: channels.split(separator: " ").map(String.init))
        #expect(sink.hasFurtherChannels == isWhole)
    }

    @Test func `a device's channels are those at the end of its chain`() {
        let chain = """
            Plug PCM: Route conversion PCM (sformat=S16_LE)
            Its setup is:
              channels     : 4
            Slave: Hardware PCM card 0 'Dummy' device 0 subdevice 0
            Its setup is:
              channels     : 2
            """
        #expect(FurtherChannels.count(in: chain) == 2)
        #expect(FurtherChannels.count(in: "") == nil)
        let refused = #expect(throws: ThudError.self) { try FurtherChannels.check("front", chain: chain, server: nil) }
        #expect(refused?.description.contains("front has only 2 channels, so the drive signal") == true)
        #expect(throws: ThudError.self) { try FurtherChannels.check("p", chain: "ALSA <-> PipeWire PCM", server: nil) }
        #expect(throws: ThudError.self) {
            try FurtherChannels.check("p", chain: "ALSA <-> PulseAudio PCM\n channels : 4", server: nil)
        }
        #expect(throws: Never.self) { try FurtherChannels.check("hw:0", chain: "  channels     : 4", server: nil) }
    }

    @Test(arguments: [(44_100, 64), (48_000, 64), (88_200, 128), (96_000, 128), (192_000, 256), (22_050, 32)])
    func `lengths are powers of two of similar duration at every rate`(rate: Int, frames: Int) {
        #expect(PCMSetup.frames(64, at: rate) == frames)
    }
}
