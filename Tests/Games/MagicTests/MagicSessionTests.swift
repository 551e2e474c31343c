import Foundation
import Testing
import ThudCore
import ThudCues
import ThudGameKit
import ThudInput
import ThudMagic

private typealias Play = Session<Magic>
private let start = Instant(nanoseconds: 1_000_000_000)

private func session(bot seed: UInt64?, rounds: Int = 1, tutorial: Bool = false, script: String = "") throws -> Play {
    let setup = RoundSetup(mode: "stage", seed: seed ?? 1, tutorial: tutorial)
    return Session(
        round: Magic.round(setup), model: Magic.model(seed: seed ?? 1, isBot: seed != nil, start: start),
        script: try InputScript(parsing: script, file: "test"), rounds: rounds, start: start)
}

@Suite("A session of Aria's Magic") struct MagicSessionTests {
    @Test(arguments: [UInt64(1), 2, 3])
    func `a simulated child ends its rounds with a score, the same each time`(seed: UInt64) throws {
        func outcomes() throws -> [Outcome] {
            var play = try session(bot: seed, rounds: 3, tutorial: true)
            let effects = play.advance(to: start + .seconds(300))
            #expect(play.round.stage == .finished && !play.hasRoundsLeft)
            return effects.compactMap { if case .finished(let outcome) = $0.effect { outcome } else { nil } }
        }
        let first = try outcomes()
        #expect(first.count == 3 && first.allSatisfy { $0.score > 10 })
        #expect(try outcomes() == first)
    }

    @Test func `any division of time gives the same effects`() throws {
        var whole = try session(bot: 5, rounds: 2, tutorial: true)
        let expected = whole.advance(to: start + .seconds(120))
        #expect(expected.count > 150)
        for step in [7_000_000, 16_666_667, 333_000_001] as [Int64] {
            var play = try session(bot: 5, rounds: 2, tutorial: true)
            var effects: [SessionEffect] = []
            var now = start
            while now < start + .seconds(120) {
                now = min(now + Interval(nanoseconds: step), start + .seconds(120))
                effects += play.advance(to: now)
            }
            #expect(effects == expected)
        }
    }

    @Test func `a snapshot in mid-round has the same future`() throws {
        for seconds in [3.05, 11.3, 17.77] {
            var play = try session(bot: 9, rounds: 1)
            _ = play.advance(to: start + .seconds(seconds))
            let data = try JSONEncoder().encode(play.round)
            let copy = try JSONDecoder().decode(MagicRound.self, from: data)
            #expect(copy == play.round)
            let kept = play.round.suspended(at: start + .seconds(seconds))
            let restored = try JSONDecoder().decode(MagicRound.self, from: JSONEncoder().encode(kept))
            #expect(restored == kept && kept.stage == .paused && kept.nextDeadline == nil)
            var (one, two) = (kept, restored)
            for event in [RoundEvent<MagicEvent>.press(.resume), .player(.bring), .player(.action(.dance)), .tick] {
                #expect(one.reduce(event, at: start) == two.reduce(event, at: start))
            }
            #expect(one == two)
        }
    }

