import ThudCore
import ThudGameKit

/// A stage of characters as a pure reducer: the player brings them, moves them, resizes them and lets them dance.
///
/// A round has no end of its own and cannot be lost. Whatever is impossible is shown, and never punished.
package struct MagicRound: Round {
    package enum Phase: Hashable, Sendable, Codable {
        /// A welcome page explains what the player can do.
        case welcome(page: Int)
        case playing
        case paused
        case finished(Outcome)
        case left
    }

    package internal(set) var phase: Phase
    package internal(set) var options: MagicOptions
    package internal(set) var scene = MagicScene()
    package internal(set) var picked = CharacterKind.sparkle
    /// The friends who play along, in order of arrival.
    package internal(set) var friends: [String] = []
    package internal(set) var panel: MagicPanel?
    package internal(set) var held: Int?
    package internal(set) var tally = MagicTally()
    /// The last touch, for drawing.
    package internal(set) var touch: MagicTouch?
    var loops = EffectLoops()
    var pulses = EffectPulses()
    var texture = PinchTexture()
    var faces: [FaceGesture: FaceTrigger] = [:]
    var generator: SeededGenerator
    var lastWarning: Instant?
    /// When the game asked whether to end. nil if it did not, or something else was done since.
    var askedGoodNight: Instant?
    private var next: MagicOptions?
    private var last: Instant?

    package init(options: MagicOptions = MagicOptions(), seed: UInt64, welcomes: Bool = false) {
        self.options = options
        generator = SeededGenerator(seed: seed)
        phase = welcomes ? .welcome(page: 0) : .playing
    }

    /// Applies the saved settings, which may skip the welcome pages.
    mutating func restore(_ kept: [String: String]) throws(ThudError) {
        try options.restore(kept)
        if case .welcome = phase, !options.showsPages { phase = .playing }
    }

    /// The active effects, in the order in which they were switched on.
    package var effects: [StageEffect] { loops.order }
    /// The strength of the texture while a character is resized, 0...0.6.
    package var pinchStrength: Double { texture.strength }

    package var stage: RoundStage {
        switch phase {
        case .welcome: .ready
        case .playing: .playing
        case .paused: .paused
        case .finished: .finished
        case .left: .left
        }
    }

    /// The first welcome page in words, if the round begins with it.
    package var opening: Moment? {
        if case .welcome(let page) = phase { .note(MagicPages.welcome[page].spoken) } else { nil }
    }

    /// Returns the current height of an effect's pulse, 0...1. nil if it does not pulse.
    package func pulse(of effect: StageEffect, at now: Instant) -> Double? { pulses.height(of: effect, at: now) }

    /// When the texture of a pinch ends because the hand rests, or an effect pulses next.
    package var nextDeadline: Instant? { [texture.nextDeadline, pulses.nextDeadline].compactMap(\.self).min() }

    package var onlyRepeats: Bool { texture.nextDeadline == nil && pulses.nextDeadline != nil }

    package mutating func reduce(_ event: RoundEvent<MagicEvent>, at instant: Instant) -> [MagicRoundEffect] {
        let now = max(instant, last ?? instant)
        last = now
        var effects: [MagicRoundEffect] = []
        if let due = texture.nextDeadline, due <= now { effects += texture.end() }
        effects += pulses.pass(to: now)
        switch event {
        case .player(let event): effects += take(event, at: now)
        case .press(let button): effects += press(button, at: now)
        case .interruption: effects += pause()
        case .reduceMotion(let isReduced): effects += follow(reduceMotion: isReduced, at: now)
        case .tick: break
        }
        return effects
    }

    /// Returns the stage to save. All characters stand still, and active effects resume with the first press.
    package func suspended(at now: Instant) -> MagicRound {
        var kept = self
        if case .finished = phase { kept = another }
        _ = kept.reduce(.interruption, at: now)
        (kept.touch, kept.lastWarning, kept.last) = (nil, nil, nil)
        return kept
    }

    package mutating func adopt(_ setup: RoundSetup) {
        var options = options
        options.follow(setup.options, reduceMotion: setup.reduceMotion)
        next = options
    }

    /// Ends the pulses and the texture of a pinch at once. Impacts remain.
    private mutating func follow(reduceMotion isReduced: Bool, at now: Instant) -> [MagicRoundEffect] {
        next?.isStill = isReduced
        let wasStill = options.reducesMotion
        options.isStill = isReduced
        return still(before: wasStill, at: now)
    }

    // MARK: Buttons common to all games

    private mutating func press(_ button: RoundButton, at now: Instant) -> [MagicRoundEffect] {
        switch (button, phase) {
        case (.ready, .welcome): return begin()
        case (.pause, .welcome): return [.show(.note("The stage has not begun. Press space to go on."))]
        case (.pause, .playing): return pause() + [.cue(.select)]
        case (.resume, .paused):
            phase = .playing
            beginPulses(at: now)
            return [.cue(.select)] + loops.beginAll()
        case (.playAgain, .finished):
            self = another
            return [.cue(.select), .show(.note("The stage is yours."))]
        case (.quit, .left): return []
        case (.quit, _):
            let effects = silence() + [.cue(.select)]
            phase = .left
            return effects
        default: return []
        }
    }

    /// Silences continuous cues within 40 ms. They resume after the pause.
    private mutating func pause() -> [MagicRoundEffect] {
        guard phase == .playing else { return [] }
        let effects = silence()
        phase = .paused
        return effects
    }

    private mutating func silence() -> [MagicRoundEffect] {
        held = nil
        askedGoodNight = nil
        // The end of an expression is not reported during a pause.
        faces = [:]
        scene = scene.standing
        pulses = EffectPulses()
        guard phase == .playing else { return [] }
        return [.cancelScheduled] + loops.endAll(fade: Self.silencing) + texture.end(fade: Self.silencing)
    }

    private static let silencing = Interval.milliseconds(40)

    /// An empty stage for the next round.
    private var another: MagicRound {
        var another = MagicRound(options: next ?? options, seed: 0)
        another.generator = generator
        another.picked = picked
        another.last = last
        return another
    }

    mutating func begin() -> [MagicRoundEffect] {
        phase = .playing
        return [.cue(.select), .show(.note("The stage is yours. Tap anywhere to bring a princess."))]
    }

    /// Ends the round with the characters' good night.
    mutating func finish() -> [MagicRoundEffect] {
        let outcome = tally.outcome(friends: friends.count, characters: scene.characters.count)
        var effects = loops.endAll(fade: EffectLoops.release) + texture.end()
        (loops, pulses) = (EffectLoops(), EffectPulses())
        panel = nil
        held = nil
        askedGoodNight = nil
        phase = .finished(outcome)
        effects += [.cue(.farewell), .show(.note("Good night. \(outcome.summary)")), .finished(outcome)]
        return effects
    }

    package var isPossible: Bool {
        var isWelcome = true
        if case .welcome(let page) = phase { isWelcome = MagicPages.welcome.indices.contains(page) }
        return isWelcome && options.isPossible && next?.isPossible != false && panel?.isKnown != false
            && scene.isPossible && tally.isPossible && loops.isPossible
            && Set(friends).count == friends.count && Set(friends).isSubset(of: Self.friendNames)
    }
}

