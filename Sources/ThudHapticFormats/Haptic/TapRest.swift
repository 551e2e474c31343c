import ThudCore
import ThudPatterns

/// The silence after the last tap of a pattern. In AHAP it is the duration of a tap, in `.haptic` a last point.
extension HapticPattern {
    /// When a pattern ends whose last haptic event is a tap, if the duration of a tap says so.
    var restEnd: Double? {
        let haptic = events.filter(\.kind.isHaptic)
        let vibrations = HapticPattern(
            haptic.filter { $0.kind == .continuous }, parameters: parameters, curves: curves)
        guard let last = haptic.map(\.time).max(), vibrations.duration <= last else { return nil }
        return haptic.compactMap(\.ownEnd).filter { $0 >= last }.max()
    }

    /// The pattern without the durations of taps that last until `restEnd`.
    var withoutRest: HapticPattern {
        guard let end = restEnd else { return self }
        var shorter = self
        shorter.events = events.map { $0.ownEnd == end ? $0.moved(to: $0.time, lasting: nil) : $0 }
        return shorter
    }

    /// Returns a pattern that ends with a tap, lasting until `end`.
    func resting(until end: Double?) -> HapticPattern {
        guard let end, let last = events.last, last.kind == .transient else { return self }
        guard end > last.time + HapticLimits.transientLength + 1e-9 else { return self }
        var longer = self
        longer.events[events.count - 1] = last.moved(to: last.time, lasting: (end - last.time).wholeMicroseconds)
        return longer
    }
}

extension HapticEvent {
    /// The end of a tap with a duration.
    fileprivate var ownEnd: Double? {
        kind == .transient ? duration.map { time + $0 } : nil
    }
}
