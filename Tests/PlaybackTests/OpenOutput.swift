import ThudTestSupport

@testable import ThudPlayback

/// An output with its device, a block to write and a descriptor to wake it by, for tests.
final class OpenOutput {
    /// The ways out that there are; ALSA's `null` needs neither card nor server.
    enum Kind: CaseIterable, Sendable {
        case clock, alsa
    }

    static let sampleRate = 48_000

    var output: Output
    let block: MixBlock
    let wake = EventDescriptor()
    private let device: any AudioDevice

    /// - Parameter pcm: the name of ALSA's PCM.
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

    /// Waits once: the room there is, or nil where the wake descriptor ended it.
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

    /// Writes as much as there is room for, and answers how much.
    func fill() throws -> Int {
        guard let room = try room() else { throw HarnessError(description: "the output was woken by nobody") }
        try write(room)
        return room
    }

    func close() { device.close() }
}
