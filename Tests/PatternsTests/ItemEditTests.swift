import Testing
import ThudCore
import ThudPatterns

/// Edits of one event or one point, by its name.
@Suite struct ItemEditTests {
    private static let pattern = HapticPattern(
        [
            HapticEvent(.continuous, at: 0.1, duration: 0.5, intensity: 0.8, sharpness: 0.5),
            HapticEvent(.transient, at: 0.1, intensity: 1, sharpness: 0.9),
            HapticEvent(.transient, at: 0.1, intensity: 0.5, sharpness: 0.2),
        ],
        curves: [
            ParameterCurve(.hapticIntensity, at: 0.1, points: [(0, 0.2), (0.2, 1)].map { .init(time: $0, value: $1) }),
            ParameterCurve(.hapticIntensity, at: 0.3, points: [(0, 1), (0.2, 0.4)].map { .init(time: $0, value: $1) }),
            ParameterCurve(
                .hapticSharpness, at: 0.2, points: [(0, -0.5), (0, 0.5)].map { .init(time: $0, value: $1) }),
        ])

    private func edited(_ script: String) throws -> HapticPattern {
        try Self.pattern.edited(by: EditScript(parsing: script))
    }

    @Test func `names are in order of time, and what is alike gets a number`() {
        // Two curves meet in one point; a jump has two.
        #expect(
            Self.pattern.items.map(\.name.text) == [
                "tap@0.1", "tap@0.1#2", "vibration@0.1", "intensity@0.1", "sharpness@0.2", "sharpness@0.2#2",
                "intensity@0.3", "intensity@0.5",
            ])
        #expect(Self.pattern.items.map(\.level) == [1, 0.5, 0.8, 0.2, -0.5, 0.5, 1, 0.4])
    }

    @Test(arguments: [
        ("delete 0.3..0.7", [], []), ("delete ..0.3; delete 0.7..", [], []),
        ("shift ..0.3 -0.3; shift 0.7.. -0.3", [0, 0.4], [1, 1]),
        ("scale ..0.3 intensity 0; scale 0.7.. intensity 0", [0.300_000_012, 0.699_999_988], [0, 0]),
    ])
    func `a span includes what is named by its ends, although the file has more digits`(
        script: String, times: [Double], intensities: [Double]
    ) throws {
        let taps = [0.300_000_012, 0.699_999_988].map { HapticEvent(.transient, at: $0, intensity: 1, sharpness: 0) }
        let edited = try HapticPattern(taps).edited(by: EditScript(parsing: script)).events
        #expect(edited.map(\.time) == times && edited.map(\.intensity) == intensities, "\(edited)")
    }

    @Test func `thinning keeps the ends of a curve, and the points that bend it by more than the tolerance`() throws {
        let points = [(0, 0), (0.1, 0.11), (0.2, 0.2), (0.3, 0.9), (0.4, 0.85), (0.5, 0.8), (0.6, 0.2)]
            .map { ParameterCurve.Point(time: $0, value: $1) }
        let pattern = HapticPattern([], curves: [ParameterCurve(.hapticIntensity, at: 0, points: points)])
        for (tolerance, times) in [
            (".001", [0, 0.1, 0.2, 0.3, 0.5, 0.6]), (".05", [0, 0.2, 0.3, 0.5, 0.6]), ("1", [0, 0.6]),
        ] {
            let thinned = try pattern.edited(by: EditScript(parsing: "thin \(tolerance)"))
            #expect(thinned.curves.first?.points.map(\.time) == times, "\(tolerance)")
        }
        // A point on the line between the ends may be nearer to one of them.
        let line = [0, 0.1, 1].map { ParameterCurve.Point(time: $0, value: $0) }
        let straight = HapticPattern([], curves: [ParameterCurve(.hapticIntensity, at: 0, points: line)])
        for tolerance in ["0", ".001"] {
            let thinned = try straight.edited(by: EditScript(parsing: "thin \(tolerance)"))
            #expect(thinned.curves.first?.points.count == 2, "\(tolerance)")
        }
    }

    @Test func `an edit of one thing leaves its neighbours`() throws {
        var expected = Self.pattern
        expected.events[2] = HapticEvent(.transient, at: 0.101, intensity: 0.5, sharpness: 0.2)
        #expect(try edited("shift tap@0.1#2 +1ms") == expected)
        expected = Self.pattern
        expected.events[0].sharpness = 0.25
        #expect(try edited("set vibration@0.1 sharpness .25") == expected)
        expected.events[0] = HapticEvent(.continuous, at: 0.1, duration: 0.75, intensity: 0.8, sharpness: 0.25)
        #expect(try edited("set vibration@0.1 sharpness .25; set vibration@0.1 duration 0.75") == expected)
        expected = Self.pattern
        expected.events.remove(at: 1)
        #expect(try edited("delete tap@0.1") == expected)
        expected = Self.pattern
        expected.events.append(HapticEvent(.transient, at: 0.15, intensity: 1, sharpness: 0.9))
        #expect(try edited("copy tap@0.1 +50ms") == expected)
    }

    @Test func `what is added comes after everything that begins at its time`() throws {
        let added = try edited("at 0.1 tap .3/.3")
        #expect(added.events.dropLast() == Self.pattern.events[...] && added.events.last?.intensity == 0.3)
        #expect(added.items.first { $0.name.text == "tap@0.1#3" }?.level == 0.3)
    }

    @Test func `steps and curves of a span are moved and copied with its events`() throws {
        var pattern = Self.pattern
        pattern.parameters = [(0.2, 0.5), (0.9, 1)].map { DynamicParameter(.hapticIntensity, at: $0, value: $1) }
        let moved = try pattern.edited(by: EditScript(parsing: "shift 0.15..0.5 +1s"))
        #expect(moved.events == pattern.events && moved.parameters.map(\.time) == [1.2, 0.9])
        #expect(moved.curves.map(\.time) == [0.1, 1.3, 1.2])
        let copied = try pattern.edited(by: EditScript(parsing: "copy 0.15..0.5 +1s"))
        #expect(copied.events == pattern.events && copied.parameters.map(\.time) == [0.2, 0.9, 1.2])
        #expect(copied.curves.map(\.time) == [0.1, 0.3, 0.2, 1.3, 1.2])
        #expect(copied.parameters.last?.value == 0.5 && copied.curves.last?.points == pattern.curves[2].points)
    }

    @Test(arguments: [
        ("at 0.3 tap 1/.5; at 0.3 tap 1.0/.5; at 0.3 tap 1/.6", ["“at 0.3 tap 1.0/.5” repeats an event"]),
        ("delete 5..6; at 1 tap 1/1", ["“delete 5..6” changes nothing"]),
        (
            "shift ..  -1s; copy tap@0 -1s",
            ["“shift .. -1s”", "“copy tap@0 -1s”"].map { "\($0) reaches the limit of 0 s" }
        ), ("shift .. +5000s", ["“shift .. +5000s” reaches the limit of 300 s"]),
        ("copy tap@0.1 +300s", ["“copy tap@0.1 +300s” reaches the limit of 300 s"]),
        (
            "scale .. sharpness 2; scale .. intensity 1",
            [
                "“scale .. sharpness 2” reaches the limit of 1", "“scale .. intensity 1” changes nothing",
            ]
        ),
        ("scale .. intensity .5; shift .. -0.1", []),
    ])
    func `an edit without effect and one that is clamped are remarked on`(script: String, remarks: [String]) throws {
        var told: [String] = []
        _ = try Self.pattern.edited(by: EditScript(parsing: script)) { told.append($0) }
        #expect(told == remarks)
    }

    @Test(arguments: [
        "at 300.1 tap 1/1", "at 1 tap 1.1/1", "at 1 tap 1/1.1", "at 1 vibration 30.1 1/1", "at 1 vibration 0 1/1",
        "at 0.2 intensity -.1", "set tap@0.1 intensity 1.1", "set tap@0.1 intensity 10ms",
        "set vibration@0.1 duration 31",
        "set vibration@0.1 duration 0", "set sharpness@0.2 value -1.1",
    ])
    func `a value that a pattern cannot hold is refused, with the form of the edit`(script: String) {
        let error = #expect(throws: ThudError.self) { try EditScript(parsing: script) }
        let form = script.hasPrefix("at") ? "`at T tap I/S`" : "`set tap@T intensity X`"
        #expect(error?.message.contains("“\(script)”; write \(form)") == true, "\(String(describing: error))")
    }

    @Test func `edits that make more of a pattern than can be read are refused by the edit`() throws {
        let script = try EditScript(parsing: String(repeating: "copy .. +1ms; ", count: 60))
        for pattern in [Self.pattern, HapticPattern(curves: Self.pattern.curves)] {
            let error = #expect(throws: ThudError.self) { try pattern.edited(by: script) }
            let isRefused = error?.message.hasPrefix("“copy .. +1ms” would be too much") == true
            #expect(isRefused, "\(String(describing: error))")
        }
    }

    @Test func `a point that ends one curve and begins the next moves with both`() throws {
        let curves = try edited("shift intensity@0.3 -20ms; set intensity@0.28 value .6").curves
        #expect(curves[0].points.map(\.time) == [0, 0.18] && curves[0].points.map(\.value) == [0.2, 0.6])
        #expect(curves[1].time == 0.28 && curves[1].points.map(\.time) == [0, 0.22])
        #expect(curves[1].points.map(\.value) == [0.6, 0.4])
        #expect(curves[2] == Self.pattern.curves[2])
    }

    @Test func `equal points of one curve at one time move together`() throws {
        let twins = [(0, 0.5), (0, 0.5), (0.2, 1)].map { ParameterCurve.Point(time: $0, value: $1) }
        let pattern = HapticPattern(curves: [ParameterCurve(.hapticIntensity, at: 0.2, points: twins)])
        let moved = try pattern.edited(by: EditScript(parsing: "shift intensity@0.2 -1ms")).curves[0]
        #expect(moved.time == 0.199 && moved.points.map(\.time) == [0, 0, 0.201])
        #expect(try pattern.edited(by: EditScript(parsing: "delete intensity@0.2")).curves[0].points.count == 1)
    }

    @Test func `a curve without points goes, and one that begins earlier keeps its other points`() throws {
        #expect(try edited("delete sharpness@0.2#2; delete sharpness@0.2").curves.count == 2)
        let meeting = [0.1, 0.3].map { start in
            ParameterCurve(.hapticIntensity, at: start, points: [.init(time: 0.3 - start, value: 0.5)])
        }
        let both = HapticPattern(Self.pattern.events, curves: meeting)
        #expect(try both.edited(by: EditScript(parsing: "delete intensity@0.3")).curves.isEmpty)
        let earlier = try edited("shift intensity@0.1 -50ms").curves[0]
        #expect(earlier.time == 0.05 && earlier.points.map(\.time) == [0, 0.25])
    }

    @Test func `a new point changes nothing yet`() throws {
        let tap = HapticPattern([HapticEvent(.continuous, at: 0.2, duration: 0.4, intensity: 1, sharpness: 0.5)])
        let shaped = try tap.edited(by: EditScript(parsing: "at 0.3 intensity 1; at 0.5 sharpness 0"))
        #expect(shaped.curves.map(\.time) == [0.2, 0.2])
        #expect(shaped.curves[0].points.map(\.time) == [0, 0.1, 0.4])
        for time in stride(from: 0.0, to: 0.8, by: 0.01) {
            #expect(HapticEvaluation(shaped).value(of: .hapticIntensity, at: time) == 1)
            #expect(HapticEvaluation(shaped).value(of: .hapticSharpness, at: time) == 0)
        }
        let more = try edited("at 0.4 intensity .7").curves[1]
        #expect(more.points.map(\.time) == [0, 0.1, 0.2] && more.points[1].value == 0.7)
    }

    @Test func `a new point is on what acts there`() throws {
        func values(_ pattern: HapticPattern, _ script: String) throws -> [Double] {
            let evaluation = HapticEvaluation(try pattern.edited(by: EditScript(parsing: script)))
            return [0.3, 0.4, 0.6].map { evaluation.value(of: .hapticIntensity, at: $0) }
        }
        let points = [0.0, 0.5].map { ParameterCurve.Point(time: $0, value: 0.2) }
        let curves = [0.1, 0.1].map { ParameterCurve(.hapticIntensity, at: $0, points: points) }
        // Of two that begin together the second one acts, and one without points never does.
        var pattern = HapticPattern([], curves: curves + [ParameterCurve(.hapticIntensity, at: 0.2, points: [])])
        #expect(try values(pattern, "at 0.4 intensity 0.8") == [0.6, 0.8, 0.2])
        // A step that took over from both is the start of a curve.
        pattern.parameters = [DynamicParameter(.hapticIntensity, at: 0.3, value: 0.5)]
        #expect(try values(pattern, "at 0.4 intensity 0.8") == [0.5, 0.8, 0.8])
        #expect(try values(pattern, "at 0.3 intensity 0.8") == [0.8, 0.8, 0.8])
        // A vibration of no stated duration lasts.
        let endless = HapticPattern([HapticEvent(.continuous, at: 0.2, duration: 0)])
        let shaped = try endless.edited(by: EditScript(parsing: "at 0.3 intensity 0"))
        #expect(shaped.curves[0].time == 0.2 && shaped.curves[0].points.map(\.time) == [0, 0.1, 30])
        // Between vibrations it is on a curve over the whole pattern.
        let apart = try Self.pattern.edited(by: EditScript(parsing: "at 0.05 sharpness 1")).curves.last
        #expect(apart?.time == 0 && apart?.points.map(\.time) == [0, 0.05, 0.6])
    }

    @Test func `a strength is scaled only on what is felt, and an edit may be at the latest second`() throws {
        var sound = HapticEvent(.audioCustom, at: 0.2)
        sound.waveformPath = "ping.wav"
        let pattern = HapticPattern([sound, HapticEvent(.transient, at: 0.2, intensity: 1, sharpness: 0.5)])
        let edited = try pattern.edited(by: EditScript(parsing: "scale .. intensity .5; at 300 tap 1/1"))
        #expect(edited.events[0] == sound && edited.events.map(\.time) == [0.2, 0.2, 300])
        #expect(edited.events[1].intensity == 0.5)
    }

    @Test func `a copied span is its events, steps and curves at a later time`() throws {
        let copied = try edited("copy 0.1..0.15 +1s")
        #expect(copied.events.count == 6 && copied.events[3...].map(\.time) == [1.1, 1.1, 1.1])
        #expect(copied.curves.map(\.time) == [0.1, 0.3, 0.2, 1.1])
    }

    @Test func `an edit of something that is not there is an error`() throws {
        for (script, words) in [
            ("delete tap@0.2", "tap@0.2; the nearest is tap@0.1"),
            ("set intensity@0.42 value 1", "intensity@0.42; the nearest is intensity@0.5"),
            ("shift tap@0.1#3 +1ms", "tap@0.1#3; the nearest is tap@0.1"), ("set sound@0 volume 1", "sound@0"),
        ] {
            let error = #expect(throws: ThudError.self) { try edited(script) }
            #expect(error?.description == "the pattern has no \(words)")
        }
    }
}
