import Testing
import ThudCore
import ThudGameKit
import ThudKape

/// Rounds in which the player wears real sensors. Here a synthetic head provides them, at a pad's rate.
struct KapeMotionTests {
    private static let start = Instant(nanoseconds: 5_000_000_000_000)

    private static func session(script: String = "") throws -> KapeSession {
        let dealer = CardDealer(cards: (0..<100).map { "card \($0)" }, seed: 1)
        return KapeSession(
            state: KapeState(settings: KapeSettings(), dealer: dealer), seed: 1,
            script: try InputScript(parsing: script, file: "script"), start: start)
    }

    private static func at(_ seconds: Double) -> Instant { start + .seconds(seconds) }

    /// Returns a player's sensor readings at 100 Hz from 1 s to `end`, with gestures at these seconds.
    private static func readings(_ gestures: [(Double, HeadGesture)], to end: Double) -> [MotionSample] {
        var head = SyntheticMotion(seed: 9, start: at(1))
        head.perform(.raise, at: at(1.2))
        for (second, gesture) in gestures { head.perform(gesture, at: at(second)) }
        return stride(from: 1, to: end, by: 0.01).compactMap { head.sample(at: at($0))?.fromBehind }
    }

    private static func answers(_ effects: [SessionEffect]) -> [(cue: String, at: Instant)] {
        effects.compactMap { effect in
            guard case .cue(let cue, _) = effect.effect, ["correct", "pass"].contains(cue.name) else { return nil }
            return (cue.name, effect.cause)
        }
    }

    @Test func `worn sensors begin the round, and each tilt counts at the instant of its reading`() throws {
        var session = try Self.session()
        let readings = Self.readings([(8, .nod), (10.5, .tiltBack), (12, .laugh), (15, .nod)], to: 20)
        var effects: [SessionEffect] = []
        for reading in readings {
            session.give(.action(.motion(reading)), at: reading.instant)
            // A loop wakes shortly after the reading.
            effects += session.advance(to: reading.instant + Interval(nanoseconds: 300_000))
        }
        let answers = Self.answers(effects)
        #expect(answers.map(\.cue) == ["correct", "pass", "correct"])
        let instants = Set(readings.map(\.instant))
        #expect(answers.allSatisfy { instants.contains($0.at) })
    }

    @Test func `sensors on a table begin no round until somebody picks them up`() throws {
        var session = try Self.session()
        for second in stride(from: 1, to: 6, by: 0.01) {
            let level = MotionSample(instant: Self.at(second), acceleration: SIMD3(0, 1, 0), rotationRate: .zero)
            session.give(.action(.motion(level)), at: level.instant)
        }
        _ = session.advance(to: Self.at(6))
        #expect(session.round.phase == .waitingForForehead)
        var head = SyntheticMotion(seed: 9, start: Self.at(6))
        head.perform(.raise, at: Self.at(6.2))
        for second in stride(from: 6, to: 9, by: 0.01) {
            guard let reading = head.sample(at: Self.at(second))?.fromBehind else { continue }
            session.give(.action(.motion(reading)), at: reading.instant)
        }
        _ = session.advance(to: Self.at(9))
        #expect(session.round.stage == .countdown)
    }

    @Test func `a script replays recorded readings`() throws {
        let readings = Self.readings([(8, .nod), (10.5, .tiltBack)], to: 14)
        let script = readings.map { reading in
            let numbers = [reading.acceleration, reading.rotationRate].flatMap { ["\($0.x)", "\($0.y)", "\($0.z)"] }
            let seconds = Decimals.fixed((reading.instant - Self.start).seconds, 2)
            return "\(seconds) motion \(numbers.joined(separator: " "))"
        }
        var session = try Self.session(script: script.joined(separator: "\n"))
        #expect(Self.answers(session.advance(to: Self.at(14))).map(\.cue) == ["correct", "pass"])
    }

    @Test func `if the sensors fall silent, the keys and their simulated head still work`() throws {
        var session = try Self.session()
        for reading in Self.readings([(8, .nod)], to: 10) {
            session.give(.action(.motion(reading)), at: reading.instant)
        }
        let before = session.advance(to: Self.at(11))
        #expect(Self.answers(before).map(\.cue) == ["correct"])
        session.give(.action(.tiltUp), at: Self.at(12))
        let after = session.advance(to: Self.at(16))
        #expect(Self.answers(after).map(\.cue) == ["pass"])
        #expect(Self.answers(after).map(\.at) == [Self.at(12)])
    }

    @Test func `a key and the sensors do not count twice`() throws {
        var session = try Self.session()
        for reading in Self.readings([(8, .nod), (11, .nod)], to: 14) {
            session.give(.action(.motion(reading)), at: reading.instant)
        }
        // Just before the head tilts, and during the lock of that press.
        session.give(.action(.tiltDown), at: Self.at(7.95))
        #expect(Self.answers(session.advance(to: Self.at(14))).map(\.cue) == ["correct", "correct"])
    }
}
