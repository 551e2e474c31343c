/// Finds the known name that a misspelt one most likely means.
package enum NearestName {
    /// Longer names are not typing mistakes, and comparing them takes quadratic time.
    private static let longest = 48

    /// Returns `; did you mean X?`, or other advice if nothing is near. Of several names that are near, it has the
    /// nearest `most`: `; did you mean X or Y?`. A name is near if it differs only in case, if one contains the other,
    /// or if at most a quarter of its letters differ.
    package static func question(
        _ name: String, among known: [String], atMost most: Int = 1, or advice: String = ""
    ) -> String {
        let near = near(name, among: known).sorted { $0.distance < $1.distance }
        guard !near.isEmpty else { return advice }
        return "; did you mean \(near.prefix(most).map(\.name).joined(separator: " or "))?"
    }

    private static func near(_ name: String, among known: [String]) -> [(name: String, distance: Int)] {
        guard name.utf8.count <= longest else { return [] }
        let written = Array(name.lowercased().utf8)
        let group = written + [UInt8(ascii: "/")]
        return known.compactMap { candidate in
            let meant = Array(candidate.lowercased().utf8)
            // A cue with variants, such as `step/tap`, is not one itself.
            if meant.starts(with: group) { return (candidate, 0) }
            // A distance is at least the difference in length, and exactly that if one name contains the other.
            let least = abs(meant.count - written.count)
            if written.count >= 4, holds(meant, written) || holds(written, meant) { return (candidate, least) }
            let most = max(1, meant.count / 4)
            guard least <= most, let distance = distance(written, meant, atMost: most) else { return nil }
            return (candidate, distance)
        }
    }

    private static func holds(_ whole: [UInt8], _ part: [UInt8]) -> Bool {
        guard !part.isEmpty, part.count <= whole.count else { return false }
        return (0...whole.count - part.count).contains { whole[$0...].starts(with: part) }
    }

    /// Returns the edit distance: insertions, deletions, changes, and swaps of neighbouring letters (Damerau 1964); nil
    /// if it is more than `most`. It is called for each known name while other cues wait. So it leaves out what both
    /// names begin with, and stops once they differ too much.
    private static func distance(_ one: [UInt8], _ other: [UInt8], atMost most: Int) -> Int? {
        let same = zip(one, other).prefix { $0 == $1 }.count
        let (one, other) = (Array(one[same...]), Array(other[same...]))
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
            // A swap continues from the row before the last.
            guard next.contains(where: { $0 <= most + 1 }) else { return nil }
            (before, row) = (row, next)
        }
        return row[other.count] <= most ? row[other.count] : nil
    }
}
