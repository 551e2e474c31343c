import Testing
import ThudCore
import ThudGameUI
import ThudTerminal

/// Presses in a stream are marked, and presses of their own are not.
@Suite struct KeyStreamTests {
    private var streams = KeyStreams()

    private mutating func marks(_ key: Key, at milliseconds: [Int64]) -> [Bool] {
        milliseconds.map { instant in
            streams.mark(KeyEvent(key), at: Instant(nanoseconds: instant * 1_000_000)).mayBeRepeat
        }
    }

    @Test mutating func `a key that is held shows as a stream from its second repeat on`() {
        #expect(marks(.character("1"), at: [0, 500, 533, 566, 600]) == [false, false, true, true, true])
        // Let go, and pressed again.
        #expect(marks(.character("1"), at: [900]) == [false])
    }

    @Test mutating func `another key ends no stream and is none`() {
        #expect(marks(.character("1"), at: [0, 40]) == [false, true])
        #expect(marks(.character("2"), at: [45]) == [false])
        #expect(marks(.character("1"), at: [80]) == [true])
    }

    @Test mutating func `a key whose release was told is pressed as often as its presses come`() {
        let key = Key.character("1")
        #expect(marks(key, at: [0]) == [false])
        _ = streams.mark(KeyEvent(key, .release), at: Instant(nanoseconds: 50_000_000))
        #expect(marks(key, at: [60, 90]) == [false, false])
    }
}
