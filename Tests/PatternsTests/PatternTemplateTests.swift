import Testing
import ThudCore
import ThudPatterns

@Suite("Templates") struct PatternTemplateTests {
    /// The values of all parameters at one end of their ranges, or as they are usual.
    private static func values(
        _ template: PatternTemplate, _ pick: (PatternTemplate.Setting) -> Double
    ) -> [PatternTemplate.Parameter: Double] {
        Dictionary(uniqueKeysWithValues: template.settings.map { ($0.parameter, pick($0)) })
    }

    @Test(arguments: PatternTemplate.all.map(\.name))
    func `a template gives a valid file at its usual values and at every limit`(name: String) throws {
        let template = try #require(PatternTemplate.named(name))
        let choices = [
            [:], Self.values(template) { _ in .nan }, Self.values(template, \.range.lowerBound),
            Self.values(template, \.range.upperBound),
            Self.values(template) {
                [.seconds, .count].contains($0.parameter) ? $0.range.upperBound : $0.range.lowerBound
            },
        ]
        for values in choices {
            let pattern = template.pattern(values)
            let bytes = Array(AHAP.text(pattern).utf8)
            let inspection = AHAP.inspect(bytes, file: "a.ahap")
            #expect(try inspection.pattern.get().events == pattern.events, "\(values)")
            #expect(pattern.duration > 0 && pattern.duration < 500, "\(values): \(pattern.duration)")
            let faults = inspection.diagnostics.filter { $0.disposition.severity < .warning }
            #expect(faults.isEmpty, "\(values): \(faults)")
            let isLate = pattern.events.contains { $0.time >= HapticLimits.latestStart }
            #expect(!isLate, "\(values): all that is later would come at this one time")
        }
        #expect(HapticRenderer(sampleRate: 8_000).drive(template.pattern()).contains { abs($0) > 0.1 })
    }

    @Test(arguments: PatternTemplate.all.map(\.name))
    func `the lint has no remark on a template at sensible values`(name: String) throws {
        let template = try #require(PatternTemplate.named(name))
        let choices: [[PatternTemplate.Parameter: Double]] = [
            [:], [.bpm: 50, .pace: 60, .drops: 5, .rpm: 500, .seconds: 0.5], [.bpm: 180, .pace: 200, .drops: 20],
            [.drops: 30, .seconds: 10], [.intensity: 0.3], [.sharpness: 0], [.sharpness: 1],
        ]
        for values in choices {
            for seed in 1...5 {
                let pattern = template.pattern(values.merging([.seed: Double(seed)]) { $1 })
                let remarks = AHAP.lint(Array(AHAP.text(pattern).utf8), file: "a.ahap")
                #expect(remarks == [], "\(values), seed \(seed): \(remarks)")
            }
        }
    }

    @Test(arguments: [30.0, 70, 220]) func `a heart beats in time, and repeats in time`(bpm: Double) throws {
        let pattern = try #require(PatternTemplate.named("heartbeat")).pattern([.bpm: bpm, .count: 6])
        let beats = pattern.events.filter { $0.intensity > 0.8 }.map(\.time)
        #expect(beats.count == 6)
        for (index, time) in beats.enumerated() { #expect(abs(time - Double(index) * 60 / bpm) < 1e-6) }
        #expect(abs(pattern.duration - 6 * 60 / bpm) < 2e-6)
    }

    @Test func `the same seed gives the same rain, and another seed gives other rain`() throws {
        let rain = try #require(PatternTemplate.named("rain"))
        #expect(rain.pattern([.seed: 3]) == rain.pattern([.seed: 3]))
        #expect(rain.pattern([.seed: 3]).events != rain.pattern([.seed: 4]).events)
        #expect(abs(rain.pattern([.seconds: 2]).duration - 2) < 2e-6, "rain can be repeated in time")
        // 50 drops a second for a minute are 3,000, with a standard deviation of 55.
        let drops = rain.pattern([.drops: 50, .seconds: 60]).events.count
        #expect((2_800...3_200).contains(drops), "\(drops)")
    }

    @Test func `an engine hums below its strokes`() throws {
        let hum = try #require(PatternTemplate.named("engine")).pattern([.intensity: 0.5]).events[0]
        #expect(hum.kind == .continuous && hum.intensity == 0.3)
    }

    @Test func `the debris of an explosion is felt to the end`() throws {
        let explosion = try #require(PatternTemplate.named("explosion"))
        for seed in 1...30 {
            let pattern = explosion.pattern([.seed: Double(seed), .seconds: Double(seed) / 5])
            let evaluation = HapticEvaluation(pattern)
            let taps = pattern.events.filter { $0.kind == .transient }
            let weakest = taps.map { evaluation.intensity(of: $0, at: $0.time) }.min() ?? 0
            // A weaker drive is less than -40 dB.
            #expect(weakest >= 0.1, "seed \(seed)")
        }
    }

    @Test func `a ramp rises or falls to the end, and an explosion fades`() throws {
        for (name, isRising) in [("ramp-up", true), ("ramp-down", false), ("explosion", false)] {
            let pattern = try #require(PatternTemplate.named(name)).pattern()
            let evaluation = HapticEvaluation(pattern)
            let levels = (1..<10).map { evaluation.intensity(at: pattern.duration * Double($0) / 10) }
            for (level, next) in zip(levels, levels.dropFirst()) { #expect(isRising ? level < next : level > next) }
        }
    }
}
