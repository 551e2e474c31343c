/// Symmetric positive equations in which only neighbours meet, solved by Cholesky's decomposition inside their band.
struct BandedEquations {
    /// Row by row from its first entry up to the diagonal.
    private var rows: [[Double]] = []
    private var firsts: [Int] = []
    private var right: [Double] = []

    /// Adds the row of the next unknown: its products with those from `first` on, itself last, and the right side.
    mutating func append(first: Int, row: [Double], right value: Double) {
        firsts.append(first)
        rows.append(row)
        right.append(value)
    }

    /// The unknowns; one that nothing determines is zero.
    func solved() -> [Double] {
        var (rows, values) = (rows, right)
        for row in rows.indices {
            let first = firsts[row]
            for column in first..<row {
                let from = max(first, firsts[column])
                var entry = rows[row][column - first]
                for inner in from..<max(from, column) {
                    entry -= rows[row][inner - first] * rows[column][inner - firsts[column]]
                }
                let pivot = rows[column][column - firsts[column]]
                rows[row][column - first] = pivot > 0 ? entry / pivot : 0
            }
            let own = rows[row][row - first]
            let left = rows[row].dropLast().reduce(own) { $0 - $1 * $1 }
            rows[row][row - first] = left > own * 1e-9 ? left.squareRoot() : 0
        }
        for row in rows.indices {
            for column in firsts[row]..<row { values[row] -= rows[row][column - firsts[row]] * values[column] }
            let pivot = rows[row][row - firsts[row]]
            values[row] = pivot > 0 ? values[row] / pivot : 0
        }
        for row in rows.indices.reversed() {
            let pivot = rows[row][row - firsts[row]]
            values[row] = pivot > 0 ? values[row] / pivot : 0
            for column in firsts[row]..<row { values[column] -= rows[row][column - firsts[row]] * values[row] }
        }
        return values
    }
}
