public import ThudCore
import ThudPatterns

/// Leaves out what would be felt as too much: cues that come too close behind others, and too many in one second.
///
///     var thinning = OnsetThinning()
///     let verdict = thinning.judge(cue, at: due ?? now, now: now)
///     guard let plan = FeedbackPolicy.plan(for: cue, settings, verdict) else { return }  // left out
///
/// Call `judge` once for each cue that ``Cue/isThinnable``, in the order of the requests. What a verdict leaves counts
/// as played. Live cues are not judged, because they fade in and have no onset.
///
/// - A minor cue (see ``Cue/isMinor``) is left out if it starts, or is felt, within ``spacing`` of anything that was
///   judged. It is also left out if more than ``mostOnsets`` would be felt in one second. A cue that has more by itself
///   counts as one onset at its start.
/// - A swell (see ``Cue/isSwell``) is left out in the same cases, and counts as one onset at its start. It only
///   displaces other swells, so that no touch is felt less because something pulses in the background.
/// - A cue that yields (see ``Cue/yields``) keeps its sound and its flash in these cases, and loses its haptics.
/// - Wins, failures, warnings and all other cues are played in full.
public struct OnsetThinning: Hashable, Sendable {
    /// The least distance of two onsets that feel comfortably apart: twice the 30 ms below which pulses merge.
    public static let spacing = Interval.milliseconds(60)
    /// The most haptic onsets within one ``window``.
    public static let mostOnsets = 12
    /// The time in which onsets are counted.
    public static let window = Interval.milliseconds(1_000)

    /// What remains of a cue after thinning.
    public enum Verdict: Hashable, Sendable {
        /// The whole cue.
        case whole
        /// Its sound and its flash.
        case withoutHaptics(Reason)
        /// Nothing. The cue is reported as thinned.
        case leftOut(Reason)

        /// Why something was left out; nil if nothing was.
        public var reason: Reason? {
            switch self {
            case .whole: nil
            case .withoutHaptics(let reason), .leftOut(let reason): reason
            }
        }
    }

    /// Why a cue was thinned.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// It is within ``OnsetThinning/spacing`` of another cue.
        case crowded
        /// There would be more than ``OnsetThinning/mostOnsets`` in one second.
        case tooMany = "too-many"

        /// The reason in words that follow the name of a cue.
        public var sentence: String {
            switch self {
            case .crowded: "within \(Int(OnsetThinning.spacing.milliseconds)) ms of another cue"
            case .tooMany: "more than \(OnsetThinning.mostOnsets) onsets a second"
            }
        }
    }

    private struct GivenOnset: Hashable, Sendable {
        var instant: Instant
        var isFelt: Bool
        /// Whether only other swells yield to it.
        var isSwell: Bool
        /// The start of its cue. Scheduled cues are cancelled by it.
        var cueStart: Instant
    }

    /// The moments in time order.
    private var moments: [GivenOnset] = []

    /// Creates a judge that has seen no cue yet.
    public init() {}

    /// Returns what remains of `cue` if it starts at `start`, which is `now` or a later scheduled instant.
    public mutating func judge(_ cue: Cue, at start: Instant, now: Instant) -> Verdict {
        moments.removeAll { $0.instant <= now - Self.window }
        // A swell has no sharp onset, but it is felt, so it counts as one onset at its start.
        let onsets = cue.isSwell ? [start] : cue.hapticOnsets.map { start + .seconds($0) }
        let near = cue.isSwell ? moments : moments.filter { !$0.isSwell }
        let reason = reason(against: cue.isMinor ? onsets + [start] : onsets, felt: onsets, among: near)
        let verdict = reason.map { Verdict.crowding(cue, for: $0) } ?? .whole
        switch verdict {
        case .whole: remember(onsets, start, isSwell: cue.isSwell)
        case .withoutHaptics: remember([], start, isSwell: false)
        case .leftOut: break
        }
        return verdict
    }

    /// Forgets the cues that were scheduled to start after `now`, because they have been cancelled.
    public mutating func forgetScheduled(after now: Instant) { moments.removeAll { $0.cueStart > now } }

    private mutating func remember(_ onsets: [Instant], _ start: Instant, isSwell: Bool) {
        let isFelt = Set(onsets)
        moments += isFelt.union([start]).map {
            GivenOnset(instant: $0, isFelt: isFelt.contains($0), isSwell: isSwell, cueStart: start)
        }
        moments.sort { $0.instant < $1.instant }
    }

    private func reason(against instants: [Instant], felt onsets: [Instant], among moments: [GivenOnset]) -> Reason? {
        let isCrowded = instants.contains { instant in
            moments.contains { ($0.instant - instant).nanoseconds.magnitude < Self.spacing.nanoseconds }
        }
        if isCrowded { return .crowded }
        // A cue that exceeds the limit alone, such as rain, is meant to. It counts as one onset at its start.
        let isDense = zip(onsets, onsets.dropFirst(Self.mostOnsets)).contains { $1 - $0 < Self.window }
        let own = isDense ? [onsets[0]] : onsets
        let all = (moments.filter(\.isFelt).map(\.instant) + own).sorted()
        let areTooMany = zip(all, all.dropFirst(Self.mostOnsets)).contains { first, last in
            last - first < Self.window && own.contains(where: (first...last).contains)
        }
        return areTooMany ? .tooMany : nil
    }
}

extension Cue {
    /// Whether the cue accompanies an event rather than announcing it: it is `quiet`, or only felt. Such a cue may be
    /// left out among others. A win is never minor, and neither is a cue that lasts.
    public var isMinor: Bool {
        guard loudness != .win, lasts == nil else { return false }
        return loudness == .quiet || pattern.events.allSatisfy(\.kind.isHaptic)
    }

    /// Whether thinning applies: to every cue if the catalog sets `yields`, otherwise to minor cues among themselves.
    public var isThinnable: Bool { yields || isMinor }
    /// Whether the cue is only a soft vibration that comes and goes, such as a pulse in the background. It yields to
    /// every other cue, and only other swells yield to it.
    public var isSwell: Bool { isMinor && hasHaptics && !hasSound && hapticOnsets.isEmpty }
    /// The times at which something of the cue starts to be felt, in seconds from its start, in order. These are each
    /// tap, and the start of each vibration that does not swell.
    public var hapticOnsets: [Double] { Set(pattern.events.lazy.filter(\.hasOnset).map(\.time)).sorted() }
}

extension HapticEvent {
    /// Whether the event has an onset. A vibration that rises for longer than ``OnsetThinning/spacing`` has none.
    fileprivate var hasOnset: Bool {
        guard kind == .continuous else { return kind == .transient }
        return EnvelopeTime.seconds(self[.attackTime]) < OnsetThinning.spacing.seconds
    }
}

extension OnsetThinning.Verdict {
    /// Returns what remains of a cue that comes close behind another, or is one of too many.
    public static func crowding(_ cue: Cue, for reason: OnsetThinning.Reason = .crowded) -> Self {
        guard !cue.isMinor else { return .leftOut(reason) }
        return cue.yields ? .withoutHaptics(reason) : .whole
    }
}

extension FeedbackPolicy {
    /// Returns the part of a cue that is played and shown with `settings` after thinning; nil if the cue is left out.
    ///
    /// A cue without its haptics keeps its sound. If that is not heard either, the flash carries the cue.
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
