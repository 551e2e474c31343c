import ThudCore
import ThudCues
import ThudFeedback
import ThudGames
import ThudHapticFormats
import ThudPatterns

/// All named patterns: the presets and the cues of the games.
struct PatternShelf {
    /// The patterns in the order in which they are played.
    let subjects: [AuditionSubject]
    static let all = "all"

    /// Collects the presets and the games' patterns in `assets`.
    init(_ assets: Assets) throws(ThudError) {
        var subjects = HapticPreset.allCases.map { preset in
            AuditionSubject(name: preset.rawValue, summary: preset.summary, source: .preset(preset.pattern))
        }
        for game in try SourceFile.names(in: "\(assets.folder)/Sounds", endingIn: "") where !game.hasPrefix(".") {
            let folder = assets.sounds(of: game)
            // A file of notes, for example.
            guard FolderFiles.isFolder(folder) else { continue }
            for file in try SourceFile.names(in: folder, endingIn: ".ahap") {
                subjects.append(
                    AuditionSubject(
                        name: "\(game)/\(file.dropLast(".ahap".count))", summary: "a cue of \(game)",
                        source: .file("\(folder)/\(file)", .ahap)))
            }
        }
        self.subjects = subjects
    }

    /// What words stand for, wherever a command takes patterns: a pattern's name (`kape/tick`), a game, `all`, a file,
    /// a project of Haptics Studio or one of its clips (`ui.hasp/click`), a sound, a folder, and `-` for the input.
    /// Throws (bad input) for any other word.
    static func subjects(of words: [String]) throws -> [AuditionSubject] {
        // Files need no shipped assets, so they are read even if no assets are installed.
        try files(words) ?? PatternShelf(Assets.find()).subjects(words)
    }

    /// Returns the only pattern that a word stands for.
    static func subject(of word: String) throws -> AuditionSubject {
        let found = try subjects(of: [word])
        guard found.count == 1 else { throw ThudError(.usage, "\(word) stands for \(found.count) patterns; name one") }
        return found[0]
    }

    private func subjects(_ words: [String]) throws(ThudError) -> [AuditionSubject] {
        var found: [AuditionSubject] = []
        for word in words {
            let named = subjects.filter { word == Self.all || $0.name == word || $0.name.hasPrefix("\(word)/") }
            let variants = named.isEmpty ? try variants(beside: word) : []
            if let variant = variants.first(where: { $0.name == word }) {
                found.append(variant)
            } else {
                found +=
                    named.isEmpty ? try PatternShelf.file(word, or: (subjects + variants).map(\.name)) : named
            }
        }
        return found
    }

    /// Returns the variants of a cue, as its game's catalog has them, if a word looks like one: `pocket/step/tap`.
    private func variants(beside word: String) throws(ThudError) -> [AuditionSubject] {
        let cue = SourceFile.folder(of: word)
        guard let path = subjects.first(where: { $0.name == cue })?.path else { return [] }
        let catalog = "\(SourceFile.folder(of: path))/\(CueFolder.catalogName)"
        guard SourceFile.exists(catalog) else { return [] }
        let entries = try CueCatalog.parse(SourceFile.read(catalog), file: catalog).entries
        let variants = entries.first { $0.name == SourceFile.name(of: cue) }?.variants ?? []
        return variants.map { variant in
            AuditionSubject(
                name: "\(cue)/\(variant.name)", summary: "a variant of \(cue)", source: .variant(variant, of: path))
        }
    }

    /// Returns the subjects if every word is a file by its extension, `-`, or a folder that is no game; otherwise nil.
    static func files(_ words: [String]) throws(ThudError) -> [AuditionSubject]? {
        var files: [AuditionSubject] = []
        for word in words {
            let isKnown = word == all || Games.names.contains(word)
            let isName = !isFile(word) && (isKnown || !FolderFiles.isFolder(word))
            if isName { return nil }
            files += try file(word)
        }
        return files
    }

    /// Returns whether a word looks like a pattern or a sound: a file by its extension, `-` or a pipe, a preset, a cue.
    static func isPatternWord(_ word: String) -> Bool {
        let game = word.split(separator: "/").first.map(String.init) ?? ""
        return isFile(word) || HapticPreset(rawValue: word) != nil || Games.names.contains(game)
    }