    @Test(arguments: [
        (#""page":1"#, #""page":4"#), (#""page":1"#, #""page":-1"#),
        (#""brought":0"#, #""brought":9223372036854775807"#),
        (#""friends":[]"#, #""friends":["Nobody"]"#), (#""order":[]"#, #""order":["snow","snow"]"#),
        (#""lastID":0"#, #""lastID":-3"#), (#""scale","1.0""#, #""scale","-1e300""#),
    ])
    func `an impossible saved round is refused`(old: String, new: String) throws {
        var child = Child(welcomes: true)
        child.does(.turn(1))
        let text = String(decoding: try JSONEncoder().encode(child.round), as: UTF8.self)
        #expect(try JSONDecoder().decode(MagicRound.self, from: Data(text.utf8)) == child.round)
        let broken = text.replacingOccurrences(of: old, with: new)
        #expect(broken != text)
        #expect(try !JSONDecoder().decode(MagicRound.self, from: Data(broken.utf8)).isPossible)
    }

    @Test func `an expression that a pause cuts short works again after it`() throws {
        var play = try session(bot: nil, script: "0.1 smile\n0.2 pause\n1 resume\n1.5 smile")
        let effects = play.advance(to: start + .seconds(2))
        #expect(effects.map(\.ofMagic).given.count { $0 == .face } == 2)
    }

    @Test func `every word of a script has its meaning`() throws {
        let spot = Spot(x: 0.25, y: 0.5)
        let plain: [(String, MagicEvent)] = [
            ("bring", .bring), ("drop", .drop), ("next", .next), ("scroll-left", .scroll(-1)),
            ("scroll-right", .scroll(1)), ("nudge-left", .nudge(dx: -0.05, dy: 0)),
            ("nudge-right", .nudge(dx: 0.05, dy: 0)), ("nudge-back", .nudge(dx: 0, dy: -0.1)),
            ("nudge-front", .nudge(dx: 0, dy: 0.1)), ("remove", .remove(nil)), ("friend", .friend),
            ("farewell", .farewell), ("help", .panel(.help(0))), ("options", .panel(.settings(0))),
            ("close", .panel(nil)), ("turn-back", .turn(-1)), ("turn-on", .turn(1)), ("choose", .choose),
            ("dismiss", .dismissForGood), ("ask-good-night", .askGoodNight), ("good-night", .goodNight),
        ]
        let placed: [(String, MagicEvent)] = [
            ("tap", .tap(spot)), ("double-tap", .doubleTap(spot)), ("long-press", .longPress(spot)),
            ("grab", .grab(spot)), ("drag", .drag(spot)), ("remove-at", .remove(spot)),
        ]
        let others: [(String, MagicEvent)] = [
            ("pick luna", .pick(.luna)), ("pinch 0.25", .pinch(0.25, nil)), ("row 3", .row(3)),
            ("face smile 0.75", .face(.smile, 0.75)), ("set scale 1.2", .set(.scale, "1.2")),
        ]
        let pointer: [(String, PointerEvent.Kind, PointerEvent.Button)] = [
            ("down", .down, .left), ("move", .move, .left), ("up", .up, .left), ("right-down", .down, .right),
            ("right-move", .move, .right), ("right-up", .up, .right), ("wheel", .wheel, .none),
            ("wheel-away", .wheelAway, .none),
        ]
        let events = plain + placed.map { ("\($0) 0.25 0.5", $1) } + others
        var lines: [(String, MagicAction)] = CharacterAction.allCases.map { ($0.rawValue, .event(.action($0))) }
        lines += StageEffect.allCases.map { ($0.rawValue, .event(.effect($0))) }
        lines += FaceGesture.allCases.map { ($0.rawValue, .express($0)) }
        lines += events.map { ($0, .event($1)) }
        for (word, kind, button) in pointer {
            lines.append(("\(word) 0.25 0.5", .hand(.pointer(PointerEvent(kind, button, at: Point(x: 0.25, y: 0.5))))))
        }
        lines.append(("let-go", .hand(.letGo)))
        for (line, action) in lines {
            let words = line.split(separator: " ").map(String.init)
            #expect(MagicAction(word: words[0], arguments: Array(words.dropFirst())) == action)
        }
        #expect(lines.map { String($0.0.prefix { $0 != " " }) } == MagicAction.words)
        #expect(
            MagicAction(word: "tap", arguments: ["0.5", "1.5"]) == nil
                && MagicAction(word: "pinch", arguments: ["nan"]) == nil)
        #expect(MagicAction(word: "pick", arguments: ["anna"]) == nil && MagicAction(word: "fly", arguments: []) == nil)
    }

    @Test func `a finger taps, double-taps, holds, drags and turns the wheel`() throws {
        let script = """
            0.10 down 400 150
            0.15 up 400 150
            1.00 down 400 150
            1.05 up 400 150
            1.20 down 402 151
            1.25 up 402 151
            3.00 wheel-away 400 150
            3.05 wheel-away 400 150
            4.00 down 400 150
            4.10 move 500 150
            4.20 move 600 150
            4.30 up 600 150
            5.00 down 600 150
            5.70 up 600 150
            """
        var play = try session(bot: nil, script: script)
        let effects = play.advance(to: start + .seconds(6))
        let given = effects.map(\.ofMagic).given
        #expect(
            given.prefix(2) == [.spawn, .select] && CharacterAction.allCases.map(\.rawValue).contains(given[2].rawValue)
        )
        #expect(given.dropFirst(3) == [.grab, .release, .select])
        #expect(effects.map(\.ofMagic).begun == [.pinch])
        let character = play.round.scene.characters[0]
        #expect(abs(character.spot.x - 0.75) < 1e-9 && character.scale > 1.1)
        #expect(play.round.panel == .menu(0, of: character.id))
    }

    @Test func `a pause on a welcome page says that nothing has begun, and the page stays`() {
        var child = Child(welcomes: true)
        child.does(.turn(1))
        let page = child.round.phase
        #expect(child.presses(.pause).words == ["The stage has not begun. Press space to go on."])
        #expect(child.round.phase == page && child.presses(.ready).words.count == 1)
    }

    @Test func `every event is announced in words, even if it has no cue`() throws {
        var play = try session(bot: 11)
        var told = 0
        var before: MagicRound?
        for effects in stride(from: 0.0, to: 60, by: 0.01).map({ play.advance(to: start + .seconds($0)) }) {
            let all = effects.map(\.ofMagic)
            if !all.given.isEmpty || !all.begun.filter({ $0 != .pinch }).isEmpty { told += 1 }
            let speaks = !all.words.isEmpty
            let isMove = all.given.allSatisfy { [.snap, .select, .pulse].contains($0) }
            if !all.given.isEmpty, !isMove { #expect(speaks, "\(all)") }
            before = play.round
        }
        #expect(told > 20 && before?.stage == .finished)
    }
}

/// Performs random actions, about ten times a second.
private struct RandomChild {
    var generator = SeededGenerator(seed: 2_026)

    mutating func action() -> MagicAction {
        let spot = Spot(x: generator.unit(), y: generator.unit())
        switch generator.index(below: 30) {
        case 0...4: return .event(.tap(spot))
        case 5: return .event(.doubleTap(spot))
        case 6: return .event(.longPress(spot))
        case 7: return .event(.grab(spot))
        case 8: return .event(.drag(spot))
        case 9: return .event(.drop)
        case 10...13: return .event(.action(CharacterAction.allCases[generator.index(below: 4)]))
        case 14...16: return .event(.effect(StageEffect.allCases[generator.index(below: 3)]))
        case 17...19: return .event(.pinch(generator.between(-0.8, 0.8), generator.chance(0.5) ? spot : nil))
        case 20: return .event(.remove(spot))
        case 21: return .event(.scroll(generator.chance(0.5) ? 1 : -1))
        case 22: return .event(.pick(CharacterKind.allCases[generator.index(below: 5)]))
        case 23: return .event(.bring)
        case 24: return .express(FaceGesture.allCases[generator.index(below: 3)])
        case 25: return .event(generator.chance(0.5) ? .friend : .farewell)
        case 26: return .event(.next)
        case 27: return .event(.turn(generator.chance(0.5) ? 1 : -1))
        case 28:
            return .event(generator.chance(0.5) ? .choose : .panel(generator.chance(0.5) ? .help(0) : .settings(0)))
        default: return .event(.panel(nil))
        }
    }
}

@Suite("An hour of a random child") struct MagicChildTests {
    @Test func `ten inputs a second cause at most twelve onsets a second, all at least 60 ms apart`() throws {
        var play = try session(bot: nil)
        var child = RandomChild()
        var thinning = OnsetThinning()
        var onsets: [Instant] = []
        var living: Set<LiveKey> = []
        var (given, thinned, inputs) = (0, 0, 0)
        var pulses: [OnsetThinning.Verdict] = []
        var felt: [Instant] = []
        var now = start
        let end = start + .seconds(3_600)
        while now < end {
            now = now + .seconds(child.generator.between(0, 0.2))
            play.give(.action(child.action()), at: now)
            inputs += 1
            for effect in play.advance(to: now) {
                switch effect.ofMagic {
                case .cue(let name, _):
                    let cue = try #require(cues[name.name])
                    let verdict = thinning.judge(cue, at: effect.cause, now: effect.cause)
                    if name == .pulse {
                        // A pulse yields to earlier cues, and is dropped after twelve onsets within a second.
                        pulses.append(verdict)
                        guard verdict == .whole else { continue }
                        let before = (onsets.suffix(40) + felt.suffix(40)).count {
                            $0 < effect.cause && effect.cause - $0 < OnsetThinning.window
                        }
                        #expect(before < OnsetThinning.mostOnsets)
                        felt.append(effect.cause)
                        continue
                    }
                    given += 1
                    if verdict == .whole {
                        onsets += cue.hapticOnsets.map { effect.cause + .seconds($0) }
                    } else {
                        thinned += 1
                    }
                case .begin(_, let key): living.insert(key)
                case .end(let key, _): living.remove(key)
                default: break
                }
            }
            for character in play.round.scene.characters where !StageCharacter.scales.contains(character.scale) {
                Issue.record("a scale of \(character.scale)")
            }
            #expect(play.round.scene.characters.count <= 8)
        }
        onsets.sort()
        #expect(inputs > 35_000 && onsets.count > 5_000 && thinned > 0 && thinned < given / 2)
        let pulsed = pulses.count { $0 == .whole }
        #expect(pulsed > 1_000 && pulses.contains(.leftOut(.crowded)), "pulses are given, and thinned ones told")
        #expect(zip(felt, felt.dropFirst()).allSatisfy { $1 - $0 >= OnsetThinning.spacing })
        #expect(zip(onsets, onsets.dropFirst()).allSatisfy { $1 - $0 >= OnsetThinning.spacing })
        #expect(zip(onsets, onsets.dropFirst(OnsetThinning.mostOnsets)).allSatisfy { $1 - $0 >= OnsetThinning.window })
        play.give(.interruption, at: now)
        for effect in play.advance(to: now) { if case .end(let key, _) = effect.effect { living.remove(key) } }
        #expect(living.isEmpty, "nothing lasts after an interruption")
    }
}
