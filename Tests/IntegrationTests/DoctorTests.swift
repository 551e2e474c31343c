import TestSupport
import TestTraits
import Testing
import Timebase

/// `thud doctor` on a private server.
@Suite(.serialized, .attempts(5))
struct DoctorTests {
    private func doctor(quantum: Int?) async throws -> ThudProcess.Outcome {
        try await withPrivatePipeWire { server in
            if let quantum { try await server.forceQuantum(quantum) }
            return try await ThudProcess.run(["doctor"], environment: server.environment, within: .seconds(60))
        }
    }

    @Test func `a server as it comes has nothing against low latency, and its delay is what it says`() async throws {
        let outcome = try await doctor(quantum: nil)
        #expect(outcome.exitCode == 0, "\(outcome)")
        let lines = outcome.output.split(separator: "\n")
        for subject in [
            "quantum             not forced", "resampling          none", "predicted delay     true to 0.0",
        ] {
            #expect(lines.contains { $0.hasPrefix("ok    \(subject)") }, "\(subject) in \(outcome.output)")
        }
    }

    @Test func `a quantum that somebody forced is named, with what to type`() async throws {
        let outcome = try await doctor(quantum: 2048)
        #expect(outcome.output.contains("warn  quantum             forced to 2048 frames"), "\(outcome)")
        #expect(outcome.output.contains("-> pw-metadata -n settings 0 clock.force-quantum 0"))
        // Nothing else mends it.
        #expect(!outcome.output.contains("--period") && !outcome.output.contains("-> play through PipeWire"))
    }
}