    /// Returns whether a word is a file by its extension, a clip of a project, `-` or a pipe.
    static func isFile(_ word: String) -> Bool {
        StandardInput.isMeant(by: word) || PatternFormat(path: word) != nil || HaspFile.place(in: word) != nil
            || CueFolder.isSound(word)
    }

    /// Returns the patterns of a folder, the first of them that of the first file.
    static func folder(_ folder: String) throws(ThudError) -> [AuditionSubject] {
        var found: [AuditionSubject] = []
        for name in try FolderFiles.below(folder) {
            let path = FolderFiles.path(name, in: folder)
            if isPattern(path) { found += try file(path) }
        }
        return found
    }

    /// Whether a file in a folder is meant as a pattern. `.json` and `.xml` files may be anything, so their contents
    /// decide, and so do those of a project, which may have no clips. JSON that does not parse counts as a pattern,
    /// because it may be a broken one.
    static func isPattern(_ path: String) -> Bool {
        if HaspFile.place(in: path) != nil { return (try? clips(in: path)) != [] }
        guard let format = PatternFormat(path: path) else { return false }
        if format == .androidXML {
            let text = (try? SourceFile.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            return text.contains("<vibration-")
        }
        guard format == .android, let bytes = try? SourceFile.read(path), (try? JSONReader(bytes, file: path)) != nil
        else { return true }
        // A bare list of numbers may be anything, so it counts only if named explicitly.
        return PatternFormat.inJSON(bytes).map { $0 != .vibrate } ?? false
    }

    private static func clips(in project: String) throws(ThudError) -> [String] {
        try HaspFile.clips(in: SourceFile.read(project), file: project)
    }

    /// Returns the pattern of a file, a pipe or standard input, or the patterns of a project or a folder. If there is
    /// none, the error suggests the nearest of `names`.
    private static func file(_ path: String, or names: [String] = []) throws(ThudError) -> [AuditionSubject] {
        if StandardInput.isMeant(by: path) {
            let (bytes, format) = try input(path)
            return [AuditionSubject(name: StandardInput.name(of: path), summary: "", source: .input(bytes, format))]
        }
        if FolderFiles.isFolder(path) {
            let found = try folder(path)
            guard !found.isEmpty else { throw ThudError(.badInput, "\(path): the folder has no patterns") }
            return found
        }
        if let (project, clip) = HaspFile.place(in: path) {
            let names = try? clip.map { [$0] } ?? clips(in: project)
            // A project without clips, or one that cannot be read, stands for itself, so that reading it says why.
            guard let names, !names.isEmpty else {
                return [AuditionSubject(name: project, summary: "", source: .clip("", of: project))]
            }
            return names.map { name in
                AuditionSubject(name: "\(project)/\(name)", summary: "", source: .clip(name, of: project))
            }
        }
        if let format = PatternFormat(path: path) {
            return [AuditionSubject(name: path, summary: "", source: .file(path, format))]
        }
        if CueFolder.isSound(path) { return [AuditionSubject(name: path, summary: "", source: .sound(path))] }
        let kinds = (PatternFormat.fileExtensions + ["hasp"]).map { ".\($0)" }.joined(separator: ", ")
        guard !SourceFile.exists(path) else {
            throw ThudError(.badInput, "\(path): unknown extension; use one of \(kinds), or a sound")
        }
        let advice = NearestName.question(
            path, among: names, or: "; `thud audition` lists the patterns; files end in \(kinds)")
        throw ThudError(.badInput, "no pattern or file is called \(TypedText.shown(path))\(advice)")
    }

    /// Returns the text of a pipe or of standard input, and the format that its content shows.
    static func input(_ word: String) throws(ThudError) -> (bytes: [UInt8], format: PatternFormat) {
        let bytes = try StandardInput.read(word)
        guard let format = PatternFormat.recognised(in: bytes) else {
            let problem =
                bytes.isEmpty ? "is empty" : "is no pattern that can be recognised; name a file with an extension"
            throw ThudError(.badInput, "\(StandardInput.name(of: word)) \(problem)")
        }
        return (bytes, format)
    }
}
