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
        var remarks: [SourceError] = []
        var broken: [SourceError] = []
        for subject in subjects {
            do throws(SourceError) {
                remarks += try subject.lint()
                _ = try subject.load()
            } catch {
                broken.append(error)
                if !remarks.contains(where: { tells($0, of: error) }) { remarks.append(error) }
            }
        }
        tell(remarks)
        guard broken.isEmpty else {
            throw CommandError(
                .badInput, broken.count == 1 ? "one file is no pattern" : "\(broken.count) files are no patterns")
        }
        guard remarks.isEmpty else {
            throw CommandError(.failed, remarks.count == 1 ? "one remark" : "\(remarks.count) remarks")
        }
    }

    /// Whether a remark is the error, with a word before it about what comes of it.
    private func tells(_ remark: SourceError, of error: SourceError) -> Bool {
        remark.file == error.file && remark.line == error.line && remark.column == error.column
            && remark.message.hasSuffix(error.message)
    }

    private func tell(_ remarks: [SourceError]) {
        guard isJSON else {
            for remark in remarks { Console.result(remark.description) }
            return
        }
        let rows = remarks.map { remark -> JSONValue in
            [
                "file": .string(remark.file), "line": .number(Double(remark.line)),
                "column": .number(Double(remark.column)), "path": .string(remark.path),
                "message": .string(remark.message),
            ]
        }
        Console.result(JSONValue.array(rows).text(.pretty))
    }
}
