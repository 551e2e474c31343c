import Foundation
import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns
import ThudTestSupport

@testable import thud

@Suite("An edit changes only what it touches") struct PatternEditorTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory(prefix: "thud-edit") }

    /// Written by hand: members in an unusual order, numbers in several spellings, a member that Thud does not know.
    static let text = """
        {
          "Project": "by hand",
          "Pattern": [
            { "ParameterCurve": { "Time": 0.0, "ParameterID": "HapticIntensityControl",
                "ParameterCurveControlPoints": [ {"Time": 0, "ParameterValue": 1}, {"Time": 0.25, "ParameterValue": 0.751},
                  {"Time": 0.50, "ParameterValue": 0.5} ] } },
            { "Event": { "EventType": "HapticTransient", "Time": 0.10, "EventParameters": [
                { "ParameterValue": 8e-1, "ParameterID": "HapticIntensity" } ] } },
            { "Event": { "Time": 0.2, "EventType": "HapticTransient" } },
            { "Event": { "Time": 0.30, "EventType": "HapticContinuous", "EventDuration": 0.2 } }
          ],
          "Version": 1.0
        }

        """

    private func edited(_ script: String) throws -> String {
        let path = try scratch.write(Self.text, to: "a.ahap")
        try? FileManager.default.removeItem(atPath: path + ".edits")
        var editor = try PatternEditor(path)
        try editor.edit(script)
        try editor.save()
        return scratch.text(of: "a.ahap")
    }

    /// Returns the lines of the text that are not in the other, in both directions.
    private func touched(_ script: String) throws -> (removed: [String], added: [String]) {
        let (old, new) = (Self.text.components(separatedBy: "\n"), try edited(script).components(separatedBy: "\n"))
        let difference = new.difference(from: old)
        func lines(_ changes: [CollectionDifference<String>.Change]) -> [String] {
            changes.map { change in
                switch change {
                case .insert(_, let line, _), .remove(_, let line, _): line
                }
            }
        }
        return (lines(difference.removals), lines(difference.insertions))
    }

    @Test func `a file that is edited through a link has one history`() throws {
        let path = try scratch.write(Self.text, to: "a.ahap")
        let link = scratch.file("link.ahap")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.ahap")
        var editor = try PatternEditor(link)
        try editor.edit("scale 0.. intensity 0.5")
        try editor.save()
        #expect(scratch.text(of: "a.ahap") != Self.text)
        var direct = try PatternEditor(path)
        #expect(try direct.undo())
        try direct.save()
        #expect(scratch.text(of: "a.ahap") == Self.text && !FileManager.default.fileExists(atPath: link + ".edits"))
    }

    @Test func `the sound beside a pattern may have any format that is read`() throws {
        let path = try scratch.write(Self.text, to: "beside.ahap")
        try scratch.write("", to: "beside.opus")
        let subject = AuditionSubject(name: path, summary: "", source: .file(path, .ahap))
        let loaded = try EditDesk(PatternEditor(path)).besideSound(subject.load())
        #expect(loaded.pattern.soundPaths == ["beside.opus"])
    }

    @Test func `one line changes for one edit`() throws {
        let scaled = try touched("scale 0..0.15 intensity .5")
        #expect(scaled.removed == [#"        { "ParameterValue": 8e-1, "ParameterID": "HapticIntensity" } ] } },"#])
        #expect(scaled.added == [#"        { "ParameterValue": 0.4, "ParameterID": "HapticIntensity" } ] } },"#])
        let shifted = try touched("shift 0.2..0.25 +10ms")
        #expect(shifted.added == [#"    { "Event": { "Time": 0.21, "EventType": "HapticTransient" } },"#])
        let deleted = try touched("delete 0.2..0.2")
        #expect(deleted.removed == [#"    { "Event": { "Time": 0.2, "EventType": "HapticTransient" } },"#])
        #expect(deleted.added == [])
        let thinned = try touched("thin .01")
        #expect(thinned.removed.count == 1 && thinned.added.count == 1, "\(thinned)")
        #expect(!thinned.added[0].contains("0.25") && thinned.added[0].hasSuffix("},"))
        let added = try touched("at 0.25 tap 1/.9")
        #expect(added.removed == [] && added.added.contains { $0.contains("0.25") }, "\(added)")
    }

    @Test func `numbers with more digits than Thud writes stay as they are beside an edit`() throws {
        let first = #"{"time":0,"amplitude":0.3422379378016086},{"time":0.17500633999999998,"amplitude":0.05537140219}"#
        let last = #"{"time":1.0189569,"amplitude":0.34808686780160863}"#
        // The last point lies after the end of the amplitude.
        let frequency = #"{"time":0,"frequency":0.3593669654155495},{"time":1.0199569,"frequency":0.13217138}"#
        func text(_ tap: String = "") -> String {
            #"{"version":{"major":1,"minor":0,"patch":0},"signals":{"continuous":{"envelopes":{"amplitude":["#
                + "\(first),\(tap)\(last)" + #"],"frequency":[\#(frequency)]}}}}"#
        }
        let path = try scratch.write(text(), to: "digits.haptic")
        var editor = try PatternEditor(path)
        try editor.edit("at 0.5 tap .9/.3")
        try editor.save()
        #expect(!editor.replacesWhole)
        let emphasis = #""emphasis": { "amplitude": 0.81, "frequency": 0.3 }"#
        let tap = #"{ "time": 0.5, "amplitude": 0.262643951412, \#(emphasis) },"#
        #expect(scratch.text(of: "digits.haptic") == text(tap))
    }

    @Test func `what the format could not hold before an edit is no loss of the edit`() throws {
        func tap(_ time: String, _ intensity: Int) -> String {
            #"{"Event":{"Type":"transient","RelativeTime":\#(time),"#
                + #""Parameters":{"Intensity":\#(intensity),"Frequency":50}}}"#
        }
        func text(_ intensity: Int) -> String {
            #"{"Metadata":{"Version":1},"Pattern":[\#(tap("10.5", 80)),\#(tap("400", intensity))]}"#
        }
        let path = try scratch.write(text(50), to: "half.he")
        var editor = try PatternEditor(path)
        try editor.edit("set tap@0.4 intensity .6")
        #expect(editor.losses == [] && editor.bytes == Array(text(60).utf8), "\(editor.losses)")
    }

    @Test(arguments: ["ahap", "haptic", "he"])
    func `random scripts agree with a simple model, and undoing everything gives the identical file`(
        format: String
    ) throws {
        let path = try scratch.write(Self.text, to: "model.ahap")
        var file = path
        if format != "ahap" {
            file = scratch.file("model.\(format)")
            let kind = try #require(PatternFormat(path: file))
            try SourceFile.write(kind.write(AHAP.read(Array(Self.text.utf8), file: "")).bytes, to: file)
        }
        let original = try SourceFile.read(file)
        var random = SeededGenerator(seed: 31)
        var editor = try PatternEditor(file)
        for round in 0..<200 {
            let from = (random.unit() * 0.5).rounded(decimals: 2)
            let span = "\(from)..\((from + random.unit() * 0.2).rounded(decimals: 2))"
            let script = [
                "at \(from) tap 0.\(1 + round % 9)/0.5", "at \(from) vibration 0.1 0.7/0.2", "delete \(span)",
                "scale \(span) intensity 0.8", "scale \(span) sharpness 1.2", "shift \(span) +\(1 + round % 30)ms",
            ][Int.random(in: 0..<6, using: &random)]
            let before = try editor.pattern()
            try editor.edit(script)
            if format == "ahap" {
                let after = try editor.pattern()
                #expect(simple(after) == model(simple(before), script), "\(round): \(script)")
            }
        }
        try editor.save()
        // A new editor knows all edits.
        var later = try PatternEditor(file)
        while try later.undo() {}
        try later.save()
        #expect(try SourceFile.read(file) == original)
        while try later.redo() {}
        #expect(try later.pattern() == editor.pattern())
    }

    private struct Simple: Hashable {
        var time: Double
        var isTap: Bool
        var intensity: Double
        var sharpness: Double
    }

    private func simple(_ pattern: HapticPattern) -> [Simple] {
        pattern.events.map {
            Simple(time: $0.time, isTap: $0.kind == .transient, intensity: $0.intensity, sharpness: $0.sharpness)
        }.sorted { ($0.time, $0.intensity, $0.sharpness) < ($1.time, $1.intensity, $1.sharpness) }
    }

    /// What a script means, written independently.
    private func model(_ events: [Simple], _ script: String) -> [Simple] {
        let words = script.split(separator: " ").map(String.init)
        func micro(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
        var events = events
        if words[0] == "at", let time = Double(words[1]) {
            let strength = (words.last ?? "").split(separator: "/").compactMap { Double($0) }
            events.append(
                Simple(time: time, isTap: words[2] == "tap", intensity: strength[0], sharpness: strength[1]))
        } else {
            let ends = words[1].components(separatedBy: "..").compactMap(Double.init)
            func isMeant(_ event: Simple) -> Bool { event.time >= ends[0] && event.time <= ends[1] }
            if words[0] == "delete" { events.removeAll(where: isMeant) }
            for index in events.indices where words[0] != "delete" && isMeant(events[index]) {
                if words[0] == "shift", let step = Double(words[2].dropFirst().dropLast(2)) {
                    events[index].time = micro(events[index].time + step / 1000)
                } else if words[2] == "intensity" {
                    events[index].intensity = min(1, micro(events[index].intensity * 0.8))
                } else {
                    events[index].sharpness = min(1, micro(events[index].sharpness * 1.2))
                }
            }
        }
        return events.sorted { ($0.time, $0.intensity, $0.sharpness) < ($1.time, $1.intensity, $1.sharpness) }
    }

    @Test(arguments: ["haptic", "he"])
    func `a tap that is added or moved in a format whose curves leave taps alone keeps its strength`(
        format: String
    ) throws {
        let path = scratch.file("taps.\(format)")
        let curve = ParameterCurve(
            .hapticIntensity, at: 0, points: [(0, 0.2), (0.5, 1)].map { .init(time: $0.0, value: $0.1) })
        let pattern = HapticPattern(
            [
                HapticEvent(.continuous, at: 0, duration: 0.5, intensity: 0.8, sharpness: 0.5),
                HapticEvent(.transient, at: 0.6, intensity: 1, sharpness: 0.5),
            ], curves: [curve])
        let kind = try #require(PatternFormat(path: path))
        try SourceFile.write(kind.write(pattern).bytes, to: path)
        let untouched = try kind.read(SourceFile.read(path), file: path).pattern
        var editor = try PatternEditor(path)
        try editor.edit("shift tap@0.6 -200ms; at 0.1 tap .9/.2; at 0.8 tap .7/.7")
        try editor.save()
        #expect(editor.losses.isEmpty)
        let edited = try kind.read(SourceFile.read(path), file: path).pattern
        let evaluation = HapticEvaluation(edited)
        let taps = edited.events.filter { $0.kind == .transient }
        #expect(taps.map(\.time) == [0.1, 0.4, 0.8])
        for (tap, intensity) in zip(taps, [0.9, 1, 0.7]) {
            #expect(abs(evaluation.intensity(of: tap, at: tap.time) - intensity) < 0.006, "\(tap)")
        }
        // The vibration is as it was.
        for time in [0.05, 0.2, 0.3, 0.45] {
            let (now, before) = (evaluation.intensity(at: time), HapticEvaluation(untouched).intensity(at: time))
            #expect(abs(now - before) < 0.02, "\(time): \(now), \(before)")
        }
    }

    @Test(arguments: ["haptic", "he"])
    func `what the format cannot hold of an edit is said once, and nothing else`(format: String) throws {
        let path = scratch.file("a.\(format)")
        let pattern = HapticPattern([
            HapticEvent(.continuous, at: 0, duration: 0.5, intensity: 0.8, sharpness: 0.5),
            HapticEvent(.transient, at: 0.6, intensity: 1, sharpness: 0.5),
        ])
        let kind = try #require(PatternFormat(path: path))
        try SourceFile.write(kind.write(pattern).bytes, to: path)
        var editor = try PatternEditor(path)
        try editor.edit("shift 0.55..0.65 +10ms")
        #expect(editor.losses.isEmpty)
        try editor.edit("at 0.61 tap .5/.5")
        let losses = editor.losses
        #expect(losses.count == 1 && losses[0].contains("cannot hold two taps at one time"), "\(losses)")
        try editor.edit("delete 0.6..0.7")
        #expect(editor.losses == losses)
        _ = try editor.undo()
        #expect(editor.losses == losses)
    }

    @Test(arguments: [
        "at x tap 1/1", "at 0 tap 2/1", "delete 3..1", "scale 0..1 volume 2", "shift 0.. soon", "dance",
        "set tap@0 duration 1", "set intensity@0 intensity 1", "delete tap@", "shift tap@0#0 +1ms", "at 0 intensity 2",
        "copy tap +1ms", "set vibration@0 duration 0",
    ])
    func `a script that makes no sense is refused with its words`(script: String) throws {
        let error = #expect(throws: ThudError.self) { try EditScript(parsing: "at 0 tap 1/1; \(script)") }
        #expect(error?.description.contains("“\(script)”") == true)
    }
}
