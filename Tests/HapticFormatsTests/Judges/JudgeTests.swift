import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

/// The checkout under test.
private let checkout = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    .joined(separator: "/")

/// Returns every shipped pattern, by its file.
private func shipped() throws -> [(name: String, pattern: HapticPattern)] {
    let folders = try SourceFile.names(in: "\(checkout)/Sounds", endingIn: "").map { "Sounds/\($0)" } + ["Presets"]
    var patterns: [(name: String, pattern: HapticPattern)] = []
    for folder in folders {
        for name in try SourceFile.names(in: "\(checkout)/\(folder)", endingIn: ".ahap") {
            let path = "\(checkout)/\(folder)/\(name)"
            patterns.append(("\(folder)/\(name)", try AHAP.read(SourceFile.read(path), file: path)))
        }
    }
    return patterns
}

/// Checks all that Thud writes against the rules of two public parsers, written a second time from their sources.
@Suite("Outside parsers accept written files") struct JudgeTests {
    private static func judge(_ format: PatternFormat, _ text: String) -> String? {
        format == .he ? HarmonyJudge.refusal(text) : MetaJudge.refusal(text)
    }

    @Test(arguments: [PatternFormat.he, .haptic])
    func `every cue and every preset is accepted`(format: PatternFormat) throws {
        let patterns = try shipped()
        #expect(patterns.count > 20)
        for (name, pattern) in patterns + HapticPreset.allCases.map({ ($0.rawValue, $0.pattern) }) {
            let refusal = Self.judge(format, format.write(pattern).text)
            #expect(refusal == nil, "\(name): \(refusal ?? "")")
        }
    }

    @Test(arguments: [PatternFormat.he, .haptic])
    func `patterns at the limits are accepted`(format: PatternFormat) throws {
        let late = HapticPattern([
            HapticEvent(.continuous, at: 295, duration: 30, intensity: 0.5, sharpness: 0.5),
            HapticEvent(.transient, at: 300, intensity: 1, sharpness: 1),
        ])
        let brief = HapticPattern([
            HapticEvent(.continuous, duration: 0.001), HapticEvent(.transient, intensity: 0, sharpness: 0),
        ])
        for pattern in [HapticPattern(), brief, late] {
            let written = format.write(pattern)
            #expect(Self.judge(format, written.text) == nil)
            #expect(try read(written.text, format).pattern.duration <= 300.03)
            #expect(!written.losses.isEmpty || pattern.events.isEmpty)
        }
    }

    @Test(arguments: [PatternFormat.he, .haptic], 0..<4)
    func `a thousand random patterns are accepted`(format: PatternFormat, quarter: Int) {
        for seed in UInt64(quarter * 250)..<UInt64(quarter * 250 + 250) {
            let refusal = Self.judge(format, format.write(composed(seed, overlapping: seed.isMultiple(of: 2))).text)
            #expect(refusal == nil, "seed \(seed): \(refusal ?? "")")
        }
    }

    /// A file with one number changed may break a rule, and `thud convert --check` must give the same verdict.
    @Test(arguments: [DeviceCheck.harmony, .meta], 0..<12)
    func `a device check agrees with the judge about files with one number changed`(
        device: DeviceCheck, seed: Int
    ) {
        let seed = UInt64(seed)
        let text = device.format.write(composed(seed, overlapping: seed.isMultiple(of: 2))).text
        var dice = SeededGenerator(seed: seed)
        var refused = 0
        for _ in 0..<60 {
            let changed = Self.change(text, &dice)
            let (judged, checked) = (
                Self.judge(device.format, changed.text), device.check(Array(changed.text.utf8), file: "a").refusal
            )
            #expect(
                (judged == nil) == (checked == nil),
                "\(changed.what): the judge says \(judged ?? "yes"), the check \(checked?.description ?? "yes")")
            if judged != nil { refused += 1 }
        }
        // Both verdicts occurred.
        #expect((1..<60).contains(refused))
    }

    /// Files of Meta's own tests, shortened: the members that may be missing, may be null, or must have one type.
    @Test(arguments: [
        ("{\"major\": 1}", "", nil), ("{\"major\": 1, \"minor\": 9}", "", nil), ("{\"major\": 2}", "", "version"),
        ("{\"minor\": 1}", "", "major"), ("{\"major\": 1, \"patch\": -1}", "", "patch"),
        ("{\"major\": 1}", "\"metadata\": {\"tags\": [\"a\"], \"other\": 7}, ", nil),
        ("{\"major\": 1}", "\"metadata\": {\"tags\": \"a\"}, ", "tags"),
        ("{\"major\": 1}", "\"metadata\": {\"author\": 7}, ", "author"),
    ])
    func `members of a .haptic file follow Meta's tests`(version: String, metadata: String, refused: String?) {
        let text = """
            {"version": \(version), \(metadata)"signals": {"continuous": {"envelopes": {"frequency": null,
              "amplitude": [{"time": 0, "amplitude": 0, "emphasis": null}, {"time": 400, "amplitude": 0}]}}}}
            """
        #expect((MetaJudge.refusal(text) == nil) == (refused == nil))
        let refusal = DeviceCheck.meta.check(Array(text.utf8), file: "a").refusal?.description
        #expect(refused.map { refusal?.contains($0) == true } ?? (refusal == nil), "\(refusal ?? "taken")")
    }

    private static let others = ["-1", "0", "0.5", "1", "1.5", "2", "3", "7", "60", "101", "-101", "4000", "5001"]

    /// Returns a text with one of its numbers replaced, and a description of the change.
    private static func change(_ text: String, _ dice: inout SeededGenerator) -> (text: String, what: String) {
        let numbers = text.matches(of: /: (-?[0-9.]+)/).map(\.output.1)
        let number = numbers[Int.random(in: 0..<numbers.count, using: &dice)]
        let other = others[Int.random(in: 0..<others.count, using: &dice)]
        let (before, after) = (text[..<number.startIndex], text[number.endIndex...])
        return (before + other + after, "...\(before.suffix(40))\(number) became \(other)")
    }
}
