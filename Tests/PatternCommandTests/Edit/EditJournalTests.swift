import ArgumentParser
import Foundation
import Testing
import ThudCore
import ThudPatterns
import ThudTestSupport

@testable import thud

@Suite("The edits of a file outlast their session, and other programs") struct EditJournalTests {
    private let scratch: ScratchDirectory
    private static let text = PatternEditorTests.text

    init() throws { scratch = try ScratchDirectory(prefix: "thud-edit") }

    /// Edits a file, and leaves without a save. Returns the text with all edits.
    private func brokenOff(
        _ path: String, after scripts: [String], _ further: (inout PatternEditor) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        var editor = try PatternEditor(path)
        for script in scripts { try editor.edit(script) }
        try further(&editor)
        return editor.bytes
    }

    @Test func `a file that was deleted is not saved, and saving writes it again`() throws {
        let path = try scratch.write(Self.text, to: "gone.ahap")
        var editor = try PatternEditor(path)
        #expect(editor.isSaved)
        for script in ["", "shift .. +10ms"] {
            try editor.edit(script)
            try editor.save()
            let saved = scratch.text(of: "gone.ahap")
            try FileManager.default.removeItem(atPath: path)
            #expect(!editor.isSaved)
            try editor.save()
            #expect(editor.isSaved && scratch.text(of: "gone.ahap") == saved)
        }
    }

    @Test func `after a new edit, what was taken back cannot be done again`() throws {
        let path = try scratch.write(Self.text, to: "branch.ahap")
        _ = try brokenOff(path, after: ["shift .. +10ms"]) { editor in
            #expect(try editor.undo())
            try editor.edit("shift .. +20ms")
            #expect(try !editor.redo())
        }
        var later = try PatternEditor(path)
        #expect(try !later.redo())
    }

    @Test(arguments: [0o600, 0o640, 0o644] as [mode_t])
    func `nobody may read the journal who may not read the file`(mode: mode_t) throws {
        let path = try scratch.write(Self.text, to: "private.ahap")
        #expect(chmod(path, mode) == 0)
        _ = try brokenOff(path, after: ["shift .. +10ms"])
        let journal = try FileManager.default.attributesOfItem(atPath: "\(path).edits")[.posixPermissions] as? Int
        #expect(try mode_t(#require(journal)) & ~mode == 0)
    }

    @Test func `what another session has not saved is left to it`() throws {
        let path = try scratch.write(Self.text, to: "f.ahap")
        _ = try brokenOff(path, after: ["shift .. +10ms"]) { editor in
            let error = #expect(throws: ThudError.self) { try PatternEditor(path) }
            #expect(error?.message.contains("another thud edit has edits of \(path)") == true)
            #expect(scratch.text(of: "f.ahap") == Self.text)
            try editor.save()
            var second = try PatternEditor(path)
            #expect(second.recovered == 0 && second.doneCount == 1)
            #expect(try second.undo())
        }
    }

    @Test func `a session that was open before another one's edits leaves them alone until they are saved`() throws {
        let path = try scratch.write(Self.text, to: "f.ahap")
        var early = try PatternEditor(path)
        let bytes = try brokenOff(path, after: ["shift .. +10ms"]) { _ in
            #expect(throws: ThudError.self) { try early.edit("at 1 tap 1/1") }
        }
        // Saved by the other session, these edits would count as saved.
        try early.save()
        #expect(try PatternEditor(path).recovered == 1)
        #expect(try SourceFile.read(path) == bytes)
        #expect(try early.update())
        try early.edit("at 1 tap 1/1")
        #expect(early.doneCount == 2)
        while try early.undo() {}
        try early.save()
        #expect(scratch.text(of: "f.ahap") == Self.text)
    }

    @Test func `a session counts the edits that another one has saved`() throws {
        let path = try scratch.write(Self.text, to: "f.ahap")
        var (early, other) = (try PatternEditor(path), try PatternEditor(path))
        try other.edit("shift .. +10ms")
        try other.save()
        #expect(try early.update() && early.doneCount == 1)
        #expect(try early.undo() && early.doneCount == 0)
    }

    @Test func `edits that a kill kept from the file are carried out, and undoing all of them gives it back`() throws {
        let path = try scratch.write(Self.text, to: "b.ahap")
        let bytes = try brokenOff(path, after: ["shift .. +10ms", "delete 0..0.15", "at 1 tap 1/1"]) { editor in
            _ = try editor.undo()
        }
        #expect(scratch.text(of: "b.ahap") == Self.text)
        var again = try PatternEditor(path)
        #expect(again.recovered == 4 && again.doneCount == 2)
        #expect(try SourceFile.read(path) == bytes)
        while try again.undo() {}
        try again.save()
        #expect(scratch.text(of: "b.ahap") == Self.text)
    }

