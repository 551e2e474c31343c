import ThudCues
import ThudFeedback
import ThudOutputCapture
import ThudPlayback

/// What one cue may sound like in the capture's left channel.
///
/// As a rule that is what the left channel is given. A device of two channels or one that is given the drive signal on
/// two further ones mixes it in at a level that nobody tells; which it is, the capture knows.
struct BenchTemplate {
    private let candidates: [[Float]]

    /// At what levels further channels may be mixed in: not at all; at −3 dB, as ITU-R BS.775 has it for the surround
    /// channels; at −6 dB; as they are.
    private static let levels: [Float] = [0, 0.707_107, 0.5, 1]
    /// So many cues decide.
    private static let deciding = 12

    /// What `cue` sounds like under the settings that are in effect; nothing where there is no such cue.
    ///
    /// - Parameter isDriven: the drive signal goes out on further channels of the same device.
    init(_ cue: PreparedCue?, under settings: FeedbackSettings, isDriven: Bool) {
        guard let cue else {
            candidates = []
            return
        }
        let left = cue.samples(of: .left, under: settings)
        guard isDriven else {
            candidates = [left]
            return
        }
        let drive = cue.samples(of: .haptic, under: settings)
        candidates = Self.levels.map { level in zip(left, drive).map { $0 + level * $1 } }
    }

    /// The candidate to which most of the capture is alike near the expected frames.
    func best(in samples: [Float], expected: [Double]) -> [Float] {
        guard candidates.count > 1 else { return candidates.first ?? [] }
        let frames = Array(expected.prefix(Self.deciding))
        let likeness = candidates.map { candidate in
            CueFinder(candidate).find(in: samples, expected: frames).reduce(0) { $0 + ($1?.confidence ?? 0) }
        }
        return candidates.indices.max { likeness[$0] < likeness[$1] }.map { candidates[$0] } ?? []
    }
}
