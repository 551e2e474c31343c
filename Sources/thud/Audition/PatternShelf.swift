import ThudCore
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
            for file in try SourceFile.names(in: folder, endingIn: ".ahap") {
                subjects.append(
                    AuditionSubject(
                        name: "\(game)/\(file.dropLast(".ahap".count))", summary: "a cue of \(game)",
                        source: .file("\(folder)/\(file)", .ahap)))
            }
        }
        self.subjects = subjects
    }

    /// Returns the patterns that `words` name. A word is a pattern's name, a file or "all".
    ///
    /// - Throws: `ThudError` (bad input) for any other word.
    func subjects(_ words: [String]) throws(ThudError) -> [AuditionSubject] {
        var found: [AuditionSubject] = []
        for word in words {
            if word == PatternShelf.all {
                found += subjects
            } else if let subject = subjects.first(where: { $0.name == word }) {
                found.append(subject)
            } else {
                found.append(try PatternShelf.file(word))
            }
        }
        return found
    }

    /// Returns the subjects if every word is a pattern file by its extension; otherwise nil.
    static func files(_ words: [String]) -> [AuditionSubject]? {
        let files = words.compactMap { word in
            PatternFormat(path: word).map { AuditionSubject(name: word, summary: "", source: .file(word, $0)) }
        }
        return files.count == words.count ? files : nil
    }

    /// Returns the patterns of a game, a folder, or any word that ``subjects(_:)`` takes.
    func collection(_ word: String) throws -> [AuditionSubject] {
        let game = subjects.filter { $0.name.hasPrefix("\(word)/") }
        if !game.isEmpty { return game }
        guard let names = try? SourceFile.names(in: word, endingIn: "") else { return try subjects([word]) }
        let files = names.map { "\(word)/\($0)" }.filter(PatternShelf.isPattern)
        guard !files.isEmpty else { throw ThudError(.badInput, "\(word): the folder has no patterns") }
        return try subjects(files)
    }

    /// Whether a file in a folder is meant as a pattern. `.json` and `.xml` files may be anything, so their contents
    /// decide. JSON that does not parse counts as a pattern, because it may be a broken one.
    private static func isPattern(_ path: String) -> Bool {
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

    private static func file(_ path: String) throws(ThudError) -> AuditionSubject {
        if let format = PatternFormat(path: path) {
            return AuditionSubject(name: path, summary: "", source: .file(path, format))
        }
        let kinds = PatternFormat.fileExtensions.map { ".\($0)" }.joined(separator: ", ")
        throw ThudError(
            .badInput,
            SourceFile.exists(path)
                ? "\(path): unknown extension; use one of \(kinds)"
                : "no pattern or file is called \(path); `thud audition` lists the patterns; files end in \(kinds)")
    }
}
