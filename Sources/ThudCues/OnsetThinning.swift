public import ThudCore
import ThudPatterns

/// Leaves out what would be felt as too much: cues that come too close behind others, and too many in a second.
///
///     var thinning = OnsetThinning()
///     let verdict = thinning.judge(cue, at: due ?? now, now: now)
///     guard let plan = FeedbackPolicy.plan(for: cue, settings, verdict) else { return }  // left out: report `verdict.reason`
///
/// Whoever gives cues asks once for each that ``Cue/isThinnable``, in the order in which they are asked for. What is judged is counted
/// as given. Cues that last are not asked for here: they fade in and have no onset.
///
/// - A minor cue (see ``Cue/isMinor``) is left out where it begins, or is felt, within ``spacing`` of anything that was judged, and where
///   it would be felt more often than ``mostOnsets`` in a second.
/// - A swell (see ``Cue/isSwell``) is left out likewise, counted as one onset at its start, and stands in the way of other swells alone:
///   no touch is felt less because something pulses in the background.
/// - A cue that yields (see ``Cue/yields``) keeps its sound and its flash in these cases, and loses its haptics.
/// - Wins, failures, warnings and every other cue are given whole.
public struct OnsetThinning: Hashable, Sendable {
    /// Two onsets that are nearer to one another are not told apart with pleasure: pulses merge below 30 ms, and this leaves as much again.
    public static let spacing = Interval.milliseconds(60)

    /// How many haptic onsets may lie within one ``window``.
    public static let mostOnsets = 12

    /// The length of time in which onsets are counted.
    public static let window = Interval.milliseconds(1_000)

    /// What remains of a cue.
    public enum Verdict: Hashable, Sendable {
        /// All of it.
        case whole
        /// Its sound and its flash.
        case withoutHaptics(Reason)
        /// Nothing; it is reported as thinned.
        case leftOut(Reason)

        /// Why something was left out; nil where nothing was.
        public var reason: Reason? {
            switch self {
            case .whole: nil
            case .withoutHaptics(let reason), .leftOut(let reason): reason
            }
        }
    }

    /// Why a cue was thinned.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// It lies within ``OnsetThinning/spacing`` of another cue.
        case crowded
        /// There would be more than ``OnsetThinning/mostOnsets`` in a second.
        case tooMany = "too-many"

        /// The reason in words, to be put behind the name of a cue.
        public var sentence: String {
            switch self {
            case .crowded: "within \(Int(OnsetThinning.spacing.milliseconds)) ms of another cue"
            case .tooMany: "more than \(OnsetThinning.mostOnsets) onsets a second"
            }
        }
    }

    /// A moment at which a given cue begins or is felt.
    private struct GivenOnset: Hashable, Sendable {
        var instant: Instant
        var isFelt: Bool
        /// Whether nothing but other swells yields to it.
        var isSwell: Bool
        /// When its cue begins, which is what can still be cancelled.
        var cueStart: Instant
    }

    /// In order of time.
    private var moments: [GivenOnset] = []

    /// A judge who has seen nothing yet.
    public init() {}

    /// What remains of `cue` if it begins at `start`, which is `now` or a later instant for which it is scheduled.
    public mutating func judge(_ cue: Cue, at start: Instant, now: Instant) -> Verdict {
        moments.removeAll { $0.instant <= now - Self.window }
        // A swell has no sharp onset, but it is felt: it counts as one at its start.
        let onsets = cue.isSwell ? [start] : cue.hapticOnsets.map { start + .seconds($0) }
        let near = cue.isSwell ? moments : moments.filter { !$0.isSwell }
        let reason = reason(against: cue.isMinor ? onsets + [start] : onsets, felt: onsets, among: near)
        let verdict: Verdict =
            switch reason {
            case let reason? where cue.isMinor: .leftOut(reason)
            case let reason? where cue.yields: .withoutHaptics(reason)
            default: .whole
            }
        switch verdict {
        case .whole: note(onsets, start, isSwell: cue.isSwell)
        case .withoutHaptics: note([], start, isSwell: false)
        case .leftOut: break
        }
        return verdict
    }

    /// Forgets the cues that were scheduled to begin after `now`: they have been cancelled.
    public mutating func forgetScheduled(after now: Instant) { moments.removeAll { $0.cueStart > now } }

    private mutating func note(_ onsets: [Instant], _ start: Instant, isSwell: Bool) {
        let isFelt = Set(onsets)
        moments += isFelt.union([start]).map {
            GivenOnset(instant: $0, isFelt: isFelt.contains($0), isSwell: isSwell, cueStart: start)
        }
        moments.sort { $0.instant < $1.instant }
    }

    private func reason(
        against instants: [Instant], felt onsets: [Instant], among moments: [GivenOnset]
    ) -> Reason? {
        let isCrowded = instants.contains { instant in
            moments.contains { abs(($0.instant - instant).nanoseconds) < Self.spacing.nanoseconds }
        }
        if isCrowded { return .crowded }
        let all = (moments.filter(\.isFelt).map(\.instant) + onsets).sorted()
        let isTooMuch = all.indices.dropLast(min(all.count, Self.mostOnsets)).contains { first in
            let span = all[first]...all[first + Self.mostOnsets]
            return span.upperBound - span.lowerBound < Self.window && onsets.contains(where: span.contains)
        }
        return isTooMuch ? .tooMany : nil
    }
}

