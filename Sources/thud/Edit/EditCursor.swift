import ThudCore
import ThudPatterns

/// A place in a pattern, what is chosen there, and the scripts for keys that change it. It changes nothing itself.
struct EditCursor: Hashable {
    enum Change: Hashable {
        case move(Double)
        /// To the next onset of the sound, or to the one before.
        case snap(Int)
        case level(Int)
        case sharpness(Int)
        case length(Int)
        case add(ItemName.Kind)
        case delete
        case duplicate
    }

    /// A script, and what will be chosen after it.
    struct Plan: Hashable {
        let script: String
        var goal: Goal?
        var range: ClosedRange<Double>?
    }

    struct Goal: Hashable {
        let kind: ItemName.Kind
        var time: Double
        var level: Double
        var sharpness: Double?
    }

    /// The time in seconds.
    private(set) var time = 0.0
    private(set) var item: PatternItem?
    /// The start of a range that has no end yet.
    private(set) var mark: Double?
    private(set) var range: ClosedRange<Double>?

    private static let step = 0.05
    private static let lengthStep = 0.01
    /// How far away the copy of a tap is.
    private static let gap = 0.05
    /// How far a format may round a time, in seconds.
    private static let rounding = 0.001
    /// How far away a step back is looked for, in seconds.
    private static let reach = 0.02

    // MARK: Choosing

    /// Chooses the next item (1) or the one before (-1).
    mutating func choose(_ direction: Int, among items: [PatternItem]) {
        guard !items.isEmpty else { return }
        var index = items.firstIndex { $0.name == item?.name }.map { $0 + direction }
        if index == nil {
            index = direction > 0 ? items.firstIndex { $0.name.time >= time } : items.lastIndex { $0.name.time <= time }
        }
        take(items[((index ?? 0) + items.count) % items.count])
    }

    private mutating func take(_ item: PatternItem) { (self.item, time) = (item, item.name.time) }

    /// Moves the cursor alone, to a time at which something can begin.
    mutating func go(to time: Double) {
        (item, self.time) = (nil, time.wholeMicroseconds.clamped(to: 0...HapticLimits.latestStart))
    }

    /// Lets go of the range or of the item; false if there is neither.
    mutating func letGo() -> Bool {
        defer { if range == nil, mark == nil { item = nil } else { (range, mark) = (nil, nil) } }
        return range != nil || mark != nil || item != nil
    }

    /// Begins a range, ends it, or removes it.
    mutating func markRange() {
        if range != nil {
            range = nil
        } else if let start = mark {
            range = start == time ? nil : min(start, time)...max(start, time)
            mark = nil
        } else {
            mark = time
        }
    }

    /// Follows a pattern that has changed: the goal of a plan, or else what was chosen.
    mutating func follow(_ plan: Plan?, among items: [PatternItem]) {
        if let range = plan?.range { self.range = range }
        let goal = plan.map(\.goal) ?? item.map { Goal(kind: $0.name.kind, time: $0.name.time, level: $0.level) }
        item = nil
        guard let goal else { return }
        let reach = plan == nil ? Self.reach : Self.rounding
        let near = items.filter { $0.name.kind == goal.kind && abs($0.name.time - goal.time) <= reach }
        func distance(_ item: PatternItem) -> (Double, Double) {
            let sharpness = goal.sharpness.map { abs((item.sharpness ?? $0) - $0) } ?? 0
            return (abs(item.name.time - goal.time), abs(item.level - goal.level) + sharpness)
        }
        time = goal.time
        if let nearest = near.min(by: { distance($0) < distance($1) }) { take(nearest) }
    }

    /// Moves the range with an edit that had moved it and is taken back (-1) or done again (1).
    mutating func followRange(_ script: String, _ direction: Int) {
        guard let edits = try? EditScript(parsing: script).edits, edits.count == 1 else { return }
        switch edits[0] {
        case .shift(.span(let span), let step), .copy(.span(let span), let step):
            let moved = Self.moved(span, by: step)
            if range == (direction < 0 ? moved : span) { range = direction < 0 ? span : moved }
        default: break
        }
    }

    // MARK: Changing

    /// Returns the script that a change means here.
    ///
    /// - Parameter onsets: the onsets of the sound, in seconds.
    /// - Throws: `ThudError` with a sentence about why there is none.
    func plan(_ change: Change, in pattern: HapticPattern, onsets: [Double] = []) throws(ThudError) -> Plan {
        if case .add(let kind) = change { return try addition(of: kind, to: pattern) }
        if let range { return try plan(change, range, onsets) }
        guard let item else { throw ThudError(.usage, "nothing is chosen; tab chooses, a, v and c add") }
        return try plan(change, item, onsets)
    }

    private func addition(of kind: ItemName.Kind, to pattern: HapticPattern) throws(ThudError) -> Plan {
        guard !pattern.items.contains(where: { $0.name.kind == kind && $0.name.time == time }) else {
            throw ThudError(.usage, "there is one here already; , and . move the cursor")
        }
        if let id = kind.curve {
            let value = HapticEvaluation(pattern).value(of: id, at: time).rounded(decimals: 4)
            return Plan(
                script: "at \(Self.text(time)) \(kind.rawValue) \(Self.text(value))",
                goal: Goal(kind: kind, time: time, level: value))
        }
        let (level, sharpness) = (item?.sharpness == nil ? 0.8 : item?.level ?? 0.8, item?.sharpness ?? 0.5)
        let length = kind == .vibration ? " 0.1" : ""
        return Plan(
            script: "at \(Self.text(time)) \(kind.rawValue)\(length) \(Self.text(level))/\(Self.text(sharpness))",
            goal: Goal(kind: kind, time: time, level: level, sharpness: sharpness))
    }

