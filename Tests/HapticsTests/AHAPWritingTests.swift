import Haptics
import JSONText
import Testing

private func read(_ text: String) throws(SourceError) -> HapticPattern {
    try AHAP.read(Array(text.utf8), file: "a.ahap")
}

@Suite("AHAP is written to be diffed") struct AHAPWritingTests {
    @Test func `in a stable order, defaults left out`() {
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
    func `long curves are split for Apple's loader and mean the same`(count: Int) throws {
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
}
