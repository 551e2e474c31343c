import Testing
import ThudCore

@Suite("A JSON text is changed in place") struct JSONPatchTests {
    private func value(_ text: String) throws -> JSONValue {
        try JSONNode.parse(Array(text.utf8), options: .lenient).value
    }

    /// Returns the text after the patch, which must hold the new value, and checks that the patch can be taken back.
    private func patched(_ text: String, _ new: String) throws -> String {
        let patch = try JSONPatch.between(value(text), value(new), in: Array(text.utf8))
        let (result, back) = try #require(patch.applied(to: Array(text.utf8)))
        #expect(back.applied(to: result)?.text == Array(text.utf8))
        let changed = String(decoding: result, as: UTF8.self)
        #expect(try sorted(value(changed)) == sorted(value(new)), "\(changed)")
        return changed
    }

    /// Returns a value with the members of its objects in order of name, which their meaning does not depend on.
    private func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let values): .array(values.map(sorted))
        case .object(let members):
            .object(members.sorted { $0.name < $1.name }.map { .init($0.name, sorted($0.value)) })
        default: value
        }
    }

    @Test func `what stays keeps its spelling, order and line breaks`() throws {
        let text = """
            {
              "b" : 1.50,   "a": [1e0, 2,
                3]
            }
            """
        #expect(try patched(text, #"{"b": 1.5, "a": [1, 5, 3]}"#) == text.replacing("2,", with: "5,"))
        #expect(try patched(text, #"{"b": 2, "a": [1, 2, 3]}"#) == text.replacing("1.50", with: "2"))
        let same = try JSONPatch.between(value(text), value(#"{"b": 1.5, "a": [1, 2, 3]}"#), in: Array(text.utf8))
        #expect(same.changes.isEmpty)
    }

    @Test(arguments: [
        ("[1, 2, 3]", "[1, 3]", "[1, 3]"), ("[1, 2, 3]", "[2, 3]", "[2, 3]"), ("[1, 2, 3]", "[1, 2]", "[1, 2]"),
        ("[1,2,3]", "[]", "[]"), ("[ ]", "[1, 2]", "[1, 2]"), ("[1,2]", "[0,1,5,2,6]", "[0,1,5,2,6]"),
        ("[\n  1,\n  2\n]", "[1, 9, 2]", "[\n  1,\n  9,\n  2\n]"),
        (#"{"x": 1, "y": 2}"#, #"{"y": 2}"#, #"{"y": 2}"#),
        (#"{"x": 1}"#, #"{"x": 1, "z": {"k": [1]}}"#, #"{"x": 1, "z": { "k": [1] }}"#),
        ("[1, 2,]", "[1, 2, 3]", "[1, 2, 3,]"), ("[1, 2,]", "[]", "[]"), ("[1, 2,]", "[3]", "[3,]"),
        (#"{"x": 1, "y": 2,}"#, "{}", "{}"),
    ])
    func `items are removed and inserted in the style of the list`(old: String, new: String, expected: String) throws {
        #expect(try patched(old, new) == expected)
    }

    @Test(arguments: [("\r\n", "  "), ("\n", "\t"), ("\n", "    ")])
    func `new lines have the line breaks and the indentation of the others`(lineBreak: String, unit: String) throws {
        func text(_ items: [Int]) -> String {
            let text = "[\n" + items.map { "  {\n    \"a\": { \"b\": \($0) }\n  }" }.joined(separator: ",\n") + "\n]"
            return text.replacing("  ", with: unit).replacing("\n", with: lineBreak)
        }
        #expect(try patched(text([1]), text([1, 2])) == text([1, 2]))
    }

    @Test(arguments: [("\r\n", "  "), ("\n", "\t"), ("\n", "  ")])
    func `an emptied list gets a line for each item again`(lineBreak: String, unit: String) throws {
        func text(_ list: String) -> String {
            "{\n  \"a\": 1,\n  \"b\": \(list)\n}".replacing("  ", with: unit).replacing("\n", with: lineBreak)
        }
        let emptied = try patched(text("[\n    1,\n    2\n  ]"), #"{"a": 1, "b": []}"#)
        #expect(emptied == text("[]"))
        #expect(try patched(emptied, #"{"a": 1, "b": [3, 4]}"#) == text("[\n    3,\n    4\n  ]"))
    }

    @Test func `elements of AHAP keep their order among others of their kind`() throws {
        let text = #"[{"ParameterCurve": {"Time": 1}}, {"Event": {"Time": 0.50}}, {"Event": {"Time": 2}}]"#
        let base = try value(#"[{"Event": {"Time": 0.5}}, {"Event": {"Time": 2}}, {"ParameterCurve": {"Time": 1}}]"#)
        let new = try value(#"[{"Event": {"Time": 0.5}}, {"Event": {"Time": 3}}, {"ParameterCurve": {"Time": 1}}]"#)
        let patch = try JSONPatch.between(base, new, in: Array(text.utf8))
        let result = try #require(patch.applied(to: Array(text.utf8))?.text)
        #expect(String(decoding: result, as: UTF8.self) == text.replacing(#""Time": 2"#, with: #""Time": 3"#))
    }

    @Test func `what the text has beyond the values stays`() throws {
        let (step, later) = (#"{"Step": {"ParameterID": "New"}}"#, #"{"ParameterID": "Later", "y": 1}"#)
        let text = #"[{"Note": 1, "Event": {"Time": 0, "x": [\#(later)]}}, \#(step), {"Step": {"ParameterID": "Old"}}]"#
        let base = try value(#"[{"Event": {"Time": 0}}, {"Step": {"ParameterID": "Old"}}]"#)
        let new = try value(#"[{"Event": {"Time": 2, "x": [{"ParameterID": "I", "y": 2}]}}]"#)
        let patch = try JSONPatch.between(base, new, in: Array(text.utf8))
        let result = String(decoding: try #require(patch.applied(to: Array(text.utf8))?.text), as: UTF8.self)
        let event = #"{"Note": 1, "Event": {"Time": 2, "x": [\#(later), { "ParameterID": "I", "y": 2 }]}}"#
        #expect(result == #"[\#(event), \#(step)]"#)
    }

    @Test(arguments: [true, false]) func `elements are paired in their order or by what they have in common`(
        isPairwise: Bool
    ) throws {
        let text = #"[{"t": 1, "name": "a"}, {"t": 2, "name": "b"}]"#
        let patch = try JSONPatch.between(
            value(#"[{"t": 1}, {"t": 2}]"#), value(#"[{"t": 2}, {"t": 3}]"#), in: Array(text.utf8),
            isPairwise: isPairwise)
        let result = String(decoding: try #require(patch.applied(to: Array(text.utf8))?.text), as: UTF8.self)
        let paired = #"[{"t": 2, "name": "a"}, {"t": 3, "name": "b"}]"#
        #expect(result == (isPairwise ? paired : #"[{"t": 2, "name": "b"}, { "t": 3 }]"#))
    }

    /// Any tree becomes any other, and back.
    @Test func `random values change into each other`() throws {
        var random = SeededGenerator(seed: 5)
        // Elements of an array that are objects of different kinds need not keep their order among each other.
        func tree(_ depth: Int, isElement: Bool = false) -> JSONValue {
            switch UInt8.random(in: 0..<(depth > 3 ? 3 : isElement ? 5 : 6), using: &random) {
            case 0: return .integer(Int.random(in: 0..<5, using: &random))
            case 1: return .string(["a", "é\"", ""].randomElement(using: &random) ?? "")
            case 2: return .bool(true)
            case 3, 4:
                return .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in tree(depth + 1, isElement: true) })
            default:
                let names = ["Event", "Time", "ParameterID", "x"].shuffled(using: &random)
                return .object(
                    names.prefix(Int.random(in: 0..<4, using: &random)).map { .init($0, tree(depth + 1)) })
            }
        }
        for _ in 0..<2_000 {
            let (one, other) = (tree(0), tree(0))
            let layout: JSONLayout = Bool.random(using: &random) ? .pretty : .inline
            _ = try patched(one.text(layout), other.text(.compact))
        }
    }

    @Test func `a patch that does not fit is refused`() {
        #expect(TextPatch([.init(3..<9, [])]).applied(to: [1, 2, 3]) == nil)
        #expect(TextPatch([.init(0..<2, []), .init(1..<3, [])]).applied(to: [1, 2, 3]) == nil)
    }
}
