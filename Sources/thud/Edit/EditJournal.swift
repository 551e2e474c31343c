import Glibc
import ThudCore

/// The edits of one file, in an append-only file beside it. A kill loses nothing, and undo has no limit.
///
/// Each line is a JSON object: an edit with the changes that make it and take it back, a step back or forth, or the
/// note that the file was saved. Texts are identified by a hash, so that an edit is never taken back in a file that
/// somebody else changed since.
struct EditJournal {
    struct Entry {
        let script: String
        let before: String
        let after: String
        let forth: TextPatch
        let back: TextPatch

        /// The same change in the other direction.
        var reversed: Entry { Entry(script: script, before: after, after: before, forth: back, back: forth) }
    }

    /// The edits that are done, and those that were taken back and can be done again; the next one is last.
    private(set) var done: [Entry] = []
    private(set) var undone: [Entry] = []
    /// The changes since the file was saved, in order.
    private(set) var unsaved: [Entry] = []
    /// The edits in the saved file.
    private var saved: [Entry] = []
    private let file: String?
    /// nil for standard input, whose edits are kept in memory alone.
    let path: String?
    /// The length of the journal as far as this session knows it.
    private var length = 0
    /// The length of the file up to a last line that a full disk or a power loss has cut off; nil if it is whole.
    private var torn: Int?
    /// nil until there is a file.
    private var lock: SessionLock?

    /// Whether no other session has the journal open, so that what is not saved was left by one that broke off.
    var isAlone: Bool { lock?.isAlone ?? true }

    enum Step: String, CaseIterable {
        case undo, redo
        /// The file holds all changes.
        case save
    }

    /// How many of the edits that are done are in the saved file.
    private var savedCount: Int {
        zip(saved, done).prefix { $0.before == $1.before && $0.after == $1.after }.count
    }

    /// The edits that are done and not in the saved file.
    var unsavedEdits: ArraySlice<Entry> { done[savedCount...] }

    /// The edits in the saved file that were taken back since, the last one first.
    var unsavedUndos: some Collection<Entry> { saved[savedCount...].reversed() }

    /// Reads the journal of the file at `file`, links followed, or begins one. Standard input, nil, has no file for it.
    init(of file: String?) throws(ThudError) {
        self.file = file
        path = file.map { "\(SourceFile.target(of: $0)).edits" }
        guard let path, SourceFile.exists(path) else { return }
        lock = SessionLock(path)
        // It has no limit, because each edit of a long file adds as much as the edit touches.
        let bytes = try SourceFile.read(path, atMost: .max)
        length = bytes.count
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        if end < bytes.count { torn = end }
        for (number, line) in bytes[..<end].split(separator: UInt8(ascii: "\n")).enumerated() {
            do throws(ThudError) {
                try take(JSONReader(Array(line), file: path, options: JSONOptions(maximumBytes: .max)))
            } catch {
                let advice = "delete the file to go on without the earlier edits"
                throw ThudError(.badInput, "\(path): line \(number + 1) is no step of an edit; \(advice)")
            }
        }
    }

