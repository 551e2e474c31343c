import Glibc
import ThudCore
import ThudPatternRendering

/// Reports saved files, whether an editor writes in place or renames a new file over the old one.
final class FileWatch {
    /// Readable when a file was saved in a watched folder.
    let descriptor: Int32
    /// The inotify watch number of each folder, by the name it was given. A folder with several names has one number.
    private var watches: [String: Int32] = [:]
    /// The same of the folders above these, of which only a move counts.
    private var ancestors: [String: Int32] = [:]
    /// The folders that were deleted or moved, and may come back.
    private var missing: Set<String> = []
    /// The files that existed when they were last expected.
    private var expected: Set<String> = []
    /// When to look whether a removed file or folder is back, as after an editor's renaming; nil if none was removed.
    private(set) var nextLook: Instant?

    /// Creates a watch on nothing yet.
    ///
    /// - Parameters:
    ///   - advice: what the user can do if watching is impossible; the error ends with it.
    ///   - descriptor: an inotify(7) descriptor.
    /// - Throws: `ThudError` if the system has no more inotify descriptors.
    init(
        advice: String? = nil, descriptor: Int32 = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    ) throws(ThudError) {
        let number = errno
        self.descriptor = descriptor
        guard descriptor >= 0 else {
            let words = ["cannot watch files: \(ThudError.words(for: number))", advice].compactMap(\.self)
            throw ThudError(.badInput, errno: number, words.joined(separator: "; "))
        }
    }

    /// The events of inotify(7) after which a file has new contents, after which it is gone, and after which there is
    /// something new, which for a file is still empty, but a link is whole.
    private static let savings = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
    private static let removals = UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
    private static let creations = UInt32(IN_CREATE)
    /// A folder that is moved keeps its watch, but its path is no longer that of the files.
    private static let moves = UInt32(IN_MOVE_SELF)

    /// How long an editor may take, at most, to write a new file after it renamed the old one.
    private static let timeout = Interval.milliseconds(200)
    /// The pause between two looks for a missing folder.
    private static let pause = Interval.milliseconds(500)

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches the folders of files, and for links also those of their targets. Missing folders are skipped.
    func add(_ paths: [String]) { add(folders: paths.flatMap(FileWatch.places).map(SourceFile.folder)) }

    /// Watches folders, but not those in them.
    func add(folders: [String]) {
        for folder in Set(folders) { _ = watch(folder) }
    }

    private func watch(_ folder: String) -> Bool {
        let watch = inotify_add_watch(descriptor, folder, Self.savings | Self.removals | Self.creations | Self.moves)
        watches[folder] = watch >= 0 ? watch : nil
        var above = SourceFile.folder(of: folder)
        while ancestors[above] == nil, watch >= 0, above != SourceFile.folder(of: above) {
            ancestors[above] = inotify_add_watch(descriptor, above, Self.moves | UInt32(IN_MASK_ADD))
            above = SourceFile.folder(of: above)
        }
        return watch >= 0
    }

    /// Ends the watches of a folder that was moved and of all below it: their paths are no longer those of the files.
    private func leave(_ watch: Int32) {
        let moved = (watches.merging(ancestors) { own, _ in own }).filter { $0.value == watch }.keys
        let below = watches.filter { folder, _ in moved.contains { folder.hasPrefix("\($0)/") } }.values
        for watch in Set(below).union([watch]) { inotify_rm_watch(descriptor, watch) }
    }

    /// Expects files to stay, if they exist.
    func expect(_ paths: [String]) { expected.formUnion(paths.filter(SourceFile.exists)) }

    /// Returns the expected files that are gone, each once, when `nextLook` has come.
    func losses(at now: Instant) -> [String] {
        guard let nextLook, nextLook <= now else { return [] }
        self.nextLook = missing.isEmpty ? nil : now + Self.pause
        let losses = expected.filter { !SourceFile.exists($0) }
        expected.subtract(losses)
        return losses.sorted()
    }

    struct Saved {
        fileprivate var entries: Set<Entry> = []
        fileprivate var newFolders: Set<Entry> = []
        /// The folders that were gone and are back.
        fileprivate var returned: Set<String> = []
        fileprivate let watches: [String: Int32]
        /// Whether there was more than the system keeps for a reader, so that any file may have been saved.
        fileprivate var isCutShort = false

        var isEmpty: Bool { entries.isEmpty && newFolders.isEmpty && returned.isEmpty && !isCutShort }
        var names: Set<String> { Set(entries.map(\.name)) }

        func has(_ paths: [String]) -> Bool { isAny(of: paths, in: entries) }

        /// Whether one of these files was saved, or is in a folder that was gone and is back.
        func mayHave(_ paths: [String]) -> Bool {
            let found = paths.filter(SourceFile.exists).flatMap(FileWatch.places)
            return has(paths) || !returned.isDisjoint(with: found.map(SourceFile.folder))
        }

