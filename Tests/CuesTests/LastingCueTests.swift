import Testing
import ThudCore
import ThudCues
import ThudPatterns

private func catalog(_ cue: String) throws -> CueCatalog {
    try CueCatalog.parse(
        Array(#"{"game": "magic", "cues": {"snow": \#(cue)}}"#.utf8), file: "Sounds/magic/catalog.json")
}

private func cues(_ entry: String, _ pattern: HapticPattern) throws -> [String: Cue] {
    try catalog(entry).cues(patterns: ["snow": Array(AHAP.text(pattern).utf8)])
}

private let vibration = HapticEvent(.continuous, duration: 2, intensity: 1, sharpness: 0.1)
private let tap = HapticEvent(.transient, intensity: 0.3, sharpness: 0.3)
private var sound: HapticEvent {
    var sound = HapticEvent(.audioCustom)
    sound.waveformPath = "snow.wav"
    sound.volume = 0.5
    return sound
}

@Suite("Cues can last until they are ended") struct LastingCueTests {
    @Test func `only cues that last are marked as lasting`() throws {
        #expect(try cues(#"{"lasts": "hold"}"#, HapticPattern([vibration]))["magic/snow"]?.lasts == .hold)
        #expect(try cues(#"{"lasts": "loop"}"#, HapticPattern([tap]))["magic/snow"]?.lasts == .loop)
        #expect(try cues("{}", HapticPattern([tap]))["magic/snow"]?.lasts == .some(nil))
    }

    static let holds = [
        HapticPattern([vibration]), HapticPattern([sound]), HapticPattern([sound, vibration]),
        // 24 points: two of each step but the last, which has one, as has the curve.
        HapticPattern(
            [vibration], parameters: (0..<11).map { DynamicParameter(.hapticIntensity, at: Double($0), value: 0.5) },
            curves: [
                ParameterCurve(
                    .hapticIntensity, at: 11, points: [.init(time: 0, value: 0.5), .init(time: 1, value: 1)])
            ]),
    ]

    @Test(arguments: holds)
    func `a hold is a vibration, a sound or both`(pattern: HapticPattern) throws {
        #expect(try cues(#"{"lasts": "hold"}"#, pattern)["magic/snow"]?.pattern == pattern)
    }

    static let noHolds: [(HapticPattern, String)] = [
        (HapticPattern(), "it has no event"),
        (
            HapticPattern([vibration, tap]),
            "a hold cannot have a HapticTransient, because a tap ends by itself"
        ),
        (
            HapticPattern([HapticEvent(.audioContinuous, duration: 1)]),
            "a hold cannot have an AudioContinuous; use an AudioCustom"
        ),
        (HapticPattern([vibration, vibration]), "a hold has at most one HapticContinuous"),
        (HapticPattern([sound, vibration, sound]), "a hold has at most one AudioCustom"),
        (
            HapticPattern([vibration.moved(to: 0.1, lasting: 1)]),
            "the events of a hold begin at time 0"
        ),
        (
            HapticPattern([vibration], parameters: [DynamicParameter(.audioPan, at: 1, value: 0.5)]),
            "a hold has no AudioPanControl, because only intensity, sharpness, volume and pitch can change"
        ),
        (
            HapticPattern(
                [vibration],
                parameters: (0..<20).map { DynamicParameter(.hapticIntensity, at: Double($0), value: 0.5) }),
            "a hold has at most 24 points of HapticIntensityControl; a step counts as two"
        ),
    ]

    @Test(arguments: noHolds)
    func `a pattern that cannot be a hold is refused at its entry`(pattern: HapticPattern, reason: String) throws {
        let error = try #require(throws: ThudError.self) { try cues(#"{"lasts": "hold"}"#, pattern) }
        #expect(
            String(describing: error)
                == "Sounds/magic/catalog.json:1:36: cues.snow: Sounds/magic/snow.ahap cannot be a hold: \(reason)")
    }

    @Test func `a loop can contain any events, but needs at least one`() throws {
        for (pattern, _) in Self.noHolds where !pattern.events.isEmpty {
            #expect(try cues(#"{"lasts": "loop"}"#, pattern)["magic/snow"]?.pattern == pattern)
        }
        let error = try #require(throws: ThudError.self) { try cues(#"{"lasts": "loop"}"#, HapticPattern()) }
        #expect(String(describing: error).hasSuffix("cannot be a loop: it has no event"))
    }
}

@Suite("Variants become cues") struct CueVariantTests {
    static let entry = """
        { "flash": {"colour": "#FFFFFF", "seconds": 0.3}, "loudness": "quiet", "priority": 7, "confetti": true,
          "lasts": "loop", "variants": {
            "up": {"AudioPitch": 0.5, "HapticIntensity": 0.5, "HapticSharpness": 0.9, "AudioVolume": 0.5,
                   "flash": {"colour": "#0A84FF", "seconds": 0.2, "opacity": 0.4}},
            "down": {"AudioPan": -1} } }
        """

    @Test func `variants are cues of their own and replace the original cue`() throws {
        let cues = try cues(Self.entry, HapticPattern([sound, tap]))
        #expect(cues.keys.sorted() == ["magic/snow/down", "magic/snow/up"])
        let (up, down) = (try #require(cues["magic/snow/up"]), try #require(cues["magic/snow/down"]))
        for cue in [up, down] {
            #expect(cue.loudness == .quiet && cue.priority == 7 && cue.confetti && cue.lasts == .loop)
        }
        #expect(up.name == "magic/snow/up")
        #expect(up.flash == Flash(Colour(0x0A84FF), seconds: 0.2, opacity: 0.4))
        #expect(down.flash == Flash(.white, seconds: 0.3))
    }

    @Test func `variants combine their changes with each event's own values like dynamic parameters`() throws {
        let pattern = HapticPattern([sound, tap])
        let cues = try cues(Self.entry, pattern)
        let up = try #require(cues["magic/snow/up"]).pattern
        let parameters: [DynamicParameterID: Double] = [
            .audioPitch: 0.5, .hapticIntensity: 0.5, .hapticSharpness: 0.9, .audioVolume: 0.5,
        ]
        let dynamic = HapticEvaluation(
            HapticPattern(parameters: parameters.map { DynamicParameter($0, at: 0, value: $1) }))
        for (changed, own) in zip(up.events, pattern.events) {
            for id in DynamicParameterID.allCases where id.target.belongs(to: own.kind) {
                #expect(changed[id.target] == dynamic.value(of: id, on: own, at: 0), "\(id) on \(own.kind)")
            }
        }
        #expect(up.events[0].pitch == 0.5 && up.events[0].volume == 0.25)
        #expect(up.events[1].intensity == 0.15 && up.events[1].sharpness == 1)
        #expect(try #require(cues["magic/snow/down"]).pattern.events[0].pan == -1)
    }

    @Test func `changes of parameters that an event lacks have no effect`() throws {
        let pattern = HapticPattern([tap, vibration])
        #expect(pattern.changed(by: [.audioPitch: 1, .audioVolume: 0]) == pattern)
        let slow = pattern.changed(by: [.attackTime: 0.5])
        #expect(slow.events[0] == tap && slow.events[1].attackTime == 0.5)
    }

    @Test func `variants of a hold follow the same rule`() throws {
        let entry = #"{"lasts": "hold", "variants": {"high": {"AudioPitch": 1}}}"#
        #expect(try cues(entry, HapticPattern([sound]))["magic/snow/high"]?.lasts == .hold)
        #expect(throws: ThudError.self) { try cues(entry, HapticPattern([tap])) }
    }
}
