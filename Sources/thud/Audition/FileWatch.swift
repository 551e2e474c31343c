import Glibc
import ThudCore
import ThudPatternRendering

/// Tells when a file was saved, however an editor does it: in place, or by a new file that takes the old one's name.
final class FileWatch {
    /// Readable when something was saved in a folder that is watched.
    let descriptor: Int32
    /// The number of the watch on each folder, by the folder as it was named: one folder has one number, whatever its names.
    private var watches: [String: Int32] = [:]

    /// Watches nothing yet.
    ///
    /// - Parameters:
    ///   - advice: what to do where nothing can be watched.
    ///   - descriptor: of inotify(7).
    /// - Throws: `ThudError` where the system has no watch left to give.
    init(
        advice: String? = nil, descriptor: Int32 = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    ) throws(ThudError) {
        let number = errno
        self.descriptor = descriptor
        guard descriptor >= 0 else {
            let words = ["files cannot be watched: \(ThudError.words(for: number))", advice].compactMap(\.self)
            throw ThudError(.badInput, errno: number, words.joined(separator: "; "))
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches the folders of files, and where a path is a link also the folder of what it leads to. One that is watched
    /// already is not watched twice; one that is not there is passed over.
    func add(_ paths: [String]) {
        for folder in Set(paths.flatMap(FileWatch.places).map(SourceFile.folder)) {
            let watch = inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO))
            watches[folder] = watch >= 0 ? watch : nil
        }
    }

    /// The files that were saved in an interval.
    struct Saved {
        fileprivate var entries: Set<Entry> = []
        fileprivate let watches: [String: Int32]

        /// Whether nothing was saved.
        var isEmpty: Bool { entries.isEmpty }

        /// The names of what was saved, in whichever of the folders.
        var names: Set<String> { Set(entries.map(\.name)) }

        /// Whether one of some files is among it.
        func has(_ paths: [String]) -> Bool {
            paths.flatMap(FileWatch.places).contains { path in
                watches[SourceFile.folder(of: path)].map { watch in
                    entries.contains(Entry(watch: watch, name: SourceFile.name(of: path)))
                } ?? false
            }
        }
    }

    /// A name in a folder that is watched.
    fileprivate struct Entry: Hashable {
        let watch: Int32
        let name: String
    }

    /// The files that were saved since this was asked last.
    func saved() -> Saved {
        var saved = Saved(watches: watches)
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(descriptor, &block, block.count)
            guard count > 0 else { return saved }
            saved.entries.formUnion(FileWatch.entries(in: block[..<count]))
        }
    }

    /// A path as it is written, and where it leads to in the end.
    fileprivate static func places(_ path: String) -> [String] {
        guard let real = realpath(path, nil) else { return [path] }
        defer { free(real) }
        return [path, String(cString: real)]
    }

    /// The entries of a run of events. Each is four numbers of 32 bits, of which the first is the watch and the last the
    /// length of the name that follows.
    private static func entries(in bytes: ArraySlice<UInt8>) -> [Entry] {
        var entries: [Entry] = []
        var rest = bytes
        let head = 16
        while rest.count >= head {
            let (watch, length) = rest.withUnsafeBytes {
                ($0.loadUnaligned(as: Int32.self), Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self)))
            }
            guard rest.count >= head + length else { return entries }
            let name = String(decoding: rest.dropFirst(head).prefix(length).prefix { $0 != 0 }, as: UTF8.self)
            entries.append(Entry(watch: watch, name: name))
            rest = rest.dropFirst(head + length)
        }
        return entries
    }
}

/// Tells which patterns were saved: their files, or the sounds that they name.
final class SubjectWatch {
    private let subjects: [AuditionSubject]
    private let search: SoundSearch
    private let watch: FileWatch
    /// The files of each pattern when it could be read last.
    private var files: [[String]]

    /// Watches patterns from now on; one that cannot be read yet is watched for the save that mends it.
    ///
    /// - Parameter search: for the sounds that the patterns name.
    /// - Throws: `ThudError` where the system has no watch left to give.
    init(_ subjects: [AuditionSubject], _ search: SoundSearch) throws(ThudError) {
        self.subjects = subjects
        self.search = search
        watch = try FileWatch(advice: "leave out --watch")
        files = subjects.map { $0.files(nil, search) }
        for place in subjects.indices {
            // Watched before it is read: a save in between is not missed.
            watch.add(files[place])
            if let loaded = try? subjects[place].load() { note(loaded, at: place) }
        }
    }

    /// Readable when something was saved near the patterns.
    var descriptor: Int32 { watch.descriptor }

    /// Watches the sounds of a pattern that was just read; to be told before they are read.
    func note(_ loaded: AuditionSubject.Loaded, at place: Int) {
        files[place] = subjects[place].files(loaded, search)
        watch.add(files[place])
    }

    /// The places of the patterns that were saved since this was asked last.
    func saved() -> [Int] {
        let saved = watch.saved()
        return subjects.indices.filter { saved.has(files[$0]) }
    }
}