/// Counts of what was done in a round.
package struct MagicTally: Hashable, Sendable, Codable {
    package internal(set) var brought = 0
    /// How often characters waved, danced, twirled or jumped.
    package internal(set) var acts = 0
    package internal(set) var effects = 0
    package internal(set) var faces = 0
    package internal(set) var friends = 0

    /// Whether a real round can have these counts.
    var isPossible: Bool { [brought, acts, effects, faces, friends].allSatisfy { (0...1 << 40).contains($0) } }
    /// The sum of all counts: each one is a piece of magic.
    package var magic: Int { brought + acts + effects + faces + friends }

    func outcome(friends here: Int, characters: Int) -> Outcome {
        Outcome(
            score: magic, accuracy: 1, summary: "\(Count.of(magic, "piece")) of magic",
            facts: [
                .init("brought", .count(brought)), .init("acts", .count(acts)), .init("effects", .count(effects)),
                .init("faces", .count(faces)), .init("friends", .count(friends)),
                .init("characters", .count(characters)), .init("friends_here", .count(here)),
            ])
    }
}

/// The last touch, for drawing: the ripple of a button, the blink of a button without effect, the spring of a
/// character, or the shake of a place.
package struct MagicTouch: Hashable, Sendable, Codable {
    package enum Thing: Hashable, Sendable, Codable {
        case effect(StageEffect)
        case action(CharacterAction)
        /// The selection moved from this card to another, by a pick or by scrolling.
        case card(from: CharacterKind, isPicked: Bool)
        /// The reader turned from this page to another.
        case page(from: Int)
        case character(Int)
        /// A character was released.
        case landed(Int)
        /// A place in which no character fits.
        case taken(Spot)
        case face(FaceGesture)
        /// A friend came or left.
        case friend(String)
    }

    package let thing: Thing
    package let instant: Instant
    /// Whether the touch had no effect.
    package let isDim: Bool
}
