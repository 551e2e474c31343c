import Testing
import ThudCore

@Suite("JSON writing") struct JSONWritingTests {
    @Test func `pretty text keeps short scalars on one line and gives everything else its own lines`() {
        let value: JSONValue = [
            "Version": 1,
            "Pattern": [["Event": ["Time": 0.0, "EventParameters": [["ID": "a", "Value": 0.25]]]]],
            "empty": [], "none": [:], "cards": ["a", "b"],
        ]
        #expect(
            value.text() == """
                {
                  "Version": 1,
                  "Pattern": [
                    {
                      "Event": {
                        "Time": 0,
                        "EventParameters": [
                          { "ID": "a", "Value": 0.25 }
                        ]
                      }
                    }
                  ],
                  "empty": [],
                  "none": {},
                  "cards": ["a", "b"]
                }

                """)
    }

    @Test func `long rows are broken`() {
        let text = JSONValue.array((0..<60).map { .integer($0) }).text()
        #expect(text.split(separator: "\n").count == 62)
        // The indentation counts, too.
        let row: JSONValue = [.string(String(repeating: "a", count: 93))]
        #expect(JSONValue.object([.init("row", row)]).text().split(separator: "\n").count == 3)
        #expect((["outer": ["row": row]] as JSONValue).text().split(separator: "\n").count == 7)
    }

    @Test func `compact text has no spaces`() {
        let value: JSONValue = ["a": [1, 2.5, nil, true], "b": ["c": "d"]]
        #expect(value.text(.compact) == #"{"a":[1,2.5,null,true],"b":{"c":"d"}}"#)
    }

    @Test(arguments: [
        (0.1, "0.1"), (1, "1"), (-0.0, "-0"), (1e16, "1e+16"), (.leastNonzeroMagnitude, "5e-324"),
        (1.0 / 3, "0.3333333333333333"),
    ])
    func `numbers are written with as few digits as read back exactly`(value: Double, text: String) throws {
        #expect(JSONValue.number(value).text(.compact) == text)
        #expect(try JSONNode.parse(text).content == .number(value))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number that is not finite becomes null`(value: Double) {
        #expect(JSONValue.number(value).text(.compact) == "null")
    }

    @Test func `strings of every kind read back the same`() throws {
        let string = String(String.UnicodeScalarView((0..<0x3000).compactMap(Unicode.Scalar.init))) + "🦅\"\\/"
        let text = JSONValue.string(string).text(.compact)
        #expect(try JSONNode.parse(text).content == .string(string))
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }

    @Test func `written values read back the same, pretty or compact`() throws {
        let value: JSONValue = ["b": [1.5, [nil, false, ["deep": "x"]]], "a": "é", "": [:]]
        #expect(try JSONNode.parse(value.text()).value == value)
        #expect(try JSONNode.parse(value.text(.compact)).value == value)
    }

    @Test func `terminal commands and line separators are escaped and read back`() throws {
        let value = JSONValue.string("a\u{9B}2J\u{85}\u{2028}\u{2029}\u{A0}\u{1B}\u{202E}\u{2067}")
        #expect(value.text(.compact) == "\"a\\u009B2J\\u0085\\u2028\\u2029\u{A0}\\u001B\\u202E\\u2067\"")
        #expect(try JSONNode.parse(value.text(.compact)).value == value)
    }
}
