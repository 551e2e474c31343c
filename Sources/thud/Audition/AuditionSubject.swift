import ThudCore
import ThudHapticFormats
import ThudPatternRendering
import ThudPatterns
import ThudSoundFiles

/// Something to audition: a preset, or a file that is read anew each time.
struct AuditionSubject {
    /// Where the pattern comes from.
    enum Source {
        case preset(HapticPattern)
        case file(String, PatternFormat)
    }

    /// As it is called on the command line.
    let name: String
    /// One line about it; empty where only the file itself knows.
    let summary: String
    let source: Source

    /// A pattern as it was read.
    struct Loaded {
        let pattern: HapticPattern
        /// The folder to which its sounds are relative.
        let folder: String
        /// Everything that is wrong with its text, in the order of the text.
        let diagnostics: [PatternDiagnostic]
        let sounds: [PatternInspection.SoundPlace]

        /// Everything that is wrong with its text and then with its sounds.
        func lint(_ search: SoundSearch) -> [PatternDiagnostic] {
            diagnostics + SoundLint.diagnostics(sounds, folder: folder, search)
        }
    }

    /// The file, if it is one.
    var path: String? {
        if case .file(let path, _) = source { path } else { nil }
    }

    /// The folder in which it and its sounds stand; here, where it is no file.
    var folder: String { path.map(SourceFile.folder) ?? "." }

    /// Its own file, and the sounds that it named when it was read last.
    func files(_ loaded: Loaded?, _ search: SoundSearch) -> [String] {
        guard let path else { return [] }
        let sounds = Set(loaded?.pattern.events.compactMap(\.waveformPath) ?? []).sorted()
        // One that is not there may come where it is expected first.
        return [path] + sounds.map { search.path(of: $0, beside: folder) ?? "\(folder)/\($0)" }
    }

    /// The pattern as it is now.
    ///
    /// - Throws: `ThudError` where the file cannot be read, or is no pattern.
    func load() throws(ThudError) -> Loaded {
        let inspection = try inspect()
        return loaded(try inspection.pattern.get(), inspection)
    }

    /// Everything that is wrong with it, in the order of the text, and then with its sounds; and the error for which it is
    /// no pattern, if it is none.
    ///
    /// - Throws: `ThudError` where the file cannot be read.
    func lint(_ search: SoundSearch) throws(ThudError) -> (diagnostics: [PatternDiagnostic], refusal: ThudError?) {
        let inspection = try inspect()
        switch inspection.pattern {
        case .success(let pattern): return (loaded(pattern, inspection).lint(search), nil)
        case .failure(let error): return (inspection.diagnostics, error)
        }
    }

    private func inspect() throws(ThudError) -> PatternInspection {
        switch source {
        case .preset(let pattern): PatternInspection(pattern: .success(pattern), diagnostics: [])
        case .file(let path, let format): format.inspect(try SourceFile.read(path), file: path)
        }
    }

    private func loaded(_ pattern: HapticPattern, _ inspection: PatternInspection) -> Loaded {
        Loaded(pattern: pattern, folder: folder, diagnostics: inspection.diagnostics, sounds: inspection.sounds)
    }

    /// One line about a pattern: its summary, or its own description, or its file.
    func summary(of pattern: HapticPattern) -> String {
        if !summary.isEmpty { return summary }
        for member in pattern.metadata where member.name == "Description" {
            if case .string(let text) = member.value { return text }
        }
        return path ?? ""
    }
}
