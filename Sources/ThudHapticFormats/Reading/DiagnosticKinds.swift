import ThudCore
import ThudHaptics

/// Diagnostics, of each kind the first: a file of a thousand effects that are too loud has one thing wrong, not a thousand.
/// Two are of one kind where they differ in nothing but numbers.
struct DiagnosticKinds {
    /// So many kinds are told apart.
    static let most = 1_000

    private struct Kind: Hashable {
        let disposition: Disposition
        let path: String
        let message: String

        init(_ diagnostic: PatternDiagnostic) {
            disposition = diagnostic.disposition
            path = Self.withoutNumbers(diagnostic.path)
            message = Self.withoutNumbers(diagnostic.message)
        }

        private static func withoutNumbers(_ text: String) -> String { text.filter { !"0123456789.".contains($0) } }
    }

    private var first: [PatternDiagnostic] = []
    private var counts: [Int] = []
    private var indices: [Kind: Int] = [:]
    private var leftOut = 0
    private var leavesOutLosses = false

    mutating func add(_ diagnostic: PatternDiagnostic) {
        let kind = Kind(diagnostic)
        if let index = indices[kind] {
            counts[index] += 1
        } else if first.count < Self.most {
            indices[kind] = first.count
            first.append(diagnostic)
            counts.append(1)
        } else {
            leftOut += 1
            leavesOutLosses = leavesOutLosses || diagnostic.disposition.isLoss
        }
    }

    /// The first of each kind, in the order in which they came, with the count of those like it; and a sentence about
    /// what was left out.
    var diagnostics: [PatternDiagnostic] {
        let told = zip(first, counts).map { diagnostic, count in
            count == 1
                ? diagnostic
                : PatternDiagnostic(diagnostic.disposition, diagnostic.source.adding("; \(count - 1) more like it"))
        }
        guard leftOut > 0, let file = first.first?.source.file else { return told }
        let rest = SourceError(file: file, message: "and \(leftOut) more remarks")
        return told + [PatternDiagnostic(leavesOutLosses ? .ignored : .suspicious, rest)]
    }
}

extension SourceError {
    fileprivate func adding(_ words: String) -> SourceError {
        SourceError(file: file, line: line, column: column, path: path, message: message + words)
    }
}
