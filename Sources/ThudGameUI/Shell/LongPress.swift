import ThudCore

/// Leaving a round takes a second: a key or a mouse button that is held so long, or a press that is repeated.
///
/// Where the release of a key has been seen before, it is held until it is released. Elsewhere a held key shows as a stream of
/// presses, one every 20 to 50 ms after a first pause, and a second press shows as one press and then none: the two are
/// told apart by what follows within `repeatGap`.
package struct LongPress: Hashable, Sendable {
    /// How long to hold (forehead game's UX: quitting in mid-round takes a 1 s long press).
    package static let length = Interval.milliseconds(1_000)
    /// How long a first press waits for a second.
    package static let patience = Interval.milliseconds(2_500)
    /// Presses that follow each other faster than this come from a key that is held. Slower than any keyboard's repeat
    /// rate (X11: 40 ms, the Linux console: 92 ms), faster than most fingers.
    package static let repeatGap = Interval.milliseconds(150)

    private enum State: Hashable, Sendable {
        case idle
        /// Held since, by something whose release is reported; heard of last.
        case held(since: Instant, last: Instant)
        /// Pressed once, by a key whose release is not reported.
        case pressed(at: Instant)
        /// Pressed again: a confirmation, unless more presses follow at once.
        case pressedAgain(first: Instant, last: Instant)
        case repeating(first: Instant, last: Instant)
        /// The hold is complete, and the key may still be down: presses that follow at once mean nothing new.
        case spent(last: Instant)
    }

    private var state = State.idle

    package init() {}

    /// Something is held, or waits for a second press.
    package var isActive: Bool {
        switch state {
        case .idle, .spent: false
        case .held, .pressed, .pressedAgain, .repeating: true
        }
    }

    /// A press alone is waiting to be confirmed by another.
    package var awaitsConfirmation: Bool {
        switch state {
        case .pressed, .pressedAgain: true
        case .idle, .held, .repeating, .spent: false
        }
    }

    /// How much of the hold has passed, 0 to 1; nil where nothing is held.
    package func share(at now: Instant) -> Double? {
        switch state {
        case .held(let since, _), .repeating(let since, _): min(1, max(0, (now - since).seconds / Self.length.seconds))
        case .idle, .pressed, .pressedAgain, .spent: nil
        }
    }

    /// When something will happen by itself; nil if nothing will.
    package var nextDeadline: Instant? {
        switch state {
        case .idle, .spent: nil
        case .held(let since, _): since + Self.length
        case .pressed(let first): first + Self.patience
        case .pressedAgain(_, let last): last + Self.repeatGap
        case .repeating(let first, let last): min(first + Self.length, last + Self.repeatGap)
        }
    }

    /// The key or the button went down.
    ///
    /// - Parameter reportsRelease: whether its release will be reported.
    package mutating func press(at now: Instant, reportsRelease: Bool) {
        switch state {
        case .idle, .spent: state = reportsRelease ? .held(since: now, last: now) : .pressed(at: now)
        case .held(let since, _): state = .held(since: since, last: now)
        case .pressed(let first):
            // A loop that slept may not have noticed that the patience had run out.
            state = now - first < Self.patience ? .pressedAgain(first: first, last: now) : .pressed(at: now)
        case .pressedAgain(let first, let last):
            // The stream began after the first pause of the keyboard; it counts from the first press.
            state = now - last < Self.repeatGap ? .repeating(first: first, last: now) : state
        case .repeating(let first, _): state = .repeating(first: first, last: now)
        }
    }

    /// The key has repeated, and the terminal says so: it has been down since its press.
    package mutating func hold(at now: Instant) {
        switch state {
        case .pressed(let first), .pressedAgain(let first, _), .repeating(let first, _):
            state = .repeating(first: first, last: now)
        case .held(let since, _): state = .held(since: since, last: now)
        case .spent: state = .spent(last: now)
        case .idle: break
        }
    }

    /// Whether a press comes from a key that has been down since it was spent, so that it means nothing.
    package mutating func isStillDown(at now: Instant) -> Bool {
        guard case .spent(let last) = state, now - last < Self.repeatGap else { return false }
        state = .spent(last: now)
        return true
    }

    /// The key or the button went up.
    package mutating func release() {
        switch state {
        case .held, .repeating, .spent: state = .idle
        // It was a tap, which may be confirmed by another.
        case .idle, .pressed, .pressedAgain: break
        }
    }

    package mutating func cancel() { state = .idle }

    /// There is nothing to leave any more, though a key may stay down.
    package mutating func spend() {
        switch state {
        case .idle: break
        case .held(_, let last), .pressed(let last), .pressedAgain(_, let last), .repeating(_, let last),
            .spent(let last):
            state = .spent(last: last)
        }
    }

    /// Lets time pass.
    ///
    /// - Returns: whether the hold is complete.
    package mutating func advance(to now: Instant) -> Bool {
        switch state {
        case .idle, .spent: return false
        case .held(let since, _):
            guard now - since >= Self.length else { return false }
        case .pressed(let first):
            if now - first >= Self.patience { state = .idle }
            return false
        case .pressedAgain(_, let last):
            guard now - last >= Self.repeatGap else { return false }
        case .repeating(let first, let last):
            // A stream that ended before the second was up means that the key was let go, however late that is noticed.
            guard min(now, last + Self.repeatGap) - first >= Self.length else {
                if now - last >= Self.repeatGap { state = .idle }
                return false
            }
        }
        spend()
        return true
    }
}
