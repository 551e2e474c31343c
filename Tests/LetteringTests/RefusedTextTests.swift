import Lettering
import Motion
import Testing

@Suite struct RefusedTextTests {
    private let typeface: Typeface

    init() throws { typeface = try Typeface.find() }

    @Test(arguments: [
        "", " ", "\n\t", "مرحبا", "שלום", "漢字", "かな", "한국어", "नमस्ते", "ไทย", "🦅", "❤️", "🇦🇱", "Tavë 🦅", "a漢",
        "a\u{0}b", "\u{1B}[31m", "\u{7}", "a\u{7F}", "\u{85}x\u{9B}", "\u{200B}", "a\u{200B}b", "a\u{200D}b",
        "\u{FEFF}a", "a\u{202E}b",
        "\u{E000}", "\u{10FFFF}", "\u{301}", "e\u{301}\u{302}\u{303}", "x\u{338}",
    ])
    func `what cannot be set in large letters is not set at all`(text: String) {
        #expect(typeface.setting(text, columns: 60, rows: 20) == nil)
    }

    @Test func `a box that is too small has no letters`() {
        for (columns, rows) in [(0, 0), (0, 10), (10, 0), (-1, 5), (5, -1), (1, 1), (60, 2), (2, 60), (.min, .min)] {
            #expect(typeface.setting("Tavë", columns: columns, rows: rows) == nil, "\(columns) x \(rows)")
        }
    }

    @Test func `a box without end is filled as far as a screen could go`() throws {
        let bitmap = try #require(typeface.setting("A", columns: .max, rows: .max))
        #expect(bitmap.width <= 2 * Typeface.largestBox && bitmap.height <= 2 * Typeface.largestBox)
        #expect(bitmap.height > Typeface.largestBox / 2)
    }

    @Test func `hostile texts are refused or set, and nothing worse`() {
        let floods = [
            String(repeating: "a", count: 10_000), String(repeating: "a ", count: 10_000),
            "a" + String(repeating: "\u{301}", count: 10_000), String(repeating: " ", count: 10_000),
            String(repeating: "\u{200D}", count: 10_000), String(repeating: "a\u{308}", count: 81),
        ]
        for text in floods { #expect(typeface.setting(text, columns: 80, rows: 24) == nil) }
        #expect(typeface.setting(String(repeating: " ", count: 79) + "a", columns: 80, rows: 24) != nil)
        #expect(typeface.setting(String(repeating: "a ", count: 40), columns: 200, rows: 60) != nil)
    }

    @Test(arguments: 0..<4)
    func `any scalars at all do no harm`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var text = ""
            for _ in 0...generator.index(below: 10) {
                let bound = generator.chance(0.5) ? 0x600 : 0x110000
                if let scalar = Unicode.Scalar(UInt32(generator.index(below: bound))) {
                    text.unicodeScalars.append(scalar)
                }
            }
            let bitmap = typeface.setting(text, columns: 40, rows: 10)
            #expect(bitmap.map { $0.width <= 80 && $0.height <= 20 } != false)
        }
    }

    @Test(arguments: ["/nowhere/DejaVuSans-Bold.ttf", "/dev/null", "/etc/passwd", "/", ""])
    func `a font that is not there, or is none, is one sentence that says what to do`(path: String) {
        let error = #expect(throws: LetteringError.self) { try Typeface(path: path) }
        #expect(
            error?.description == "\(path): this is no font that FreeType can read; install fonts-dejavu-core again")
    }
}
