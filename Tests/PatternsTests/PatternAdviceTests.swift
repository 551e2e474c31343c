import Testing
import ThudCore
import ThudPatterns

/// The lint's diagnostics on a pattern as it is written.
private func advice(_ pattern: HapticPattern) -> [PatternDiagnostic] {
    AHAP.lint(Array(AHAP.text(pattern).utf8), file: "")
}

private func tap(_ time: Double, _ intensity: Double = 1, _ sharpness: Double = 0.5) -> HapticEvent {
    HapticEvent(.transient, at: time, intensity: intensity, sharpness: sharpness)
}

private func curve(_ points: (Double, Double)...) -> ParameterCurve {
    ParameterCurve(.hapticIntensity, at: 0, points: points.map { .init(time: $0.0, value: $0.1) })
}

@Suite("The lint reports what will hardly be felt as intended") struct PatternAdviceTests {
    @Test func `a curve that ends at 0 silences everything after it`() {
        let rumble = HapticEvent(.continuous, at: 0, duration: 0.5, intensity: 1, sharpness: 0.5)
        let pattern = HapticPattern([rumble, tap(0.2), tap(0.7), tap(3)], curves: [curve((0, 1), (0.5, 0))])
        let said = advice(pattern)
        #expect(said.count == 2 && said.allSatisfy { $0.disposition == .idle })
        #expect(said.allSatisfy { $0.message.contains("HapticIntensityControl is 0 here, so nothing is felt") })
        let step = DynamicParameter(.hapticIntensity, at: 0.6, value: 1)
        #expect(advice(HapticPattern(pattern.events, parameters: [step], curves: pattern.curves)) == [])
        // One without a duration lasts for 30 s, and is felt once the curve has risen.
        let endless = HapticEvent(.continuous, intensity: 1, sharpness: 0.5)
        let risen = advice(HapticPattern([endless], curves: [curve((0, 0), (2, 0), (2, 1))]))
        #expect(risen.allSatisfy { $0.disposition == .defaulted }, "\(risen)")
        // A curve that falls to 0 within the event, or rises from it, is fine.
        #expect(advice(HapticPattern([rumble], curves: [curve((0, 0), (0.4, 1), (0.5, 0))])) == [])
    }

    @Test(arguments: [
        ([0.0, 50, 120], 1), ([0, 100], 1), ([0, 0.5, 120], 0), ([0, 1, 2, 60], 0), ([0, 10, 20], 0),
    ])
    func `times that look like milliseconds are reported`(times: [Double], count: Int) {
        let said = advice(HapticPattern(times.map { tap($0) }))
        #expect(said.count == count && said.allSatisfy { $0.message.contains("look like milliseconds") }, "\(said)")
        // A tap and a vibration may begin together.
        let both = times.flatMap {
            [tap($0), HapticEvent(.continuous, at: $0, duration: 1, intensity: 0.5, sharpness: 0.5)]
        }
        #expect(advice(HapticPattern(both)).count == count)
    }

    @Test func `an attack longer than its event and an intensity of 0 are reported`() {
        var slow = HapticEvent(.continuous, at: 0, duration: 0.05, intensity: 1, sharpness: 0.5)
        slow.attackTime = 0.9
        #expect(advice(HapticPattern([slow])).map(\.disposition) == [.suspicious])
        #expect(advice(HapticPattern([slow])).first?.message.contains("is longer than the event") == true)
        let nothing = advice(HapticPattern([tap(0, 0), tap(0.01)]))
        #expect(nothing.map(\.disposition) == [.idle] && nothing[0].message.contains("intensity 0 is not felt"))
    }

    @Test func `vibrations whose sum exceeds full scale are reported at the one that adds too much`() {
        func vibration(_ time: Double, _ intensity: Double = 1, _ sharpness: Double) -> HapticEvent {
            HapticEvent(.continuous, at: time, duration: 1, intensity: intensity, sharpness: sharpness)
        }
        let two = [vibration(0, 1, 0.1), vibration(0.5, 1, 0.9)]
        let said = advice(HapticPattern(two + [vibration(2, 1, 0.5)]))
        #expect(said.map(\.disposition) == [.style])
        #expect(said[0].message.hasSuffix("2 vibrations together are 2.7 dB above full scale; they are limited"))
        let third = advice(HapticPattern(two + [vibration(0.9, 1, 0.5)]))
        let words = "3 vibrations together are 6.2 dB above full scale; they are limited and share two frequencies"
        #expect(third.last?.message.hasSuffix(words) == true, "\(third)")
        // One after another, or weak ones. In binary 0.56 + 0.01 is more than 0.57.
        let after = [0.56, 0.57].map {
            HapticEvent(.continuous, at: $0, duration: 0.01, intensity: 1, sharpness: 0.5)
        }
        #expect(advice(HapticPattern(after)) == [])
        #expect(advice(HapticPattern([vibration(0, 1, 0.1), vibration(1, 1, 0.9)])) == [])
        #expect(advice(HapticPattern([vibration(0, 0.8, 0.1), vibration(0.5, 0.8, 0.9)])) == [])
    }

    @Test func `the duration of a tap is reported unless it is the rest after the last of several`() {
        func long(_ time: Double) -> HapticEvent { tap(time, 1, 0.5).moved(to: time, lasting: 0.4) }
        for pattern in [[long(0)], [long(0), tap(0.5)], [long(0), long(0.5)]] {
            let said = advice(HapticPattern(pattern)).filter { $0.message.hasSuffix("longer, not the tap") }
            #expect(said.count == pattern.count { $0.duration != nil }, "\(said)")
            #expect(said.allSatisfy { $0.disposition == .style && $0.message.contains("EventDuration") })
        }
        #expect(advice(HapticPattern([tap(0), long(0.5)])) == [])
    }

    @Test func `a repeated event is reported`() {
        let said = advice(HapticPattern([tap(0), tap(0.5), tap(0)]))
        let repeats = said.filter { $0.message.hasSuffix("repeats the event in line 5") }
        #expect(repeats.map(\.disposition) == [.suspicious], "\(said)")
    }

    @Test func `taps felt as one or as equal are matters of style`() {
        for (pattern, words) in [
            ([tap(0), tap(0.02)], "20 ms after the previous tap"),
            ([tap(0, 0.8), tap(0.1, 0.85)], "cannot be felt as different"),
            // The difference of these times is a rounding error less than 30 ms.
            ([tap(0.4, 0.8), tap(0.43, 0.85)], "cannot be felt as different"),
            ([tap(0, 0.8, 0.5), tap(0.1, 0.8, 0.55)], "cannot be felt as different"),
        ] {
            let said = advice(HapticPattern(pattern))
            #expect(said.map(\.disposition.severity) == [.style] && said[0].message.contains(words), "\(said)")
        }
        for pattern in [[tap(0), tap(0.03)], [tap(0, 0.8), tap(0.1, 0.95)], [tap(0, 1, 0), tap(0.1, 1, 0.2)]] {
            #expect(advice(HapticPattern(pattern)) == [])
        }
    }

    @Test func `severities are in order, and what is not read as written is a loss`() {
        #expect(Disposition.Severity.allCases.sorted() == [.error, .warning, .style])
        #expect(Disposition.rejected.severity == .error && Disposition.clamped.severity == .warning)
        #expect(Disposition.accepted.severity == .style)
        #expect([Disposition.ignored, .clamped, .changed].map(\.isLoss) == [true, true, true])
        #expect([Disposition.idle, .defaulted, .suspicious].map(\.isLoss) == [false, false, false])
    }
}
