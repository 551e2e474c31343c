import ThudCore
import ThudInput

/// The gesture that leaves a round: a key or mouse button held for a second, or pressed twice.
///
/// A key whose release the terminal reports counts as held from its press on. Any other key counts as held once it
/// repeats. A press that is not a hold waits for a second one, which the terminal layer distinguishes from a repeat.
package struct LongPress: Hashable, Sendable {
    /// How long to hold (forehead game's UX: quitting in mid-round takes a 1 s long press).
    package static let length = Interval.milliseconds(1_000)
    /// A key or button released sooner was pressed, not held.
    private static let tap = Interval.milliseconds(400)
    /// How long a first press waits for a second.
    package static let confirmation = Interval.milliseconds(2_500)

    private enum State: Hashable, Sendable {
        case idle
        case held(since: Instant)
        /// Pressed once, and released at once or without a report.
        case pressed(at: Instant)
        case confirmed(at: Instant)
    }

    private var state = State.idle

    package init() {}

    /// Whether something is held or waits for a second press.
    package var isActive: Bool { state != .idle }

    /// Whether a single press waits for a second one to confirm it.
    package var awaitsConfirmation: Bool {
        if case .pressed = state { true } else { false }
    }

    /// Returns the fraction of the hold that has passed, 0 to 1. nil if nothing is held.
    package func share(at now: Instant) -> Double? {
        guard case .held(let since) = state else { return nil }
        return min(1, max(0, (now - since).seconds / Self.length.seconds))
    }

    /// The instant of the next change without input. nil if there is none.
    package var nextDeadline: Instant? {
        switch state {
        case .idle: nil
        case .held(let since): since + Self.length
        case .pressed(let first): first + Self.confirmation
        case .confirmed(let second): second
        }
    }

    /// Handles an event of the key. A press that may be a repeat counts only once that is certain.
    package mutating func take(_ event: KeyEvent) {
        switch event.kind {
        case .press: if event.isCertain { press(at: event.instant, reportsRelease: event.tellsRelease) }
        case .repeated: if case .pressed(let first) = state { state = .held(since: first) }
        case .release:
            // An event loop that slept may infer the release only now, after the full second had passed.
            if case .held(let since) = state, !event.isCertain, event.instant >= since + Self.length { return }
            release(at: event.instant, isCertain: event.isCertain)
        }
    }

    /// Handles the press of the key or the button. `reportsRelease` says whether its release will be reported.
    package mutating func press(at now: Instant, reportsRelease: Bool) {
        switch state {
        case .idle: state = reportsRelease ? .held(since: now) : .pressed(at: now)
        // An event loop that slept may not have noticed that the wait had expired.
        case .pressed(let first): state = now - first < Self.confirmation ? .confirmed(at: now) : .pressed(at: now)
        case .held, .confirmed: break
        }
    }

    /// Handles the release of the key or the button. `isCertain` says whether it is reported, not inferred.
    package mutating func release(at now: Instant, isCertain: Bool = true) {
        guard case .held(let since) = state else { return }
        state = isCertain && now < since + Self.tap ? .pressed(at: since) : .idle
    }

    package mutating func cancel() { state = .idle }

    /// Advances the time and returns whether leaving is now confirmed.
    package mutating func advance(to now: Instant) -> Bool {
        guard let nextDeadline, nextDeadline <= now else { return false }
        defer { state = .idle }
        return !awaitsConfirmation
    }
}

/// Separates a press meant for a screen from one meant for the screen before it.
package struct Debounce: Hashable, Sendable {
    /// How long after a press that led to a screen no other press counts there.
    package static let pause = Interval.milliseconds(700)
    /// How long not even a double press counts: the length of a failure flash, in which a late tap falls.
    package static let flash = Interval.milliseconds(300)
    /// The time between the two presses of a double press, the same as for a double tap.
    package static let doubled = Interval.milliseconds(100)...Interval.milliseconds(350)
    private var last: Instant?
    private var lastElsewhere: Instant?

    package init() {}

    /// Begins the pause: with a press on a screen that accepts any press, or with a screen that ends a round.
    package mutating func restart(at now: Instant) {
        last = now
        lastElsewhere = now
    }

    /// Records a press on a screen that only a deliberate press passes. Returns whether it is deliberate.
    package mutating func isDeliberate(at now: Instant) -> Bool {
        last = now
        return lastElsewhere.map { now - $0 >= Self.pause } ?? true
    }

    /// Records a press on a screen that a deliberate press, or sooner a double one, passes. Returns whether it is one.
    package mutating func isDeliberateOrDoubled(at now: Instant) -> Bool {
        let first = last
        let isDeliberate = self.isDeliberate(at: now)
        guard let first, let lastElsewhere, first >= lastElsewhere + Self.flash else { return isDeliberate }
        return isDeliberate || Self.doubled.contains(now - first)
    }
}
