import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

@Suite("Projects of Haptics Studio") struct HaspFileTests {
    private static func haptic(_ amplitude: String, _ frequency: String = "") -> String {
        let shift = frequency.isEmpty ? "" : #", "frequency": [\#(frequency)]"#
        return #"{"version": {"major": 1, "minor": 0, "patch": 0}, "metadata": {"editor": "Meta Haptics Studio"}, "#
            + #""signals": {"continuous": {"envelopes": {"amplitude": [\#(amplitude)]\#(shift)}}}}"#
    }

    private static let fade = haptic(
        #"{"time": 0, "amplitude": 1, "emphasis": {"amplitude": 1, "frequency": 0.4}}, {"time": 2, "amplitude": 0}"#)

    private static func project(_ clips: String...) -> [UInt8] {
        Array(#"{"version": {"major": 2}, "clips": [\#(clips.joined(separator: ", "))]}"#.utf8)
    }

    private func clip(_ name: String, _ project: [UInt8]) throws -> PatternImport {
        let inspection = try HaspFile.clip(name, in: project, file: "a.hasp")
        return PatternImport(pattern: try inspection.pattern.get(), diagnostics: inspection.diagnostics)
    }

    @Test(arguments: ["/home/me/fade.wav", #"C:\\Sounds\\fade.wav"#])
    func `a clip is read as its .haptic file is, with the sound beside it`(path: String) throws {
        let project = Self.project(
            #"{"name": "fade", "audioAsset": {"path": "\#(path)"}, "haptic": \#(Self.fade)}"#)
        let read = try clip("fade", project)
        #expect(read.diagnostics.isEmpty)
        let alone = try PatternFormat.haptic.read(Array(Self.fade.utf8), file: "fade.haptic").pattern
        #expect(read.pattern.curves == alone.curves && read.pattern.metadata == alone.metadata)
        #expect(read.pattern.events.dropLast() == alone.events[...])
        #expect(read.pattern.events.last?.waveformPath == "fade.wav")
    }

    @Test func `a trim mark cuts the clip, on the line between two points`() throws {
        let project = Self.project(#"{"name": "fade", "trimAt": 0.5, "haptic": \#(Self.fade)}"#)
        let pattern = try clip("fade", project).pattern
        #expect(abs(pattern.duration - 0.5) < 1e-6)
        // Under the emphasis the intensity starts at 0.8. At the mark three quarters of the amplitude are left.
        let intensity = HapticEvaluation(pattern).intensity(at: 0.4999)
        #expect(abs(intensity - 0.8 * 0.75.squareRoot()) < 0.005, "\(intensity)")
        let toned = Self.haptic(
            #"{"time": 0, "amplitude": 1}, {"time": 2, "amplitude": 1}"#,
            #"{"time": 0, "frequency": 0.2}, {"time": 2, "frequency": 0.6}"#)
        let cut = Self.project(#"{"name": "toned", "trimAt": 0.5, "haptic": \#(toned)}"#)
        #expect(try clip("toned", cut).diagnostics.isEmpty)
        let hit = Self.haptic(
            #"{"time": 0, "amplitude": 0}, {"time": 0.5, "amplitude": 0, "emphasis": {"amplitude": 1, "frequency": 0}}"#
                + #", {"time": 2, "amplitude": 0}"#)
        let marked = Self.project(#"{"name": "hit", "trimAt": 0.5, "haptic": \#(hit)}"#)
        #expect(try clip("hit", marked).pattern.events.map(\.time) == [0.5], "a hit at the mark is kept")
        let whole = Self.project(#"{"name": "fade", "trimAt": 0, "haptic": \#(Self.fade)}"#)
        #expect(abs(try clip("fade", whole).pattern.duration - 2) < 1e-6)
    }

    @Test func `pages without a vibration are left out, and equal names are numbered`() throws {
        let empty = Self.haptic("")
        let project = Self.project(
            #"{"name": "intro"}"#, #"{"name": "page", "haptic": \#(empty)}"#,
            #"{"name": "a/b", "haptic": \#(Self.fade)}"#, #"{"name": "", "haptic": \#(Self.fade)}"#,
            #"{"name": "hit", "haptic": \#(Self.fade)}"#, #"{"name": "hit", "haptic": \#(Self.fade)}"#,
            #"{"name": "hit-2", "haptic": \#(Self.fade)}"#)
        #expect(try HaspFile.clips(in: project, file: "a.hasp") == ["a-b", "clip", "hit", "hit-2", "hit-2-2"])
        let error = #expect(throws: ThudError.self) { try HaspFile.clip("hat", in: project, file: "a.hasp") }
        #expect(error?.description == "a.hasp: there is no clip hat; choose one of a-b, clip, hit, hit-2, hit-2-2")
    }

    @Test func `a broken clip costs only itself, and another file is refused`() throws {
        let broken = Self.haptic(#"{"time": 1, "amplitude": 1}, {"time": 0, "amplitude": 1}"#)
        let project = Self.project(
            #"{"name": "bad", "haptic": \#(broken)}"#, #"{"name": "good", "haptic": \#(Self.fade)}"#)
        #expect(throws: ThudError.self) { try clip("bad", project) }
        #expect(try clip("good", project).pattern.events.count == 2)
        for text in ["", "[]", "{}", #"{"clips": {}}"#, #"{"clips": [1]}"#] {
            #expect(throws: ThudError.self, "\(text)") { try HaspFile.clips(in: Array(text.utf8), file: "a.hasp") }
        }
    }

    @Test(arguments: [
        ("ui.hasp", "ui.hasp", nil), ("a/UI.HASP", "a/UI.HASP", nil), ("a/ui.hasp/click", "a/ui.hasp", "click"),
        ("ui.hasp/a.ahap", "ui.hasp", "a.ahap"),
    ])
    func `a clip is named behind its project`(path: String, project: String, clip: String?) throws {
        let place = try #require(HaspFile.place(in: path))
        #expect(place.project == project && place.clip == clip)
        #expect(HaspFile.place(in: "ui.haspx") == nil && HaspFile.place(in: "hasp/ui.ahap") == nil)
    }
}
