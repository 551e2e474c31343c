import ThudHaptics

/// Taps as emphases on the breakpoints of an envelope.
enum HapticEmphasis {
    typealias Breakpoint = HapticEnvelope.Breakpoint

    /// Half of a notch, in seconds: it keeps what a reader ducks under an emphasis to this instant, and lets the vibration
    /// stand no higher than its tap, as the format demands, where the tap is the weaker of the two.
    private static let notch = 0.001

    /// The breakpoints with an emphasis for each tap; both in the order of time.
    static func inserted(_ taps: [Tap], in amplitude: [Breakpoint]) -> [Breakpoint] {
        var taps = taps[...]
        var merged: [Breakpoint] = []
        var rest = amplitude[...]
        while let tap = taps.popFirst() {
            while let point = rest.first, point.time < tap.time - 1e-6 {
                merged.append(point)
                rest.removeFirst()
            }
            var here: Breakpoint?
            while let point = rest.first, point.time <= tap.time + 1e-6 {
                if let here { merged.append(here) }
                here = point
                rest.removeFirst()
            }
            emphasise(tap, until: taps.first?.time ?? .infinity, here, &merged, rest)
        }
        return merged + rest
    }

    /// A breakpoint with an emphasis; a new one where none stands. `next` is when the tap after it comes.
    private static func emphasise(
        _ tap: Tap, until next: Double, _ here: Breakpoint?, _ merged: inout [Breakpoint],
        _ rest: ArraySlice<Breakpoint>
    ) {
        let isOwn = here?.isOwn ?? (merged.last?.isOwn ?? false && rest.first?.isOwn ?? false)
        let found = here?.amplitude ?? between(merged.last, rest.first, at: tap.time, isOwn: isOwn)
        if merged.isEmpty, here == nil, tap.time > 0 {
            merged.append(Breakpoint(time: 0, amplitude: 0, isOwn: false))
        } else if here == nil, rest.isEmpty, let last = merged.last, last.amplitude > 0 {
            merged.append(Breakpoint(time: last.time, amplitude: 0, isOwn: false))
        }
        let square = rounded(tap.intensity * tap.intensity, isOwn ? HapticEnvelope.ownDigits : 6)
        // Without a notch, what a reader ducks here would be missing as far as the points beside it.
        let wanted = isOwn ? undone(found) : found
        let isNotched = found > 0 && (!isOwn || wanted > square + 1e-9)
        let middle = Breakpoint(time: tap.time, amplitude: found, isOwn: isOwn)
        if isNotched, let last = merged.last, last.time < tap.time - notch {
            let start = microseconds(tap.time - notch)
            let value = between(last, middle, at: start, isOwn: isOwn)
            merged.append(Breakpoint(time: start, amplitude: value, isOwn: isOwn))
        }
        merged.append(
            Breakpoint(
                time: tap.time, amplitude: min(wanted, square),
                emphasis: Tap(time: tap.time, intensity: square, sharpness: tap.sharpness), isOwn: isOwn))
        let end = microseconds(min(tap.time + notch, (tap.time + next) / 2))
        if isNotched, let after = rest.first, after.time > end, end > tap.time {
            let value = between(middle, after, at: end, isOwn: isOwn)
            merged.append(Breakpoint(time: end, amplitude: value, isOwn: isOwn))
        }
    }

    /// An amplitude with the ducking undone that a pattern of the converters' form has under an emphasis; above 1 for
    /// one that can have had none.
    private static func undone(_ amplitude: Double) -> Double {
        let open = 1 - HapticFile.ducking
        return rounded(amplitude / (open * open), HapticEnvelope.innerDigits)
    }

    private static func between(_ before: Breakpoint?, _ after: Breakpoint?, at time: Double, isOwn: Bool) -> Double {
        guard let before, let after, after.time > before.time else { return 0 }
        let part = (time - before.time) / (after.time - before.time)
        let from = ducked(before).squareRoot()
        let root = from + (ducked(after).squareRoot() - from) * part
        return rounded(root * root, isOwn ? HapticEnvelope.innerDigits : 6)
    }

    /// A point's amplitude as the pattern has it, which is ducked under an emphasis.
    private static func ducked(_ point: Breakpoint) -> Double {
        guard point.emphasis != nil, point.isOwn else { return point.amplitude }
        let open = 1 - HapticFile.ducking
        return point.amplitude * open * open
    }
}
