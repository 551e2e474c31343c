import ThudCore
import ThudHapticFormats
import ThudPatterns

/// Edits the text of a pattern file: only what an edit touches is replaced.
///
///     var editor = try PatternEditor("buzz.ahap")
///     try editor.edit("at 0.33 tap 1/.9")     // in the journal, not yet in the file
///     try editor.save()
struct PatternEditor {
    let path: String
    let format: PatternFormat
    private var journal: EditJournal
    /// The text of the file when it was last read or saved.
    private var saved: [UInt8]
    /// The text with all edits.
    private(set) var bytes: [UInt8]
    /// How many changes were in the journal and, after a kill, not in the file. They are in it now.
    private(set) var recovered = 0
    /// What to say about them; nil if there were none.
    var recovery: String? {
        recovered > 0 ? "carried out \(Count.of(recovered, "change")) of a session that broke off" : nil
    }
    /// Whether an edit had to write the file as a whole.
    private(set) var replacesWhole = false
    /// What the format could not hold of the edits made here, each sentence once.
    private(set) var losses: [String] = []

    /// Opens a file, or standard input for `-`. Edits that were written down but not saved before a kill are carried
    /// out and saved now.
    init(_ path: String) throws(ThudError) {
        let isInput = path == PatternOutput.standard
        let format =
            try isInput ? PatternShelf.input(path).format : PatternFormat(path: path)?.held(by: SourceFile.read(path))
        guard let format, [.ahap, .haptic, .he].contains(format) else {
            let found = isInput ? format?.rawValue ?? "" : TypedText.shown(path)
            throw ThudError(.usage, "thud edit takes .ahap, .haptic and .he, not \(found); `thud convert` makes one")
        }
        self.path = path
        self.format = format
        saved = try StandardInput.read(path)
        bytes = saved
        journal = try EditJournal(of: isInput ? nil : path)
        try recover()
    }

    private mutating func recover() throws(ThudError) {
        let changes = journal.unsaved
        guard let last = changes.last else { return }
        guard journal.isAlone else { throw journal.isUsed }
        let hash = ContentHash(bytes).text
        if last.after != hash {
            if let first = changes.lastIndex(where: { $0.before == hash }) {
                for change in changes[first...] { bytes = change.forth.applied(to: bytes)?.text ?? bytes }
                recovered = changes.count
            } else {
                try repeatEdits()
            }
        }
        try save()
    }

    /// Makes the edits that were not saved again, because another program has saved the file since. What was taken back
    /// stays, because nobody knows where it is in the text of the other program.
    private mutating func repeatEdits() throws(ThudError) {
        _ = try read()
        let scripts = journal.unsavedEdits.map(\.script)
        let undos = journal.unsavedUndos.map(\.script)
        for _ in scripts { try journal.add(.undo) }
        try journal.add(.save)
        for script in undos {
            Console.remark("\(path): “\(script)” stays: another program has saved the file since it was taken back")
        }
        for script in scripts {
            do throws(ThudError) {
                try edit(script)
                recovered += 1
            } catch {
                Console.remark("\(path): “\(script)” is left out: \(error)")
            }
        }
    }

    /// The pattern as it is now, without the notches by which curves leave its taps alone.
    func pattern() throws(ThudError) -> HapticPattern {
        let pattern = try read()
        return format.leavesTapsAlone(in: pattern) ? pattern.withoutNotches : pattern
    }

    /// The pattern with the vibrations and points that edits can name.
    func parts() throws(ThudError) -> HapticPattern { format.parts(of: try read()) }

    private func read() throws(ThudError) -> HapticPattern {
        try format.read(bytes, file: StandardInput.name(of: path)).pattern
    }

    var doneCount: Int { journal.done.count }
    /// How many edits `undo` takes back: those since another program has saved the file.
    var undoCount: Int {
        var hash = ContentHash(bytes).text
        return journal.done.reversed().prefix { edit in
            defer { hash = edit.before }
            return edit.after == hash
        }.count
    }
    /// The script of the edit that `undo` takes back next, or `redo` does again.
    func nextScript(isUndo: Bool) -> String? { (isUndo ? journal.done : journal.undone).last?.script }
    /// Whether the file holds all changes. One that was deleted holds none.
    var isSaved: Bool { bytes == saved && SourceFile.exists(path) }

    // MARK: Edits

