import ThudPatterns

/// The differences between two patterns, event by event, and between their drive signals.
package struct PatternComparison: Sendable {
    package enum Change: Hashable, Sendable {
        case added
        case removed
        /// A property of the event, and its values before and after. Times are in seconds.
        case changed(String, from: Double, to: Double)
        /// The sound that it plays.
        case sound(from: String, to: String)
    }

    package struct Difference: Hashable, Sendable {
        /// The kind of the event and its start, in seconds, in the pattern that has it, or in the first of both.
        package let kind: HapticEvent.Kind
        package let time: Double
        package let change: Change
        /// In just-noticeable differences.
        package let noticeable: Double

        fileprivate func felt(as noticeable: Double) -> Difference {
            Difference(kind: kind, time: time, change: change, noticeable: noticeable)
        }
    }

    /// The differences of events, with what steps and curves leave of them, in order of time.
    package let differences: [Difference]
    /// The largest difference of the vibrations' sharpness; nil if there is none.
    package let sharpness: SharpnessComparison?
    package let signals: SignalComparison

    /// The largest difference of all, in just-noticeable ones.
    package var largest: Double { max(felt, differences.map(\.noticeable).max() ?? 0) }

    /// The largest difference that is felt, in just-noticeable ones.
    package var felt: Double {
        let events = differences.filter(\.kind.isHaptic).map(\.noticeable)
        return max(signals.largest, sharpness?.noticeable ?? 0, events.max() ?? 0)
    }

    /// Whether one of the patterns has a sound that the other has not. Nobody feels that, whatever it sounds like.
    package var isHeard: Bool {
        differences.contains { if case .changed = $0.change { false } else { !$0.kind.isHaptic } }
    }

    /// Compares two patterns, which were rendered to signals at ``SignalComparison/sampleRate``. A signal without a
    /// pattern, such as the haptic channel of a sound, is compared as a signal alone.
    package init(_ first: HapticPattern?, _ second: HapticPattern?, signals: SignalComparison) {
        self.signals = signals
        guard let first, let second else {
            (differences, sharpness) = ([], nil)
            return
        }
        sharpness = SharpnessComparison(first, second)
        let (one, other) = (first.controlledEvents, second.controlledEvents)
        let all = EventMatching(one, other).pairs.flatMap { pair in
            Self.differences(pair.first.map { one[$0] }, pair.second.map { other[$0] })
        }
        // A vibration is felt by its course alone, in which one format has an attack that others draw as a curve. Nor
        // does an event make a difference that nobody feels, for example under a curve at 0.
        let felt = max(signals.largest, sharpness?.noticeable ?? 0)
        differences = all.map { difference in
            if case .sound = difference.change { return difference }
            let isInCourse = difference.kind == .continuous || difference.noticeable == .infinity
            return isInCourse && felt < 1 ? difference.felt(as: min(felt, difference.noticeable)) : difference
        }
    }

    private static func differences(_ one: HapticEvent?, _ other: HapticEvent?) -> [Difference] {
        guard let one else { return [other.map { alone($0, .added) }].compactMap(\.self) }
        guard let other else { return [alone(one, .removed)] }
        var differences = Difference.between(one, other)
        if let from = one.waveformPath, let to = other.waveformPath, from != to {
            differences.append(
                Difference(kind: one.kind, time: one.time, change: .sound(from: from, to: to), noticeable: .infinity))
        }
        return differences
    }

    private static func alone(_ event: HapticEvent, _ change: Change) -> Difference {
        let isSilent = event.kind.isHaptic ? event.intensity == 0 : event.volume == 0
        return Difference(kind: event.kind, time: event.time, change: change, noticeable: isSilent ? 0 : .infinity)
    }
}
