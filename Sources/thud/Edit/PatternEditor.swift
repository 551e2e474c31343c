import ThudCore
import ThudHapticFormats
import ThudPatterns

/// Edits the text of a pattern file: only what an edit touches is replaced.
struct PatternEditor {
    private let path: String
    private let format: PatternFormat
    private var journal: EditJournal
    private var bytes: [UInt8]

    /// Opens a file. An edit that was written down but not carried out before a kill is carried out now.
    init(_ path: String) throws(ThudError) {
        let formats: [PatternFormat] = [.ahap, .haptic, .he]
        guard let format = PatternFormat(path: path), formats.contains(format) else {
            throw ThudError(.usage, "thud edit takes .ahap, .haptic and .he, not \(path); `thud convert` makes one")
        }
        self.path = path
        self.format = format
        bytes = try SourceFile.read(path)
        journal = try EditJournal(of: path)
        if let last = journal.done.last, last.before == EditJournal.hash(bytes), last.before != last.after {
            try carryOut(last.forth)
        }
    }

    /// The pattern as it is now.
    func pattern() throws(ThudError) -> HapticPattern { try format.read(bytes, file: path).pattern }

    var doneCount: Int { journal.done.count }

    mutating func edit(_ script: String) throws(ThudError) {
        let edits = try EditScript(parsing: script)
        let old = try pattern()
        let new = old.edited(by: edits)
        let patch = try patch(from: old, to: new)
        guard let (text, back) = patch.applied(to: bytes) else { return }
        try journal.add(
            .init(
                script: script, before: EditJournal.hash(bytes), after: EditJournal.hash(text), forth: patch,
                back: back))
        try carryOut(patch)
    }

    /// Returns the smallest change of the text. If the text says things in a way that this cannot follow, the whole
    /// text is replaced.
    private func patch(from old: HapticPattern, to new: HapticPattern) throws(ThudError) -> TextPatch {
        let (before, after) = (format.write(old).bytes, format.write(new).bytes)
        let patch = try JSONPatch.between(
            JSONNode.parse(before).value, JSONNode.parse(after).value, in: bytes)
        let wanted = try format.read(after, file: path).pattern
        let read = patch.applied(to: bytes).flatMap { try? format.read($0.text, file: path).pattern }
        if read == wanted { return patch }
        Console.remark("\(path) is written as a whole, because its text cannot be changed in place")
        return TextPatch([.init(0..<bytes.count, after)])
    }

    /// Takes the last edit back; false if there is none.
    mutating func undo() throws(ThudError) -> Bool {
        guard let last = journal.done.last else { return false }
        try check(last.after, "the last edit, “\(last.script)”, cannot be taken back")
        try journal.addUndo()
        try carryOut(last.back)
        return true
    }

    /// Does the edit again that was taken back last; false if there is none.
    mutating func redo() throws(ThudError) -> Bool {
        guard let next = journal.undone.last else { return false }
        try check(next.before, "“\(next.script)” cannot be done again")
        try journal.addRedo()
        try carryOut(next.forth)
        return true
    }

    private func check(_ hash: String, _ consequence: String) throws(ThudError) {
        guard EditJournal.hash(bytes) == hash else {
            throw ThudError(.checkFailed, "another program has saved \(path) since: \(consequence)")
        }
    }

    private mutating func carryOut(_ patch: TextPatch) throws(ThudError) {
        guard let text = patch.applied(to: bytes)?.text else { return }
        try SourceFile.write(text, to: path)
        bytes = text
    }
}
