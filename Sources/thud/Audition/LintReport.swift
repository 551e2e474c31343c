import Haptics
import JSONText

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
        var remarks: [PatternRemark] = []
        var broken: [SourceError] = []
        for subject in subjects {
            do throws(SourceError) {
                remarks += try subject.lint()
                _ = try subject.load()
            } catch {
                broken.append(error)
                if !remarks.contains(where: { tells($0, of: error) }) {
                    remarks.append(PatternRemark(.rejected, error))
                }
            }
        }
        tell(remarks)
        guard broken.isEmpty else {
            throw CommandError(
                .badInput, broken.count == 1 ? "one file is no pattern" : "\(broken.count) files are no patterns")
        }
        // What every loader takes as it stands is told, but nothing is wrong with it.
        let faults = remarks.count { $0.consequence != .accepted }
        guard faults == 0 else {
            throw CommandError(.failed, faults == 1 ? "one remark" : "\(faults) remarks")
        }
    }

    /// Whether a remark is the error, with a word before it about what comes of it.
    private func tells(_ remark: PatternRemark, of error: SourceError) -> Bool {
        let source = remark.source
        return source.file == error.file && source.line == error.line && source.column == error.column
            && source.message.hasSuffix(error.message)
    }

    private func tell(_ remarks: [PatternRemark]) {
        guard isJSON else {
            for remark in remarks { Console.result(remark.description) }
            return
        }
        let rows = remarks.map { remark -> JSONValue in
            [
                "file": .string(remark.source.file), "line": .number(Double(remark.source.line)),
                "column": .number(Double(remark.source.column)), "path": .string(remark.path),
                "consequence": .string(remark.consequence.word),
                "message": .string(remark.message),
            ]
        }
        Console.result(JSONValue.array(rows).text(.pretty))
    }
}
