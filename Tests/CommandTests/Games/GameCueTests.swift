import Testing
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGameUI

@testable import thud

/// What every game says of itself, held against what ships.
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
    func `no setting leaves a cue with nothing`(game: GameDescription) throws {
        let cues = try CueLibrary.cues(inFolder: Assets.find().sounds(of: game.name)).values
        #expect(!cues.isEmpty)
        for soundOn in [true, false] {
            for haptics in FeedbackSettings.Haptics.allCases {
                for silent in [true, false] {
                    for volume in [0, 0.5, 1] {
                        let settings = FeedbackSettings(
                            soundOn: soundOn, haptics: haptics, silent: silent, volume: volume, reduceMotion: silent)
                        for cue in cues {
                            let plan = FeedbackPolicy.plan(for: cue, settings)
                            let isHeard = cue.hasSound && plan.soundGain > 0 || cue.hasHaptics && plan.heardGain > 0
                            let isDriven = haptics == .drive && cue.hasHaptics && plan.driveGain > 0
                            #expect(isHeard || isDriven || plan.light != nil, "\(cue.name) under \(settings)")
                        }
                    }
                }
            }
        }
    }

    @Test func `games, modes and words have names of their own`() {
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

    @Test(.timeLimit(.minutes(2)), arguments: GameConformanceTests.Played.all)
    func `a thousand seeded rounds without a device: cues that exist, prompts before answers, one end each`(
        played: GameConformanceTests.Played
    ) throws {
        let known = Set(played.game.description.cues)
        for seed in 0..<1_000 as Range<UInt64> {
            var session = try played.session(seed: seed)
            var ends = 0
            var last = session.start
            var now = session.start
            while session.stage != .finished, let next = session.nextDeadline, now < session.start + .seconds(3_600) {
                // In long steps: what happens does not depend on them.
                now = max(next, now + .seconds(5))
                for effect in session.advance(to: now) {
                    guard effect.cause >= last else { throw Illegal("seed \(seed): an effect before its cause") }
                    last = effect.cause
                    switch effect.effect {
                    case .cue(let cue), .schedule(let cue, _), .begin(let cue, _):
                        guard known.contains(cue.name) else { throw Illegal("seed \(seed): \(cue)") }
                    case .finished(let outcome):
                        ends += 1
                        guard outcome.score >= 0 else { throw Illegal("seed \(seed): \(outcome)") }
                    case .cancelScheduled, .turn, .end, .show: break
                    }
                }
            }
            guard session.stage == .finished, ends == 1 else {
                throw Illegal("seed \(seed) stands in \(session.stage) after \(ends) ends")
            }
        }
    }
}

/// What no round may do.
private struct Illegal: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
