import Foundation
import Testing
import ThudCore
import ThudCues
import ThudPatterns
import ThudSoundFiles
import ThudTestSupport

@testable import ThudFeedback
@testable import ThudPlayback

@Suite struct CueLibraryTests {
    private static let names = ["button", "correct", "go", "legend", "pass", "tick", "times-up", "tutorial", "warning"]

    /// Returns the first frame at which a track exceeds a thousandth of its peak (-60 dB); nil if it is silent.
    private func onset(of track: [Float]) -> Int? {
        let peak = track.map(abs).max() ?? 0
        return peak > 0 ? track.firstIndex { abs($0) > peak / 1000 } : nil
    }

    @Test(arguments: [44_100, 48_000])
    func `Kape's cues load with sound and haptics in the first millisecond`(sampleRate: Int) throws {
        let library = try CueLibrary(folder: kapeFolder, sampleRate: sampleRate)
        #expect(library.cues.keys.sorted() == CueLibraryTests.names.map { "kape/\($0)" })
        for (name, prepared) in library.cues {
            let onsets = prepared.clip.tracks.map(onset)
            try #require(onsets.count == 4)
            for onset in onsets {
                let onset = try #require(onset, "\(name) has a silent track")
                #expect(onset <= sampleRate / 1000, "\(name)")
            }
            #expect(prepared.cue.name == name)
            #expect(prepared.clip.tracks.joined().allSatisfy { $0.magnitude <= 1 }, "\(name) is beyond full scale")
        }
    }

    @Test(arguments: [
        ("catalog.json", true), ("ping.wav", true), ("PING.FLAC", true), ("correct.ahap", true), ("timing.json", false),
        ("correct.ahap~", false), (".correct.ahap.swp", false), ("correct.ahap.7.part", false), ("notes.txt", false),
    ])
    func `files that editors leave in a folder are not part of a cue`(name: String, isPart: Bool) {
        #expect(CueFolder.holds(name) == isPart)
    }

