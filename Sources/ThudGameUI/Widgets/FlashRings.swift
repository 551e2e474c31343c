import ThudTerminal

/// The light of a flash from the middle of an area: concentric rings, each darker than the one inside it. There are
/// few rings, because each change of colour within a row is written to the terminal.
struct FlashRings {
    struct Run: Hashable {
        let area: Area
        /// The ring's fraction of the light.
        let share: Double
    }

    private let whole: Area

    init(_ whole: Area) { self.whole = whole }

    /// The radius of each ring, in halves of the area's width and height, and its fraction of the light. Even the
    /// darkest ring is bright enough for black letters.
    private static let rings: [(reach: Double, share: Double)] = [
        (0.6, 1), (0.8, 0.88), (1, 0.76), (1.2, 0.64), (.infinity, 0.52),
    ]

    var runs: [Run] { (0..<whole.rows).flatMap(runs(ofRow:)) }

    private func runs(ofRow row: Int) -> [Run] {
        let shares = (0..<whole.columns).map { share($0, row) }
        var runs: [Run] = []
        var start = 0
        for end in 1...max(1, shares.count)
        where end == shares.count || end < shares.count && shares[end] != shares[start] {
            let area = whole.part(column: start, row: row, columns: end - start, rows: 1)
            runs.append(Run(area: area, share: shares[start]))
            start = end
        }
        return runs
    }

    private func share(_ column: Int, _ row: Int) -> Double {
        let x = (2 * Double(column) + 1) / Double(whole.columns) - 1
        let y = (2 * Double(row) + 1) / Double(whole.rows) - 1
        let distance = (x * x + y * y).squareRoot()
        return Self.rings.first { distance <= $0.reach }?.share ?? 0
    }
}
