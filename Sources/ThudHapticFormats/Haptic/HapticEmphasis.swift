import ThudCore

/// Converts taps to emphases on the breakpoints of an envelope.
enum HapticEmphasis {
    typealias Breakpoint = HapticEnvelope.Breakpoint

    /// Half the width of a notch, in seconds. A reader ducks the vibration under an emphasis, and the notch limits that
    /// to an instant. It also lowers the vibration under a weaker tap, because an envelope may not exceed its emphasis.
    private static let notch = 0.001

    /// Returns the breakpoints with an emphasis for each tap; both are in chronological order.
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

    /// Puts an emphasis on the breakpoint at a tap, or on a new one. `next` is the time of the next tap.
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
        let square = (tap.intensity * tap.intensity).rounded(decimals: isOwn ? HapticEnvelope.ownDigits : 6)
        // Without a notch the ducking would reach to the neighbouring points.
        let wanted = isOwn ? undone(found) : found
        let isNotched = found > 0 && (!isOwn || wanted > square + 1e-9)
        let middle = Breakpoint(time: tap.time, amplitude: found, isOwn: isOwn)
        if isNotched, let last = merged.last, last.time < tap.time - notch {
            let start = (tap.time - notch).wholeMicroseconds
            let value = between(last, middle, at: start, isOwn: isOwn)
            merged.append(Breakpoint(time: start, amplitude: value, isOwn: isOwn))
        }
        merged.append(
            Breakpoint(
                time: tap.time, amplitude: min(wanted, square),
                emphasis: Tap(time: tap.time, intensity: square, sharpness: tap.sharpness), isOwn: isOwn))
        let end = min(tap.time + notch, (tap.time + next) / 2).wholeMicroseconds
        if isNotched, let after = rest.first, after.time > end, end > tap.time {
            let value = between(middle, after, at: end, isOwn: isOwn)
            merged.append(Breakpoint(time: end, amplitude: value, isOwn: isOwn))
        }
    }

    /// Undoes the converters' ducking of an amplitude under an emphasis. A result above 1 means that there was none.
    private static func undone(_ amplitude: Double) -> Double {
        let open = 1 - HapticFile.ducking
        return (amplitude / (open * open)).rounded(decimals: HapticEnvelope.innerDigits)
    }

    private static func between(_ before: Breakpoint?, _ after: Breakpoint?, at time: Double, isOwn: Bool) -> Double {
        guard let before, let after, after.time > before.time else { return 0 }
        let part = (time - before.time) / (after.time - before.time)
        let from = ducked(before)
        return (from + (ducked(after) - from) * part).rounded(decimals: isOwn ? HapticEnvelope.innerDigits : 6)
    }

    /// Returns the amplitude of a point in the pattern, which is ducked under an emphasis.
    private static func ducked(_ point: Breakpoint) -> Double {
        guard point.emphasis != nil, point.isOwn else { return point.amplitude }
        let open = 1 - HapticFile.ducking
        return point.amplitude * open * open
    }
}
