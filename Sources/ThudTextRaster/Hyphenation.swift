/// Hyphenates words that are too long for any line, between syllables as Albanian does.
enum Hyphenation {
    /// Shorter words, in characters, are never divided.
    static let shortest = 6
    /// A word in more parts is hardly readable.
    static let mostParts = 4
    private static let digraphs: Set<String> = ["dh", "gj", "ll", "nj", "rr", "sh", "th", "xh", "zh"]
    private static let vowels: Set<Character> = Set("aeëiouyàáâãäåæèéêìíîïòóôõöøùúûü")
    /// The fewest characters before and after a hyphen.
    private static let fewest = 2

    /// Returns a word in `count` parts of similar length, all but the last with a hyphen; in fewer if it is too short.
    static func parts(of word: Substring, count: Int) -> [String] {
        let letters = Array(word)
        var starts = [0]
        for part in 1..<max(1, count) {
            let ideal = letters.count * part / count
            let earliest = (starts.last ?? 0) + fewest
            guard earliest <= letters.count - fewest else { break }
            starts.append(start(near: ideal, in: letters, earliest...letters.count - fewest))
        }
        let ends = starts.dropFirst() + [letters.count]
        return zip(starts, ends).map { start, end in String(letters[start..<end]) + (end == letters.count ? "" : "-") }
    }

    /// Returns the start of a part near `ideal`: a syllable if one is near, else any position that divides no digraph.
    private static func start(near ideal: Int, in letters: [Character], _ places: ClosedRange<Int>) -> Int {
        func nearest(_ isAllowed: (Int) -> Bool) -> Int? {
            places.filter(isAllowed).min { (abs($0 - ideal), $0) < (abs($1 - ideal), $1) }
        }
        if let syllable = nearest({ beginsSyllable($0, letters) }), abs(syllable - ideal) <= fewest { return syllable }
        return nearest { !isDigraph($0 - 1, letters) } ?? places.lowerBound
    }

    /// Returns whether a syllable begins here. Between vowels it takes a single consonant, or all but the first.
    private static func beginsSyllable(_ place: Int, _ letters: [Character]) -> Bool {
        guard isConsonant(place, letters), !isDigraph(place - 1, letters) else { return false }
        var end = place
        while isConsonant(end, letters) { end += 1 }
        guard isVowel(end, letters) else { return false }
        let before = isDigraph(place - 2, letters) ? place - 2 : place - 1
        if isVowel(before, letters) { return end == place + (isDigraph(place, letters) ? 2 : 1) }
        return isConsonant(before, letters) && isVowel(before - 1, letters)
    }

    private static func isConsonant(_ place: Int, _ letters: [Character]) -> Bool {
        letters.indices.contains(place) && letters[place].isLetter && !isVowel(place, letters)
    }

    private static func isVowel(_ place: Int, _ letters: [Character]) -> Bool {
        letters.indices.contains(place) && letters[place].lowercased().allSatisfy(vowels.contains)
    }

    private static func isDigraph(_ place: Int, _ letters: [Character]) -> Bool {
        letters.indices.contains(place) && letters.indices.contains(place + 1)
            && digraphs.contains(String(letters[place...place + 1]).lowercased())
    }
}
