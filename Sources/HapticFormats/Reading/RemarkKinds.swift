import Haptics
import JSONText

/// Remarks, of each kind the first: a file of a thousand effects that are too loud has one thing wrong, not a thousand.
/// Two are of one kind where they differ in nothing but numbers.
struct RemarkKinds {
    /// So many kinds are told apart.
    static let most = 1_000

    private struct Kind: Hashable {
        let consequence: Consequence
        let path: String
        let message: String

        init(_ remark: PatternRemark) {
            consequence = remark.consequence
            path = Self.withoutNumbers(remark.path)
            message = Self.withoutNumbers(remark.message)
        }

        private static func withoutNumbers(_ text: String) -> String { text.filter { !"0123456789.".contains($0) } }
    }

    private var first: [PatternRemark] = []
    private var counts: [Int] = []
    private var indices: [Kind: Int] = [:]
    private var leftOut = 0
    private var leavesOutLosses = false

    mutating func add(_ remark: PatternRemark) {
        let kind = Kind(remark)
        if let index = indices[kind] {
            counts[index] += 1
        } else if first.count < Self.most {
            indices[kind] = first.count
            first.append(remark)
            counts.append(1)
        } else {
            leftOut += 1
            leavesOutLosses = leavesOutLosses || remark.consequence.isLoss
        }
    }

    /// The first of each kind, in the order in which they came, with the count of those like it; and a sentence about
    /// what was left out.
    var remarks: [PatternRemark] {
        let told = zip(first, counts).map { remark, count in
            count == 1 ? remark : PatternRemark(remark.consequence, remark.source.adding("; \(count - 1) more like it"))
        }
        guard leftOut > 0, let file = first.first?.source.file else { return told }
        let rest = SourceError(file: file, message: "and \(leftOut) more remarks")
        return told + [PatternRemark(leavesOutLosses ? .ignored : .suspicious, rest)]
    }
}

extension SourceError {
    fileprivate func adding(_ words: String) -> SourceError {
        SourceError(file: file, line: line, column: column, path: path, message: message + words)
    }
}
