import ThudCore

/// Tells keys that are pressed from keys that are held, on terminals that report repeats and releases and on those that report
/// every repeat as another press.
///
/// A release is believed whenever it comes, but awaited only of a key that has been seen released before: many terminals promise
/// releases and do not send those of keys that type text. Of any other key a press that comes when a first repeat may come is
/// doubted until the next one, for 150 ms: repeats come in streams. Once a hold was seen, the keyboard's delay is known, and only
/// a press after just that delay is doubted. A stream shows a hold whether its first press was doubted or not, so that a
/// keyboard that turns out to have another delay is learnt anew.
struct HeldKeys: Hashable, Sendable, Codable {
    /// What happened to a key.
    enum Change: Hashable, Sendable {
        /// It was pressed at `cause`. Whether its release is going to be told.
        case down(KeyName, cause: Instant, tellsRelease: Bool)
        /// It was pressed again at `cause`, though its release was not told.
        case again(KeyName, cause: Instant, tellsRelease: Bool)
        /// It was pressed again or has repeated, which will show.
        case doubted(KeyName)
        /// It is held: it has repeated.
        case held(KeyName)
        /// It went up. Uncertain where that only follows from what did not come.
        case up(KeyName, isCertain: Bool)
    }

    private struct Hold: Hashable, Sendable, Codable {
        var first: Instant
        var last: Instant
        var isRepeating = false
        var doubted: Instant?
        /// What the doubted press means is decided already, so it is not told as a press.
        var isSettled = false
        var tellsRelease: Bool
    }

    /// More keys than hands can hold are not followed.
    private static let mostHeld = 16
    private static let mostReleasing = 128

    private var holds: [KeyName: Hold] = [:]
    private var releasing: Set<KeyName> = []
    private var timing = RepeatTiming<KeyName>()

    /// When something follows from nothing having come.
    var nextDeadline: Instant? { holds.values.reduce(nil) { .earlier($0, Self.deadline($1)) } }

    /// Whether the key is down, as far as is known.
    func isHeld(_ key: KeyName) -> Bool { holds[key] != nil }

    /// Takes a stroke, after all that was due by `now`.
    mutating func take(_ stroke: KeyStroke, at now: Instant) -> [Change] {
        switch stroke.kind {
        case .press:
            timing.press(stroke.key, at: now)
            return press(stroke.key, at: now)
        case .repeated:
            timing.breakOff()
            return repeated(stroke.key, at: now)
        case .release:
            timing.breakOff()
            if releasing.count < Self.mostReleasing { releasing.insert(stroke.key) }
            return holds.removeValue(forKey: stroke.key) == nil ? [] : [.up(stroke.key, isCertain: true)]
        }
    }

    /// Draws the conclusions that are due at `now`, of one key at a time.
    mutating func advance(to now: Instant) -> [Change] {
        // The order of a dictionary is no order: keys of one instant follow by name.
        let due = holds.filter { Self.deadline($0.value).map { $0 <= now } ?? false }
            .min { ($0.value.last, $0.key.rawValue) < ($1.value.last, $1.key.rawValue) }
        guard let (key, hold) = due else { return [] }
        guard let doubted = hold.doubted else {
            holds[key] = nil
            return [.up(key, isCertain: false)]
        }
        guard hold.isSettled else { return pressAgain(key, cause: doubted) }
        _ = begin(key, cause: doubted)
        return []
    }

    /// What the doubted press of a key means is decided: should it turn out to be a press, it is not told again.
    mutating func settleDoubt(of key: KeyName) { holds[key]?.isSettled = true }

    mutating func letGo() { holds.removeAll() }

    private static func deadline(_ hold: Hold) -> Instant? {
        if let doubted = hold.doubted { return doubted + GestureLimits.nextRepeat }
        if hold.tellsRelease { return nil }
        return hold.isRepeating
            ? hold.last + GestureLimits.nextRepeat : hold.first + GestureLimits.firstRepeat
    }

    private mutating func press(_ key: KeyName, at now: Instant) -> [Change] {
        guard var hold = holds[key] else {
            guard holds.count < Self.mostHeld else { return [] }
            return [.down(key, cause: now, tellsRelease: begin(key, cause: now))]
        }
        if hold.tellsRelease { return pressAgain(key, cause: now) }
        if hold.isRepeating {
            hold.last = now
            holds[key] = hold
            return []
        }
        if hold.doubted != nil || timing.showsHold { return confirm(key, at: now) }
        guard mayBeFirstRepeat(after: now - hold.last) else { return pressAgain(key, cause: now) }
        hold.doubted = now
        holds[key] = hold
        return [.doubted(key)]
    }

    private mutating func repeated(_ key: KeyName, at now: Instant) -> [Change] {
        guard let hold = holds[key] else { return [] }
        if hold.isRepeating {
            holds[key]?.last = now
            return []
        }
        return confirm(key, at: now)
    }

    private func mayBeFirstRepeat(after gap: Interval) -> Bool {
        guard gap >= GestureLimits.soonestRepeat else { return false }
        return timing.delay == nil || timing.isDelay(gap)
    }

    /// Follows a key from a press on; whether its release is going to be told.
    private mutating func begin(_ key: KeyName, cause: Instant) -> Bool {
        let tellsRelease = releasing.contains(key)
        holds[key] = Hold(first: cause, last: cause, tellsRelease: tellsRelease)
        return tellsRelease
    }

    private mutating func pressAgain(_ key: KeyName, cause: Instant) -> [Change] {
        [.again(key, cause: cause, tellsRelease: begin(key, cause: cause))]
    }

    private mutating func confirm(_ key: KeyName, at now: Instant) -> [Change] {
        holds[key]?.isRepeating = true
        holds[key]?.doubted = nil
        holds[key]?.last = now
        return [.held(key)]
    }
}