extension Cue {
    /// Whether it accompanies what happens rather than tells it, so that it may be left out among others: it is `quiet`, or only
    /// felt. A win is never minor, nor is a cue that lasts.
    public var isMinor: Bool {
        guard loudness != .win, lasts == nil else { return false }
        return loudness == .quiet || pattern.events.allSatisfy(\.kind.isHaptic)
    }

    /// Whether it is judged at all: every cue of a game whose catalog says `yields` is, elsewhere those alone that are minor, which
    /// then stand in nobody's way but each other's.
    public var isThinnable: Bool { yields || isMinor }

    /// Whether it is nothing but a soft vibration that comes and goes, as a pulse in the background: it yields to every other cue,
    /// and none yields to it.
    public var isSwell: Bool { isMinor && hasHaptics && !hasSound && hapticOnsets.isEmpty }

    /// When something of it begins to be felt, in seconds from its start, in order: at each tap, and at the start of each vibration
    /// that does not swell.
    public var hapticOnsets: [Double] { Set(pattern.events.lazy.filter(\.hasOnset).map(\.time)).sorted() }
}

extension HapticEvent {
    /// A vibration that takes longer than ``OnsetThinning/spacing`` to come is felt as a swell.
    fileprivate var hasOnset: Bool {
        guard kind == .continuous else { return kind == .transient }
        return EnvelopeTime.seconds(self[.attackTime]) < OnsetThinning.spacing.seconds
    }
}

extension OnsetThinning.Verdict {
    /// What remains of a cue that comes close behind another; cues that do not yield are given whole.
    public static func crowding(_ cue: Cue) -> Self {
        guard !cue.isMinor else { return .leftOut(.crowded) }
        return cue.yields ? .withoutHaptics(.crowded) : .whole
    }
}

extension FeedbackPolicy {
    /// The part of a cue that is played and shown under `settings` after thinning; nil where the cue is left out.
    ///
    /// A cue without its haptics has the sound that it has beside them. Where that is not heard either, the flash carries it.
    public static func plan(
        for cue: Cue, _ settings: FeedbackSettings, _ verdict: OnsetThinning.Verdict
    ) -> FeedbackPlan? {
        switch verdict {
        case .whole: plan(for: cue, settings)
        case .withoutHaptics: plan(for: cue, settings, isFelt: false)
        case .leftOut: nil
        }
    }
}
