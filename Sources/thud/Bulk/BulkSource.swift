import ThudCore
import ThudFeedback
import ThudHapticFormats

/// Something to convert in bulk, and its place in the output folder.
struct BulkSource: Sendable {
    enum Content: Sendable {
        case pattern(AuditionSubject)
        case sound(String)
        /// A folder that cannot be read, or a project whose clips cannot be listed.
        case broken(String, ThudError)
        /// Another source of the same place comes first. `loss` says so if that is not another format beside it.
        case leftOut(String, loss: String?)
    }

    /// The path below the folder that was given, or the name as it was given.
    let name: String
    /// The path in the output folder, without the extension.
    let place: String
    var content: Content

    /// The file that it is read from; nil if there is none.
    var path: String? {
        switch content {
        case .pattern(let subject): subject.path
        case .sound(let path), .broken(let path, _): path
        case .leftOut: nil
        }
    }

    var isLeftOut: Bool { if case .leftOut = content { true } else { false } }
    var loss: String? { if case .leftOut(_, let loss) = content { loss } else { nil } }

    /// Returns what words stand for, in the order of their names. A folder stands for all patterns and sounds in it
    /// and in its folders, except those in `output` and those that an earlier run made there.
    ///
    /// If two would be written to the same files, only the first counts: patterns before sounds, then in the order of
    /// ``PatternFormat``.
    ///
    /// - Throws: `ThudError` if a word stands for nothing.
    static func all(
        of words: [String], but output: String, after earlier: BulkManifest.Earlier
    ) throws -> [BulkSource] {
        var sources: [BulkSource] = []
        for word in words {
            if FolderFiles.isFolder(word) {
                let made = SourceFile.isSame(word, output) ? earlier.made : []
                let paths = try FolderFiles.below(word, but: output) { inner, error in
                    let path = FolderFiles.path(inner, in: word)
                    sources.append(BulkSource(name: inner, place: inner, content: .broken(path, error)))
                }
                sources += paths.filter { !made.contains($0) }.flatMap { files($0, in: word) }
            } else if CueFolder.isSound(word) {
                let name = SourceFile.name(of: word)
                sources.append(BulkSource(name: word, place: SourceFile.withoutEnding(name), content: .sound(word)))
            } else {
                sources += try PatternShelf.subjects(of: [word]).map(named)
            }
        }
        return withoutTwins(sources.sorted { $0.name < $1.name })
    }

    /// Returns the source that a word on the command line stands for.
    static func named(_ subject: AuditionSubject) -> BulkSource {
        let place =
            switch subject.source {
            // A name such as kape/tick belongs to a shipped file, whose path is none of the user's.
            case .file(let path, _) where path == subject.name: place(of: SourceFile.name(of: path))
            case .clip(_, let project) where project == subject.name: place(of: SourceFile.name(of: project))
            case .clip(let clip, let project): "\(SourceFile.withoutEnding(SourceFile.name(of: project)))/\(clip)"
            case .input: "pattern"
            case .file, .variant, .preset, .sound: subject.name
            }
        return BulkSource(name: subject.name, place: place, content: .pattern(subject))
    }

    /// Returns the path of a pattern without its extension, and without the kind that ``suffix(of:)`` puts before it.
    private static func place(of path: String) -> String {
        let bare = SourceFile.withoutEnding(path)
        let kind = "\(SourceFile.ending(of: bare) ?? "").\(SourceFile.ending(of: path) ?? "")"
        return PatternFormat.allCases.contains { suffix(of: $0) == kind } ? SourceFile.withoutEnding(bare) : bare
    }

    /// Returns the path in the output folder of what is written in a format.
    func file(_ format: PatternFormat) -> String { "\(place).\(Self.suffix(of: format))" }

    /// What follows the name of a written file: the extension, after the kind if several kinds share it.
    private static func suffix(of format: PatternFormat) -> String {
        format.fileExtension == "json" ? "\(format.rawValue).json" : format.fileExtension
    }

    /// Returns the sources in one file of a folder: none, one, or the clips of a project.
    private static func files(_ path: String, in folder: String) -> [BulkSource] {
        let file = FolderFiles.path(path, in: folder)
        let place = SourceFile.withoutEnding(path)
        if CueFolder.isSound(path) { return [BulkSource(name: path, place: place, content: .sound(file))] }
        guard PatternShelf.isPattern(file) else { return [] }
        do {
            return try PatternShelf.subjects(of: [file]).map { subject in
                guard case .clip(let clip, _) = subject.source, subject.name != file else {
                    return BulkSource(name: path, place: self.place(of: path), content: .pattern(subject))
                }
                return BulkSource(name: "\(path)/\(clip)", place: "\(place)/\(clip)", content: .pattern(subject))
            }
        } catch {
            let error = error as? ThudError ?? ThudError(.badInput, "\(error)")
            return [BulkSource(name: path, place: place, content: .broken(file, error))]
        }
    }

    private var rank: Int {
        guard case .pattern(let subject) = content else { return PatternFormat.allCases.count }
        guard case .file(_, let format) = subject.source else { return 0 }
        return PatternFormat.allCases.firstIndex(of: format) ?? 0
    }

    private static func withoutTwins(_ sources: [BulkSource]) -> [BulkSource] {
        var first: [String: BulkSource] = [:]
        for source in sources where first[source.place].map({ source.rank < $0.rank }) ?? true {
            first[source.place] = source
        }
        var taken: Set<String> = []
        return sources.map { source in
            let winner = first[source.place]
            if winner?.name == source.name, taken.insert(source.place).inserted { return source }
            var loser = source
            let (own, other) = (source.path ?? source.name, winner?.path ?? winner?.name ?? "")
            let isLost = place(of: own) != place(of: other) && !SourceFile.isSame(own, other)
            let loss = "\(own): left out, because \(other) has the same name; choose another folder for it"
            loser.content = .leftOut("\(winner?.name ?? "") has the same name", loss: isLost ? loss : nil)
            return loser
        }
    }
}
