import ThudCore
import ThudInput

/// Leaving a round takes a second: a key or a mouse button that is held so long, or a press that is repeated.
///
/// A key whose release will be told is held from its press on. Any other key is held once it repeats; until then its press waits for
/// a second one, which the terminal's edge tells from a repeat.
package struct LongPress: Hashable, Sendable {
    /// How long to hold (forehead game's UX: quitting in mid-round takes a 1 s long press).
    package static let length = Interval.milliseconds(1_000)
    /// How long a first press waits for a second.
    package static let patience = Interval.milliseconds(2_500)

    private enum State: Hashable, Sendable {
        case idle
        case held(since: Instant)
        /// Pressed once, by a key whose release is not told.
        case pressed(at: Instant)
        case confirmed(at: Instant)
    }

    private var state = State.idle

    package init() {}

    /// Something is held, or waits for a second press.
    package var isActive: Bool { state != .idle }

    /// A press alone is waiting to be confirmed by another.
    package var awaitsConfirmation: Bool {
        if case .pressed = state { true } else { false }
    }

    /// How much of the hold has passed, 0 to 1; nil if nothing is held.
    package func share(at now: Instant) -> Double? {
        guard case .held(let since) = state else { return nil }
        return min(1, max(0, (now - since).seconds / Self.length.seconds))
    }

    /// When something will happen by itself; nil if nothing will.
    package var nextDeadline: Instant? {
        switch state {
        case .idle: nil
        case .held(let since): since + Self.length
        case .pressed(let first): first + Self.patience
        case .confirmed(let second): second
        }
    }

    /// Takes what happened to the key. A press that may be a repeat counts when that shows.
    package mutating func take(_ event: KeyEvent) {
        switch event.kind {
        case .press: if event.isCertain { press(at: event.instant, reportsRelease: event.tellsRelease) }
        case .repeated: if case .pressed(let first) = state { state = .held(since: first) }
        case .release:
            // A loop that slept concludes only now that the key was let go, after its second was up.
            if case .held(let since) = state, !event.isCertain, event.instant >= since + Self.length { return }
            release()
        }
    }

    /// The key or the button went down.
    ///
    /// - Parameter reportsRelease: whether its release will be told.
    package mutating func press(at now: Instant, reportsRelease: Bool) {
        switch state {
        case .idle: state = reportsRelease ? .held(since: now) : .pressed(at: now)
        // A loop that slept may not have noticed that the patience had run out.
        case .pressed(let first): state = now - first < Self.patience ? .confirmed(at: now) : .pressed(at: now)
        case .held, .confirmed: break
        }
    }

    package mutating func release() {
        // A tap may be confirmed by another.
        if case .held = state { state = .idle }
    }

    package mutating func cancel() { state = .idle }

    /// Lets time pass.
    ///
    /// - Returns: whether the hold is complete.
    package mutating func advance(to now: Instant) -> Bool {
        guard let nextDeadline, nextDeadline <= now else { return false }
        defer { state = .idle }
        return !awaitsConfirmation
    }
}
