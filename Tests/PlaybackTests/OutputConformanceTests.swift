import Glibc
import TestTraits
import Testing
import ThudTestSupport

@testable import ThudCore
@testable import ThudPlayback

/// What the audio thread relies on for every output.
@Suite(.timed) struct OutputConformanceTests {
    /// Returns the frames that `interval` covers at the tests' rate, rounded up.
    private func frames(_ interval: Interval) -> Int {
        Int(interval.frames(at: Int64(OpenOutput.sampleRate)))
    }

    @Test(arguments: OpenOutput.Kind.allCases)
    func `an empty output has room for at least a period and at most its capacity`(kind: OpenOutput.Kind) throws {
        let open = try OpenOutput(kind)
        let room = try #require(try open.room())
        #expect(room >= open.output.period)
        #expect(room <= open.output.capacity)
        #expect(open.output.capacity >= open.output.period)
        open.close()
    }

    @Test(arguments: OpenOutput.Kind.allCases)
    func `an output takes frames no faster than real time, in whole periods`(kind: OpenOutput.Kind) throws {
        let open = try OpenOutput(kind)
        let began = Instant.now()
        var accepted = 0
        // If 0.3 s of frames took 20 s, nothing could be played on this machine.
        while accepted < frames(.milliseconds(300)), Instant.now() - began < .seconds(20) {
            let room = try open.fill()
            accepted += room
            #expect(room >= open.output.period && room <= open.output.capacity)
            #expect(accepted <= frames(Instant.now() - began) + open.output.capacity + 1)
        }
        #expect(accepted >= frames(.milliseconds(300)))
        open.close()
    }

    @Test(arguments: OpenOutput.Kind.allCases)
    func `the queue fits the capacity and never grows by itself`(kind: OpenOutput.Kind) throws {
        let open = try OpenOutput(kind, period: 4800)
        let before = Instant.now()
        let room = try open.fill()
        let written = Instant.now()
        let first = try #require(open.output.queued(at: written))
        #expect(first <= Int64(room))
        // However long this thread was delayed, no more than that can have left.
        #expect(first >= Int64(room - frames(written - before) - 1))
        try holdOn("a few milliseconds to pass", within: .seconds(20)) {
            Instant.now() - written > .milliseconds(10)
        }
        let second = try #require(open.output.queued(at: .now()))
        #expect(second < first)
        open.close()
    }

    @Test(arguments: OpenOutput.Kind.allCases)
    func `a signal ends the wait of a full output, and every wait until it is cleared`(kind: OpenOutput.Kind) throws {
        let open = try OpenOutput(kind, period: 12_000)
        var room: Int? = try open.fill()
        open.wake.signal()
        for _ in 0..<2 {
            room = try open.room()
            #expect(room == nil, "a period is a quarter of a second: only the signal can have ended the wait")
        }
        open.wake.clear()
        room = try open.room()
        #expect(room != nil, "without a signal the wait goes on until a period is due")
        open.close()
    }

    @Test func `a PCM that converts the rate accepts frames endlessly even with a null slave`() async {
        // Runs in a separate process whose ALSA configuration is the test's.
        await #expect(processExitsWith: .success) {
            let scratch = try ScratchDirectory(prefix: "thud-rate")
            let definition = "pcm.converting { type plug slave { pcm null rate 44100 } }"
            let path = try scratch.write("</usr/share/alsa/alsa.conf>\n\(definition)\n", to: "asoundrc")
            setenv("ALSA_CONFIG_PATH", path, 1)
            let open = try OpenOutput(.alsa, pcm: "converting")
            // Its buffer holds two periods.
            for _ in 0..<20 { _ = try open.fill() }
            open.close()
        }
    }

    @Test func `a clock that ran on while the program stood still reports it once`() {
        let rate = OpenOutput.sampleRate
        let wake = EventDescriptor()
        var output = NullOutput(sampleRate: rate, period: 128)
        let began = StreamClock(frame: .zero, instant: .now() - .seconds(10), sampleRate: Int64(rate))
        output.resume(at: .zero, on: began)
        guard case .behind(let count) = output.wait(wake: wake.number) else {
            Issue.record("ten seconds without a frame were not noticed")
            return
        }
        #expect(count > 9 * rate)
        #expect(count <= frames(.now() - began.anchorInstant) - rate / 2)
        guard case .ready = output.wait(wake: wake.number) else {
            Issue.record("what was passed over did not count as put out")
            return
        }
        #expect((output.queued(at: .now()) ?? 0) <= Int64(-rate / 2))
    }
}

/// An output with its device, a block to write and a wake-up descriptor, for tests.
final class OpenOutput {
    /// The kinds of outputs; ALSA's `null` needs neither card nor server.
    enum Kind: CaseIterable, Sendable {
        case clock, alsa
    }

    static let sampleRate = 48_000

    var output: AudioOutput
    let block: MixBlock
    let wake = EventDescriptor()
    private let device: any AudioDevice

    /// - Parameter pcm: the name of the ALSA PCM.
    init(_ kind: Kind, pcm: String = "null", period: Int = 128) throws {
        if kind == .clock {
            device = NullDevice(sampleRate: OpenOutput.sampleRate, period: period)
        } else {
            var request = PCMRequest()
            request.name = pcm
            request.sampleRate = OpenOutput.sampleRate
            request.period = period
            device = try ALSADevice(request)
        }
        output = device.output
        block = MixBlock.allocate(capacity: output.capacity)
    }

    deinit { block.deallocate() }

    /// Waits once and returns the available room, or nil if the wake-up descriptor ended the wait.
    func room() throws -> Int? {
        switch output.wait(wake: wake.number) {
        case .ready(let room): return room
        case .woken: return nil
        case .behind: throw HarnessError(description: "this machine stood still for a second")
        case .xrun: throw HarnessError(description: "the output ran dry")
        case .lost, .stalled: throw HarnessError(description: "the output was lost")
        }
    }

    func write(_ count: Int) throws {
        guard output.write(block, count: count) else { throw HarnessError(description: "the output took nothing") }
    }

    /// Writes as much as there is room for, and returns how much.
    func fill() throws -> Int {
        guard let room = try room() else { throw HarnessError(description: "the output was woken by nobody") }
        try write(room)
        return room
    }

    func close() { device.close() }
}
