import ThudCore
import ThudGameKit

/// The keys that may have led to the present screen and may still be down.
///
/// Most terminals tell no releases, and tell each repeat of a held key as another press. Those repeats are not meant for the
/// screen that the first press has led to: Enter that saves a form does not do the habit that was saved.
struct LeadingKeys: Hashable, Sendable {
    private var keys: Set<KeyName> = []
    private var since = Instant(nanoseconds: 0)
    /// When one of them was told last.
    private var last = Instant(nanoseconds: 0)
    /// When Enter did something that may be about to lead to another screen.
    private var entered: Instant?

    /// Whether a action comes from a key that has been down since before the present screen. Any other action shows that the hand has
    /// gone on, so that the next press of such a key is one of its own.
    mutating func isStillDown(_ action: HabitAction, at now: Instant) -> Bool {
        // The program tells the time, and no hand.
        if case .act(.clock(_)) = action { return false }
        let key = Self.key(of: action)
        if let key, keys.contains(key), mayRepeat(at: now) {
            last = now
            return true
        }
        keys = []
        entered = key == .enter ? now : nil
        return false
    }

    /// Whether a keyboard may repeat its key now: for the first time, or once more.
    private func mayRepeat(at now: Instant) -> Bool {
        now - since < GestureLimits.firstRepeat || now - last < GestureLimits.nextRepeat
    }

    /// The key by which a action is done on the screens where that matters; nil for all others, and where it was not pressed.
    private static func key(of action: HabitAction) -> KeyName? {
        switch action {
        case .act(.activate): .enter
        case .hand(.key(let stroke)) where stroke.kind == .press: stroke.key
        default: nil
        }
    }

    /// The round has taken an event at an instant.
    mutating func follow(from before: HabitRound, to after: HabitRound, at instant: Instant) {
        if before.stage.standsStill, !after.stage.standsStill {
            begin(after, at: instant)
        } else if entered == instant, !after.screen.isSamePage(as: before.screen) {
            lead([.enter], at: instant)
        }
    }

    /// A screen of the shell was left, where Enter and the space bar both go on. A ring that has to be held is not closed by a space
    /// bar that happens to be still down, and whoever holds it at once should not wait.
    mutating func begin(_ round: HabitRound, at instant: Instant) {
        lead(round.settings.isSingle ? [.enter, .space] : [.enter], at: instant)
    }

    private mutating func lead(_ keys: Set<KeyName>, at instant: Instant) {
        (self.keys, since, last) = (keys, instant, instant)
    }
}

extension RoundStage {
    /// Whether a screen of the shell stands in the place of the rings.
    fileprivate var standsStill: Bool { self == .paused || self == .finished }
}

extension HabitScreen {
    /// Whether both are the same page, whatever is typed or chosen on it.
    fileprivate func isSamePage(as other: HabitScreen) -> Bool {
        if case .form = self, case .form = other { true } else { self == other }
    }
}
