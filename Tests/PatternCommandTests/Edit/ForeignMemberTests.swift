import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns
import ThudTestSupport

@testable import thud

@Suite("An edit leaves what other programs have written into a pattern") struct ForeignMemberTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory(prefix: "thud-foreign") }

    /// Returns the text of a file after an edit, and the remarks on it.
    private func edited(
        _ text: String, _ script: String, in name: String = "a.ahap"
    ) throws -> (text: String, remarks: [String]) {
        var editor = try PatternEditor(scratch.write(text, to: name))
        let remarks = try editor.edit(script)
        #expect(!editor.replacesWhole)
        let result = String(decoding: editor.bytes, as: UTF8.self)
        #expect(try editor.undo() && editor.bytes == Array(text.utf8))
        return (result, remarks)
    }

    private func pattern(_ entries: [String]) -> String {
        "\u{FEFF}{\r\n\t\"Tool\": {\"x\": 1.0},\r\n\t\"Pattern\": [\r\n\t\t"
            + entries.joined(separator: ",\r\n\t\t") + "\r\n\t]\r\n}"
    }

    private func event(_ time: String, _ note: String, parameters: String = "") -> String {
        "{\"Event\": {\"Time\": \(time), \"EventType\": \"HapticTransient\"\(parameters)}, \"Note\": \"\(note)\"}"
    }

    private func control(_ id: String, _ time: String) -> String {
        "{\"Parameter\": {\"Time\": \(time), \"ParameterID\": \"\(id)\", \"ParameterValue\": 0.30}, \"Note\": 1}"
    }

    @Test(arguments: [
        "delete 0.05..0.15; shift 0.15..0.25 +50ms; at 0 tap 1/0.5",
        "shift 0.15..0.25 +50ms; delete 0.05..0.15; at 0.1 tap 1/0.5; scale 0..0.15 intensity .5",
    ])
    func `a script that deletes an event leaves the next one its members`(script: String) throws {
        let text = pattern([event("0.10", "one"), event("0.20", "two"), event("0.30", "three")])
        let (mended, _) = try edited(text, script)
        #expect(mended.contains("0.25, \"EventType\": \"HapticTransient\"}, \"Note\": \"two\"}"), "\(mended)")
        #expect(mended.contains(event("0.30", "three")) && !mended.contains("one"), "\(mended)")
    }

    @Test func `members beside an event and parameters that Thud does not know stay`() throws {
        let unknown = ", \"EventParameters\": [{\"ParameterID\": \"Later\", \"ParameterValue\": 0.30}]"
        let known = "0.30}, { \"ParameterID\": \"HapticIntensity\", \"ParameterValue\": 0.5 }"
        let text = pattern([
            event("0.0", "one"), control("Later", "0.2"), control("HapticIntensityControl", "0.20"),
            event("0.50", "two", parameters: unknown),
        ])
        let moved = text.replacing("\"Time\": 0.20,", with: "\"Time\": 0.21,")
        #expect(try edited(text, "shift 0.1..0.3 +10ms") == (moved, []))
        let weaker = text.replacing("0.30}]", with: known + "]")
        #expect(try edited(text, "set tap@0.5 intensity .5") == (weaker, []))
    }

    @Test func `each event keeps its members if all move by their distance`() throws {
        let text = pattern([event("0", "one"), event("0.1", "two"), event("0.2", "three")])
        let moved = pattern([event("0.1", "one"), event("0.2", "two"), event("0.3", "three")])
        #expect(try edited(text, "shift 0.. +100ms") == (moved, []))
    }

    @Test func `a curve with more points than Apple's loader takes stays in one part`() throws {
        func curve(_ id: String, _ value: String, count: Int) -> String {
            let points = (0..<count).map {
                "{\"Time\": 0.\(10 + $0), \"ParameterValue\": \($0 == 1 ? value : "0.50")}"
            }
            return "{\"ParameterCurve\": {\"ParameterID\": \"Haptic\(id)Control\", \"Time\": 0.0, "
                + "\"ParameterCurveControlPoints\": [\(points.joined(separator: ", "))]}, \"Note\": 1}"
        }
        func text(_ value: String) -> String {
            pattern([event("0.4", "tap"), curve("Sharpness", "0.5", count: 2), curve("Intensity", value, count: 20)])
        }
        #expect(try edited(text("0.50"), "set intensity@0.11 value .7") == (text("0.7"), []))
    }

    @Test func `an entry with an event and a step is divided, and the rest stays`() throws {
        let step = String(control("HapticIntensityControl", "0").dropFirst().prefix { $0 != "}" }) + "}"
        let tap = "\"Event\": {\"Time\": 0.1, \"EventType\": \"HapticTransient\"}"
        let text = pattern(["{\(tap), \(step)}", event("0.50", "two")])
        let result = try edited(text, "set tap@0.1 intensity .5").text
        #expect(result.hasPrefix(text.prefix { $0 != "[" }) && result.contains(event("0.50", "two")))
    }

    @Test func `a tap after the end of a clip whose frequency lasts longer leaves the rest of the file`() throws {
        let amplitude = #""amplitude": [{"time": 0, "amplitude": 0.50}, {"time": 0.40, "amplitude": 0.5}"#
        let frequency = #""frequency": [{"time": 0.0, "frequency": 0.5}, {"time": 0.401, "frequency": 0.7}]"#
        let version = #""version": {"major": 1, "minor": 0, "patch": 0}"#
        let signals = #""signals": {"continuous": {"envelopes": {\#(amplitude)], \#(frequency)}}}"#
        let text = #"{"tool": 1.0, \#(signals), \#(version)}"#
        let result = try edited(text, "at 0.5 tap .5/.5", in: "a.haptic").text
        #expect(result.contains(amplitude) && result.contains(version) && result.contains(#""tool": 1.0"#))
        let taps = try PatternFormat.haptic.read(Array(result.utf8), file: "").pattern.events.filter {
            $0.kind == .transient
        }
        #expect(taps.map(\.time) == [0.5])
    }
}