    private func plan(_ change: Change, _ item: PatternItem, _ onsets: [Double]) throws(ThudError) -> Plan {
        let name = item.name
        var goal = Goal(kind: name.kind, time: name.time, level: item.level, sharpness: item.sharpness)
        switch change {
        case .move, .snap:
            let step = try distance(change, from: name.time, onsets)
            goal.time = (name.time + step).wholeMicroseconds
            return Plan(script: "shift \(name.text) \(Self.milliseconds(step))", goal: goal)
        case .level(let steps):
            let property = name.kind.curve != nil ? "value" : name.kind == .sound ? "volume" : "intensity"
            let least = name.kind == .sharpness ? -1.0 : 0
            goal.level = try Self.stepped(item.level, by: steps, in: least...1)
            return Plan(script: "set \(name.text) \(property) \(Self.text(goal.level))", goal: goal)
        case .sharpness(let steps):
            if name.kind == .sharpness { return try plan(.level(steps), item, onsets) }
            guard let old = item.sharpness else { throw ThudError(.usage, "this has no sharpness") }
            let new = try Self.stepped(old, by: steps, in: 0...1)
            goal.sharpness = new
            return Plan(script: "set \(name.text) sharpness \(Self.text(new))", goal: goal)
        case .length(let steps):
            guard name.kind == .vibration else { throw ThudError(.usage, "only a vibration has a length") }
            let length = Self.length(of: item) + Double(steps) * Self.lengthStep
            guard length > 0.0005, length <= HapticLimits.longestContinuous else {
                throw ThudError(.usage, "it cannot be \(steps < 0 ? "shorter" : "longer")")
            }
            return Plan(script: "set \(name.text) duration \(Self.text(length))", goal: goal)
        case .delete: return Plan(script: "delete \(name.text)")
        case .duplicate:
            let step = name.kind == .vibration ? Self.length(of: item) : Self.gap
            goal.time = (name.time + step).wholeMicroseconds
            return Plan(script: "copy \(name.text) \(Self.milliseconds(step))", goal: goal)
        case .add(let kind): return try addition(of: kind, to: HapticPattern())
        }
    }

    /// Returns how long a vibration lasts, in seconds. One that states no duration, or 0, lasts as long as it may.
    private static func length(of vibration: PatternItem) -> Double {
        vibration.duration.flatMap { $0 > 0 ? $0 : nil } ?? HapticLimits.longestContinuous
    }

    private func plan(_ change: Change, _ range: ClosedRange<Double>, _ onsets: [Double]) throws(ThudError) -> Plan {
        let span = "\(Self.text(range.lowerBound))..\(Self.text(range.upperBound))"
        switch change {
        case .move, .snap:
            let step = try distance(change, from: range.lowerBound, onsets)
            return Plan(script: "shift \(span) \(Self.milliseconds(step))", range: Self.moved(range, by: step))
        case .level(let steps):
            return Plan(script: "scale \(span) intensity \(Self.text(1 + Double(steps) * Self.step))")
        case .sharpness(let steps):
            return Plan(script: "scale \(span) sharpness \(Self.text(1 + Double(steps) * Self.step))")
        case .delete: return Plan(script: "delete \(span)")
        case .duplicate:
            let step = range.upperBound - range.lowerBound
            return Plan(script: "copy \(span) \(Self.milliseconds(step))", range: Self.moved(range, by: step))
        case .length, .add: throw ThudError(.usage, "this works on one thing; m removes the range")
        }
    }

    private static func moved(_ range: ClosedRange<Double>, by step: Double) -> ClosedRange<Double> {
        (range.lowerBound + step).wholeMicroseconds...(range.upperBound + step).wholeMicroseconds
    }

    /// Returns how far to move what begins at `start`, in seconds.
    private func distance(_ change: Change, from start: Double, _ onsets: [Double]) throws(ThudError) -> Double {
        var end = start
        if case .move(let step) = change { end = max(0, start + step) }
        if case .snap(let direction) = change { end = try Self.onset(direction, from: start, among: onsets) }
        guard end != start else { throw ThudError(.usage, "nothing begins before 0 s") }
        return end - start
    }

    /// Returns the next onset after a time (1), or the last before it (-1).
    ///
    /// - Throws: `ThudError` with a sentence about why there is none.
    static func onset(_ direction: Int, from time: Double, among onsets: [Double]) throws(ThudError) -> Double {
        guard !onsets.isEmpty else { throw ThudError(.usage, "there is no sound with onsets beside the pattern") }
        // What was moved to an onset stays there although times are rounded.
        let onset =
            direction > 0 ? onsets.first { $0 > time + rounding / 2 } : onsets.last { $0 < time - rounding / 2 }
        guard let onset else {
            throw ThudError(.usage, "the sound has no onset \(direction > 0 ? "after" : "before") this")
        }
        return onset
    }

    private static func stepped(
        _ value: Double, by steps: Int, in range: ClosedRange<Double>
    ) throws(ThudError) -> Double {
        let stepped = (value + Double(steps) * step).rounded(decimals: 4)
        let new = stepped.clamped(to: range)
        guard new != value else { throw ThudError(.usage, "this is the \(steps > 0 ? "highest" : "lowest") value") }
        return new
    }

    private static func text(_ number: Double) -> String { Decimals.short(number, atMost: 6) }

    private static func milliseconds(_ seconds: Double) -> String {
        (seconds < 0 ? "" : "+") + Decimals.short(seconds * 1000, atMost: 3) + "ms"
    }
}
