import ThudCore
import ThudHaptics
import ThudOutputCapture
import ThudPlayback

/// What the command line asks a bench for.
struct BenchRequest {
    let count: Int
    /// Milliseconds between two triggers.
    let interval: ClosedRange<Double>
    let burst: Int
    let seed: UInt64
    /// The cue, by its name, or a sound file to play instead.
    let cue: String
    let soundFile: String?
    /// A round of Kape runs meanwhile.
    let playsGame: Bool
    let framesPerSecond: Int
    let busyThreads: Int
    let hasMusic: Bool
    let budget: Interval
    let maxJitter: Interval?
    let loopback: LoopbackChoice
    let injected: Interval
    let actuator: ActuatorProfile
    let sound: SoundOptions
    /// The first cue of the process, and the first after idling, are timed before the others.
    var timesColdStart = true

    /// Where to listen to what is played, if anywhere.
    ///
    /// - Parameter graphRate: at which the sound server mixes, in hertz, where that is known.
    func loopbackSource(graphRate: Int?) throws(LoopbackError) -> LoopbackSource? {
        try LoopbackSource.find(for: sound.output.named ?? PCMRequest().name, loopback, graphRate: graphRate)
    }
}
