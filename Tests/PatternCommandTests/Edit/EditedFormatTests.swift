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
}
