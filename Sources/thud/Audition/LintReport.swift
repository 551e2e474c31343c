import ThudCore
import ThudPatternRendering
import ThudPatterns

/// Reports the problems in files, in the style of compilers: one line for each kind of diagnostic.
struct LintReport {
    let subjects: [AuditionSubject]
    let search: SoundSearch
    let least: Disposition.Severity
    let isJSON: Bool

    /// - Throws: `ThudError`: a failed check for warnings or errors, bad input if a file cannot be read at all.
    func run() throws {
        guard !subjects.isEmpty else { throw ThudError(.usage, "--lint needs a file") }
        var diagnostics: [PatternDiagnostic] = []
        var broken: [ThudError] = []
        for subject in subjects {
            do throws(ThudError) {
                let found = try subject.lint(search)
                diagnostics += found.diagnostics
                if let refusal = found.refusal { throw refusal }
            } catch {
                broken.append(error)
                if !diagnostics.contains(where: { tells($0, of: error) }) {
                    diagnostics.append(PatternDiagnostic(.rejected, error))
                }
            }
        }
        let shown = diagnostics.filter { $0.disposition.severity <= least }
        Console.result(isJSON: isJSON, .array(shown.map(Self.json)), Self.folded(shown))
        guard broken.isEmpty else {
            throw ThudError(
                .badInput, broken.count == 1 ? "one file is not a pattern" : "\(broken.count) files are not patterns")
        }
        // A style remark is printed but is not a fault.
        let faults = diagnostics.count { $0.disposition.severity <= min(least, .warning) }
        guard faults == 0 else { throw ThudError(.checkFailed, faults == 1 ? "one remark" : "\(faults) remarks") }
    }

    /// Whether a diagnostic repeats this error, after a word about the consequence.
    private func tells(_ diagnostic: PatternDiagnostic, of error: ThudError) -> Bool {
        let source = diagnostic.source
        return source.subject == error.subject && source.place.line == error.place.line
            && source.place.column == error.place.column && source.message.hasSuffix(error.message)
    }

    private static func json(_ diagnostic: PatternDiagnostic) -> JSONValue {
        [
            "file": .string(diagnostic.source.subject), "line": .integer(diagnostic.source.place.line),
            "column": .integer(diagnostic.source.place.column), "path": .string(diagnostic.path),
            "consequence": .string(diagnostic.disposition.word),
            "severity": .string(diagnostic.disposition.severity.rawValue),
            "message": .string(diagnostic.message),
        ]
    }

    /// How many further line numbers are listed for a kind.
    private static let mostLines = 8

    /// Returns a line for each kind, in order of first appearance, with the line numbers of the others of its kind.
    static func folded(_ diagnostics: [PatternDiagnostic]) -> [String] {
        var kinds = Dictionary(grouping: diagnostics, by: PatternDiagnostic.Kind.init)
        return diagnostics.compactMap { first in
            guard let all = kinds.removeValue(forKey: PatternDiagnostic.Kind(first)) else { return nil }
            let others = all.dropFirst()
            guard !others.isEmpty else { return first.description }
            // A file without line breaks has all of them on one line.
            let lines = others.reduce(into: [Int]()) { lines, other in
                if lines.last != other.source.place.line { lines.append(other.source.place.line) }
            }
            let shown = lines.prefix(mostLines).map { "\($0)" }.joined(separator: ", ")
            let rest = lines.count > mostLines ? ", ..." : ""
            return "\(first); and \(others.count) more, \(lines.count == 1 ? "line" : "lines") \(shown)\(rest)"
        }
    }
}

/// Checks the sounds that an `.ahap` names, which its text alone cannot show.
enum SoundLint {
    /// Returns a diagnostic for each place that names a missing or unreadable sound.
    ///
    /// - Parameters:
    ///   - places: the places of the sound paths in a valid pattern.
    ///   - folder: the folder of the pattern file.
    static func diagnostics(
        _ places: [PatternInspection.SoundPlace], folder: String, _ search: SoundSearch
    ) -> [PatternDiagnostic] {
        // Each sound is opened only once, even if many events name it.
        var problems: [String: String?] = [:]
        return places.compactMap { place in
            let problem = problems[place.path] ?? problem(place.path, folder, search)
            problems[place.path] = .some(problem)
            return problem.map { PatternDiagnostic(.refused, place.error("left out: \($0)")) }
        }
    }

    private static func problem(_ path: String, _ folder: String, _ search: SoundSearch) -> String? {
        do throws(ThudError) {
            _ = try PatternSounds.read(path, beside: folder, search)
            return nil
        } catch {
            return error.description
        }
    }
}