    /// Makes an edit and writes it into the journal.
    ///
    /// - Returns: remarks on what of the script changes nothing or reaches a limit, and on what of the file was read as
    ///   something else and had to be written as that.
    @discardableResult
    mutating func edit(_ text: String) throws(ThudError) -> [String] {
        try journal.follow()
        let old = try format.read(bytes, file: StandardInput.name(of: path))
        var remarks: [String] = []
        let script = try EditScript(parsing: text)
        // A deleted event must not leave its text to one that is changed or added, so the text changes after each run
        // of such edits.
        let steps = script.runs(by: \.effect)
        var (editor, pattern, change) = (self, old.pattern, TextPatch([]))
        var isRewritten = false
        var losses: (before: [String], after: [String])?
        for step in steps {
            let new = try format.edited(pattern, by: step) { remarks.append($0) }
            let isPairwise = format == .ahap && step.edits.allSatisfy { $0.effect == .changes }
            let found = try editor.patch(from: pattern, to: new, isPairwise: isPairwise)
            (change, isRewritten) = (found.patch, isRewritten || found.isRewritten)
            losses = (losses?.before ?? found.losses.before, found.losses.after)
            editor.bytes = change.applied(to: editor.bytes)?.text ?? editor.bytes
            pattern = new
        }
        replacesWhole = editor.replacesWhole
        // What a step could not hold may be deleted by a later one.
        if let losses { add(losses.after, but: isRewritten ? [] : losses.before) }
        try carryOut(steps.count > 1 ? TextPatch(from: bytes, to: editor.bytes) : change, text)
        // What is deleted is not misread any more either.
        guard !script.edits.contains(where: { if case .delete = $0 { true } else { false } }) else { return remarks }
        func misread(_ read: PatternImport) -> [PatternDiagnostic] { read.diagnostics.filter(\.disposition.isLoss) }
        func kind(_ diagnostic: PatternDiagnostic) -> Substring { diagnostic.message.prefix { $0 != ";" } }
        let left = Set(try misread(format.read(bytes, file: path)).map(kind))
        for diagnostic in misread(old) where !left.contains(kind(diagnostic)) {
            let now = diagnostic.disposition == .ignored ? "the file no longer has it" : "the file says so now"
            let remark = "\(diagnostic.message); \(now)"
            if !remarks.contains(remark) { remarks.append(remark) }
        }
        return remarks
    }

    private mutating func carryOut(_ patch: TextPatch, _ script: String, inPlaceOf count: Int = 0) throws(ThudError) {
        guard let (text, back) = patch.applied(to: bytes), text != bytes else { return }
        try journal.add(
            .init(
                script: script, before: ContentHash(bytes).text, after: ContentHash(text).text, forth: patch,
                back: back), inPlaceOf: count)
        bytes = text
    }

    /// Returns the smallest change of the text. If the text says things in a way that this cannot follow, what
    /// it says in another way is written again, or else the whole text; then `isRewritten` is true. `losses` is what
    /// the format cannot hold of either pattern.
    private mutating func patch(
        from old: HapticPattern, to new: HapticPattern, isPairwise: Bool
    ) throws(ThudError) -> (patch: TextPatch, isRewritten: Bool, losses: (before: [String], after: [String])) {
        let (before, after) = (format.write(old, like: bytes), format.write(new, like: bytes))
        let losses = (before.losses, after.losses)
        let (base, goal) = (try JSONNode.parse(before.bytes).value, try JSONNode.parse(after.bytes).value)
        let wanted = try format.read(after.bytes, file: path).pattern
        let patch = try JSONPatch.between(base, goal, in: bytes, isPairwise: isPairwise)
        let read = self.read(patch)
        // What the edit does not touch stays, even if the format would write it in another way or with fewer digits.
        let isWanted = read == wanted || read.map { format.write($0, like: bytes).bytes == after.bytes } ?? false
        if isWanted { return (patch, false, losses) }
        // Members that the format does not know stay in this case, too.
        let text = try JSONNode.parse(bytes, options: .lenient).value.keeping(base.names.union(goal.names))
        let full = try JSONPatch.between(text, goal, in: bytes)
        if self.read(full) == wanted { return (full, true, losses) }
        replacesWhole = true
        return (TextPatch([.init(0..<bytes.count, after.bytes)]), true, losses)
    }

    private func read(_ patch: TextPatch) -> HapticPattern? {
        patch.applied(to: bytes).flatMap { try? format.read($0.text, file: path).pattern }
    }

