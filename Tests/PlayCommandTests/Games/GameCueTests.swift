import Testing
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI
import ThudGames

@testable import thud

/// What every game declares, compared with what ships.
@Suite struct GameCueTests {
    private static let games = Games.all.map { $0.description }

    @Test(arguments: games)
    func `the cues declared are the cues on disk`(game: GameDescription) throws {
        let library = try Assets.find().cues(of: game, sampleRate: 48_000)
        #expect(Set(library.cues.keys) == Set(game.cues.map { game.cue($0).description }))
        let own = Set(game.cues)
        #expect(own.contains(game.buttonCue) && own.contains(game.measuredCue))
        #expect(game.tutorialCue.map(own.contains) ?? true)
    }

    @Test(arguments: games)
    func `no setting leaves a cue without any feedback`(game: GameDescription) throws {
        let folder = try CueFolder(Assets.find().sounds(of: game.name))
        let cues = try folder.catalog.cues(patterns: folder.patterns, sounds: folder.sounds).values
        #expect(!cues.isEmpty)
        for soundOn in [true, false] {
            for haptics in FeedbackSettings.Haptics.allCases {
                for silent in [true, false] {
                    for volume in [0, 0.5, 1] {
                        let settings = FeedbackSettings(
                            soundOn: soundOn, haptics: haptics, silent: silent, volume: volume, reduceMotion: silent)
                        for cue in cues {
                            let plan = FeedbackPolicy.plan(for: cue, settings)
                            #expect(Given(plan, of: cue, settings).isSomething, "\(cue.name) under \(settings)")
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: GameConformanceTests.Played.all, [true, false])
    func `no setting leaves a sustained cue without any feedback`(
        played: GameConformanceTests.Played, reduceMotion: Bool
    ) throws {
        let game = played.game.description
        let folder = try CueFolder(Assets.find().sounds(of: game.name))
        let cues = try folder.catalog.cues(patterns: folder.patterns, sounds: folder.sounds)
        var moments: [[SessionEffect]] = []
        for seed in 1...10 as ClosedRange<UInt64> {
            var setup = played.setup(seed: seed)
            setup.reduceMotion = reduceMotion
            var session = try played.game.session(
                setup, by: .bot(rounds: 1), start: GameConformanceTests.Played.start)
            while session.stage != .finished, let next = session.nextDeadline {
                let effects = session.advance(to: next)
                if effects.contains(where: { if case .begin = $0.effect { true } else { false } }) {
                    moments.append(effects)
                }
            }
        }
        let lasting = cues.values.contains { $0.lasts != nil }
        // Out of Pocket and Kape have none, and with reduced motion a habit is not held.
        #expect(lasting && !(reduceMotion && game.name == "habit") ? !moments.isEmpty : moments.isEmpty)
        for soundOn in [true, false] {
            for haptics in FeedbackSettings.Haptics.allCases {
                for silent in [true, false] {
                    let settings = FeedbackSettings(
                        soundOn: soundOn, haptics: haptics, silent: silent, reduceMotion: reduceMotion)
                    for moment in moments {
                        #expect(Given(moment, cues, settings).isSomething, "\(moment) under \(settings)")
                    }
                }
            }
        }
    }

    @Test func `a game names only words that the screens have`() {
        for game in Games.all { #expect(game.theme.words.unknown == [], "\(game.description.name)") }
    }

    @Test func `a game in its own language has every word of the screens in both`() {
        for game in Games.all where game.description.isGlossed {
            let missing = ShellWord.allCases.filter { game.theme.words[$0].gloss.isEmpty }
            // The first is the same in both, and the second is only in games with a tutorial of their own.
            let strange = missing.filter { ![.englishLanguage, .newHere].contains($0) }.map(\.rawValue)
            #expect(strange == [], "add these, as `word = TEXT`, to Albanian.txt")
        }
    }

    @Test func `games, modes and words have unique names`() {
        #expect(Set(Games.names).count == Games.all.count)
        for game in Self.games {
            #expect(game.version >= 1 && !game.modes.isEmpty)
            #expect(Set(game.modes.map(\.name)).count == game.modes.count)
            #expect(Set(game.words).count == game.words.count)
            for name in game.modes.map(\.name) + game.words + [game.name] {
                #expect(
                    !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-+*".contains($0) }, "\(name)")
            }
        }
    }
}

/// The feedback that is given at a moment of a round.
private struct Given {
    private(set) var isSomething = false

    /// Judges a single cue, or a sustained one with its levels as they were changed.
    init(_ plan: FeedbackPlan, of cue: Cue, _ settings: FeedbackSettings, gain: Double = 1, intensity: Double = 1) {
        let isHeard = cue.hasSound && plan.soundGain * gain > 0 || cue.hasHaptics && plan.heardGain * intensity > 0
        let isDriven = settings.haptics == .drive && cue.hasHaptics && plan.driveGain * intensity > 0
        isSomething = isHeard || isDriven || plan.light != nil
    }

    /// Judges the simultaneous effects, with sustained cues at the highest level that they have at that moment.
    init(_ effects: [SessionEffect], _ cues: [String: Cue], _ settings: FeedbackSettings) {
        func highest(_ control: LiveControl, of key: LiveKey) -> Double {
            effects.compactMap { effect -> Double? in
                if case .turn(key, control, let value, _) = effect.effect { value } else { nil }
            }.max() ?? 1
        }
        for effect in effects {
            switch effect.effect {
            case .cue(let name, _):
                guard let cue = cues[name.description] else { continue }
                isSomething =
                    isSomething || Given(FeedbackPolicy.plan(for: cue, settings), of: cue, settings).isSomething
            case .begin(let name, let key):
                guard let cue = cues[name.description] else { continue }
                let given = Given(
                    FeedbackPolicy.plan(for: cue, settings), of: cue, settings, gain: highest(.gain, of: key),
                    intensity: highest(.intensity, of: key))
                isSomething = isSomething || given.isSomething
            default: break
            }
        }
    }
}
