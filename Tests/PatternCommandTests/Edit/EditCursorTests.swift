import Testing
import ThudCore
import ThudInput
import ThudPatterns

@testable import thud

/// The cursor of `thud edit`: which script a key means.
@Suite struct EditCursorTests {
    private static let pattern = HapticPattern(
        [
            HapticEvent(.transient, at: 0.1, intensity: 0.98, sharpness: 0.5),
            HapticEvent(.continuous, at: 0.2, duration: 0.3, intensity: 0.5, sharpness: 0.5),
        ],
        curves: [
            ParameterCurve(.hapticIntensity, at: 0.2, points: [(0, 1), (0.25, 0.5)].map { .init(time: $0, value: $1) })
        ])

    /// Chooses with tab and returns the cursor.
    private func cursor(tabs: Int) -> EditCursor {
        var cursor = EditCursor()
        for _ in 0..<tabs { cursor.choose(1, among: Self.pattern.items) }
        return cursor
    }

    private func script(_ key: KeyEvent, _ cursor: EditCursor, onsets: [Double] = []) throws -> String {
        guard case .change(let change) = EditKey(key) else { return "" }
        return try cursor.plan(change, in: Self.pattern, onsets: onsets).script
    }

    @Test func `tab goes through everything in order of time and starts again, shift-tab goes back`() {
        var cursor = EditCursor()
        var names: [String] = []
        for direction in [1, 1, 1, 1, 1, -1, -1] {
            cursor.choose(direction, among: Self.pattern.items)
            names.append(cursor.item?.name.text ?? "")
        }
        #expect(
            names == [
                "tap@0.1", "vibration@0.2", "intensity@0.2", "intensity@0.45", "tap@0.1", "intensity@0.45",
                "intensity@0.2",
            ])
        cursor.go(to: 0.15)
        #expect(cursor.item == nil)
        cursor.choose(-1, among: Self.pattern.items)
        #expect(cursor.time == 0.1)
        cursor.go(to: -0.1)
        #expect(cursor.time == 0)
        // Nothing can begin later.
        cursor.go(to: 301)
        #expect(cursor.time == HapticLimits.latestStart)
    }

    @Test func `keys mean edits of what is chosen`() throws {
        let (tap, vibration, point) = (cursor(tabs: 1), cursor(tabs: 2), cursor(tabs: 4))
        #expect(try script(KeyEvent(.right), tap) == "shift tap@0.1 +1ms")
        #expect(try script(KeyEvent(.left, modifiers: .shift), tap) == "shift tap@0.1 -10ms")
        #expect(
            try script(KeyEvent(.right, modifiers: .control), tap, onsets: [0.1, 0.1234]) == "shift tap@0.1 +23.4ms")
        #expect(try script(KeyEvent(.left, modifiers: .control), tap, onsets: [0.02]) == "shift tap@0.1 -80ms")
        #expect(try script(KeyEvent(.up), tap) == "set tap@0.1 intensity 1")
        #expect(try script(KeyEvent(.down), vibration) == "set vibration@0.2 intensity 0.45")
        #expect(try script(KeyEvent(.character("[")), vibration) == "set vibration@0.2 sharpness 0.45")
        #expect(try script(KeyEvent(.character("+")), vibration) == "set vibration@0.2 duration 0.31")
        #expect(try script(KeyEvent(.up), point) == "set intensity@0.45 value 0.55")
        let curve = HapticPattern(curves: [ParameterCurve(.hapticSharpness, at: 0, points: [.init(time: 0, value: 0)])])
        var lowered = EditCursor()
        lowered.choose(1, among: curve.items)
        #expect(try lowered.plan(.level(-1), in: curve).script == "set sharpness@0 value -0.05")
        #expect(try script(KeyEvent(.character("x")), point) == "delete intensity@0.45")
        #expect(try script(KeyEvent(.character("d")), vibration) == "copy vibration@0.2 +300ms")
    }

    @Test(arguments: [nil, 0.0])
    func `a vibration without an end counts as long as it lasts`(duration: Double?) throws {
        let endless = HapticPattern([HapticEvent(.continuous, duration: duration, intensity: 1, sharpness: 0.5)])
        var cursor = EditCursor()
        cursor.choose(1, among: endless.items)
        #expect(try cursor.plan(.length(-1), in: endless).script == "set vibration@0 duration 29.99")
        #expect(throws: ThudError.self) { try cursor.plan(.length(1), in: endless) }
        #expect(try cursor.plan(.duplicate, in: endless).script == "copy vibration@0 +30000ms")
    }

    @Test func `keys add at the cursor, and a new point changes nothing yet`() throws {
        var cursor = EditCursor()
        cursor.go(to: 0.325)
        #expect(try script(KeyEvent(.character("a")), cursor) == "at 0.325 tap 0.8/0.5")
        #expect(try script(KeyEvent(.character("v")), cursor) == "at 0.325 vibration 0.1 0.8/0.5")
        #expect(try script(KeyEvent(.character("c")), cursor) == "at 0.325 intensity 0.75")
        #expect(try script(KeyEvent(.character("C")), cursor) == "at 0.325 sharpness 0")
    }

    @Test func `a marked range is edited as a whole, and moves along`() throws {
        var cursor = EditCursor()
        cursor.go(to: 0.25)
        cursor.markRange()
        cursor.go(to: 0.05)
        cursor.markRange()
        #expect(cursor.range == 0.05...0.25)
        #expect(try script(KeyEvent(.up), cursor) == "scale 0.05..0.25 intensity 1.05")
        #expect(try script(KeyEvent(.character("[")), cursor) == "scale 0.05..0.25 sharpness 0.95")
        #expect(try script(KeyEvent(.character("x")), cursor) == "delete 0.05..0.25")
        #expect(try script(KeyEvent(.character("d")), cursor) == "copy 0.05..0.25 +200ms")
        let plan = try cursor.plan(.move(-0.1), in: Self.pattern)
        #expect(plan.script == "shift 0.05..0.25 -50ms")
        cursor.follow(plan, among: Self.pattern.items)
        #expect(cursor.range == 0...0.2)
        cursor.markRange()
        #expect(cursor.range == nil)
    }

    @Test func `a range goes back with an undo of its move, and forth with a redo`() throws {
        var cursor = EditCursor()
        cursor.markRange()
        cursor.go(to: 0.25)
        cursor.markRange()
        for change in [EditCursor.Change.move(0.01), .duplicate] {
            let range = cursor.range
            let plan = try cursor.plan(change, in: Self.pattern)
            cursor.follow(plan, among: Self.pattern.items)
            #expect(cursor.range == plan.range && cursor.range != range)
            cursor.followRange(plan.script, -1)
            #expect(cursor.range == range)
            cursor.followRange(plan.script, 1)
            #expect(cursor.range == plan.range)
        }
        let range = cursor.range
        // Another range, another edit.
        for script in ["shift 0..0.1 +10ms", "scale 0.26..0.51 intensity 0.5", "shift tap@0.1 +1ms", ""] {
            for direction in [-1, 1] { cursor.followRange(script, direction) }
        }
        #expect(cursor.range == range)
    }

    @Test func `every script is understood, and the cursor follows what it did`() throws {
        var random = SeededGenerator(seed: 2)
        var (cursor, pattern) = (EditCursor(), Self.pattern)
        var edits = 0
        let kinds: [ItemName.Kind] = [.tap, .vibration, .intensity, .sharpness]
        for _ in 0..<600 {
            // Copies of copies would soon take all the time.
            if pattern.events.count > 60 { (cursor, pattern) = (EditCursor(), Self.pattern) }
            if random.chance(0.2) { cursor.choose(random.chance(0.5) ? 1 : -1, among: pattern.items) }
            if random.chance(0.05) { cursor.go(to: random.unit().rounded(decimals: 3)) }
            if random.chance(0.05) { cursor.markRange() }
            let sign = random.chance(0.5) ? 1 : -1
            let changes: [EditCursor.Change] = [
                .move(Double(sign) * 0.001), .snap(sign), .level(sign), .sharpness(sign), .length(sign),
                .add(kinds[random.index(below: 4)]), .duplicate, .delete,
            ]
            let change = changes[random.index(below: pattern.events.count > 30 ? 8 : 7)]
            guard let plan = try? cursor.plan(change, in: pattern, onsets: [0.1, 0.25, 0.7]) else { continue }
            pattern = try pattern.edited(by: EditScript(parsing: plan.script))
            cursor.follow(plan, among: pattern.items)
            edits += 1
            if let goal = plan.goal {
                let item = try #require(cursor.item, "\(plan.script)")
                #expect(item.name.kind == goal.kind && abs(item.name.time - goal.time) < 1e-6, "\(plan.script)")
                #expect(abs(item.level - goal.level) < 1e-6, "\(plan.script)")
            }
        }
        #expect(edits > 200)
    }

    @Test func `a time that a format has rounded is still at its onset`() throws {
        for time in [0.0996, 0.1, 0.1004] {
            #expect(throws: ThudError.self) { try EditCursor.onset(-1, from: time, among: [0.1]) }
            #expect(try EditCursor.onset(1, from: time, among: [0.1, 0.2]) == 0.2)
        }
    }

    @Test func `what a key cannot do is said`() throws {
        #expect(throws: ThudError.self) { try script(KeyEvent(.up), EditCursor()) }
        #expect(throws: ThudError.self) { try script(KeyEvent(.character("]")), cursor(tabs: 4)) }
        #expect(throws: ThudError.self) { try script(KeyEvent(.character("-")), cursor(tabs: 1)) }
        #expect(throws: ThudError.self) { try script(KeyEvent(.right, modifiers: .control), cursor(tabs: 1)) }
        #expect(throws: ThudError.self) { try script(KeyEvent(.character("a")), cursor(tabs: 1)) }
        let error = #expect(throws: ThudError.self) { try EditCursor.onset(1, from: 0, among: []) }
        #expect(error?.message == "there is no sound with onsets beside the pattern")
    }
}
