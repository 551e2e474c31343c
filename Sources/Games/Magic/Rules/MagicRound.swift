import ThudCore
import ThudGameKit

/// A stage of characters as a pure reducer: they are brought, moved, made larger and smaller, and asked to dance.
///
/// It has no end of its own and nothing can be lost: what cannot be done is shown, and never punished.
package struct MagicRound: Round {
    /// The phases of a round.
    package enum Phase: Hashable, Sendable, Codable {
        /// What can be done is told, on this page.
        case welcome(page: Int)
        case playing
        case paused
        /// The characters have said good night.
        case finished(Outcome)
        case left
    }

    package internal(set) var phase: Phase
    package internal(set) var options: MagicOptions
    package internal(set) var scene = MagicScene()
    package internal(set) var picked = CharacterKind.sparkle
    /// Friends who play along, in the order in which they came.
    package internal(set) var friends: [String] = []
    /// What is shown over the stage.
    package internal(set) var panel: MagicPanel?
    /// The character that is in the hand.
    package internal(set) var held: Int?
    /// What was done so far.
    package internal(set) var tally = MagicTally()
    /// The last touch, for pictures.
    package internal(set) var touch: MagicTouch?

    var loops = EffectLoops()
    var pulses = EffectPulses()
    var texture = PinchTexture()
    var faces: [FaceGesture: FaceTrigger] = [:]
    var generator: SeededGenerator
    var lastWarning: Instant?
    /// When the play asked whether it is to end; nil where it did not, or something else was done since.
    var askedGoodNight: Instant?
    private var next: MagicOptions?
    private var last: Instant?

    package init(options: MagicOptions = MagicOptions(), seed: UInt64, welcomes: Bool = false) {
        self.options = options
        generator = SeededGenerator(seed: seed)
        phase = welcomes ? .welcome(page: 0) : .playing
    }

    /// Takes the settings that were kept, under which the pages of the beginning may not come.
    mutating func restore(_ kept: [String: String]) throws(ThudError) {
        try options.restore(kept)
        if case .welcome = phase, !options.showsPages { phase = .playing }
    }

    /// The effects that are on, in the order in which they came.
    package var effects: [StageEffect] { loops.order }
    /// How strong the texture of the hand is that makes a character larger or smaller, 0...0.6.
    package var pinchStrength: Double { texture.strength }

    /// The stage of all rounds that the phase belongs to.
    package var stage: RoundStage {
        switch phase {
        case .welcome: .ready
        case .playing: .playing
        case .paused: .paused
        case .finished: .finished
        case .left: .left
        }
    }

    /// The page that it begins with.
    package var opening: Moment? {
        if case .welcome(let page) = phase { .note(MagicPages.welcome[page].spoken) } else { nil }
    }

    /// How far up the pulse of an effect is, 0...1; nil where it does not pulse.
    package func pulse(of effect: StageEffect, at now: Instant) -> Double? { pulses.height(of: effect, at: now) }

    /// When the hand has rested for long enough to end the texture of a pinch, or an effect pulses.
    package var nextDeadline: Instant? {
        [texture.nextDeadline, pulses.nextDeadline].compactMap(\.self).min()
    }

    /// A touch means something at once: nothing here needs a swipe or a second tap to be waited for.
    package var awaited: GestureSet { [.tap, .longPress, .drag, .scale] }

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

    /// The stage as it is kept: everybody stands, and what was on comes again with the first press.
    package func suspended(at now: Instant) -> MagicRound {
        var kept = self
        _ = kept.reduce(.tick, at: now)
        if case .finished = phase { kept = another }
        if kept.phase == .playing { kept.phase = .paused }
        kept.scene = kept.scene.standing
        kept.faces = kept.faces.mapValues(\.standing)
        kept.texture = PinchTexture()
        kept.pulses = EffectPulses()
        (kept.touch, kept.lastWarning, kept.askedGoodNight, kept.last, kept.held) = (nil, nil, nil, nil, nil)
        return kept
    }

    package mutating func adopt(_ setup: RoundSetup) {
        var options = options
        options.follow(setup.options, reduceMotion: setup.reduceMotion)
        next = options
    }

    /// The pulses and the texture of a pinch end at once; impacts stay.
    private mutating func follow(reduceMotion isReduced: Bool, at now: Instant) -> [MagicRoundEffect] {
        next?.isStill = isReduced
        let wasStill = options.reducesMotion
        options.isStill = isReduced
        return still(before: wasStill, at: now)
    }

    // MARK: Buttons that every game has

    private mutating func press(_ button: RoundButton, at now: Instant) -> [MagicRoundEffect] {
        switch (button, phase) {
        case (.ready, .welcome): return begin()
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

    /// Everything that lasts falls silent within 40 ms, and goes on as it was after the pause.
    private mutating func pause() -> [MagicRoundEffect] {
        guard phase == .playing else { return [] }
        let effects = silence()
        phase = .paused
        return effects
    }

    private mutating func silence() -> [MagicRoundEffect] {
        held = nil
        askedGoodNight = nil
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

    /// The characters say good night.
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
}

extension MagicRound {
    private enum CodingKeys: String, CodingKey {
        case phase, options, scene, picked, friends, panel, held, tally, touch, loops, pulses, texture, faces
        case generator, lastWarning, askedGoodNight, next, last
    }

    /// Restores a round.
    ///
    /// - Throws: `DecodingError` where it is in no state that a round can come to.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        phase = try values.decode(Phase.self, forKey: .phase)
        options = try values.decode(MagicOptions.self, forKey: .options)
        scene = try values.decode(MagicScene.self, forKey: .scene)
        picked = try values.decode(CharacterKind.self, forKey: .picked)
        friends = try values.decode([String].self, forKey: .friends)
        panel = try values.decodeIfPresent(MagicPanel.self, forKey: .panel)
        held = try values.decodeIfPresent(Int.self, forKey: .held)
        tally = try values.decode(MagicTally.self, forKey: .tally)
        touch = try values.decodeIfPresent(MagicTouch.self, forKey: .touch)
        loops = try values.decode(EffectLoops.self, forKey: .loops)
        pulses = try values.decodeIfPresent(EffectPulses.self, forKey: .pulses) ?? EffectPulses()
        texture = try values.decode(PinchTexture.self, forKey: .texture)
        faces = try values.decode([FaceGesture: FaceTrigger].self, forKey: .faces)
        generator = try values.decode(SeededGenerator.self, forKey: .generator)
        lastWarning = try values.decodeIfPresent(Instant.self, forKey: .lastWarning)
        askedGoodNight = try values.decodeIfPresent(Instant.self, forKey: .askedGoodNight)
        next = try values.decodeIfPresent(MagicOptions.self, forKey: .next)
        last = try values.decodeIfPresent(Instant.self, forKey: .last)
        var isWelcome = true
        if case .welcome(let page) = phase { isWelcome = MagicPages.welcome.indices.contains(page) }
        guard isWelcome, panel?.isKnown != false, scene.isPossible, tally.isPossible, loops.isPossible,
            Set(friends).count == friends.count, Set(friends).isSubset(of: Self.friendNames)
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .phase, in: values, debugDescription: "no round of Aria's Magic comes to such a state")
        }
    }
}

