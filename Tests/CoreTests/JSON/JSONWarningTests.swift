import Testing
import ThudCore

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

@Suite("What is odd about a JSON text is noted") struct JSONWarningTests {
    @Test func `trailing commas and repeated names, with line, column and path`() {
        #expect(
            warnings("{\"a\": [1, 2,\n ], \"b\": {\"c\": 1, \"c\": 2 , }}") == [
                "1:12 a: comma", "2:19 b: again c", "2:26 b: comma",
            ])
        #expect(warnings("[[1,],\n[{}, {\"x\": 1,}] ,]") == ["1:4 [0]: comma", "2:13 [1][1]: comma", "2:17 : comma"])
    }

    @Test func `nothing in a plain text`() {
        #expect(warnings("{\"a\": [1, {}, []], \"A\": \"1,]\"}").isEmpty)
    }

    @Test func `those before an error`() {
        #expect(warnings("[[1,], nul]") == ["1:4 [0]: comma"])
    }

    @Test func `no more than help`() {
        let text = "[" + Array(repeating: "[1,]", count: 10_000).joined(separator: ",") + "]"
        #expect(warnings(text).count == JSONWarning.mostNoted)
    }

    @Test func `a name that stands twice among many counts once`() throws {
        let members = (0..<40).map { "\"n\($0)\": 1" } + ["\"n3\": 2"]
        let text = "{\(members.joined(separator: ", "))}"
        #expect(warnings(text) == ["1:\(text.unicodeScalars.count - 7) : again n3"])
    }
}
