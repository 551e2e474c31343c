import JSONText

/// Remarks in the order of the text, the first ``mostShown`` of them, whatever the order they come in.
///
/// What would stand behind those is counted, not made: a hostile file of a million oddities costs a million comparisons
/// and no sentence.
struct RemarkList {
    static let mostShown = 1_000

    private var kept: [(remark: PatternRemark, order: Int)] = []
    private var count = 0
    private var last = (line: Int.max, column: Int.max)
    private var leavesOutLosses = false

    /// Adds a remark at a place, if it may be among those shown.
    mutating func add(_ consequence: Consequence, line: Int, column: Int, _ remark: () -> SourceError) {
        count += 1
        guard (line, column) < last else {
            leavesOutLosses = leavesOutLosses || consequence.isLoss
            return
        }
        kept.append((PatternRemark(consequence, remark()), count))
        if kept.count >= 2 * Self.mostShown { cut() }
    }

    /// The remarks, and a sentence about those left out.
    func shown(file: String) -> [PatternRemark] {
        var list = self
        list.cut()
        let remarks = list.kept.map(\.remark)
        guard count > remarks.count else { return remarks }
        let rest = SourceError(
            file: file,
            message: "these are the first \(remarks.count) remarks; there are \(count - remarks.count) more")
        return remarks + [PatternRemark(list.leavesOutLosses ? .ignored : .suspicious, rest)]
    }

    private mutating func cut() {
        kept.sort {
            let (one, other) = ($0.remark.source, $1.remark.source)
            return (one.line, one.column, $0.order) < (other.line, other.column, $1.order)
        }
        guard kept.count > Self.mostShown else { return }
        leavesOutLosses = leavesOutLosses || kept[Self.mostShown...].contains { $0.remark.consequence.isLoss }
        kept.removeLast(kept.count - Self.mostShown)
        if let place = kept.last?.remark.source { last = (place.line, place.column) }
    }
}
