import ThudCore
import ThudGameKit
import ThudInput

/// A finger on the space bar or the mouse button, which belongs to a person or to a simulated player.
package struct HabitPlayerModel: PlayerModel {
    package typealias Rules = HabitRound
    package typealias Action = HabitAction

    private var recognizer = GestureRecognizer(keys: GestureKeys(touches: [.space]), awaited: .hold)
    private var bot: HabitBot?

    /// Creates a model of a person, or of `bot` if it is given.
    package init(bot: HabitBot? = nil) { self.bot = bot }

    package var nextSample: Instant? { recognizer.nextDeadline }

    package mutating func sense(at instant: Instant, _ round: HabitRound) -> [HabitAct] {
        acts(recognizer.advance(to: instant))
    }

    package mutating func obey(
        _ action: HabitAction, by origin: ActionOrigin, at instant: Instant, _ round: HabitRound
    ) -> [HabitAct] {
        switch action {
        case .act(let act):
            forgetKey(act, at: instant, round)
            return [act]
        case .hand(let event): return acts(recognizer.take(event, at: instant))
        }
    }

    /// Counts the hold key as released after any other act, in case the terminal reports no releases.
    private mutating func forgetKey(_ act: HabitAct, at instant: Instant, _ round: HabitRound) {
        if case .clock = act { return }
        if round.held == nil { _ = recognizer.take(.letGo, at: instant) }
    }

    package mutating func follow(
        _ effects: [HabitEffect], from before: HabitRound?, to after: HabitRound, at instant: Instant
    ) -> [PlannedCommand<HabitAction>] {
        guard let before else { return bot?.firstDay(of: after, from: instant) ?? [] }
        guard before.stage == .finished, after.stage == .playing else { return [] }
        return bot?.nextDay(of: after, from: instant) ?? []
    }

    private func acts(_ findings: [TimedFinding]) -> [HabitAct] {
        findings.compactMap { finding in
            switch finding.finding {
            case .holdBegan: .press
            case .holdEnded: .release
            default: nil
            }
        }
    }
}

/// A simulated player with a few habits. It holds each until its ring closes, a few of them only at the second
/// attempt. It completes some with a single press instead.
///
/// Its actions follow from its seed and the instants of the game alone. It also uses its own calendar days.
package struct HabitBot: Hashable, Sendable {
    static let names = ["Walk the dog", "Read", "Water", "Stretch", "Write home", "Sleep early"]
    static let firstDay = WallTime(
        day: LocalDay(year: 2026, month: 1, day: 5) ?? LocalDay(number: 0), sinceMidnight: .seconds(43_200))
    /// The delay between two button presses, in seconds.
    private static let pace = 0.15...0.4
    /// How much longer than necessary it holds a ring, in seconds.
    private static let surplus = 0.05...0.6
    /// How long an abandoned hold lasts, in seconds.
    private static let impatience = 0.3...1.7
    private static let point = Point(x: 400, y: 240)
    private var generator: SeededGenerator

    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private typealias Plan = [PlannedCommand<HabitAction>]

    /// Reports the date, goes through the guide if it is open, adds habits if there are none, and completes them.
    mutating func firstDay(of round: HabitRound, from instant: Instant) -> [PlannedCommand<HabitAction>] {
        var plan: Plan = [PlannedCommand(.action(.act(.clock(Self.firstDay))), at: instant)]
        var now = instant
        var count = round.book.habits.count
        var isFormOpen = false
        if case .guide = round.screen {
            act(.activate, &now, &plan)
            hold(for: HoldCourse.fillTime.seconds + 0.2, &now, &plan)
            now = now + HabitRound.lingering
            act(.activate, &now, &plan)
            isFormOpen = count == 0
        }
        if count == 0 {
            count = 3 + generator.index(below: Self.names.count - 2)
            for name in generator.shuffled(Self.names).prefix(count) {
                if !isFormOpen { act(.new, &now, &plan) }
                isFormOpen = false
                act(.type(name), &now, &plan)
                for _ in HabitForm.Field.allCases { act(.activate, &now, &plan) }
            }
        }
        doAll(count, &now, &plan)
        return plan
    }

    /// Plans the next day, on which all rings are open again.
    mutating func nextDay(of round: HabitRound, from instant: Instant) -> [PlannedCommand<HabitAction>] {
        let today = round.today(at: instant) ?? Self.firstDay.day
        let next = WallTime(day: today + 1, sinceMidnight: .seconds(43_200))
        var plan: Plan = [PlannedCommand(.action(.act(.clock(next))), at: instant)]
        var now = instant
        doAll(round.book.habits.count, &now, &plan)
        return plan
    }

    private mutating func doAll(_ count: Int, _ now: inout Instant, _ plan: inout Plan) {
        for index in 0..<count {
            act(.aim(index), &now, &plan)
            if generator.chance(0.15) {
                act(.activate, &now, &plan)
                continue
            }
            if generator.chance(0.3) { hold(for: generator.between(Self.impatience), &now, &plan) }
            hold(for: HoldCourse.fillTime.seconds + generator.between(Self.surplus), &now, &plan)
        }
    }

    private mutating func act(_ act: HabitAct, _ now: inout Instant, _ plan: inout Plan) {
        now = now + .seconds(generator.between(Self.pace))
        plan.append(PlannedCommand(.action(.act(act)), at: now))
    }

    private mutating func hold(for seconds: Double, _ now: inout Instant, _ plan: inout Plan) {
        now = now + .seconds(generator.between(Self.pace))
        plan.append(PlannedCommand(.action(.hand(.pointer(PointerEvent(.down, at: Self.point)))), at: now))
        now = now + .seconds(seconds)
        plan.append(PlannedCommand(.action(.hand(.pointer(PointerEvent(.up, at: Self.point)))), at: now))
    }
}
