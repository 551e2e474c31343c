import Glibc
import Synchronization
import ThudCore

extension Engine {
    /// After this time the PCM is tried in any case, because a server may be at another path than is known here.
    private static let longestTrust = Interval.seconds(300)

    /// Returns a function that opens the PCM of `request` at a fixed rate, with another period if one is given.
    ///
    /// PipeWire's plugin keeps 17 kB of each attempt that finds no server (0.3.65), which were 0.7 GB a day. So after
    /// one that failed, the PCM is opened only once a server answers.
    static func opener(_ request: PCMRequest, sampleRate: Int) -> Supervisor.Opener {
        let failed = Mutex<(error: ThudError, instant: Instant)?>(nil)
        return { period in
            if let (error, instant) = failed.withLock({ $0 }), error.errno == EHOSTDOWN,
                .now() < instant + longestTrust, !PipeWireConnection.hasServer
            {
                throw error
            }
            var again = request
            again.period = period ?? request.period
            again.sampleRate = sampleRate
            again.isRateFixed = true
            do throws(ThudError) {
                return try ALSADevice(again)
            } catch {
                failed.withLock { $0 = (error, .now()) }
                // alsa-lib's `default` depends on the cards that were present when it read its configuration.
                PCMHandle.forgetConfiguration()
                throw error
            }
        }
    }
}
