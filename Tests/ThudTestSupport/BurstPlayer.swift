import ThudCore

/// A plain ALSA player, independent of Thud, that reports when each of its bursts is due. It verifies the harness.
package enum BurstPlayer {
    /// Plays noise bursts about 100 ms apart and returns the instant that ALSA's delay predicted for each.
    package static func play(_ count: Int, period: Int, on server: PrivatePipeWire) async throws -> [Instant] {
        let probe = try RunningProgram(
            findProduct("sound-probe"), ["bursts", "\(count)", "\(period)"], environment: server.environment)
        let ending = try await probe.end(within: .seconds(10) + .milliseconds(Int64(count) * 120))
        guard ending.exitCode == 0 else {
            throw HarnessError(description: "The burst player failed: \(probe.output)\(probe.errorOutput)")
        }
        return probe.output.split(separator: "\n").compactMap { Int64($0).map(Instant.init(nanoseconds:)) }
    }
}
