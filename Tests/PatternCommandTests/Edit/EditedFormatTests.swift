import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns
import ThudTestSupport

@testable import thud

@Suite("An edit keeps the form of a file of another program") struct EditedFormatTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory(prefix: "thud-edit") }

    @Test func `a short .he file of version 2 keeps its version and the parts of its list`() throws {
        func text(_ first: Int, _ second: Int) -> String {
            let parts = [(0, first), (443, second)].map { time, intensity in
                """
                    {"AbsoluteTime": \(time), "Pattern": [
                      {"Event": {"Type": "transient", "RelativeTime": 0, "Index": 0,
                        "Parameters": {"Intensity": \(intensity), "Frequency": 60}}}]}
                """
            }
            return "{\"Metadata\": {\"Version\": 2},\n  \"PatternList\": [\n\(parts.joined(separator: ",\n"))\n  ]}\n"
        }
        let path = try scratch.write(text(50, 100), to: "short.he")
        var editor = try PatternEditor(path)
        try editor.edit("scale 0.. intensity .5")
        try editor.save()
        #expect(scratch.text(of: "short.he") == text(25, 50) && !editor.replacesWhole)
        try editor.edit("delete 0.4..0.5")
        try editor.save()
        #expect(try !scratch.text(of: "short.he").contains("443") && editor.pattern().events.count == 1)
    }

    @Test func `a deleted event of a .he file does not leave its text to the next one`() throws {
        func event(_ time: Int, _ intensity: Int, _ label: String) -> String {
            #"{"Event": {"Type": "transient", "RelativeTime": \#(time), "Index": 0, "#
                + #""Parameters": {"Intensity": \#(intensity), "Frequency": 50}, "label": "\#(label)"}}"#
        }
        func text(_ events: String...) -> String {
            "{\"Metadata\": {\"Version\": 1}, \"Pattern\": [\(events.joined(separator: ", "))]}"
        }
        let (first, third) = (event(0, 50, "a"), event(400, 35, "c"))
        let path = try scratch.write(text(first, event(200, 60, "b"), event(400, 70, "c")), to: "labels.he")
        var editor = try PatternEditor(path)
        try editor.edit("delete 0.15..0.25; scale 0.35..0.45 intensity .5")
        try editor.save()
        #expect(scratch.text(of: "labels.he") == text(first, third))
    }

    @Test func `what a script adds and deletes again is no loss`() throws {
        let path = try scratch.write("{\"Metadata\": {\"Version\": 1}, \"Pattern\": []}", to: "none.he")
        var editor = try PatternEditor(path)
        try editor.edit("at 0.1 tap 0.777/.5; delete 0..1; at 0.2 tap 0.5/.5")
        #expect(editor.losses == [])
        try editor.edit("at 0.1 tap 0.777/.5")
        #expect(editor.losses.count == 1)
    }

    @Test func `an AHAP file that is called .json is edited, and other formats in .json are refused`() throws {
        func text(_ time: Double) -> String {
            #"{"Version": 1, "Pattern": [{"Event": {"Time": \#(time), "EventType": "HapticTransient"}}]}"#
        }
        let path = try scratch.write(text(0.25), to: "tap.json")
        var editor = try PatternEditor(path)
        try editor.edit("shift 0.. +250ms")
        try editor.save()
        #expect(scratch.text(of: "tap.json") == text(0.5) && editor.format == .ahap)
        let vibrate = try scratch.write("[100, 50, 100]", to: "vibrate.json")
        #expect(throws: ThudError.self) { try PatternEditor(vibrate) }
    }

    /// Between two points the amplitude is linear, for which the reader adds points that must not stay.
    @Test func `an envelope that is scaled keeps its points`() throws {
        func text(_ values: String...) -> String {
            let points = zip([0, 0.14, 0.15, 0.2, 0.5], values).map { "{\"time\":\($0),\"amplitude\":\($1)}" }
            return "{\"version\":{\"major\":1,\"minor\":0,\"patch\":0},"
                + "\"signals\":{\"continuous\":{\"envelopes\":{\"amplitude\":["
                + points.joined(separator: ",") + "]}}}}"
        }
        let path = try scratch.write(text("0.0005", "0.02", "0.175", "0.0375", "0.8"), to: "scaled.haptic")
        var editor = try PatternEditor(path)
        try editor.edit("scale 0.. intensity .8")
        try editor.save()
        #expect(scratch.text(of: "scaled.haptic") == text("0.00032", "0.0128", "0.112", "0.024", "0.512"))
    }

    private static func haptic(_ points: [(time: Double, amplitude: Double)]) -> String {
        let points = points.map { "{\"time\":\($0.time),\"amplitude\":\($0.amplitude)}" }
        let frequency = [0.1, 0.3, 0.9].map { "{\"time\":\($0),\"frequency\":\($0)}" }
        return "{\"version\":{\"major\":1,\"minor\":0,\"patch\":0},\"signals\":{\"continuous\":{\"envelopes\":{"
            + "\"amplitude\":[\(points.joined(separator: ","))],\"frequency\":[\(frequency.joined(separator: ","))]}}}}"
    }

    private static let two = [
        (0.1, 0.0), (0.2, 0.81), (0.3, 0.0), (0.4, 0.0), (0.5, 0.0), (0.6, 0.64), (0.7, 0.16), (0.9, 0.0),
    ]

    /// Returns the points of two vibrations with some changes.
    private static func points(_ changes: [Int: (Double, Double)]) -> [(time: Double, amplitude: Double)] {
        two.enumerated().map { changes[$0.offset] ?? $0.element }
    }

    @Test(arguments: [
        ("set vibration@0.5 intensity .5", points([5: (0.6, 0.25), 6: (0.7, 0.0625)])),
        ("scale 0.4.. intensity .5", points([5: (0.6, 0.16), 6: (0.7, 0.04)])),
        ("scale ..0.2 intensity 1.1", points([1: (0.2, 0.9801)])),
        ("set intensity@0.6 value .9", points([5: (0.6, 0.81)])),
        ("shift intensity@0.7 +50ms", points([6: (0.75, 0.16)])),
        ("delete intensity@0.7", points([:]).filter { $0.time != 0.7 }),
        ("thin .01", points([:]).filter { $0.time != 0.4 }),
        ("at 0.35 intensity .5; delete intensity@0.35", points([:])),
    ])
    func `a vibration between two silences, or a point, is edited alone`(
        script: String, points: [(time: Double, amplitude: Double)]
    ) throws {
        let path = try scratch.write(Self.haptic(Self.points([:])), to: "two.haptic")
        var editor = try PatternEditor(path)
        #expect(
            try editor.parts().items.map(\.name.text).filter { $0.hasPrefix("v") } == [
                "vibration@0.1", "vibration@0.5",
            ])
        try editor.edit(script)
        try editor.save()
        #expect(scratch.text(of: "two.haptic") == Self.haptic(points))
    }

    @Test func `a vibration takes its course along, and what is added between others is there alone`() throws {
        let path = try scratch.write(Self.haptic(Self.points([:])), to: "two.haptic")
        var editor = try PatternEditor(path)
        func amplitudes() throws -> [String] {
            let root = try JSONReader(Array(scratch.text(of: "two.haptic").utf8), file: path)
            let continuous = try root.member("signals").member("continuous").member("envelopes")
            return try continuous.member("amplitude").elements().map { point throws(ThudError) in
                "\(try point.member("time").number()):\(try point.member("amplitude").number())"
            }
        }
        let first = ["0.1:0.0", "0.2:0.81", "0.3:0.0", "0.4:0.0"]
        for (script, rest) in [
            ("shift vibration@0.5 +100ms", ["0.6:0.0", "0.7:0.64", "0.8:0.16", "1.0:0.0"]),
            ("delete vibration@0.6; at 0.5 vibration .1 .5/.5", ["0.5:0.0", "0.5:0.25", "0.6:0.25"]),
            (
                "copy vibration@0.1 +600ms",
                ["0.5:0.0", "0.5:0.25", "0.6:0.25", "0.6:0.0", "0.7:0.0", "0.8:0.81", "0.9:0.0"]
            ),
        ] {
            try editor.edit(script)
            try editor.save()
            #expect(try amplitudes() == first + rest, "\(script)")
        }
        try editor.edit("scale ..0.2 intensity 2")
        try editor.save()
        // The amplitude of 4 * 0.81 is reached on straight lines.
        #expect(try amplitudes().prefix(5) == ["0.1:0.0", "0.130864:1.0", "0.2:1.0", "0.269136:1.0", "0.3:0.0"])
        while try editor.undo() {}
        try editor.save()
        #expect(scratch.text(of: "two.haptic") == Self.haptic(Self.points([:])))
    }

    @Test func `a vibration of a .he file takes its curve along`() throws {
        func text(_ starts: Int...) -> String {
            let curve = [(0, 0.0), (50, 1.0), (150, 0.5), (200, 0.0)].map {
                "{\"Time\":\($0),\"Intensity\":\($1),\"Frequency\":0}"
            }
            let events = starts.map {
                "{\"Event\":{\"Type\":\"continuous\",\"Duration\":200,\"RelativeTime\":\($0),\"Index\":0,\"Parameters\":"
                    + "{\"Intensity\":80,\"Frequency\":50,\"Curve\":[\(curve.joined(separator: ","))]}}}"
            }
            return "{\"Metadata\":{\"Version\":1},\"Pattern\":[\(events.joined(separator: ","))]}"
        }
        let path = try scratch.write(text(0, 500), to: "two.he")
        var editor = try PatternEditor(path)
        for (script, expected) in [
            ("shift vibration@0.5 +50ms", text(0, 550)), ("delete vibration@0", text(550)),
        ] {
            try editor.edit(script)
            try editor.save()
            #expect(scratch.text(of: "two.he") == expected)
        }
        try editor.edit("copy vibration@0.55 +1s")
        let bytes = editor.bytes
        let strengths = HapticEvaluation(try PatternFormat.he.read(bytes, file: path).pattern)
        #expect(abs(strengths.intensity(at: 1.6) - 0.8) < 0.01 && abs(strengths.intensity(at: 0.6) - 0.8) < 0.01)
    }

    @Test func `an edit that needs version 2 of a .he file says so once`() throws {
        let path = scratch.file("one.he")
        let taps = (0..<16).map { HapticEvent(.transient, at: Double($0) / 10, intensity: 0.8, sharpness: 0.5) }
        try SourceFile.write(PatternFormat.he.write(HapticPattern(taps)).bytes, to: path)
        var editor = try PatternEditor(path)
        try editor.edit("shift tap@1.5 +10ms")
        #expect(editor.losses.isEmpty)
        for time in [2, 3] { try editor.edit("at \(time) tap .8/.5") }
        #expect(editor.losses.count == 1 && editor.losses.first?.contains("need version 2 of a .he file") == true)
    }

    @Test func `what an edit had to write as it was read is named`() throws {
        func event(_ intensity: Int, _ time: Int) -> String {
            "{\"Event\":{\"Type\":\"transient\",\"RelativeTime\":\(time),\"Parameters\":{\"Intensity\":\(intensity),"
                + "\"Frequency\":50}}}"
        }
        let path = try scratch.write(
            "{\"Metadata\":{\"Version\":1},\"Pattern\":[\(event(80, 0)),\(event(60, 0)),\(event(50, 500))]}", to: "a.he"
        )
        var editor = try PatternEditor(path)
        let sentence = "transients at one time; the strongest is kept; the file says so now"
        #expect(try editor.edit("at 1 tap .5/.5") == [sentence])
        #expect(try editor.edit("at 2 tap .5/.5").isEmpty)
    }
}
