import ArgumentParser
import ThudCore
import ThudHaptics
import ThudOutputCapture
import ThudPlayback
import ThudReports

/// Whether the device tells the truth about its delay.
extension Examination {
    /// How many cues are played, 40 dB beneath their usual loudness, and how far apart in milliseconds.
    private static let probes = 6
    private static let apart = 300.0
    private static let loudness = "0.01"
    /// A prediction that is further off than this is no prediction, in milliseconds.
    private static let tolerance = 2.0

    /// Plays a few very quiet cues and compares when they came out with when they were predicted to; nothing where what is
    /// played cannot be heard again.
    func honesty(_ server: SoundServer) -> [Finding] {
        guard let run = try? probe() else { return [] }
        let errors = run.cues.filter(\.isSure).compactMap { cue -> Double? in
            guard let measured = cue.measured, let predicted = cue.predicted else { return nil }
            return (measured - predicted).milliseconds
        }.sorted()
        guard !errors.isEmpty else { return [] }
        let error = errors[errors.count / 2]
        let figure = Decimals.fixed(abs(error), 2)
        guard abs(error) > Self.tolerance else {
            return [
                Finding(
                    severity: .fine, subject: "predicted delay",
                    finding: "true to \(figure) ms, by \(errors.count) quiet cues heard again")
            ]
        }
        return [
            Finding(
                severity: .warning, subject: "predicted delay",
                finding: "cues come out \(figure) ms \(error > 0 ? "later" : "sooner") than the device says",
                remedy: (server.answers ? "--device pipewire; " : "") + "`thud bench` measures what it really is")
        ]
    }

    private func probe() throws -> BenchRun? {
        let device = options.request.name
        let source = try LoopbackSource.find(for: device, .automatic, graphRate: SoundServer().rate)
        guard let source, source.pathDelay == .none else { return nil }
        let arguments = ["--device", device, "--period", "\(options.period.value)", "--volume", Self.loudness]
        let request = BenchRequest(
            count: Self.probes, interval: Self.apart...Self.apart, burst: 1, seed: 1, cue: "kape/tick", soundFile: nil,
            playsGame: false, framesPerSecond: 60, busyThreads: 0, hasMusic: false, budget: .milliseconds(50),
            maxJitter: nil, loopback: .automatic, injected: .zero, actuator: .ideal,
            sound: try SoundOptions.parse(arguments + (options.exclusive ? ["--exclusive"] : [])), timesColdStart: false
        )
        let (run, signal) = try BenchSession(request: request, assets: Assets.find()).run()
        // Half a probe proves nothing, and whoever sent it waits for the end.
        if let signal { Interrupts.end(by: signal) }
        return run
    }
}
