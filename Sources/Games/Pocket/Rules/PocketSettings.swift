import ThudCore
import ThudGameKit
import ThudInput

package enum PocketMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Ever faster, until the first failure.
    case classic
    case memory
    /// Two players in turn: what one does the other repeats.
    case pvp
    /// Two players in turn on the same sequence.
    case versus
    /// Every gesture once, without a clock.
    case tutorial
    /// Right and wrong, without a clock.
    case practice
    case endless

    package var isMatch: Bool { self == .pvp || self == .versus }

    /// Whether a round has a best score to beat, which one player alone can do.
    package var hasBest: Bool { !isMatch && Pocket.description.mode(rawValue)?.isScored == true }

    /// How long a gesture may be begun after `successes` of them; nil where there is no limit.
    package func limit(after successes: Int, pace: PocketPace = PocketPace()) -> Interval? {
        let speed = Int64(min(max(successes, 0), 1_000) / PocketSettings.stepLength)
        let limit = pace.first - pace.step * speed
        switch self {
        case .classic, .versus, .pvp: return max(pace.least, limit)
        case .endless: return max(PocketSettings.leastEndlessLimit, limit)
        case .memory: return pace.first
        case .tutorial, .practice: return nil
        }
    }

    /// Whether every third success makes it faster. At its floor it gets no faster.
    func quickens(at successes: Int, pace: PocketPace) -> Bool {
        guard let before = limit(after: successes - 1, pace: pace), let after = limit(after: successes, pace: pace)
        else { return false }
        return after < before
    }
}

/// What decides a round of Out of Pocket.
package struct PocketSettings: Hashable, Sendable, Codable {
    /// How many successes a step of the pace takes.
    package static let stepLength = 3
    /// The least time of Endless.
    package static let leastEndlessLimit = Interval.milliseconds(350)
    /// From the start, or another one, to the first prompt.
    package static let readyTime = Interval.milliseconds(500)
    /// After a success input is ignored for so long: it is the tail of what was right.
    package static let tail = Interval.milliseconds(120)
    /// How long a step of a sequence is shown.
    package static let stepTime = Interval.milliseconds(600)
    package static let stepGap = Interval.milliseconds(200)
    package static let transition = Interval.milliseconds(500)
    /// `faster` comes so long after `right`.
    package static let fasterDelay = Interval.milliseconds(120)
    /// `record` comes so long after the end of a round.
    package static let recordDelay = Interval.milliseconds(800)
    /// A prompt may be put on the screen so long after the rules asked for it, by a terminal that is slow; a later word of it
    /// changes nothing.
    package static let showingPatience = Interval.milliseconds(1_000)
    /// How often a practice asks for each gesture of its pool, on average.
    package static let practiceShare = 2

    package let mode: PocketMode
    /// Only the nine gestures that nobody notices.
    package let discreet: Bool
    package let players: [String]
    /// The score to beat; nil before the first, which beats nothing.
    package internal(set) var best: Int?
    /// The least time ahead at which a scheduled cue comes on its frame.
    var lead: Interval
    let seed: UInt64
    /// The pace, where a developer has changed it.
    private var changedPace: PocketPace?

    /// How much time there is for a gesture.
    package internal(set) var pace: PocketPace {
        get { changedPace ?? PocketPace() }
        set { changedPace = newValue == PocketPace() ? nil : newValue }
    }

    package init(
        mode: PocketMode = .classic, discreet: Bool = false, players: [String] = [], best: Int? = nil,
        lead: Interval = .milliseconds(100), seed: UInt64
    ) {
        self.mode = mode
        self.discreet = discreet
        self.players = (0..<2).map { players.indices.contains($0) ? players[$0] : "Player \($0 + 1)" }
        self.best = best.map { max(0, $0) }
        self.lead = lead
        self.seed = seed
    }

    /// The settings of a setup, of whose options `discreet` says `true` or nothing.
    package init(_ setup: RoundSetup) {
        self.init(
            mode: PocketMode(rawValue: setup.mode) ?? .classic, discreet: setup.options[Pocket.discreet] == "true",
            players: setup.players, best: setup.best, lead: setup.lead,
            seed: setup.seed)
    }

    /// The gestures that may be asked for. The tutorial teaches them all.
    package var pool: [PocketGesture] { isDiscreet ? PocketGesture.discreet : PocketGesture.allCases }

    /// Whether only the nine are asked for.
    var isDiscreet: Bool { discreet && mode != .tutorial }
}

extension PocketGesture {
    /// How long after the deadline a gesture that was begun before may still be decided.
    var grace: Interval {
        switch self {
        case .doubleTap: GestureLimits.doubleTap
        // A tap is anything shorter than a long press.
        case .tap: GestureLimits.longPress
        // A key whose release is not told shows by its first repeat that it is held: under X11 after 660 ms.
        case .longPress: RepeatLimits.firstRepeat
        // The slowest swipe: 50 points at 80 points a second.
        case .swipeUp, .swipeDown, .swipeLeft, .swipeRight, .stroop:
            .seconds(GestureLimits.swipeDistance / GestureLimits.swipeSpeed)
        case .pinch: GestureLimits.wheelRest
        case .tiltLeft, .tiltRight: .milliseconds(300)
        // They are held for 100 ms; a key that may be a repeat is decided after 150.
        case .raise, .lower, .shake: RepeatLimits.nextRepeat
        }
    }
}
