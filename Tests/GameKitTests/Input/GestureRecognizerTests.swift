import Testing
import ThudCore
import ThudGameKit
import ThudInput

struct GestureRecognizerTests {
    @Test("Every stream gives exactly its gestures at their instants, or none", arguments: try GestureStream.all())
    func stream(_ stream: GestureStream) {
        #expect(GestureStream.decisions(stream.findings(awaited: stream.awaited)) == stream.expected)
    }

    @Test(
        "What is awaited decides when a gesture is reported, never which one it is", arguments: try GestureStream.all())
    func matrix(_ stream: GestureStream) {
        guard !stream.hasKeys else { return }
        // Two taps are a double tap only while one is awaited.
        let expected = stream.expected.flatMap { $0.gesture == "double-tap" ? ["tap", "tap"] : [$0.gesture] }
        for kind in GestureStream.kinds {
            let found = GestureStream.decisions(stream.findings(awaited: kind))
                .flatMap { $0.gesture == "double-tap" ? ["tap", "tap"] : [$0.gesture] }
            #expect(found == expected, "awaiting \(kind.rawValue)")
        }
    }

    @Test("The findings do not depend on how often the recogniser is advanced", arguments: try GestureStream.all())
    func division(_ stream: GestureStream) {
        var generator = SeededGenerator(seed: 7)
        let ticks = (0..<300).map { _ in Instant(nanoseconds: Int64(generator.index(below: 3_000_000_000))) }.sorted()
        #expect(
            stream.findings(awaited: stream.awaited, ticks: ticks) == stream.findings(awaited: stream.awaited))
    }

    @Test("Every beginning ends in a gesture or is dropped", arguments: try GestureStream.all())
    func everyBeginningEnds(_ stream: GestureStream) {
        for awaited in GestureStream.kinds {
            var open: Set<Instant> = []
            for timed in stream.findings(awaited: awaited) {
                #expect(timed.cause <= timed.decided)
                switch timed.finding {
                case .began: open.insert(timed.cause)
                case .recognized, .dropped: open.remove(timed.cause)
                default: break
                }
            }
            // The second touch of a double tap also began, but the gesture has the cause of the first.
            let doubles = GestureStream.decisions(stream.findings(awaited: awaited)).count {
                $0.gesture == "double-tap"
            }
            #expect(open.count <= doubles)
        }
    }

    @Test("The streams contain a near miss of every pointer gesture at every precision")
    func coverage() throws {
        let streams = try GestureStream.all()
        for file in ["tap", "double-tap", "long-press", "swipe", "pinch"] {
            for grain in PointerSurface.Grain.allCases {
                let own = streams.filter { $0.file == file && $0.grain == grain && !$0.hasKeys }
                #expect(own.contains { stream in stream.expected.contains { $0.gesture.hasPrefix(file) } })
                if file == "tap", grain == .presses { continue }
                #expect(own.contains { stream in !stream.expected.contains { $0.gesture.hasPrefix(file) } })
            }
        }
    }

    @Test("The cause of a gesture is when the hand began it")
    func causes() {
        var recognizer = GestureRecognizer(awaited: .doubleTap)
        func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }
        func pointer(_ kind: PointerEvent.Kind) -> HandEvent { .pointer(PointerEvent(kind, at: Point(x: 405, y: 250))) }
        _ = recognizer.take(pointer(.down), at: at(10))
        _ = recognizer.take(pointer(.up), at: at(60))
        let found = recognizer.take(pointer(.down), at: at(200))
        #expect(found.first?.cause == at(10))
        #expect(found.first?.decided == at(200))
    }

    @Test("A position that is no number is at the edge")
    func impossiblePlace() {
        #expect(Point(x: .nan, y: 7) == Point(x: 0, y: 7) && Point(x: 7, y: .infinity) == Point(x: 7, y: 0))
    }

    @Test("A modifier other than Shift makes a key another one")
    func modifiers() {
        #expect(GestureKeys.usual.means(KeyEvent(.up)) && GestureKeys.usual.means(KeyEvent(.up, modifiers: .shift)))
        #expect(!GestureKeys.usual.means(KeyEvent(.up, modifiers: .control)))
        #expect(!GestureKeys.usual.means(KeyEvent(.space, modifiers: [.shift, .alt])))
    }
}
