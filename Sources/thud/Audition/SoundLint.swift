import ThudCore
import ThudHaptics
import ThudSoundFiles

/// What is wrong with the sounds that an `.ahap` names: the pattern alone cannot tell.
enum SoundLint {
    /// A diagnostic for each sound that is not there or cannot be read, where the file names it.
    ///
    /// - Parameters:
    ///   - bytes: of a file that was found to be a pattern.
    ///   - folder: in which it stands.
    static func diagnostics(_ bytes: [UInt8], file: String, folder: String) -> [PatternDiagnostic] {
        guard let root = try? JSONReader(bytes, file: file, options: .lenient),
            let entries = try? root.member("Pattern").elements()
        else { return [] }
        // However many events name a sound, it is opened once.
        var problems: [String: String?] = [:]
        return entries.compactMap { entry in
            guard let path = try? entry.optional("Event")?.optional("EventWaveformPath"), let name = try? path.string()
            else { return nil }
            let problem = problems[name] ?? problem("\(folder)/\(name)")
            problems[name] = .some(problem)
            return problem.map { PatternDiagnostic(.refused, path.error("refused here: \($0)")) }
        }
    }

    private static func problem(_ path: String) -> String? {
        do throws(SoundFileError) {
            _ = try SoundFile.read(path)
            return nil
        } catch {
            return error.description
        }
    }
}