    /// Runs `body` while no other script edits a file in the same folder: it would read the text before this script's
    /// edits, and save over them. A folder that cannot be locked is used without a lock.
    static func alone<Value>(at file: String, _ body: () throws -> Value) rethrows -> Value {
        let folder = open(SourceFile.folder(of: SourceFile.target(of: file)), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        while flock(folder, LOCK_EX) != 0, errno == EINTR {}
        return try body()
    }

    /// Takes in what another session has added since. Only one may have edits that are not saved, because a save notes
    /// all edits in the journal as saved.
    mutating func follow() throws(ThudError) {
        var status = stat()
        guard let path, stat(path, &status) == 0, status.st_size != length else { return }
        let journal = try EditJournal(of: file)
        guard journal.unsaved.isEmpty else { throw journal.isUsed }
        self = journal
    }

    /// The error that another session has edits that are not saved.
    var isUsed: ThudError {
        let advice = "save them there, or open the file again when it has ended"
        return ThudError(.checkFailed, "another thud edit has edits of \(file ?? "") that are not saved; \(advice)")
    }

    private mutating func take(_ line: JSONReader) throws(ThudError) {
        if let step = try line.optional("step") { return take(try step.choice(Step.self)) }
        push(
            Entry(
                script: try line.member("edit").string(), before: try line.member("before").string(),
                after: try line.member("after").string(), forth: try Self.patch(line.member("do")),
                back: try Self.patch(line.member("undo"))),
            inPlaceOf: try line.optional("replaces")?.integer(in: 0...done.count) ?? 0)
    }

    private mutating func push(_ entry: Entry, inPlaceOf count: Int) {
        done.removeLast(count)
        done.append(entry)
        undone = []
        unsaved.append(entry)
    }

    private mutating func take(_ step: Step) {
        switch step {
        case .undo:
            guard let last = done.popLast() else { return }
            undone.append(last)
            unsaved.append(last.reversed)
        case .redo:
            guard let next = undone.popLast() else { return }
            done.append(next)
            unsaved.append(next)
        case .save: (saved, unsaved) = (done, [])
        }
    }

    // MARK: Writing

    /// Adds an edit. After a merge it stands for the last `count` edits, which were made on another text.
    mutating func add(_ entry: Entry, inPlaceOf count: Int = 0) throws(ThudError) {
        try append(
            .members([
                ("edit", .string(entry.script)), ("before", .string(entry.before)), ("after", .string(entry.after)),
                ("do", Self.json(entry.forth)), ("undo", Self.json(entry.back)),
                ("replaces", count > 0 ? .integer(count) : nil),
            ]))
        push(entry, inPlaceOf: count)
    }

    mutating func add(_ step: Step) throws(ThudError) {
        try append(["step": .string(step.rawValue)])
        take(step)
    }

    /// Waits until the journal is on the disk. A file must not be saved before.
    func flush() throws(ThudError) {
        guard let path else { return }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SourceFile.failure(path, .write) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SourceFile.failure(path, .write) }
    }

    /// Appends a line. What is written survives the end of this process, and after `flush` a loss of power.
    private mutating func append(_ line: JSONValue) throws(ThudError) {
        guard let path, let file else { return }
        // Nothing may be left to a later session that was refused here.
        try SourceFile.checkWritable(file)
        if let torn, truncate(path, torn) != 0 { throw SourceFile.failure(path, .write) }
        length = torn ?? length
        torn = nil
        let bytes = Array((line.text(.compact) + "\n").utf8)
        // It quotes the pattern, so that nobody may read it who may not read that.
        try SourceFile.append(bytes, to: path, mode: SourceFile.permissions(of: file).map { $0 | 0o200 } ?? 0o600)
        length += bytes.count
        lock = lock ?? SessionLock(path)
    }

    // MARK: Patches as text

    private static func json(_ patch: TextPatch) -> JSONValue {
        .array(
            patch.changes.map {
                [
                    .integer($0.range.lowerBound), .integer($0.range.upperBound),
                    .string(String(decoding: $0.text, as: UTF8.self)),
                ]
            })
    }

    private static func patch(_ reader: JSONReader) throws(ThudError) -> TextPatch {
        var changes: [TextPatch.Change] = []
        for change in try reader.elements() {
            let parts = try change.elements()
            guard parts.count == 3 else { throw change.error("expected a start, an end and a text") }
            let start = try parts[0].integer(in: 0...SourceFile.mostBytes)
            let end = try parts[1].integer(in: start...SourceFile.mostBytes)
            changes.append(.init(start..<end, Array(try parts[2].string().utf8)))
        }
        return TextPatch(changes)
    }
}

/// Shows other processes that a session has a journal open, until it ends, in whatever way.
private final class SessionLock {
    private let descriptor: Int32

    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        flock(descriptor, LOCK_SH)
    }

    deinit {
        // A program that is just being started still has a copy of the descriptor, which would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    var isAlone: Bool {
        defer { flock(descriptor, LOCK_SH) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }
}
