import ThudCore
import ThudHaptics
import ThudSoundFiles

/// What is wrong with files, a line each, as compilers write it.
struct LintReport {
    private let subjects: [AuditionSubject]
    private let isJSON: Bool

    init(_ subjects: [AuditionSubject], isJSON: Bool) {
        self.subjects = subjects
        self.isJSON = isJSON
    }

    /// Tells it.
    ///
    /// - Throws: `CommandError`: failed where there is something to tell, bad input where a file cannot be read at all.
    func run() throws {
        guard !subjects.isEmpty else { throw CommandError(.usage, "--lint needs a file to look at") }
        var diagnostics: [PatternDiagnostic] = []
        var broken: [SourceError] = []
        for subject in subjects {
            do throws(SourceError) {
                diagnostics += try subject.lint()
                _ = try subject.load()
            } catch {
                broken.append(error)
                if !diagnostics.contains(where: { tells($0, of: error) }) {
                    diagnostics.append(PatternDiagnostic(.rejected, error))
                }
            }
        }
        tell(diagnostics)
        guard broken.isEmpty else {
            throw CommandError(
                .badInput, broken.count == 1 ? "one file is no pattern" : "\(broken.count) files are no patterns")
        }
        // What every loader takes as it stands is told, but nothing is wrong with it.
        let faults = diagnostics.count { $0.disposition != .accepted }
        guard faults == 0 else {
            throw CommandError(.failed, faults == 1 ? "one remark" : "\(faults) remarks")
        }
    }

    /// Whether a diagnostic is the error, with a word before it about what comes of it.
    private func tells(_ diagnostic: PatternDiagnostic, of error: SourceError) -> Bool {
        let source = diagnostic.source
        return source.file == error.file && source.line == error.line && source.column == error.column
            && source.message.hasSuffix(error.message)
    }

    private func tell(_ diagnostics: [PatternDiagnostic]) {
        guard isJSON else {
            for diagnostic in diagnostics { Console.result(diagnostic.description) }
            return
        }
        let rows = diagnostics.map { diagnostic -> JSONValue in
            [
                "file": .string(diagnostic.source.file), "line": .number(Double(diagnostic.source.line)),
                "column": .number(Double(diagnostic.source.column)), "path": .string(diagnostic.path),
                "consequence": .string(diagnostic.disposition.word),
                "message": .string(diagnostic.message),
            ]
        }
        Console.result(JSONValue.array(rows).text(.pretty))
    }
}

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
