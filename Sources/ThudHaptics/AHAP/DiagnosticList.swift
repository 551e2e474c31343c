import ThudCore

/// Diagnostics in the order of the text, the first ``mostShown`` of them, whatever the order they come in.
///
/// What would stand behind those is counted, not made: a hostile file of a million warnings costs a million comparisons
/// and no sentence.
struct DiagnosticList {
    static let mostShown = 1_000

    private var kept: [(diagnostic: PatternDiagnostic, order: Int)] = []
    private var count = 0
    private var last = (line: Int.max, column: Int.max)
    private var leavesOutLosses = false

    /// Adds a diagnostic at a place, if it may be among those shown.
    mutating func add(_ disposition: Disposition, line: Int, column: Int, _ diagnostic: () -> SourceError) {
        count += 1
        guard (line, column) < last else {
            leavesOutLosses = leavesOutLosses || disposition.isLoss
            return
        }
        kept.append((PatternDiagnostic(disposition, diagnostic()), count))
        if kept.count >= 2 * Self.mostShown { cut() }
    }

    /// The diagnostics, and a sentence about those left out.
    func shown(file: String) -> [PatternDiagnostic] {
        var list = self
        list.cut()
        let diagnostics = list.kept.map(\.diagnostic)
        guard count > diagnostics.count else { return diagnostics }
        let rest = SourceError(
            file: file,
            message: "these are the first \(diagnostics.count) remarks; there are \(count - diagnostics.count) more")
        return diagnostics + [PatternDiagnostic(list.leavesOutLosses ? .ignored : .suspicious, rest)]
    }

    private mutating func cut() {
        kept.sort {
            let (one, other) = ($0.diagnostic.source, $1.diagnostic.source)
            return (one.line, one.column, $0.order) < (other.line, other.column, $1.order)
        }
        guard kept.count > Self.mostShown else { return }
        leavesOutLosses = leavesOutLosses || kept[Self.mostShown...].contains { $0.diagnostic.disposition.isLoss }
        kept.removeLast(kept.count - Self.mostShown)
        if let place = kept.last?.diagnostic.source { last = (place.line, place.column) }
    }
}
