import Glibc
import ThudCore

/// Time from left to right, from 0 to the end of the pattern or of its waveform.
struct TimeAxis: Hashable, Sendable {
    /// A time that is written under the axis.
    struct Tick: Hashable, Sendable {
        let x: Double
        let label: String
    }

    /// What an axis without any event shows, in seconds.
    private static let emptyLength = 1.0

    /// Its length in seconds.
    let seconds: Double

    /// Where 0 and the end are; a little within the lanes, so that an event at 0 does not stand on their edge.
    let left: Double
    let right: Double

    init(seconds: Double, in lane: Box, inset: Double) {
        self.seconds = seconds > 0 ? seconds : Self.emptyLength
        left = lane.left + inset
        right = lane.right - inset
    }

    /// Where a time in seconds is.
    func x(_ time: Double) -> Double { left + (right - left) * time / seconds }

    /// The time in seconds at a place.
    func time(at x: Double) -> Double { (x - left) / (right - left) * seconds }

    /// Ticks at 1, 2 or 5 times a power of ten, about `spacing` apart. Milliseconds up to a second, else seconds; the
    /// last one says which.
    func ticks(every spacing: Double) -> [Tick] {
        let inSeconds = seconds > 1
        let length = inSeconds ? seconds : seconds * 1_000
        let step = NiceNumber.atLeast(length * spacing / (right - left))
        let decimals = step < 1 ? Int((-log10(step)).rounded(.up)) : 0
        let count = min(Int((length / step * (1 + 1e-9)).rounded(.down)), 200)
        return (0...count).map { index in
            let value = Double(index) * step
            let unit = index == count ? (inSeconds ? " s" : " ms") : ""
            return Tick(
                x: left + (right - left) * value / length,
                label: NumberText.typeset(value, decimals: decimals) + unit)
        }
    }
}
