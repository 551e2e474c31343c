import ThudCore
import ThudCues
import ThudHapticFormats
import ThudPatternRendering
import ThudPatterns
import ThudSoundFiles

/// A pattern to audition: a preset, standard input or a pipe, or what is read again each time: a file, a variant that a
/// game's catalog makes of it, or a project's clip.
struct AuditionSubject {
    enum Source {
        case preset(HapticPattern)
        case input([UInt8], PatternFormat)
        case file(String, PatternFormat)
        /// A variant of a cue, and the file with the cue's pattern.
        case variant(CueCatalog.Variant, of: String)
        /// A clip of a project of Haptics Studio, by its name.
        case clip(String, of: String)
        /// A sound, of which a pattern is made.
        case sound(String)
    }

    /// The name on the command line.
    let name: String
    /// One line about the pattern; empty if only the file itself can say.
    let summary: String
    let source: Source

    struct Loaded {
        var pattern: HapticPattern
        /// The folder that its sound paths are relative to.
        let folder: String
        /// The problems in its text, in text order.
        let diagnostics: [PatternDiagnostic]
        let sounds: [PatternInspection.SoundPlace]

        /// Returns the problems in its text, then those of its sounds.
        func lint(_ search: SoundSearch) -> [PatternDiagnostic] {
            diagnostics + SoundLint.diagnostics(sounds, folder: folder, search)
        }
    }

    var path: String? {
        switch source {
        case .preset, .input: nil
        case .file(let path, _), .variant(_, let path): path
        case .clip(_, let project): project
        case .sound(let path): path
        }
    }

    /// The folder that holds the file and its sounds; "." if there is no file.
    var folder: String { path.map(SourceFile.folder) ?? "." }

    /// Returns its own file and the sounds it named when it was last read.
    func files(_ loaded: Loaded?, _ search: SoundSearch) -> [String] {
        guard let path else { return [] }
        let sounds = loaded?.pattern.soundPaths ?? []
        // A missing sound is expected beside the pattern first.
        return [path] + sounds.map { search.path(of: $0, beside: folder) ?? "\(folder)/\($0)" }
    }

    /// Reads the current pattern, or that of a text which is not saved yet.
    func load(_ bytes: [UInt8]? = nil) throws(ThudError) -> Loaded {
        let inspection = try inspect(bytes)
        return loaded(try inspection.pattern.get(), inspection)
    }

    /// Returns the problems in its text, then those of its sounds, and the error if the file is not a pattern.
    func lint(_ search: SoundSearch) throws(ThudError) -> (diagnostics: [PatternDiagnostic], refusal: ThudError?) {
        let inspection = try inspect()
        switch inspection.pattern {
        case .success(let pattern): return (loaded(pattern, inspection).lint(search), nil)
        case .failure(let error): return (inspection.diagnostics, error)
        }
    }

    private func inspect(_ bytes: [UInt8]? = nil) throws(ThudError) -> PatternInspection {
        switch source {
        case .preset(let pattern): PatternInspection(pattern: .success(pattern), diagnostics: [])
        case .input(let bytes, let format): format.inspect(bytes, file: name)
        case .file(let path, let format):
            if let bytes {
                format.inspect(bytes, file: path)
            } else {
                format.inspect(try SourceFile.read(path), file: path)
            }
        case .variant(let variant, let path):
            PatternFormat.ahap.inspect(try SourceFile.read(path), file: path).changed(by: variant)
        case .clip(let clip, let path): try HaspFile.clip(clip, in: SourceFile.read(path), file: path)
        case .sound(let path):
            PatternInspection(
                pattern: .success(
                    SoundConversion(try SoundFile.read(path), of: path, SoundToHapticOptions.standard.settings).pattern),
                diagnostics: [])
        }
    }

    /// Reads the current pattern for a conversion. `event` chooses one of a theme's events.
    func read(event: String?) throws(ThudError) -> PatternImport {
        switch source {
        case .input(let bytes, let format):
            return try format.read(bytes, file: name, event: event)
        case .file(let path, let format): return try format.read(SourceFile.read(path), file: path, event: event)
        case .preset, .variant, .clip, .sound:
            let inspection = try inspect()
            return PatternImport(pattern: try inspection.pattern.get(), diagnostics: inspection.diagnostics)
        }
    }

    /// Returns the text of the pattern: that of its file, or otherwise what AHAP makes of it.
    func text() throws(ThudError) -> (bytes: [UInt8], file: String, format: PatternFormat) {
        switch source {
        case .input(let bytes, let format): (bytes, name, format)
        case .file(let path, let format): (try SourceFile.read(path), path, format)
        case .preset, .variant, .clip, .sound: (Array(AHAP.text(try load().pattern).utf8), name, .ahap)
        }
    }

    private func loaded(_ pattern: HapticPattern, _ inspection: PatternInspection) -> Loaded {
        Loaded(pattern: pattern, folder: folder, diagnostics: inspection.diagnostics, sounds: inspection.sounds)
    }

    /// Returns one line about a pattern: its summary, else its own description, else its path.
    func summary(of pattern: HapticPattern) -> String {
        if !summary.isEmpty { return summary }
        for member in pattern.metadata where member.name == "Description" {
            if case .string(let text) = member.value { return text }
        }
        return path ?? ""
    }
}

extension PatternInspection {
    /// Returns the inspection of a cue's pattern as that of a variant of the cue.
    fileprivate func changed(by variant: CueCatalog.Variant) -> PatternInspection {
        PatternInspection(
            pattern: pattern.map { $0.changed(by: variant.changes) }, diagnostics: diagnostics, sounds: sounds)
    }
}
