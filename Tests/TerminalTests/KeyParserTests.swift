import Terminal
import Testing

@Suite struct KeyParserTests {
    @Test func `arrows in both of their spellings`() {
        var parser = KeyParser()
        #expect(parser.take(Array("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}OD".utf8)) == [.up, .down, .right, .left])
    }

    @Test func `a sequence in single bytes is the same sequence`() {
        var parser = KeyParser()
        let keys = Array("\u{1B}[1;5Aë\rq".utf8).flatMap { parser.take([$0]) }
        #expect(keys == [.up, .character("ë"), .enter, .character("q")])
    }

    @Test func `a lone escape is a key once nothing follows`() {
        var parser = KeyParser()
        #expect(parser.take([0x1B]) == [])
        #expect(parser.isWaiting)
        #expect(parser.flush() == [.escape])
    }

    @Test func `what is no key is dropped and what follows is read`() {
        var parser = KeyParser()
        let noise: [UInt8] = [0xFF, 0x80, 0xC3, 0x28] + Array("\u{1B}[999~".utf8)
        _ = parser.take(noise)
        #expect(parser.take(Array("p".utf8)) == [.character("p")])
    }

    @Test func `every pair of bytes leaves a parser that still reads an arrow`() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                var parser = KeyParser()
                _ = parser.take([first, second])
                _ = parser.flush()
                #expect(parser.take(Array("\u{1B}[A".utf8)) == [.up])
            }
        }
    }

    @Test func `an endless sequence is given up`() {
        var parser = KeyParser()
        _ = parser.take(Array("\u{1B}[".utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 5000))
        _ = parser.flush()
        #expect(parser.take(Array("x".utf8)) == [.character("x")])
    }
}
