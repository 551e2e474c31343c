import Testing
import ThudCore
import ThudPatterns

private func read(_ text: String) throws(ThudError) -> HapticPattern {
    try AHAP.read(Array(text.utf8), file: "a.ahap")
}

@Suite("AHAP is written for small diffs") struct AHAPWritingTests {
    @Test func `entries are in a stable order, and defaults are omitted`() {
        var sound = HapticEvent(.audioCustom)
        sound.waveformPath = "ping.wav"
        let pattern = HapticPattern(
            [sound, HapticEvent(.transient, intensity: 1, sharpness: 0.2)],
            parameters: [DynamicParameter(.hapticIntensity, at: 0.1, value: 0.5)],
            curves: [ParameterCurve(.hapticSharpness, at: 0.2, points: [.init(time: 0, value: -1)])],
            metadata: [.init("Project", "Kape")])
        #expect(
            AHAP.text(pattern) == """
                {
                  "Version": 1,
                  "Metadata": { "Project": "Kape" },
                  "Pattern": [
                    {
                      "Event": { "Time": 0, "EventType": "AudioCustom", "EventWaveformPath": "ping.wav" }
                    },
                    {
                      "Event": {
                        "Time": 0,
                        "EventType": "HapticTransient",
                        "EventParameters": [
                          { "ParameterID": "HapticIntensity", "ParameterValue": 1 },
                          { "ParameterID": "HapticSharpness", "ParameterValue": 0.2 }
                        ]
                      }
                    },
                    {
                      "Parameter": { "ParameterID": "HapticIntensityControl", "ParameterValue": 0.5, "Time": 0.1 }
                    },
                    {
                      "ParameterCurve": {
                        "ParameterID": "HapticSharpnessControl",
                        "Time": 0.2,
                        "ParameterCurveControlPoints": [
                          { "Time": 0, "ParameterValue": -1 }
                        ]
                      }
                    }
                  ]
                }

                """)
    }

    @Test func `every kind and every parameter reads back the same`() throws {
        var pattern = HapticPattern(version: 1, metadata: [.init("Takes", .number(3)), .init("Nested", ["a": [1.0]])])
        for (index, kind) in HapticEvent.Kind.allCases.enumerated() {
            var event = HapticEvent(kind, at: Double(index) / 7, duration: 0.1)
            for id in EventParameterID.allCases { event[id] = id == .sustained ? 0 : 1.0 / 3 }
            if kind == .audioCustom { event.waveformPath = "ë/ping.wav" }
            event.loops = true
            event.usesVolumeEnvelope = false
            pattern.events.append(event)
        }
        for id in DynamicParameterID.allCases {
            pattern.parameters.append(DynamicParameter(id, at: 0.3, value: 0.7))
            pattern.curves.append(ParameterCurve(id, at: 0.4, points: [.init(time: 0.1, value: 0.2)]))
        }
        #expect(try read(AHAP.text(pattern)) == pattern)
    }

    @Test(arguments: [16, 17, 31, 32, 100])
    func `long curves are split for Apple's loader and keep their values`(count: Int) throws {
        let points = (0..<count).map {
            ParameterCurve.Point(time: Double($0) / 10, value: $0.isMultiple(of: 2) ? 0 : 1)
        }
        let pattern = HapticPattern(curves: [ParameterCurve(.hapticIntensity, at: 0.7, points: points)])
        let text = AHAP.text(pattern)
        let back = try read(text)
        #expect(back.curves.allSatisfy { $0.points.count <= 16 })
        #expect(back.curves.reduce(0) { $0 + $1.points.count } == count + back.curves.count - 1)
        let (before, after) = (HapticEvaluation(pattern), HapticEvaluation(back))
        for time in stride(from: 0.0, to: 12, by: 0.013) {
            let difference =
                before.value(of: .hapticIntensity, at: time) - after.value(of: .hapticIntensity, at: time)
            #expect(abs(difference) < 1e-4)
        }
        #expect(!text.contains("00000000"))
    }

    @Test(arguments: 0..<200) func `a written pattern reads back equal and is written the same again`(seed: Int)
        throws
    {
        var patterns = RandomPatterns(seed: UInt64(seed))
        let pattern = patterns.next()
        let text = AHAP.text(pattern)
        let back = try read(text)
        #expect(back == pattern)
        #expect(AHAP.text(back) == text)
        let heads = ["Apple's loader rejects it", "refused here", "clamped", "accepted"]
        let diagnostics = AHAP.lint(Array(text.utf8), file: "")
        #expect(
            !diagnostics.contains { diagnostic in heads.contains { diagnostic.message.hasPrefix($0) } },
            "\(diagnostics)")
    }

    @Test(arguments: 0..<40) func `curves of any length keep Apple's limit and their values`(seed: Int) throws {
        var patterns = RandomPatterns(seed: UInt64(1_000 + seed))
        let pattern = HapticPattern(curves: Array(patterns.next(points: 80).curves.prefix(1)))
        let back = try read(AHAP.text(pattern))
        #expect(back.curves.allSatisfy { $0.points.count <= HapticLimits.pointsPerCurve })
        #expect(AHAP.text(back) == AHAP.text(pattern))
        guard let curve = pattern.curves.first else { return }
        let (before, after) = (HapticEvaluation(pattern), HapticEvaluation(back))
        for (from, to) in zip(curve.points, curve.points.dropFirst()) where to.time - from.time > 1e-3 {
            let time = curve.time + (from.time + to.time) / 2
            #expect(abs(before.value(of: curve.id, at: time) - after.value(of: curve.id, at: time)) < 2e-3)
        }
    }

    @Test(arguments: 0..<60) func `overlapping long curves of one parameter keep their values`(seed: Int) throws {
        var patterns = RandomPatterns(seed: UInt64(2_000 + seed))
        let pattern = patterns.crowded()
        let back = try read(AHAP.text(pattern))
        #expect(back.curves.allSatisfy { $0.points.count <= HapticLimits.pointsPerCurve })
        let (before, after) = (HapticEvaluation(pattern), HapticEvaluation(back))
        for tick in 0..<4_000 {
            // The time is between the milliseconds at which the pattern changes.
            let time = (Double(tick) + 0.37) / 1e3
            let (wanted, found) = (
                before.value(of: .hapticSharpness, at: time), after.value(of: .hapticSharpness, at: time)
            )
            #expect(abs(wanted - found) < 1e-6, "at \(time)")
        }
    }

    @Test func `a curve that continues beyond the latest start keeps its values`() throws {
        let points = (0..<50).map {
            ParameterCurve.Point(time: Double($0), value: $0.isMultiple(of: 2) ? 0 : 1)
        }
        let pattern = HapticPattern(curves: [ParameterCurve(.hapticIntensity, at: 280, points: points)])
        let (before, after) = (HapticEvaluation(pattern), HapticEvaluation(try read(AHAP.text(pattern))))
        for time in stride(from: 280.25, to: 330, by: 0.5) {
            #expect(before.value(of: .hapticIntensity, at: time) == after.value(of: .hapticIntensity, at: time))
        }
    }

    @Test func `numbers have only the digits that they need`() {
        let times = [0.1, 0.25, 1.0 / 3, 0.1 + 0.2, 1e-7, 12]
        let text = AHAP.text(HapticPattern(times.map { HapticEvent(.transient, at: $0) }))
        let written = text.split(separator: "\n").filter { $0.contains("Time") }.map { line in
            String(line.split(separator: "\"Time\": ").last?.prefix { $0 != "," } ?? "")
        }
        #expect(written == ["0.1", "0.25", "0.3333333333333333", "0.30000000000000004", "1e-07", "12"])
    }
}
