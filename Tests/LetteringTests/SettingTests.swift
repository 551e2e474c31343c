import Lettering
import Motion
import Testing

/// Words in large letters. The letter l is one upright stroke that touches no other, so that letters can be counted.
@Suite struct SettingTests {
    private let typeface: Typeface

    init() throws { typeface = try Typeface.find() }

    private static let words = [
        "Tavë", "kosi", "Përshëndetje", "i", "WWW", "gjyqtar", "ÇËÅŘ", "Ünikë", "Ωμέγα", "Ёжик", "100%", "—", "·",
        "jjj", "M",
    ]

    @Test(arguments: 0..<4)
    func `whatever the words and the box, the letters fit it and are whole cells`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var drawn = 0
        for _ in 0..<150 {
            let text = (0...generator.index(below: 6))
                .map { _ in Self.words[generator.index(below: Self.words.count)] }.joined(separator: " ")
            let (columns, rows) = (1 + generator.index(below: 120), 1 + generator.index(below: 40))
            guard let bitmap = typeface.setting(text, columns: columns, rows: rows) else { continue }
            drawn += 1
            #expect(bitmap.width <= 2 * columns && bitmap.height <= 2 * rows, "\(text) in \(columns) x \(rows)")
            #expect(bitmap.width % 2 == 0 && bitmap.height % 2 == 0)
            #expect(bitmap.ink > 0, "\(text) in \(columns) x \(rows)")
        }
        #expect(drawn > 40)
    }

    @Test(arguments: 0..<4)
    func `no letter is cut or lost, and none touches another`(seed: UInt64) {
        var generator = SeededGenerator(seed: 50 + seed)
        var drawn = 0
        for _ in 0..<80 {
            let lengths = (0...generator.index(below: 8)).map { _ in 1 + generator.index(below: 8) }
            let text = lengths.map { String(repeating: "l", count: $0) }.joined(separator: " ")
            let (columns, rows) = (3 + generator.index(below: 60), 3 + generator.index(below: 50))
            guard let bitmap = typeface.setting(text, columns: columns, rows: rows) else { continue }
            drawn += 1
            let parts = bitmap.parts
            #expect(parts.count == lengths.reduce(0, +), "\(text) in \(columns) x \(rows)\n\(bitmap.text)")
            #expect(Set(parts.map(\.height)).count == 1, "\(text) in \(columns) x \(rows)\n\(bitmap.text)")
            #expect(Set(parts.map(\.width)).count == 1, "\(text) in \(columns) x \(rows)\n\(bitmap.text)")
        }
        #expect(drawn > 30)
    }

    @Test func `forty lines are forty lines, the last as high as the first`() throws {
        let text = Array(repeating: "l", count: 40).joined(separator: " ")
        let bitmap = try #require(typeface.setting(text, columns: 3, rows: 260))
        #expect(bitmap.parts.count == 40)
        #expect(Set(bitmap.parts.map(\.height)).count == 1)
    }

    @Test func `words are broken over lines where that makes the letters larger, and only there`() throws {
        let square = try #require(typeface.setting("llll llll", columns: 30, rows: 26))
        let joined = try #require(typeface.setting("lllllllll", columns: 30, rows: 26))
        #expect(Set(square.parts.map(\.top)).count == 2)
        #expect(try #require(square.parts.first).height > (try #require(joined.parts.first).height))
        let flat = try #require(typeface.setting("llll llll", columns: 60, rows: 6))
        #expect(Set(flat.parts.map(\.top)).count == 1)
    }

    @Test func `each line stands in the middle`() throws {
        let bitmap = try #require(typeface.setting("ll llll ll", columns: 20, rows: 40))
        for (_, line) in Dictionary(grouping: bitmap.parts, by: \.top) {
            let left = line.map(\.left).min() ?? 0
            let right = bitmap.width - 1 - (line.map(\.right).max() ?? 0)
            #expect(abs(left - right) <= 2, "\(bitmap.text)")
        }
    }

    @Test func `a longer word is smaller, and too long a word is none`() throws {
        let heights = [2, 4, 8, 12, 16].map { count in
            typeface.setting(String(repeating: "l", count: count), columns: 50, rows: 20)?.parts.first?.height ?? 0
        }
        #expect(heights == heights.sorted(by: >))
        #expect(Set(heights).count > 3)
        #expect(heights.allSatisfy { $0 > 0 })
        #expect(typeface.setting(String(repeating: "l", count: 40), columns: 50, rows: 20) == nil)
    }

    @Test func `a larger box makes larger letters, to its edge`() throws {
        for (columns, rows) in [(20, 6), (40, 12), (80, 24), (160, 48)] {
            let bitmap = try #require(typeface.setting("Tavë", columns: columns, rows: rows))
            let isWide = Double(bitmap.width) > 0.85 * Double(2 * columns)
            let isHigh = Double(bitmap.height) > 0.85 * Double(2 * rows)
            #expect(isWide || isHigh, "\(bitmap.text)")
        }
    }

    @Test func `a letter and a diaeresis are the letter with one`() throws {
        let composed = try #require(typeface.setting("Tav\u{EB} \u{E7}", columns: 40, rows: 12))
        #expect(typeface.setting("Tave\u{308} c\u{327}", columns: 40, rows: 12) == composed)
        #expect(typeface.setting("Tave c", columns: 40, rows: 12) != composed)
    }

    @Test func `space of any kind and amount is one`() throws {
        let plain = try #require(typeface.setting("a b", columns: 30, rows: 8))
        #expect(typeface.setting("  a \t\r\n\u{2028} b\u{3000}\u{A0}", columns: 30, rows: 8) == plain)
    }

    @Test func `a small word can be read`() throws {
        let bitmap = try #require(typeface.setting("Tavë", columns: 32, rows: 7))
        let word = """
            ████████▌                 ▐█ █▌
               ██▌  ██▛██▙▖ ▜█▖  ██▘ ▄████▙▖
               ██▌  ▗▄▄▄▟█▌ ▝██ ▟█▌ ▐██▄▄▟██
               ██▌ ▐██ ▗▟█▌  ▝█▙█▛  ▝██▄▖▄▄▖
               ▀▀▘  ▝▀▀▀▝▀▘   ▀▀▀     ▀▀▀▀▀▘
            """
        #expect(bitmap.text == word)
    }
}
