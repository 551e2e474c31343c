import Testing

@testable import ThudTextRaster

@Suite struct HyphenationTests {
    @Test(arguments: [
        ("letërnjoftimi", 2, ["letër-", "njoftimi"]), ("nënshkrimimi", 2, ["nënshkri-", "mimi"]),
        ("PALLATI", 2, ["PA-", "LLATI"]), ("xhaxhallarë", 3, ["xha-", "xha-", "llarë"]),
        ("përgjegjësia", 2, ["përgje-", "gjësia"]), ("kundërshtarët", 2, ["kundër-", "shtarët"]), ("ab", 3, ["ab"]),
        ("dashnori", 2, ["dash-", "nori"]), ("qwrtpsdf", 2, ["qwrt-", "psdf"]),
        ("qwrshpsd", 2, ["qwr-", "shpsd"]), ("qwrtpsdfgata", 2, ["qwrtps-", "dfgata"]),
    ])
    func `words are hyphenated between syllables, never within a digraph`(word: String, count: Int, parts: [String]) {
        #expect(Hyphenation.parts(of: word[...], count: count) == parts)
    }

    @Test func `no letter of a word is lost, and each part can stand alone`() {
        let words = [
            "kryeministri", "ndërkombëtarizimi", "ëëëëëëëë", "shshshshsh", "Ωμέγαλφα", "a-b-c-d-e", "123456789",
            "qwrtps",
        ]
        for word in words {
            for count in 1...Hyphenation.mostParts {
                let parts = Hyphenation.parts(of: word[...], count: count)
                #expect((1...count).contains(parts.count))
                #expect(parts.dropLast().allSatisfy { $0.count > 2 } && (parts.last?.count ?? 0) >= 2, "\(parts)")
                #expect(parts.dropLast().allSatisfy { $0.hasSuffix("-") })
                #expect(parts.dropLast().map { String($0.dropLast()) }.joined() + (parts.last ?? "") == word)
            }
        }
    }

    @Test func `a word too long for a line is divided only on request`() throws {
        let typeface = try Typeface.find()
        let word = "Nënshkrimimitetete"
        #expect(typeface.raster(word, columns: 76, rows: 20) == nil)
        let divided = try #require(typeface.raster(word, columns: 76, rows: 20, hyphenates: true))
        #expect(divided.width <= 152 && divided.height <= 40)
        // Two lines: letters this wide can be high enough for more than one line.
        #expect(divided == typeface.raster("Nënshkri- mimitetete", columns: 76, rows: 20))
        let short = typeface.raster("Fustanella", columns: 76, rows: 20)
        #expect(short != nil && short == typeface.raster("Fustanella", columns: 76, rows: 20, hyphenates: true))
        #expect(typeface.raster("mmmmmm", columns: 30, rows: 20, hyphenates: true) != nil)
        #expect(typeface.raster("mmmmm", columns: 30, rows: 20, hyphenates: true) == nil, "short words stay whole")
        #expect(typeface.raster(String(repeating: "m", count: 400), columns: 76, rows: 20, hyphenates: true) == nil)
    }
}
