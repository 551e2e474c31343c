import Testing
import ThudCore

@Suite("A JSON reader") struct JSONReaderTests {
    let root: JSONReader

    init() throws {
        let text = """
            { "title": "Mix", "count": 3, "ratio": 0.5, "on": true, "none": null,
              "Pattern": [ { "Event": { "EventType": 4 } } ],
              "cues": { "times-up": { "colour": "red" } } }
            """
        root = try JSONReader(Array(text.utf8), file: "Sounds/kape/correct.ahap")
    }

    @Test func `expected values come out typed`() throws {
        #expect(try root.member("title").string() == "Mix")
        #expect(try root.member("count").integer(in: 0...5) == 3)
        #expect(try root.member("ratio").number(in: 0...1) == 0.5)
        #expect(try root.member("on").bool())
        #expect(try root.optional("missing") == nil)
        #expect(try root.optional("none") == nil)
        #expect(try root.member("Pattern").elements().count == 1)
        #expect(try root.members().map(\.name) == ["title", "count", "ratio", "on", "none", "Pattern", "cues"])
    }

    @Test func `a value of the wrong kind is reported with file, line, column and path`() throws {
        let error = try #require(throws: ThudError.self) {
            try root.member("Pattern").elements()[0].member("Event").member("EventType").string()
        }
        #expect(
            String(describing: error)
                == "Sounds/kape/correct.ahap:2:42: Pattern[0].Event.EventType: expected a string, found a number")
    }

    @Test func `names that are not words are in brackets`() throws {
        let colour = try root.member("cues").member("times-up").member("colour")
        #expect(colour.path == #"cues["times-up"].colour"#)
    }

    @Test func `a missing member is reported at the object that lacks it`() throws {
        let error = try #require(throws: ThudError.self) { try root.member("cues").member("pass") }
        #expect(error.description == "Sounds/kape/correct.ahap:3:11: cues: expected a member `pass`, found none")
    }

    @Test func `a value out of range is reported with the range and the value`() throws {
        let far = try #require(throws: ThudError.self) { try root.member("count").number(in: 0...1) }
        #expect(far.message == "expected a number from 0 to 1, found 3")
        let broken = try #require(throws: ThudError.self) { try root.member("ratio").integer(in: 0...9) }
        #expect(broken.message == "expected a whole number from 0 to 9, found 0.5")
    }

    private enum Mode: String, CaseIterable { case classic, memory }

    @Test func `a choice lists the known names`() throws {
        let error = try #require(throws: ThudError.self) { try root.member("title").choice(Mode.self) }
        #expect(error.message == #"expected one of classic, memory, found "Mix""#)
    }

    @Test func `an unknown member can be refused`() throws {
        let cue = try root.member("cues").member("times-up")
        #expect(throws: Never.self) { try cue.requireOnly(["colour"]) }
        let error = try #require(throws: ThudError.self) { try cue.requireOnly(["flash", "priority"]) }
        #expect(error.message == "unknown member; choose one of flash, priority")
        #expect(error.place.path == #"cues["times-up"].colour"#)
    }

    @Test func `a syntax error has no path`() throws {
        let error = try #require(throws: ThudError.self) { try JSONReader([], file: "deck.json") }
        #expect(error.description == "deck.json:1:1: expected a value, found the end of the text")
    }

    @Test func `an error without a position or a file leaves them out`() {
        #expect(ThudError(file: "a.json", message: "no cue").description == "a.json: no cue")
        #expect(ThudError(file: "", line: 1, column: 2, message: "no cue").description == "1:2: no cue")
    }
}