    @Test(arguments: [#"{"edit":"at 2 tap"#, #"{"step":"save"}"#])
    func `a line of the journal that was cut off is replaced by the next`(line: String) throws {
        let path = try scratch.write(Self.text, to: "b.ahap")
        for round in 0..<3 {
            var editor = try PatternEditor(path)
            try editor.edit("at \(round) tap 1/1")
            try editor.save()
            try SourceFile.append(Array(line.utf8), to: path + ".edits")
        }
        var later = try PatternEditor(path)
        #expect(later.doneCount == 3)
        while try later.undo() {}
        try later.save()
        #expect(scratch.text(of: "b.ahap") == Self.text)
    }

    @Test(arguments: [#"{"step": 3}"#, #"{"step": "jump"}"#, "hello", "[1]"])
    func `a line of the journal that is no step is named, with what to do`(line: String) throws {
        let path = try scratch.write(Self.text, to: "b.ahap")
        var editor = try PatternEditor(path)
        try editor.edit("at 1 tap 1/1")
        try editor.save()
        try SourceFile.append(Array("\(line)\n".utf8), to: path + ".edits")
        let sentence = "line 3 is no step of an edit; delete the file to go on without the earlier edits"
        #expect(throws: ThudError(.badInput, "\(path).edits: \(sentence)")) { try PatternEditor(path) }
    }

    @Test func `a journal may be longer than any other file`() throws {
        let path = try scratch.write(Self.text, to: "b.ahap")
        var editor = try PatternEditor(path)
        try editor.edit("at 1 tap 1/1")
        try editor.save()
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: SourceFile.mostBytes)
        try SourceFile.append(Array(#"{"step":"save""#.utf8) + spaces + Array("}\n".utf8), to: path + ".edits")
        var later = try PatternEditor(path)
        #expect(try later.undo())
    }

    @Test func `a file that was taken back to an older version is not edited again by itself`() throws {
        let path = try scratch.write(Self.text, to: "b.ahap")
        var editor = try PatternEditor(path)
        try editor.edit("shift .. +10ms")
        try editor.save()
        try scratch.write(Self.text, to: "b.ahap")
        var again = try PatternEditor(path)
        #expect(scratch.text(of: "b.ahap") == Self.text && again.recovered == 0)
        #expect(throws: ThudError.self) { try again.undo() }
    }

    @Test func `another program's save is merged, and undo keeps it`() throws {
        let path = try scratch.write(Self.text, to: "c.ahap")
        var editor = try PatternEditor(path)
        try editor.edit("set tap@0.1 intensity .5")
        let theirs = Self.text.replacing("by hand", with: "by others")
        try scratch.write(theirs, to: "c.ahap")
        try editor.save()
        #expect(scratch.text(of: "c.ahap") == theirs.replacing("8e-1", with: "0.5"))
        #expect(try editor.undo())
        try editor.save()
        #expect(scratch.text(of: "c.ahap") == theirs)
        // The edit has its place in the journal once.
        var later = try PatternEditor(path)
        #expect(try !later.undo())
    }

    @Test func `undoing all edits goes back to another program's save, and only such edits are counted`() throws {
        let path = try scratch.write(Self.text, to: "g.ahap")
        var theirs = ""
        for script in ["set tap@0.1 intensity .5", "delete tap@0.2", "at 1 tap 1/1"] {
            var editor = try PatternEditor(path)
            try editor.edit(script)
            try editor.save()
            guard theirs.isEmpty else { continue }
            #expect(editor.undoCount == 1)
            theirs = scratch.text(of: "g.ahap").replacing("by hand", with: "by others")
            try scratch.write(theirs, to: "g.ahap")
        }
        let editor = try PatternEditor(path)
        #expect(editor.undoCount == 2 && editor.doneCount == 3)
        try EditCommand.parse([path, "--undo-all"]).run()
        #expect(scratch.text(of: "g.ahap") == theirs)
        #expect(try PatternEditor(path).undoCount == 0)
        // Nothing is left that can be taken back.
        #expect(throws: ThudError.self) { try EditCommand.parse([path, "--undo-all"]).run() }
        #expect(scratch.text(of: "g.ahap") == theirs)
    }

    @Test func `a save that changes the same is refused with its line, and nothing is lost`() throws {
        let path = try scratch.write(Self.text, to: "d.ahap")
        var editor = try PatternEditor(path)
        try editor.edit("set tap@0.1 intensity .5")
        let theirs = "\n" + Self.text.replacing("8e-1", with: "0.25")
        try scratch.write(theirs, to: "d.ahap")
        let error = #expect(throws: ThudError.self) { try editor.save() }
        #expect(error?.description.hasPrefix("\(path):9: another program") == true, "\(String(describing: error))")
        #expect(scratch.text(of: "d.ahap") == theirs)
        // Without the edit there is nothing to refuse.
        #expect(try editor.undo())
        try editor.save()
        #expect(scratch.text(of: "d.ahap") == theirs)
    }

    @Test func `an edit is made again on a file that another program saved after a kill`() throws {
        let path = try scratch.write(Self.text, to: "e.ahap")
        _ = try brokenOff(path, after: ["set tap@0.1 intensity .5", "delete tap@0.2"])
        let theirs = Self.text.replacing(#""Time": 0.2,"#, with: #""Time": 0.22,"#)
        try scratch.write(theirs, to: "e.ahap")
        let again = try PatternEditor(path)
        // The tap of the second edit is no longer there.
        #expect(again.recovered == 1)
        #expect(scratch.text(of: "e.ahap") == theirs.replacing("8e-1", with: "0.5"))
    }

    @Test func `what was taken back and done again before a kill is not made twice on another program's save`() throws {
        let path = try scratch.write(Self.text, to: "i.ahap")
        _ = try brokenOff(path, after: ["set tap@0.1 intensity .5", "scale 0.. intensity .5"]) { editor in
            try editor.save()
            #expect(try editor.undo() && editor.redo() && editor.undo())
            try editor.edit("delete tap@0.2")
        }
        let theirs = scratch.text(of: "i.ahap").replacing("by hand", with: "by others")
        try scratch.write(theirs, to: "i.ahap")
        let again = try PatternEditor(path)
        // Only the edit that was never saved is made. The one that was taken back stays.
        #expect(again.recovered == 1 && again.doneCount == 2)
        let pattern = try again.pattern()
        #expect(pattern.events.map(\.intensity) == [0.25, 0.5], "\(pattern.events)")
    }
}