    /// Adds losses that are new. One that differs only in its figures replaces the earlier one.
    private mutating func add(_ found: [String], but kept: [String]) {
        // The number of an event changes when one is added before it.
        func withoutIndex(_ loss: String) -> Substring {
            loss.hasPrefix("events[") ? loss[(loss.firstIndex(of: "]") ?? loss.startIndex)...] : loss[...]
        }
        func kind(_ loss: String) -> String {
            loss.hasPrefix("events[") ? String(withoutIndex(loss)) : loss.filter { !$0.isNumber && $0 != "." }
        }
        let known = Set(kept.map(withoutIndex))
        for loss in found where !known.contains(withoutIndex(loss)) {
            if let index = losses.firstIndex(where: { kind($0) == kind(loss) }) {
                losses[index] = loss
            } else {
                losses.append(loss)
            }
        }
    }

    /// Takes the last edit back; false if there is none.
    mutating func undo() throws(ThudError) -> Bool {
        try journal.follow()
        guard let last = journal.done.last else { return false }
        return try take(.undo, last.reversed, orElse: "the last edit, “\(last.script)”, cannot be taken back")
    }

    /// Does the edit again that was taken back last; false if there is none.
    mutating func redo() throws(ThudError) -> Bool {
        try journal.follow()
        guard let next = journal.undone.last else { return false }
        return try take(.redo, next, orElse: "“\(next.script)” cannot be done again")
    }

    private mutating func take(
        _ step: EditJournal.Step, _ change: EditJournal.Entry, orElse consequence: String
    ) throws(ThudError) -> Bool {
        guard ContentHash(bytes).text == change.before else {
            throw ThudError(.checkFailed, "another program has saved \(path) since: \(consequence)")
        }
        try journal.add(step)
        bytes = change.forth.applied(to: bytes)?.text ?? bytes
        return true
    }

    // MARK: The file

    /// Takes in what another program has saved; returns whether there was anything. Edits that are not saved are made
    /// on its version.
    ///
    /// - Throws: `ThudError` with the line if both changed the same, or if the file is no pattern. It changes nothing.
    mutating func update() throws(ThudError) -> Bool {
        guard SourceFile.exists(path) else { return false }
        let theirs = try SourceFile.read(path)
        guard theirs != saved else { return false }
        _ = try format.read(theirs, file: path)
        guard !isSaved else {
            (saved, bytes) = (theirs, theirs)
            // If that was another thud edit, its edits can be taken back here, too.
            try? journal.follow()
            return true
        }
        let merge = TextMerge(base: saved, ours: bytes, theirs: theirs)
        guard case .merged(let text) = merge, (try? format.read(text, file: path)) != nil else {
            var line = 0
            if case .conflict(let place) = merge { line = place }
            throw ThudError(
                .checkFailed, file: path, line: line,
                message: "another program has changed what you edit; undo your edits, or leave them in "
                    + (journal.path ?? path))
        }
        let edits = journal.unsavedEdits
        (saved, bytes) = (theirs, theirs)
        let script = edits.map(\.script).joined(separator: "; ")
        try carryOut(.ofLines(from: theirs, to: text), script, inPlaceOf: edits.count)
        return true
    }

    /// Saves the file with all edits, and with what another program has saved in the meantime. What came from standard
    /// input is written to standard output. Throws as `update`, or if the file cannot be written.
    mutating func save() throws(ThudError) {
        guard path != PatternOutput.standard else { return Console.result(bytes) }
        _ = try update()
        let hasSteps = !journal.unsaved.isEmpty
        if !isSaved {
            if hasSteps { try journal.flush() }
            try SourceFile.write(bytes, to: path)
            saved = bytes
        }
        if hasSteps { try journal.add(.save) }
    }
}

extension EditScript.Edit {
    /// What becomes of the items.
    fileprivate enum Effect { case changes, adds, removes }

    fileprivate var effect: Effect {
        switch self {
        case .scale, .set, .shift: .changes
        case .add, .addPoint, .copy: .adds
        case .delete, .thin: .removes
        }
    }
}

extension JSONValue {
    /// The names of all members of all objects.
    fileprivate var names: Set<String> {
        switch self {
        case .array(let values): values.reduce(into: []) { $0.formUnion($1.names) }
        case .object(let members): members.reduce(into: []) { $0.formUnion($1.value.names.union([$1.name])) }
        default: []
        }
    }

    /// Returns the value without the members that have other names.
    fileprivate func keeping(_ names: Set<String>) -> JSONValue {
        switch self {
        case .array(let values): .array(values.map { $0.keeping(names) })
        case .object(let members):
            .object(members.filter { names.contains($0.name) }.map { .init($0.name, $0.value.keeping(names)) })
        default: self
        }
    }
}
