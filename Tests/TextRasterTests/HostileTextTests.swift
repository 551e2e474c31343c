import Testing
import ThudCore
import ThudTextRaster

struct HostileTextTests {
    private let typeface: Typeface

    init() throws { typeface = try Typeface.find() }

    @Test(arguments: [
        "مرحبا", "שלום", "नमस्ते", "ไทย", "日本語", "한국어", "🍕", "pica 🍕", "🇦🇱", "👨‍👩‍👧", "\u{FE0F}", "a\u{FE0F}",
    ])
    func `scripts that cannot be set letter by letter give no picture`(text: String) {
        #expect(typeface.raster(text, columns: 196, rows: 50) == nil)
    }

    @Test(arguments: [
        "", " ", "\n\t ", "\u{A0}", "\0", "a\0b", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{9B}", "a\u{200B}b", "a\u{200D}b",
        "\u{202E}abc", "\u{2066}abc", "so\u{AD}ft", "\u{FEFF}a", "\u{308}", "x\u{302}\u{302}", "\u{FFFD}", "\u{10FFFF}",
    ])
    func `empty and unprintable text gives no picture`(text: String) {
        #expect(typeface.raster(text, columns: 196, rows: 50) == nil)
    }

    @Test func `endless text gives no picture`() {
        for text in ["a", "a ", "e\u{308}", "\u{308}", "日", " ", "\u{200B}"] {
            #expect(typeface.raster(String(repeating: text, count: 10_000), columns: 1_000, rows: 500) == nil)
        }
        #expect(typeface.raster("e" + String(repeating: "\u{308}", count: 1_000), columns: 100, rows: 50) == nil)
    }

    @Test(arguments: [(0, 0), (0, 10), (10, 0), (-1, 5), (5, -1), (.min, .min), (1, 1), (3, 2), (.min, .max)])
    func `a box without room gives no picture`(columns: Int, rows: Int) {
        #expect(typeface.raster("Rakia", columns: columns, rows: rows) == nil)
    }

    @Test func `an endless box is filled in part`() throws {
        let image = try #require(typeface.raster("H", columns: .max, rows: .max))
        #expect((1_000...1_024).contains(image.height))
    }

    @Test func `any picture fits within its box`() {
        var random = SeededGenerator(seed: 20_260)
        let letters = Array("aaeëiouçjgqlmnrstHËÇWMI.,!?'-–—…3 8    \u{308}\u{327}\u{A0}ẞŁǅЖΩﬁ‰→")
        var pictures = 0
        for _ in 0..<600 {
            let text = String(
                (0..<Int.random(in: 1...40, using: &random)).map { _ in letters.randomElement(using: &random)! })
            let (columns, rows) = (Int.random(in: 0...120, using: &random), Int.random(in: 0...40, using: &random))
            guard let image = typeface.raster(text, columns: columns, rows: rows) else { continue }
            pictures += 1
            #expect(image.width <= 2 * columns && image.height <= 2 * rows, "\(text) in \(columns) by \(rows)")
            #expect(image.width % 2 == 0 && image.height % 2 == 0 && !image.inkedRows.isEmpty)
        }
        #expect(pictures > 100)
    }

    @Test func `any scalar is set or left out safely`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<3_000 {
            let value = UInt32.random(in: 0...(Bool.random(using: &random) ? 0x2FFF : 0x10FFFF), using: &random)
            guard let scalar = Unicode.Scalar(value) else { continue }
            if let image = typeface.raster("a" + String(Character(scalar)), columns: 40, rows: 12) {
                #expect(image.width <= 80 && image.height <= 24)
            }
        }
    }
}
