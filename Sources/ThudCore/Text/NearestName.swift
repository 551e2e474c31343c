/// Finds the known name that a misspelt one most likely means.
package enum NearestName {
    /// Longer names are not typing mistakes, and comparing them takes quadratic time.
    private static let longest = 48

    /// Returns the nearest of `known`; nil if nothing is near. A name is near if it differs only in case, if one
    /// contains the other, or if at most a quarter of its letters differ.
    package static func of(_ name: String, among known: [String]) -> String? {
        guard name.utf8.count <= longest else { return nil }
        let written = Array(name.lowercased().utf8)
        let near = known.compactMap { candidate -> (name: String, distance: Int)? in
            let meant = Array(candidate.lowercased().utf8)
            let distance = distance(written, meant)
            let holds = written.count >= 4 && (holds(meant, written) || holds(written, meant))
            return holds || distance <= max(1, meant.count / 4) ? (candidate, distance) : nil
        }
        return near.min { $0.distance < $1.distance }?.name
    }

    /// Returns `; did you mean X?`, or an empty string if nothing is near.
    package static func question(_ name: String, among known: [String]) -> String {
        of(name, among: known).map { "; did you mean \($0)?" } ?? ""
    }

    private static func holds(_ whole: [UInt8], _ part: [UInt8]) -> Bool {
        guard !part.isEmpty, part.count <= whole.count else { return false }
        return (0...whole.count - part.count).contains { whole[$0...].starts(with: part) }
    }

    /// Returns the edit distance: insertions, deletions, changes, and swaps of neighbouring letters (Damerau 1964).
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var before: [Int] = []
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var next = [index + 1]
            for (column, meant) in other.enumerated() {
                var least = min(row[column] + (meant == letter ? 0 : 1), row[column + 1] + 1, next[column] + 1)
                if index > 0, column > 0, one[index - 1] == meant, other[column - 1] == letter {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[other.count]
    }
}
