import Testing
import ThudCore
import ThudPictures

@Suite("A picture of a result") struct ResultPictureTests {
    private static let red = Colour(0xFF3B30)
    private static let gold = Colour(0xFFD700)

    private func round(
        _ score: String = "12", heading: String = "Besa", stamp: String? = "Legjendë", emblem: Emblem = .none,
        date: String = "2026-11-24"
    ) throws -> ReadPNG {
        let stamp = stamp.map { ResultPicture.Stamp($0, colour: Self.gold) }
        return try drawn(
            heading: heading, .score(score, figures: "12/14 · 86 %", stamp: stamp, remark: "Të lumtë!"), emblem: emblem,
            date: date)
    }

    private func podium(_ names: [String], places: [Int]? = nil) throws -> ReadPNG {
        let places = names.enumerated().map { index, name in
            ResultPicture.Place(
                places?[index] ?? index + 1, name: name, score: "\(20 - index)", title: "", colour: Self.gold)
        }
        return try drawn(heading: "", .podium(places))
    }

    private func drawn(
        title: String = "KAPE!", heading: String, _ subject: ResultPicture.Subject, emblem: Emblem = .none,
        date: String = ""
    ) throws -> ReadPNG {
        let picture = ResultPicture(
            title: title, heading: heading, subject, accent: Self.red, emblem: emblem, date: date)
        return try #require(ReadPNG(picture.png()))
    }

    @Test func `has the size for phones, black inside a frame in the accent's colour`() throws {
        for picture in [try round(), try podium(["Besa", "Dritan", "Zoë"])] {
            #expect(picture.width == 1_080 && picture.height == 1_350)
            for (x, y) in [(0, 0), (1_079, 0), (0, 1_349), (1_079, 1_349), (120, 120), (959, 1_229)] {
                #expect(picture.pixel(x, y) == 0x000000, "\(x), \(y)")
            }
            for (x, y) in [(44, 675), (1_035, 675), (540, 44), (540, 1_305)] {
                #expect(picture.pixel(x, y) == 0xFF3B30, "\(x), \(y)")
            }
        }
    }

    @Test func `has a white score, which is larger if it is shorter, and the frame of the stamp in its colour`() throws
    {
        let score = 460..<780
        let (short, long) = (try round("7"), try round("1234567890123"))
        #expect(short.count(0xFFFFFF, in: 110..<970, score) > 15_000)
        #expect(short.height(in: 110..<970, score) > 280)
        #expect((40..<100).contains(long.height(in: 110..<970, score)))
        #expect(long.count(0xFFFFFF, in: 110..<970, score) > 5_000)
        #expect(short.count(0xFFD700, in: 110..<970, 800..<1_010) > 1_000)
        #expect(try round(stamp: nil).count(0xFFD700, in: 0..<1_080, 0..<1_350) == 0)
    }

    @Test func `makes long words smaller, so that they stay away from the frame`() throws {
        let wide = String(repeating: "W", count: 40)
        let heading = 225..<290
        let picture = try round(heading: wide)
        #expect(picture.inked(in: 110..<970, heading) > 2_000)
        #expect(picture.inked(in: 75..<108, heading) == 0 && picture.inked(in: 972..<1_005, heading) == 0)
        #expect(picture.height(in: 110..<970, heading) < (try round()).height(in: 110..<970, heading))
        // A step has less room. Text that would become too small to read is cut.
        let podium = try podium([wide, wide, wide])
        let name = 730..<775
        #expect(podium.inked(in: 406..<674, name) > 500)
        #expect(podium.inked(in: 100..<404, name) == 0 && podium.inked(in: 676..<980, name) == 0)
        #expect(try round(stamp: wide).inked(in: 75..<108, 800..<1_010) == 0)
    }

    @Test func `gives players who share a place equal steps, and further places a line each`() throws {
        let shared = try podium(["Besa", "Dritan", "Zoë"], places: [1, 2, 2])
        // The right edge of the right step, at a height that only a second place reaches.
        #expect(shared.inked(in: 960..<968, 945..<970) > 100)
        #expect(try podium(["Besa", "Dritan", "Zoë"]).inked(in: 960..<968, 945..<970) == 0)
        let line = 1_060..<1_160
        #expect(try podium(["A", "B", "C", "D", "E"]).inked(in: 110..<970, line) > 500)
    }

    @Test func `shows the emblem faintly behind the score, with its holes`() throws {
        func square(_ from: Double, _ to: Double) -> [Emblem.Corner] {
            [(from, from), (to, from), (to, to), (from, to)].map { Emblem.Corner(x: $0.0, y: $0.1) }
        }
        let emblem = Emblem(polygons: [square(0, 1), square(0.05, 0.2).reversed()])
        let picture = try round("7", emblem: emblem)
        // A fifth of the accent, as cairo rounds it.
        #expect([0x32, 0x33].contains(picture.pixel(206, 640) >> 16))
        #expect(picture.pixel(280, 380) == 0x000000)
        #expect(picture.pixel(400, 300) != 0x000000)
    }

    @Test func `shows the given day, and nothing else changes from one day to the next`() throws {
        let (first, second) = (try round(), try round(date: "2027-01-31"))
        let day = 1_215..<1_255
        #expect(first.inked(in: 300..<780, day) > 500)
        #expect(try round(date: "").inked(in: 110..<970, day) == 0)
        for y in 0..<1_350 where !day.contains(y) {
            for x in 0..<1_080 where first.pixel(x, y) != second.pixel(x, y) {
                Issue.record("\(x), \(y)")
                return
            }
        }
    }

    @Test func `survives any words`() throws {
        let hostile = ["", "\u{0}\u{1B}[31m\n", "\u{FFFE}", String(repeating: "🦅", count: 400)]
        for words in hostile {
            let score = ResultPicture.Subject.score(
                words, figures: words, stamp: .init(words, colour: Self.gold), remark: words)
            #expect(try drawn(title: words, heading: words, score, date: words).count(0xFF3B30) > 5_000)
            #expect(try podium([words, words, words, words]).count(0xFF3B30) > 5_000)
        }
        for count in [0, 1, 2, 30] { _ = try podium(Array(repeating: "Besa", count: count)) }
    }
}

extension ReadPNG {
    /// Returns the number of pixels of a part that have exactly this colour.
    fileprivate func count(_ colour: UInt32, in columns: Range<Int>, _ rows: Range<Int>) -> Int {
        rows.reduce(0) { sum, y in sum + columns.count { pixel($0, y) == colour } }
    }

    /// Returns the number of pixels of a part that are not black.
    fileprivate func inked(in columns: Range<Int>, _ rows: Range<Int>) -> Int {
        columns.count * rows.count - count(0, in: columns, rows)
    }

    /// Returns the number of rows of a part that contain anything.
    fileprivate func height(in columns: Range<Int>, _ rows: Range<Int>) -> Int {
        rows.count { inked(in: columns, $0..<$0 + 1) > 0 }
    }
}
