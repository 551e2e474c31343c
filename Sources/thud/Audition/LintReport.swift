import ThudCore
import ThudHaptics
import ThudSoundFiles

/// Tells what is wrong with files, one line for each diagnostic, as compilers write them.
struct LintReport {
    private let subjects: [AuditionSubject]
    private let isJSON: Bool

    init(_ subjects: [AuditionSubject], isJSON: Bool) {
        self.subjects = subjects
        self.isJSON = isJSON
    }

    /// Tells it.
    ///
    /// - Throws: `ThudError`: failed where there is something to tell, bad input where a file cannot be read at all.
    func run() throws {
        guard !subjects.isEmpty else { throw ThudError(.usage, "--lint needs a file to look at") }
        var diagnostics: [PatternDiagnostic] = []
        var broken: [ThudError] = []
        for subject in subjects {
            do throws(ThudError) {
                let found = try subject.lint()
                diagnostics += found.diagnostics
                if let refusal = found.refusal { throw refusal }
            } catch {
                broken.append(error)
                if !diagnostics.contains(where: { tells($0, of: error) }) {
                    diagnostics.append(PatternDiagnostic(.rejected, error))
                }
            }
        }
        tell(diagnostics)
        guard broken.isEmpty else {
            throw ThudError(
                .badInput, broken.count == 1 ? "one file is no pattern" : "\(broken.count) files are no patterns")
        }
        // A passage that every loader accepts as it stands is told, but it is not wrong.
        let faults = diagnostics.count { $0.disposition != .accepted }
        guard faults == 0 else {
            throw ThudError(.checkFailed, faults == 1 ? "one remark" : "\(faults) remarks")
        }
    }

    /// Whether a diagnostic is this error, which it repeats after a word about the consequence.
    private func tells(_ diagnostic: PatternDiagnostic, of error: ThudError) -> Bool {
        let source = diagnostic.source
        return source.subject == error.subject && source.place.line == error.place.line
            && source.place.column == error.place.column
            && source.message.hasSuffix(error.message)
    }

    private func tell(_ diagnostics: [PatternDiagnostic]) {
        guard isJSON else {
            for diagnostic in diagnostics { Console.result(diagnostic.description) }
            return
        }
        let rows = diagnostics.map { diagnostic -> JSONValue in
            [
                "file": .string(diagnostic.source.subject), "line": .number(Double(diagnostic.source.place.line)),
                "column": .number(Double(diagnostic.source.place.column)), "path": .string(diagnostic.path),
                "consequence": .string(diagnostic.disposition.word),
                "message": .string(diagnostic.message),
            ]
        }
        Console.result(JSONValue.array(rows).text(.pretty))
    }
}

/// Tells what is wrong with the sounds that an `.ahap` names, which its text alone cannot tell.
enum SoundLint {
    /// A diagnostic for each sound that is not there or cannot be read, where the file names it.
    ///
    /// - Parameters:
    ///   - places: of the paths in a file that is a pattern.
    ///   - folder: in which the file stands.
    static func diagnostics(_ places: [PatternInspection.SoundPlace], folder: String) -> [PatternDiagnostic] {
        // However many events name a sound, it is opened once.
        var problems: [String: String?] = [:]
        return places.compactMap { place in
            let problem = problems[place.path] ?? problem("\(folder)/\(place.path)")
            problems[place.path] = .some(problem)
            return problem.map { PatternDiagnostic(.refused, place.error("refused here: \($0)")) }
        }
    }

    private static func problem(_ path: String) -> String? {
        do throws(ThudError) {
            _ = try SoundFile.read(path)
            return nil
        } catch {
            return error.description
        }
    }
}