        /// Whether one of these folders is new, so that files may have been saved in it before it was watched.
        func hasNewFolder(of folders: [String]) -> Bool {
            isAny(of: folders, in: newFolders) || !returned.isDisjoint(with: folders)
        }

        private func isAny(of paths: [String], in entries: Set<Entry>) -> Bool {
            if isCutShort { return true }
            return paths.flatMap(FileWatch.places).contains { path in
                watches[SourceFile.folder(of: path)].map { watch in
                    entries.contains(Entry(watch: watch, name: SourceFile.name(of: path)))
                } ?? false
            }
        }
    }

    fileprivate struct Entry: Hashable {
        let watch: Int32
        let name: String
    }

    /// Returns the files saved since the last call.
    func saved() -> Saved {
        let returned = missing.filter(watch)
        missing.subtract(returned)
        var saved = Saved(returned: returned, watches: watches)
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(descriptor, &block, block.count)
            guard count > 0 else { return saved }
            for (entry, kind) in FileWatch.events(in: block[..<count]) {
                if kind & Self.savings != 0 || kind & Self.creations != 0 && isLink(entry) {
                    saved.entries.insert(entry)
                }
                if kind & Self.removals != 0 { nextLook = .now() + Self.timeout }
                if kind & UInt32(IN_Q_OVERFLOW) != 0 { saved.isCutShort = true }
                if kind & Self.moves != 0 { leave(entry.watch) }
                if kind & UInt32(IN_IGNORED) != 0 { lose(entry.watch) }
                if kind & UInt32(IN_ISDIR) != 0, kind & Self.removals == 0 { saved.newFolders.insert(entry) }
            }
        }
    }

    private func isLink(_ entry: Entry) -> Bool {
        watches.contains { folder, watch in
            watch == entry.watch && FolderFiles.isLink("\(folder)/\(entry.name)")
        }
    }

    /// Looks from now on for the folders of a watch that has ended.
    private func lose(_ watch: Int32) {
        ancestors = ancestors.filter { $0.value != watch }
        let folders = watches.filter { $0.value == watch }.keys
        guard !folders.isEmpty else { return }
        missing.formUnion(folders)
        for folder in folders { watches[folder] = nil }
        nextLook = .now() + Self.timeout
    }

    /// Returns a path as written and its real path.
    fileprivate static func places(_ path: String) -> [String] {
        [path] + [SourceFile.realPath(path)].compactMap(\.self)
    }

    /// Returns a run of inotify(7) events, each a header and a zero-padded name.
    private static func events(in bytes: ArraySlice<UInt8>) -> [(entry: Entry, kind: UInt32)] {
        var events: [(Entry, UInt32)] = []
        var rest = bytes
        let header = MemoryLayout<inotify_event>.size
        while rest.count >= header {
            let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            let name = rest.dropFirst(header).prefix(Int(event.len))
            let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            events.append((Entry(watch: event.wd, name: text), event.mask))
            rest = rest.dropFirst(header + name.count)
        }
        return events
    }
}

/// Reports saved patterns, whether the pattern file or one of its sounds was saved.
final class SubjectWatch {
    private let subjects: [AuditionSubject]
    private let search: SoundSearch
    private let watch: FileWatch
    /// The files of each pattern when it was last readable.
    private var files: [[String]]

    /// Watches patterns. One that cannot be read yet is watched for the save that repairs it.
    init(_ subjects: [AuditionSubject], _ search: SoundSearch) throws(ThudError) {
        self.subjects = subjects
        self.search = search
        watch = try FileWatch(advice: "leave out --watch")
        files = subjects.map { $0.files(nil, search) }
        watch.expect(subjects.compactMap(\.path))
        for place in subjects.indices {
            // Watching starts before reading, so no save in between is missed.
            watch.add(files[place])
            if case .sound = subjects[place].source { continue }
            if let loaded = try? subjects[place].load() { watchFiles(of: loaded, at: place) }
        }
    }

    /// Readable when a file was saved next to a pattern.
    var descriptor: Int32 { watch.descriptor }
    /// When to look for removed files; nil if none was removed.
    var nextLook: Instant? { watch.nextLook }

    /// Watches the sounds of a pattern that was just read. Call this before reading the sounds.
    func watchFiles(of loaded: AuditionSubject.Loaded, at place: Int) {
        files[place] = subjects[place].files(loaded, search)
        watch.add(files[place])
    }

    /// Returns the indices of the patterns saved since the last call.
    func saved() -> [Int] {
        let saved = watch.saved()
        watch.expect(subjects.compactMap(\.path))
        return subjects.indices.filter { saved.mayHave(files[$0]) }
    }

    /// Returns a sentence for each pattern whose file was deleted, once `nextLook` has come.
    func losses(at now: Instant) -> [String] {
        watch.losses(at: now).map { "\($0) was deleted; it plays again when it is back" }
    }
}
