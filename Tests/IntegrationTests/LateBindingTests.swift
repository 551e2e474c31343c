import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// The output stays whole although every trigger changes the queue.
@Suite(.timed) struct LateBindingTests {
    @Test(arguments: ["low", "gentle", "steady"])
    func `the output equals the recording sample for sample`(latency: String) async throws {
        let scratch = try ScratchDirectory(prefix: "thud-late")
        let (outcome, monitor) = try await withPrivatePipeWire { server in
            // A busy machine misses short cycles, which would shift everything after them.
            try await server.forceQuantum(1024)
            let recorder = try await MonitorRecorder(server)
            let outcome = try await ThudProcess.run(
                [
                    "bench", "--latency", latency, "--count", "40", "--interval", "40..160", "--loopback", "off",
                    "--game", "none", "--no-cold-start", "--record", scratch.file("all.wav"),
                ], environment: server.environment, within: .seconds(40))
            return (outcome, try await recorder.finish())
        }
        #expect(outcome.exitCode == 0, "\(outcome)")
        let recorded = try SoundFile.read(scratch.file("all.wav")).channels[0]
        let heard = monitor.channels[0]
        let first = try #require(recorded.firstIndex { abs($0) > 1e-3 })
        let place = try #require(heard.firstIndex { abs($0) > 1e-3 })
        let last = try #require(recorded.lastIndex { abs($0) > 1e-3 })
        try #require(place + last - first < heard.count)
        // The recording has 16 bits.
        let differences = (first...last).map { abs(recorded[$0] - heard[place + $0 - first]) }
        #expect((differences.max() ?? 1) < 1e-4)
        #expect(last - first > 40 * 40 * 48)
    }
}
