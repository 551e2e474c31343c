import ThudHaptics
import ThudSoundFiles

/// One tape for all plays of a sound at a pitch, so that the resampler works once for them, and no longer than the longest
/// of them is heard: of a minute of sound a grain of a millisecond costs a millisecond.
struct VarispeedOrder {
    let plays: [FilePlay]

    private struct Key: Hashable {
        let path: String
        let bend: FixedResample?
    }

    /// The orders for some plays, always in the same order.
    static func orders(for plays: [FilePlay]) -> [VarispeedOrder] {
        Dictionary(grouping: plays) { Key(path: $0.event.waveformPath ?? "", bend: $0.bend) }
            .sorted { ($0.key.path, $0.key.bend?.rate ?? 0) < ($1.key.path, $1.key.bend?.rate ?? 0) }
            .map { VarispeedOrder(plays: $0.value) }
    }

    /// How many frames the resampler makes for it: never more than are played.
    var bentFrames: Int {
        guard let bend = plays[0].bend else { return 0 }
        return min(bend.frameCount, plays.map(\.frames).max() ?? 0)
    }

    /// The tape.
    func tape(sampleRate: Int) -> VarispeedSource {
        let (sound, bend) = (plays[0].sound, plays[0].bend)
        if let bend, let bent = bend.applied(to: sound, sampleRate: sampleRate, upTo: bentFrames) {
            return VarispeedSource(bent, of: bend.frameCount)
        }
        return VarispeedSource(sound)
    }
}
