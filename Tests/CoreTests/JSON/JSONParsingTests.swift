import Testing
import ThudCore

@Suite("JSON parsing with positions") struct JSONParsingTests {
    @Test func `every value knows its line and column`() throws {
        let root = try JSONNode.parse("{\n  \"a\": [1,\r\n \"x\"],\r\t\"b\": null }")
        #expect(root.line == 1 && root.column == 1)
        let array = try #require(root["a"])
        #expect(array.line == 2 && array.column == 8)
        guard case .array(let elements) = array.content else { return #expect(Bool(false)) }
        #expect(elements.map(\.line) == [2, 3])
        #expect(elements.map(\.column) == [9, 2])
        #expect(root["b"]?.line == 4 && root["b"]?.column == 7)
    }

    @Test func `columns count characters, not bytes`() throws {
        let root = try JSONNode.parse("[\"ëçë🦅\", 7]")
        guard case .array(let elements) = root.content else { return #expect(Bool(false)) }
        #expect(elements[1].column == 10)
        #expect(try JSONNode.parse("{\"ë\": 1,\n \"a\": 7}")["a"]?.column == 7)
    }

    @Test func `a byte order mark is skipped and takes no column`() throws {
        #expect(try JSONNode.parse([0xEF, 0xBB, 0xBF] + Array("7".utf8)).column == 1)
    }

    @Test func `members keep their order, and the last value of a repeated name wins`() throws {
        let root = try JSONNode.parse(#"{"z": 1, "a": 2, "z": 3}"#)
        #expect(root.value == ["z": 3.0, "a": 2.0])
    }

    @Test func `a large object follows the same rules`() throws {
        let members = (0..<5000).map { "\"k\($0 % 4000)\": \($0)" }.joined(separator: ",")
        let root = try JSONNode.parse("{\(members)}")
        guard case .object(let all) = root.content else { return #expect(Bool(false)) }
        #expect(all.count == 4000)
        #expect(all[999].node.value == .number(4999))
        #expect(all[1000].node.value == .number(1000))
    }

    @Test(arguments: [
        ("-0", -0.0), ("0.5", 0.5), ("1e3", 1000), ("1E+2", 100), ("25e-1", 2.5), ("5e-324", .leastNonzeroMagnitude),
    ])
    func `numbers are read as doubles`(text: String, value: Double) throws {
        #expect(try JSONNode.parse(text).content == .number(value))
    }

    @Test func `escapes and surrogate pairs are read as characters`() throws {
        #expect(
            try JSONNode.parse(#""\"\\\/\b\f\n\r\t\u00eb\uD83E\uDD85""#).content
                == .string("\"\\/\u{8}\u{C}\n\r\të🦅"))
    }

    @Test func `trailing commas are accepted only on request`() throws {
        let text = #"{"a": [1, 2,], }"#
        #expect(try JSONNode.parse(text, options: .lenient).value == ["a": [1.0, 2.0]])
        let error = try #require(throws: ThudError.self) { try JSONNode.parse(text) }
        #expect(error.description == "1:13: expected a value after the comma, found `]`")
        #expect(throws: ThudError.self) { try JSONNode.parse("[,]", options: .lenient) }
        #expect(throws: ThudError.self) { try JSONNode.parse("[1,,]", options: .lenient) }
    }
}

@Suite("Broken JSON") struct BrokenJSONTests {
    @Test(arguments: [
        ("", "1:1: expected a value, found the end of the text"),
        ("{\"a\" 1}", "1:6: expected `:` after the name, found `1`"),
        ("{a: 1}", "1:2: expected a name in quotes, found `a`"),
        ("[1 2]", "1:4: expected `,` or `]`, found `2`"),
        ("[1 // one", "1:4: expected `,` or `]`, found `/`; JSON has no comments"),
        ("[1", "1:3: expected `,` or `]`, found the end of the text"),
        ("1 2", "1:3: expected the end of the text, found `2`"),
        ("nul", "1:1: expected a value, found `n`"),
        ("NaN", "1:1: expected a value, found `N`"),
        ("[“a”]", "1:2: expected a value, found `“`"),
        ("1e999", "1:1: the number 1e999 is too large for a double"),
        ("-1e400", "1:1: the number -1e400 is too large for a double"),
        ("01", "1:1: a number cannot begin with 0 and another digit"),
        ("-", "1:2: expected a digit after `-`, found the end of the text"),
        ("1.", "1:3: expected a digit after the decimal point, found the end of the text"),
        ("1e+", "1:4: expected a digit after the exponent, found the end of the text"),
        ("+1", "1:1: expected a value, found `+`"),
        (".5", "1:1: expected a value, found `.`"),
        ("\"abc", "1:1: the string that begins here has no closing quote"),
        ("\"a\nb\"", "1:3: the end of the line within a string; write it as an escape such as \\n"),
        ("\"a\u{1}\"", "1:3: control character \\u{1} within a string; write it as an escape such as \\n"),
        ("\u{9B}2J", "1:1: expected a value, found control character \\u{9B}"),
        ("[1\u{2028}]", "1:3: expected `,` or `]`, found control character \\u{2028}"),
        (#""\x""#, #"1:3: expected one of " \ / b f n r t u after \, found `x`"#),
        (#""\u12g4""#, #"1:6: expected four hexadecimal digits after \u, found `g`"#),
        (#""\uD800""#, "1:2: half of a surrogate pair is missing"),
        (#""\uD800\u0041""#, "1:2: half of a surrogate pair is missing"),
        (#""\uD800\n""#, "1:2: half of a surrogate pair is missing"),
        (#""\uDC00\uD800""#, "1:2: half of a surrogate pair is missing"),
    ])
    func `an error names the line, the column, what was expected and what was found`(text: String, message: String)
        throws
    {
        let error = try #require(throws: ThudError.self) { try JSONNode.parse(text) }
        #expect(error.description == message)
    }

    @Test func `bytes that are not UTF-8 are refused`() throws {
        let bad: [[UInt8]] = [
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22],
        ]
        for bytes in bad {
            let error = try #require(throws: ThudError.self) { try JSONNode.parse(bytes) }
            #expect(error.description == "1:1: the string contains bytes that are not UTF-8")
        }
        let outside = try #require(throws: ThudError.self) { try JSONNode.parse([0x5B, 0xFF]) }
        #expect(outside.description == "1:2: expected a value, found byte 255, which is not UTF-8")
    }

    @Test func `nesting beyond the limit is refused, however deep`() throws {
        #expect(throws: Never.self) {
            try JSONNode.parse(String(repeating: "[", count: 64) + String(repeating: "]", count: 64))
        }
        let error = try #require(throws: ThudError.self) {
            try JSONNode.parse(String(repeating: "[", count: 1_000_000))
        }
        #expect(error.description == "1:65: more than 64 arrays and objects are nested")
        let objects = try #require(throws: ThudError.self) {
            try JSONNode.parse(String(repeating: #"{"":"#, count: 1_000_000))
        }
        #expect(objects.description == "1:257: more than 64 arrays and objects are nested")
    }

    @Test func `a text beyond the size limit is refused`() throws {
        let error = try #require(throws: ThudError.self) {
            try JSONNode.parse("[1, 2]", options: JSONOptions(maximumBytes: 5))
        }
        #expect(error.message == "the text has 6 bytes, but at most 5 are read")
    }

    @Test func `a number of a million digits is refused, unless they are decimals`() {
        #expect(throws: ThudError.self) { try JSONNode.parse(String(repeating: "9", count: 1_000_000)) }
        #expect(throws: Never.self) { try JSONNode.parse("0." + String(repeating: "9", count: 1_000_000)) }
    }

    @Test func `no prefix and no changed byte of a valid text causes a trap`() {
        let good = Array(#"{"a": [1, -2.5e3, "x\u00e9\uD83E\uDD85ë"], "b": {"c": null, "d": true}}"#.utf8)
        var parsed = 0
        for length in 0...good.count where (try? JSONNode.parse(Array(good.prefix(length)))) != nil { parsed += 1 }
        #expect(parsed == 1)
        for index in good.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = good
                changed[index] = byte
                _ = try? JSONNode.parse(changed, options: .lenient)
            }
        }
    }
}

private func warnings(_ text: String) -> [String] {
    var warnings: [JSONWarning] = []
    _ = try? JSONNode.parse(Array(text.utf8), options: .lenient, warnings: &warnings)
    return warnings.map { warning in
        let what =
            switch warning.kind {
            case .trailingComma: "comma"
            case .repeatedName(let name): "again \(name)"
            }
        return "\(warning.line):\(warning.column) \(warning.path): \(what)"
    }
}

@Suite("Warnings about a JSON text") struct JSONWarningTests {
    @Test func `trailing commas and repeated names are reported with line, column and path`() {
        #expect(
            warnings("{\"a\": [1, 2,\n ], \"b\": {\"c\": 1, \"c\": 2 , }}") == [
                "1:12 a: comma", "2:19 b: again c", "2:26 b: comma",
            ])
        #expect(warnings("[[1,],\n[{}, {\"x\": 1,}] ,]") == ["1:4 [0]: comma", "2:13 [1][1]: comma", "2:17 : comma"])
    }

    @Test func `a plain text causes no warnings`() {
        #expect(warnings("{\"a\": [1, {}, []], \"A\": \"1,]\"}").isEmpty)
    }

    @Test func `warnings before an error are kept`() {
        #expect(warnings("[[1,], nul]") == ["1:4 [0]: comma"])
    }

    @Test func `the number of warnings is limited`() {
        let text = "[" + Array(repeating: "[1,]", count: 10_000).joined(separator: ",") + "]"
        #expect(warnings(text).count == JSONWarning.mostNoted)
    }

    @Test func `a name repeated among many is reported once`() throws {
        let members = (0..<40).map { "\"n\($0)\": 1" } + ["\"n3\": 2"]
        let text = "{\(members.joined(separator: ", "))}"
        #expect(warnings(text) == ["1:\(text.unicodeScalars.count - 7) : again n3"])
    }
}
