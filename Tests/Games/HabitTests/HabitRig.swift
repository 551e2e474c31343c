import ThudCore
import ThudGameKit

@testable import ThudHabit

/// A round played act by act, with all its effects.
struct HabitRig {
    static let start = Instant(nanoseconds: 1_000_000_000_000)
    /// 2026-11-21, a Saturday, in Central Europe.
    static let noon = WallTime(day: LocalDay(number: 20_778), sinceMidnight: .seconds(43_200), offset: 3_600)

    var round: HabitRound
    private(set) var effects: [(effect: HabitEffect, at: Interval)] = []

    /// Creates a round with habits of these names at noon of Saturday, 21 November 2026.
    init(_ names: [String] = ["Walk the dog", "Read", "Water"], settings: HabitSettings = HabitSettings()) {
        var book = HabitBook()
        book.isGuided = true
        for (index, name) in names.enumerated() { book.add(name, .health, Accent.allCases[index]) }
        round = HabitRound(settings: settings, book: book)
        act(.clock(Self.noon), at: .zero)
        effects = []
    }

    static func at(_ time: Interval) -> Instant { start + time }

    /// Applies an act at a time after the start.
    @discardableResult
    mutating func act(_ act: HabitAct, at time: Interval) -> [HabitEffect] { reduce(.player(act), at: time) }

    @discardableResult
    mutating func reduce(_ event: HabitInput, at time: Interval) -> [HabitEffect] {
        let asked = round.reduce(event, at: Self.at(time))
        effects += asked.map { ($0, time) }
        return asked
    }

    /// Advances in steps that end on every deadline, so that each effect is recorded at its own instant.
    mutating func pass(to time: Interval) {
        while let due = round.nextDeadline, due <= Self.at(time) { reduce(.tick, at: due - Self.start) }
        reduce(.tick, at: time)
    }

    /// Holds the selected ring from one time to another.
    mutating func hold(from press: Interval, to release: Interval) {
        pass(to: press)
        act(.press, at: press)
        pass(to: release)
        act(.release, at: release)
    }

    func share(_ number: Int = 1, at time: Interval) -> Double { round.share(of: number, at: Self.at(time)) }
    func isDone(_ number: Int = 1, at time: Interval) -> Bool { round.isDone(number, at: Self.at(time)) }

    /// All texts shown, in order.
    var told: [String] {
        effects.compactMap { if case .show(let moment) = $0.effect { moment.text } else { nil } }
    }

    /// Returns how often a cue played at once.
    func count(of cue: HabitCue) -> Int { effects.map(\.effect).cues.count { $0 == cue } }

    /// The instants of scheduled completions that were not cancelled.
    var scheduled: [Interval] {
        effects.reduce(into: []) { due, effect in
            switch effect.effect {
            case .schedule(.complete, let instant, _): due.append(instant - Self.start)
            case .cancelScheduled: due.removeAll { $0 > effect.at }
            default: break
            }
        }
    }
}

extension [HabitEffect] {
    /// The cues that play at once.
    var cues: [HabitCue] { compactMap { if case .cue(let cue, _) = $0 { cue } else { nil } } }
    /// All effects except texts.
    var unspoken: [HabitEffect] { filter { if case .show = $0 { false } else { true } } }
}

extension Interval {
    static func ms(_ count: Int64) -> Interval { .milliseconds(count) }
}
