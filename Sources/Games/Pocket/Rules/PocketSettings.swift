import ThudCore
import ThudGameKit
import ThudInput

package enum PocketMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Gets faster until the first failure.
    case classic
    case memory
    /// Two players take turns, and one repeats the other's gestures.
    case pvp
    /// Two players take turns on the same sequence.
    case versus
    /// Teaches every gesture once, without a clock.
    case tutorial
    /// Judges gestures without a clock.
    case practice
    case endless

    package var isMatch: Bool { self == .pvp || self == .versus }
    /// Whether a round has a best score to beat. Only rounds with one player do.
    var hasBest: Bool { !isMatch && Pocket.description.mode(rawValue)?.isScored == true }

    /// Returns the time in which a gesture must begin after `successes` right ones. nil if there is no limit.
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

    /// Whether this success shortens the time. Every third one does, down to the minimum.
    func quickens(at successes: Int, pace: PocketPace) -> Bool {
        guard let before = limit(after: successes - 1, pace: pace), let after = limit(after: successes, pace: pace)
        else { return false }
        return after < before
    }
}

package struct PocketSettings: Hashable, Sendable, Codable {
    /// The number of successes per step of the pace.
    static let stepLength = 3
    /// The minimum time in Endless.
    static let leastEndlessLimit = Interval.milliseconds(350)
    /// The time from the start of a round, or from a restart, to the first prompt.
    static let readyTime = Interval.milliseconds(500)
    /// How long input is ignored after a success, as the tail of the right gesture.
    package static let tail = Interval.milliseconds(120)
    static let stepTime = Interval.milliseconds(600)
    static let stepGap = Interval.milliseconds(200)
    static let transition = Interval.milliseconds(500)
    /// The delay of the cue `faster` after `right`.
    static let fasterDelay = Interval.milliseconds(120)
    /// The delay of the cue `record` after the end of a round.
    static let recordDelay = Interval.milliseconds(800)
    /// How late a slow terminal may report that a prompt is on the screen. Later reports change nothing.
    static let showingTimeout = Interval.milliseconds(1_000)
    /// How often a practice requests each gesture of its pool, on average.
    package static let practiceShare = 2
    package let mode: PocketMode
    /// Whether only the nine gestures that nobody notices are used.
    package let discreet: Bool
    package let players: [String]
    /// The score to beat. nil before the first, which beats nothing.
    package internal(set) var best: Int?
    /// The minimum lead at which a scheduled cue plays on its exact frame.
    var lead: Interval
    let seed: UInt64
    /// The pace, if a developer has changed it.
    private var changedPace: PocketPace?

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

    /// Reads the settings from a setup. Its option `discreet` is `true` or absent.
    package init(_ setup: RoundSetup) {
        self.init(
            mode: PocketMode(rawValue: setup.mode) ?? .classic, discreet: setup.options[Pocket.discreet] == "true",
            players: setup.players, best: setup.best, lead: setup.lead, seed: setup.seed)
    }

    /// The gestures that may be requested. The tutorial teaches them all.
    package var pool: [PocketGesture] { isDiscreet ? PocketGesture.discreet : PocketGesture.allCases }
    var isDiscreet: Bool { discreet && mode != .tutorial }
    var isPossible: Bool { players.count == 2 && pace.isPossible }
}

extension PocketGesture {
    /// How long after the deadline a gesture that began in time may still be decided.
    var grace: Interval {
        switch self {
        case .doubleTap: GestureLimits.doubleTap
        // A tap is anything shorter than a long press.
        case .tap: GestureLimits.longPress
        // If key releases are not reported, the first repeat shows that a key is held: under X11 after 660 ms.
        case .longPress: RepeatLimits.firstRepeat
        // The slowest swipe: 50 points at 80 points a second.
        case .swipeUp, .swipeDown, .swipeLeft, .swipeRight, .stroop:
            .seconds(GestureLimits.swipeDistance / GestureLimits.swipeSpeed)
        case .pinch: GestureLimits.wheelRest
        case .tiltLeft, .tiltRight: .milliseconds(300)
        // They are held for 100 ms. A key press that may be a repeat is decided after 150 ms.
        case .raise, .lower, .shake: RepeatLimits.nextRepeat
        }
    }
}
