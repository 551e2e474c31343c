import Glibc
import ThudCore
import ThudPatternRendering

/// Reports saved files, whether an editor writes in place or renames a new file over the old one.
final class FileWatch {
    /// Readable when a file was saved in a watched folder.
    let descriptor: Int32
    /// The inotify watch number of each folder, by the name it was given. A folder with several names has one number.
    private var watches: [String: Int32] = [:]

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
    /// something new, which for a file is still empty.
    private static let savings = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
    private static let removals = UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
    private static let creations = UInt32(IN_CREATE)

    /// How long an editor may take, at most, to write a new file after it renamed the old one.
    static let patience = Interval.milliseconds(200)

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches the folders of files, and for links also those of their targets. Missing folders are skipped.
    func add(_ paths: [String]) { add(folders: paths.flatMap(FileWatch.places).map(SourceFile.folder)) }

    /// Watches folders, but not those in them.
    func add(folders: [String]) {
        for folder in Set(folders) {
            let watch = inotify_add_watch(descriptor, folder, Self.savings | Self.removals | Self.creations)
            watches[folder] = watch >= 0 ? watch : nil
        }
    }

    struct Saved {
        fileprivate var entries: Set<Entry> = []
        fileprivate var removed: Set<Entry> = []
        /// Whether there is a new folder, in which files may have been saved before it was watched.
        fileprivate(set) var hasNewFolder = false
        fileprivate let watches: [String: Int32]

        var isEmpty: Bool { entries.isEmpty }
        var hasRemovals: Bool { !removed.isEmpty }
        var names: Set<String> { Set(entries.map(\.name)) }

        func has(_ paths: [String]) -> Bool { paths.contains { isIn(entries, $0) } }

        /// Whether a file was removed, or renamed to another name.
        func lacks(_ path: String) -> Bool { isIn(removed, path) }

        private func isIn(_ entries: Set<Entry>, _ path: String) -> Bool {
            FileWatch.places(path).contains { path in
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
        var saved = Saved(watches: watches)
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(descriptor, &block, block.count)
            guard count > 0 else { return saved }
            for (entry, kind) in FileWatch.events(in: block[..<count]) {
                if kind & Self.savings != 0 { saved.entries.insert(entry) }
                if kind & Self.removals != 0 { saved.removed.insert(entry) }
                saved.hasNewFolder = saved.hasNewFolder || kind & UInt32(IN_ISDIR) != 0 && kind & Self.removals == 0
            }
        }
    }

    /// Returns a path as written and its real path.
    fileprivate static func places(_ path: String) -> [String] {
        [path] + [SourceFile.realPath(path)].compactMap(\.self)
    }

    /// Returns a run of inotify events. Each is four 32-bit numbers: the watch, the kind, a cookie, and the length of
    /// the name that follows.
    private static func events(in bytes: ArraySlice<UInt8>) -> [(entry: Entry, kind: UInt32)] {
        var events: [(Entry, UInt32)] = []
        var rest = bytes
        let head = 16
        while rest.count >= head {
            let (watch, kind, length) = rest.withUnsafeBytes {
                (
                    $0.loadUnaligned(as: Int32.self), $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                    Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
                )
            }
            guard rest.count >= head + length else { return events }
            let name = String(decoding: rest.dropFirst(head).prefix(length).prefix { $0 != 0 }, as: UTF8.self)
            events.append((Entry(watch: watch, name: name), kind))
            rest = rest.dropFirst(head + length)
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
    /// The patterns whose files were removed, until it is clear that they stay away.
    private var missing: Set<Int> = []
    /// When to look for them again; nil if none is missing.
    private(set) var nextLook: Instant?

    /// Watches patterns. One that cannot be read yet is watched for the save that repairs it.
    init(_ subjects: [AuditionSubject], _ search: SoundSearch) throws(ThudError) {
        self.subjects = subjects
        self.search = search
        watch = try FileWatch(advice: "leave out --watch")
        files = subjects.map { $0.files(nil, search) }
        for place in subjects.indices {
            // Watching starts before reading, so no save in between is missed.
            watch.add(files[place])
            if case .sound = subjects[place].source { continue }
            if let loaded = try? subjects[place].load() { note(loaded, at: place) }
        }
    }

    /// Readable when a file was saved next to a pattern.
    var descriptor: Int32 { watch.descriptor }

    /// Watches the sounds of a pattern that was just read. Call this before reading the sounds.
    func note(_ loaded: AuditionSubject.Loaded, at place: Int) {
        files[place] = subjects[place].files(loaded, search)
        watch.add(files[place])
    }

    /// Returns the indices of the patterns saved since the last call.
    func saved() -> [Int] {
        let saved = watch.saved()
        missing.formUnion(subjects.indices.filter { subjects[$0].path.map(saved.lacks) ?? false })
        if !missing.isEmpty { nextLook = .now() + FileWatch.patience }
        return subjects.indices.filter { saved.has(files[$0]) }
    }

    /// Returns a sentence for each pattern whose file was deleted, once `nextLook` has come.
    func losses(at now: Instant) -> [String] {
        guard let nextLook, nextLook <= now else { return [] }
        defer { (missing, self.nextLook) = ([], nil) }
        return missing.sorted().compactMap { subjects[$0].path }.filter { !SourceFile.exists($0) }.map {
            "\($0) was deleted; it plays again when it is back"
        }
    }
}
