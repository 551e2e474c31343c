import TestTraits
import Testing
import ThudCore
import ThudPatterns
import ThudSoundFiles
import ThudTestSupport

/// An audition on a private server puts out exactly what it saves.
@Suite(.timed)
struct AuditionSoundTests {
    /// Returns the sink's output during an audition.
    private func audition(_ arguments: [String]) async throws -> CapturedSound {
        try await withPrivatePipeWire { server in
            // A missed cycle on a busy machine breaks any stream; a longer quantum is missed less often.
            try await server.forceQuantum(1024)
            let recorder = try await MonitorRecorder(server)
            let outcome = try await ThudProcess.run(
                ["audition", "--period", "1024", "--json"] + arguments, environment: server.environment)
            #expect(outcome.exitCode == 0, "\(outcome)")
            return try await recorder.finish()
        }
    }

    /// Returns the first frames of a preset's repetitions. What rings on sounds over the next one.
    private static func starts(of preset: String, repeats: Int) throws -> [Int] {
        let file = "\(Checkout.path)/Presets/\(preset).ahap"
        let length = try AHAP.read(SourceFile.read(file), file: file).duration
        return (0..<repeats).map { $0 * Int((length * 48_000).rounded()) }
    }

    @Test(arguments: [["kape/correct"], ["impact.heavy", "--as", "felt"], ["android.spin", "--loop", "3"]])
    func `the monitor holds the rendered signal sample for sample`(arguments: [String]) async throws {
        let scratch = try ScratchDirectory(prefix: "thud-audition")
        let file = scratch.file("saved.wav")
        let once = arguments.filter { $0 != "--loop" && $0 != "3" }
        let saving = try await ThudProcess.run(["audition", "--silent", "--save", file] + once)
        #expect(saving.exitCode == 0, "\(saving)")
        let saved = try SoundFile.read(file)
        let starts = arguments.contains("--loop") ? try Self.starts(of: arguments[0], repeats: 3) : [0]
        let monitor = try await audition(arguments)
        for (channel, samples) in saved.channels.enumerated() {
            var expected = [Float](repeating: 0, count: starts.reduce(0, max) + samples.count)
            for start in starts { for (place, sample) in samples.enumerated() { expected[start + place] += sample } }
            let place = try #require(monitor.find(expected, confidence: 0.99, channel: channel).first)
            let heard = monitor.channels[channel][place.frame..<place.frame + expected.count]
            let error = zip(heard, expected).map { abs($0 - $1) }.max() ?? 1
            #expect(error < 1e-4, "\(arguments), channel \(channel): up to \(error)")
            // Before and after it there is only silence.
            #expect(monitor.channels[channel][..<place.frame].allSatisfy { $0 == 0 })
            #expect(monitor.channels[channel][(place.frame + expected.count)...].allSatisfy { abs($0) < 1e-6 })
        }
    }
}
