import ThudCore
import ThudPatterns

/// Pairs the events of two patterns that mean the same, in order of time.
///
/// The pairing with the least total difference is found by dynamic programming, as for the lines of two texts. Events
/// of different kinds are never paired, and events that differ by more than twice the cost of leaving one out are not
/// worth pairing.
struct EventMatching {
    /// Indices into both patterns' events; one of them is nil for an event that only one pattern has.
    private(set) var pairs: [(first: Int?, second: Int?)] = []

    /// The cost of an event without a partner, in just-noticeable differences.
    private static let alone = 5.0
    /// How many events of the other list, before and after the moment of an event, it may be paired with.
    private static let reach = 256

    init(_ first: [HapticEvent], _ second: [HapticEvent]) {
        for kind in HapticEvent.Kind.allCases {
            pairs += Self.pairs(Self.ordered(first, kind), Self.ordered(second, kind), first, second)
        }
        func time(_ pair: (first: Int?, second: Int?)) -> Double {
            pair.first.map { first[$0].time } ?? pair.second.map { second[$0].time } ?? 0
        }
        pairs.sort { time($0) < time($1) }
    }

    private static func ordered(_ events: [HapticEvent], _ kind: HapticEvent.Kind) -> [Int] {
        events.indices.filter { events[$0].kind == kind }.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
    }

    /// The number of places in the band of one event.
    private static let width = 2 * reach + 1

    private enum Step: UInt8 { case both, first, second }

    private static func pairs(
        _ one: [Int], _ other: [Int], _ first: [HapticEvent], _ second: [HapticEvent]
    ) -> [(first: Int?, second: Int?)] {
        // The middle of the band follows the time, so that equal events stay within reach in lists of any lengths. Of
        // several events at one time the first goes with the first.
        let middles =
            [0]
            + one.indices.map { row in
                let time = first[one[row]].time
                let rank = row - one.partitionPoint { first[$0].time >= time }
                let earlier = other.partitionPoint { second[$0].time >= time }
                return min(earlier + rank + 1, other.partitionPoint { second[$0].time > time })
            }
        var steps = [Step](repeating: .first, count: (one.count + 1) * width)
        var costs = [Double](repeating: .infinity, count: width)
        for row in 0...one.count {
            let before = costs
            let shift = middles[row] - middles[max(row - 1, 0)]
            // Beyond the band of the row before, all further events of the other list are alone.
            func above(_ slot: Int) -> Double {
                if slot < 0 { return .infinity }
                return before[min(slot, width - 1)] + Double(max(slot - width + 1, 0)) * alone
            }
            for slot in 0..<width {
                let column = middles[row] + slot - reach
                guard (0...other.count).contains(column) else {
                    costs[slot] = .infinity
                    continue
                }
                var best = (row == 0 && column == 0 ? 0 : Double.infinity, Step.first)
                func offer(_ cost: Double, _ step: Step) { if cost < best.0 { best = (cost, step) } }
                if row > 0, column > 0 {
                    let (event, partner) = (first[one[row - 1]], second[other[column - 1]])
                    // Most of the pairs are too far apart for any other difference to count.
                    if NoticeableDifference.between(time: event.time, partner.time) < 2 * alone {
                        let all = PatternComparison.Difference.between(event, partner)
                        let sum = all.reduce(0) { $0 + $1.noticeable }
                        offer(above(slot + shift - 1) + sum, .both)
                    }
                }
                if row > 0 { offer(above(slot + shift) + alone, .first) }
                if column > 0, slot > 0 { offer(costs[slot - 1] + alone, .second) }
                (costs[slot], steps[row * width + slot]) = best
            }
        }
        return path(one, other, steps, middles)
    }

    /// Walks back from the end. Beyond the band, the rest of both lists is unpaired.
    private static func path(
        _ one: [Int], _ other: [Int], _ steps: [Step], _ middles: [Int]
    ) -> [(first: Int?, second: Int?)] {
        var (row, column) = (one.count, other.count)
        var pairs: [(first: Int?, second: Int?)] = []
        while row > 0 || column > 0 {
            let slot = column - middles[row] + reach
            var step = (0..<width).contains(slot) ? steps[row * width + slot] : .second
            if row == 0 { step = .second }
            if column == 0 { step = .first }
            if step != .second { row -= 1 }
            if step != .first { column -= 1 }
            pairs.append((step == .second ? nil : one[row], step == .first ? nil : other[column]))
        }
        return pairs
    }
}

extension PatternComparison.Difference {
    /// Returns how two events of one kind differ, apart from the files of their sounds.
    static func between(_ one: HapticEvent, _ other: HapticEvent) -> [PatternComparison.Difference] {
        var differences: [PatternComparison.Difference] = []
        func add(_ what: String, _ from: Double, _ to: Double, _ noticeable: Double) {
            guard from != to else { return }
            let change = PatternComparison.Change.changed(what, from: from, to: to)
            differences.append(.init(kind: one.kind, time: one.time, change: change, noticeable: noticeable))
        }
        add("start", one.time, other.time, NoticeableDifference.between(time: one.time, other.time))
        if one.kind != .transient, let from = one.duration, let to = other.duration {
            add("duration", from, to, NoticeableDifference.between(time: from, to))
        }
        for id in EventParameterID.allCases where id.belongs(to: one.kind) {
            add(id.rawValue, one[id], other[id], noticeable(id, one[id], other[id]))
        }
        return differences
    }

    private static func noticeable(_ id: EventParameterID, _ from: Double, _ to: Double) -> Double {
        switch id {
        case .hapticIntensity: NoticeableDifference.between(intensity: from, to)
        case .hapticSharpness: NoticeableDifference.between(sharpness: from, to)
        case .attackTime, .decayTime, .releaseTime:
            NoticeableDifference.between(time: EnvelopeTime.seconds(from), EnvelopeTime.seconds(to))
        // Louder by an eighth is about the least difference that is heard (1 dB); other settings of sounds are alike.
        default: abs(to - from) / 0.1
        }
    }
}