    @Test func `a cue has the same length at any rate`() throws {
        let low = try CueLibrary(folder: kapeFolder, sampleRate: 44_100)
        let high = try CueLibrary(folder: kapeFolder, sampleRate: 96_000)
        for (name, prepared) in low.cues {
            let seconds = Double(prepared.clip.length) / 44_100
            let again = Double(try #require(high.cues[name]).clip.length) / 96_000
            #expect(abs(seconds - again) < 0.0001, "\(name)")
        }
    }

    @Test func `cues are delivered part by part, short ones first, until the caller stops`() throws {
        var parts: [CueLibrary] = []
        #expect(
            try CueLibrary.load(folder: kapeFolder, sampleRate: 48_000) { part in
                parts.append(part)
                return true
            })
        let names = parts.map { $0.cues.keys.sorted() }
        #expect(names.joined().sorted() == CueLibraryTests.names.map { "kape/\($0)" })
        #expect(parts.count > 3 && !names.contains([]))
        let lengths = parts.map { $0.cues.values.map(\.cue.pattern.duration).max() ?? 0 }
        #expect(lengths == lengths.sorted())
        var first: [String] = []
        #expect(
            try !CueLibrary.load(folder: kapeFolder, sampleRate: 48_000) { part in
                first += part.cues.keys
                return false
            })
        #expect(first.sorted() == names[0])
    }

    @Test func `a file whose name is not in UTF-8 is left out, and the others are cues`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-names")
        _ = try scratch.directory("mine")
        try scratch.write(
            #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#, to: "mine/tap.ahap")
        for ending in ["ahap", "wav", "txt"] {
            let path = Array(scratch.file("mine/gl").utf8) + [0xFC] + Array("ck.\(ending)\0".utf8)
            let descriptor = path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
                creat($0.baseAddress!, 0o600)
            }
            close(descriptor)
        }
        var broken: [String] = []
        let folder = try CueFolder(scratch.file("mine")) { broken.append($0.description) }
        #expect(Array(folder.patterns.keys) == ["tap"] && folder.sounds.isEmpty)
        #expect(
            broken.count == 2 && broken.allSatisfy { $0.hasSuffix("its name is not in UTF-8; rename it") }, "\(broken)")
    }

    @Test func `of names that look the same one counts, and the other is reported`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-names")
        _ = try scratch.directory("mine")
        let tap = #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#
        for name in ["caf\u{E9}", "cafe\u{301}"] { try scratch.write(tap, to: "mine/\(name).ahap") }
        var broken: [String] = []
        let folder = try CueFolder(scratch.file("mine")) { broken.append($0.description) }
        #expect(folder.patterns.count == 1)
        #expect(broken.count == 1 && broken[0].hasSuffix("the same name in other code points; rename it"), "\(broken)")
    }

    @Test func `a name that begins with an accent, which would hide the slash before it, is left out`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-names")
        _ = try scratch.directory("mine")
        let tap = #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#
        for name in ["tap", "\u{301}e"] { try scratch.write(tap, to: "mine/\(name).ahap") }
        var broken: [String] = []
        let folder = try CueFolder(scratch.file("mine")) { broken.append($0.description) }
        #expect(Array(folder.patterns.keys) == ["tap"])
        let problem = "its name begins with a mark on no letter; rename it"
        #expect(broken.count == 1 && broken[0].hasSuffix(problem), "\(broken)")
    }

    @Test func `the ending of a pattern counts in any case, and a name with a control character is left out`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-names")
        _ = try scratch.directory("mine")
        let tap = #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#
        for name in ["tap.AHAP", "both.AHAP", "two\nlines.ahap", "red\u{1B}[31m.ahap"] {
            try scratch.write(tap, to: "mine/\(name)")
        }
        try scratch.write(tap + " ", to: "mine/both.ahap")
        var broken: [String] = []
        let folder = try CueFolder(scratch.file("mine")) { broken.append($0.description) }
        #expect(folder.patterns.keys.sorted() == ["both", "tap"])
        #expect(folder.patterns["both"] == Array((tap + " ").utf8))
        #expect(
            broken.sorted()
                == ["red\\u{1B}[31m", "two\\u{A}lines"].map {
                    "\(scratch.file("mine"))/\($0).ahap: its name has a control character; rename it"
                })
    }

    @Test func `a broken pattern is reported with its file, line and column`() throws {
        let sounds = try CopiedSounds()
        try sounds.write("{\n  \"Pattern\": [{\"Event\": 3}]\n}", to: "pass.ahap")
        let error = try #require(throws: ThudError.self) { try CueLibrary(folder: sounds.folder, sampleRate: 48_000) }
        #expect(error.subject == sounds.path("pass.ahap") && error.place.line == 2 && error.place.column == 25)
        #expect(error.place.path == "Pattern[0].Event")
    }

    @Test func `a missing pattern is reported at its entry in the catalog`() throws {
        let sounds = try CopiedSounds()
        try sounds.remove("correct.ahap")
        let error = try #require(throws: ThudError.self) { try CueLibrary(folder: sounds.folder, sampleRate: 48_000) }
        #expect(error.subject == sounds.path("catalog.json") && error.place.line > 0)
        #expect(error.place.path == "cues.correct" && error.message.contains("correct.ahap"))
    }

    @Test func `a missing sound is reported with the number of cues that use it`() throws {
        let sounds = try CopiedSounds()
        for name in ["one", "two", "three"] { try sounds.write(AHAP.text(.playing("none.wav")), to: "\(name).ahap") }
        let error = try #require(throws: ThudError.self) { try CueLibrary(folder: sounds.folder, sampleRate: 48_000) }
        #expect(error.message.hasSuffix("(used by kape/one and 2 more)"))
    }

    @Test func `a missing sound is reported with its file`() throws {
        let sounds = try CopiedSounds()
        try sounds.remove("whoosh.wav")
        let error = try #require(throws: ThudError.self) {
            try CueLibrary(folder: sounds.folder, sampleRate: 48_000)
        }
        #expect(error.code == .notFound && error.subject == sounds.path("whoosh.wav"))
        let problem = "whoosh.wav: cannot be read: No such file or directory; check the path (used by kape/pass)"
        #expect(error.message.hasSuffix(problem))
    }

    @Test func `a file that is not a sound is reported by its name`() throws {
        let sounds = try CopiedSounds()
        try sounds.write("not a sound, though long enough to be read", to: "ping.wav")
        let error = try #require(throws: ThudError.self) {
            try CueLibrary(folder: sounds.folder, sampleRate: 48_000)
        }
        #expect(error.code == .notASoundFile && error.subject == sounds.path("ping.wav"))
    }

    @Test func `a missing folder is reported with its path`() throws {
        let error = try #require(throws: ThudError.self) {
            try CueLibrary(folder: "/no-such-folder", sampleRate: 48_000)
        }
        #expect(error.subject == "/no-such-folder")
        #expect(error.description.contains("cannot be listed"))
    }

    @Test func `cues that would fill the memory are refused before they are rendered`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-many")
        _ = try scratch.directory("mine")
        for number in 1...19 {
            let event = #"{"Time": 299.9, "EventDuration": 0.1, "EventType": "HapticContinuous"}"#
            try scratch.write(#"{"Pattern": [{"Event": \#(event)}]}"#, to: "mine/\(number).ahap")
        }
        let folder = scratch.file("mine")
        let error = try #require(throws: ThudError.self) { try CueLibrary(folder: folder, sampleRate: 48_000) }
        #expect(error.code == .tooLong && error.message.contains("last more than 5600 s"), "\(error)")
        // A caller that goes on loses only those without room.
        let tap = #"{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#
        try scratch.write(tap, to: "mine/tap.ahap")
        var (names, broken): (Set<String>, [String]) = ([], [])
        try CueLibrary.load(folder: folder, sampleRate: 8_000, broken: { broken.append($0.message) }) {
            names.formUnion($0.cues.keys)
            return true
        }
        #expect(names.count == 19 && names.contains("mine/tap"))
        #expect(broken.count == 1 && broken[0].hasSuffix("(no room for mine/9)"), "\(broken)")
    }

    @Test func `what cannot be read costs only its own cue, and hidden files are none`() throws {
        let sounds = try CopiedSounds()
        try sounds.write("{", to: "catalog.json")
        try sounds.write("{", to: ".hidden.ahap")
        for name in ["folder.ahap", "folder.wav"] {
            try FileManager.default.createDirectory(atPath: sounds.path(name), withIntermediateDirectories: false)
        }
        try FileManager.default.createSymbolicLink(
            atPath: sounds.path("loop.ahap"), withDestinationPath: sounds.path("loop.ahap"))
        try FileManager.default.copyItem(atPath: sounds.path("ping.wav"), toPath: sounds.path("ping.v2.wav"))
        var (names, broken): (Set<String>, [String]) = ([], [])
        try CueLibrary.load(
            folder: sounds.folder, sampleRate: 48_000, broken: { broken.append(SourceFile.name(of: $0.subject)) }
        ) {
            names.formUnion($0.cues.keys)
            return true
        }
        #expect(broken.sorted() == ["catalog.json", "folder.ahap", "folder.wav", "loop.ahap"])
        #expect(names == Set((CueLibraryTests.names + ["ping.v2"]).map { "kape/\($0)" }))
    }

    @Test func `a pattern that the catalog does not name is a cue too`() throws {
        let sounds = try CopiedSounds()
        try sounds.write(#"{"Pattern": [{"Event": {"EventType": "HapticTransient"}}]}"#, to: "extra.ahap")
        let prepared = try #require(try CueLibrary(folder: sounds.folder, sampleRate: 48_000).cues["kape/extra"])
        #expect(prepared.cue.flash == nil)
        #expect(prepared.clip.tracks.map(\.isEmpty) == [true, true, false, false])
    }
}
