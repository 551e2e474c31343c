import Testing
import ThudTextRaster

struct RasterTests {
    private let typeface: Typeface

    init() throws { typeface = try Typeface.find() }

    private func set(_ text: String, _ columns: Int, _ rows: Int) throws -> Bitmap {
        try #require(typeface.raster(text, columns: columns, rows: rows))
    }

    @Test func `a small word is readable`() throws {
        let expected = """
             ▗▟████▖         ▐█▌
            ▐█▛▘  ▝▘ ▗▄▄▄▄   ▗▄▖
            ██       ▝▀▀▀▜█▖ ▐█▌
            ██       ▗█████▌ ▐█▌
            ▐█▙▖  ▗▖ ██  ▟█▌ ▐█▌
             ▝▜████▘ ▝██▛▜█▌ ▐█▌
                ▐▖          ▄▟█▘
               ▀▀           ▀▀▘
            """
        #expect(try set("Çaj", 20, 8).picture == expected)
    }

    @Test(arguments: [
        "Rakia", "Shqipëri", "Çaj mali", "Tavë kosi në furrë", "Përshëndetje", "MISH I HUAJ", "LEGJENDË", "KAPE!", "3",
    ])
    func `a card fills its box in one direction and is never larger`(text: String) throws {
        for (columns, rows) in [(76, 14), (116, 30), (196, 50)] {
            let image = try set(text, columns, rows)
            #expect(image.width <= 2 * columns && image.height <= 2 * rows)
            #expect(image.width.isMultiple(of: 2) && image.height.isMultiple(of: 2))
            let (width, height) = (Double(image.width) / Double(2 * columns), Double(image.height) / Double(2 * rows))
            #expect(max(width, height) >= 0.9, "\(columns) by \(rows): \(image.width) by \(image.height)")
        }
    }

    @Test func `ink reaches all four edges, to within half a cell`() throws {
        for text in ["Shqipëri", "Çaj mali", "ËÇ ëç", "Tavë kosi në furrë"] {
            let image = try set(text, 90, 24)
            let (rows, columns) = (image.inkedRows, image.inkedColumns)
            #expect(rows.first?.lowerBound == 0)
            #expect(try #require(rows.last).upperBound >= image.height - 1)
            #expect(try #require(columns.first).lowerBound <= 1)
            #expect(try #require(columns.last).upperBound >= image.width - 1)
        }
    }

    @Test(arguments: [8, 10, 14, 20, 30, 50])
    func `two dots stand clear above their letter`(rows: Int) throws {
        let plain = try set("E", 400, rows)
        let dotted = try set("Ë", 400, rows)
        // The dots are not clipped but take room from the letter, so it is narrower in a box of equal height.
        #expect(dotted.inkedRows.count == 2)
        #expect(dotted.width < plain.width)
        let dots = try #require(dotted.inkedRows.first)
        let columns = (0..<dotted.width).map { x in dots.contains { y in dotted[x, y] } }
        #expect(zip(columns, columns.dropFirst()).count { !$0 && $1 } + (columns[0] ? 1 : 0) == 2)
    }

    @Test func `a separate accent gives the same picture`() throws {
        for (together, apart) in [("Shqipëri", "Shqipe\u{308}ri"), ("ÇAJ", "C\u{327}AJ"), ("ḥ", "h\u{323}")] {
            #expect(try set(together, 76, 14) == set(apart, 76, 14))
            #expect(together.unicodeScalars.count < apart.unicodeScalars.count)
        }
    }

    @Test func `lines break if that gives larger letters`() throws {
        // Gaps between lines, visible in letters without dots.
        #expect(try set("AHA AHA", 60, 30).inkedRows.count == 2)
        #expect(try set("AHA AHA", 60, 8).inkedRows.count == 1)
        #expect(try set("AHA AHA AHA", 40, 40).inkedRows.count == 3)
        #expect(try set("AHA\u{A0}AHA", 60, 30).inkedRows.count == 1)
        for text in ["AHA\nAHA", "AHA\tAHA"] { #expect(try set(text, 60, 30) == set(" AHA  AHA ", 60, 30)) }
    }

    @Test func `broken lines have taller letters than one line in the same box`() throws {
        let broken = try set("AHA AHA", 60, 30)
        let whole = try set("AHA\u{A0}AHA", 60, 30)
        #expect(try #require(broken.inkedRows.first).count > #require(whole.inkedRows.first).count)
    }

    @Test func `lines are centred`() throws {
        let image = try set("HHHH H", 40, 30)
        let second = try #require(image.inkedRows.last)
        let inked = (0..<image.width).filter { x in second.contains { y in image[x, y] } }
        let (left, right) = (try #require(inked.first), image.width - 1 - (try #require(inked.last)))
        #expect(abs(left - right) <= 1)
    }

    @Test func `a longer word is smaller and has all its letters`() throws {
        var last = Int.max
        for count in 1...16 {
            let image = try set(String(repeating: "H", count: count), 116, 30)
            #expect(image.inkedColumns.count == count)
            #expect(image.height <= last)
            last = image.height
        }
        #expect(typeface.raster(String(repeating: "H", count: 60), columns: 116, rows: 30) == nil)
    }

    @Test func `a full stop is no larger than beside an x`() throws {
        #expect(try set(".", 40, 20).height <= set("x", 40, 20).height / 2)
    }

    @Test func `letters never run into each other`() throws {
        for columns in 30...90 { #expect(try set("KAPER", columns, 40).patches == 5, "\(columns) columns") }
    }
}
