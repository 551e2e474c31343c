import ThudCore
import ThudHapticFormats
import ThudHaptics
import ThudPatternRendering
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
    }

    /// The file, if it is one.
    var path: String? {
        if case .file(let path, _) = source { path } else { nil }
    }

    /// The folder in which it and its sounds stand; here, where it is no file.
    var folder: String { path.map(SourceFile.folder) ?? "." }

    /// The files that make it up: itself, and the sounds of what was read of it last.
    func files(_ loaded: Loaded?) -> [String] {
        guard let path else { return [] }
        return [path] + (loaded?.pattern.events.compactMap(\.waveformPath).map { "\(folder)/\($0)" } ?? [])
    }

    /// The pattern as it is now.
    ///
    /// - Throws: `SourceError` where the file cannot be read, or is no pattern.
    func load() throws(SourceError) -> Loaded {
        switch source {
        case .preset(let pattern): return Loaded(pattern: pattern, folder: folder)
        case .file(let path, let format):
            return Loaded(pattern: try format.read(SourceFile.read(path), file: path).pattern, folder: folder)
        }
    }

    /// Everything that is wrong with it, in the order of the text, and then with its sounds.
    func lint() throws(SourceError) -> [PatternDiagnostic] {
        guard case .file(let path, let format) = source else { return [] }
        let bytes = try SourceFile.read(path)
        let diagnostics = format.lint(bytes, file: path)
        // A file that is no pattern has sounds that nobody would open.
        guard format == .ahap, (try? format.read(bytes, file: path)) != nil else { return diagnostics }
        return diagnostics + SoundLint.diagnostics(bytes, file: path, folder: folder)
    }

    /// Decodes the sounds of what was read of it.
    ///
    /// - Throws: `SourceError` at the place that names a sound which cannot be read; `SoundFileError` where no single place
    ///   is at fault.
    func sounds(of loaded: Loaded, _ settings: AuditionSettings, sampleRate: Int) throws -> PatternSounds {
        do throws(SoundFileError) {
            return try AuditionTake.sounds(of: loaded, settings, sampleRate: sampleRate)
        } catch {
            throw soundDiagnostic ?? error
        }
    }

    /// What was read of it, rendered.
    ///
    /// - Throws: as ``sounds(of:_:sampleRate:)``.
    func take(_ loaded: Loaded, _ settings: AuditionSettings, sampleRate: Int) throws -> AuditionTake {
        let sounds = try sounds(of: loaded, settings, sampleRate: sampleRate)
        return AuditionTake(loaded, sounds: sounds, settings, sampleRate: sampleRate)
    }

    /// What is wrong with the first of its sounds with which something is wrong.
    private var soundDiagnostic: SourceError? {
        guard case .file(let path, .ahap) = source, let bytes = try? SourceFile.read(path) else { return nil }
        return SoundLint.diagnostics(bytes, file: path, folder: folder).first?.source
    }

    /// One line about a pattern: what is known of it, else what it says of itself, else its file.
    func summary(of pattern: HapticPattern) -> String {
        if !summary.isEmpty { return summary }
        for member in pattern.metadata where member.name == "Description" {
            if case .string(let text) = member.value { return text }
        }
        return path ?? ""
    }
}