/// What was done in a round.
package struct MagicTally: Hashable, Sendable, Codable {
    /// How often characters were brought.
    package internal(set) var brought = 0
    /// How often they waved, danced, twirled and jumped.
    package internal(set) var acts = 0
    /// How often an effect was switched on.
    package internal(set) var effects = 0
    /// How often a face made magic.
    package internal(set) var faces = 0
    /// How often a friend came.
    package internal(set) var friends = 0

    /// Whether a round can have come to it.
    var isPossible: Bool { [brought, acts, effects, faces, friends].allSatisfy { (0...1 << 40).contains($0) } }

    /// All of it: every one is a piece of magic.
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

/// The last touch as pictures show it: the ripple of a button, the blink of one that can do nothing, the spring of a character,
/// the shake of a place.
package struct MagicTouch: Hashable, Sendable, Codable {
    package enum Thing: Hashable, Sendable, Codable {
        case effect(StageEffect)
        case action(CharacterAction)
        /// Another card than this one is the next to come, because it was picked, or scrolled to.
        case card(from: CharacterKind, isPicked: Bool)
        /// Another page than this one was turned to.
        case page(from: Int)
        case character(Int)
        /// A character was let go.
        case landed(Int)
        /// A place at which nobody can come.
        case taken(Spot)
        /// The face has made magic.
        case face(FaceGesture)
        /// Somebody has come or left.
        case friend(String)
    }

    package let thing: Thing
    package let instant: Instant
    /// Whether it could do nothing.
    package let isDim: Bool
}
