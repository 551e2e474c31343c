import Testing
import ThudCore

@testable import ThudOutputCapture

/// Which frames of a capture came too fast to say when they came out.
@Suite struct CaptureBacklogTests {
    /// A capture at 48 kHz that is read as a server delivers it.
    private struct Reader {
        private var backlog = CaptureBacklog(sampleRate: 48_000, start: Instant(nanoseconds: 0))
        private var now = Instant(nanoseconds: 0)
        private(set) var frame = 0
        private(set) var tooFast: [Range<Int>] = []

        /// Reads so many frames each time, this long after the time before.
        mutating func read(_ counts: [Int], every pause: Interval) {
            for count in counts {
                now = now + pause
                tooFast += [backlog.read(count, at: now)].compactMap(\.self)
                frame += count
                backlog.findNothing(at: now)
            }
        }

        /// Reads cycles in real time, for about a second.
        mutating func readEvenly(_ cycle: Int) {
            read(Array(repeating: cycle, count: 48_000 / cycle), every: Interval(frames: Int64(cycle), at: 48_000))
        }

        /// Finds nothing for this long.
        mutating func wait(_ time: Interval) {
            let end = now + time
            while now < end {
                now = now + .milliseconds(20)
                backlog.findNothing(at: now)
            }
        }

        /// Does not look for this long, and then reads all that has arrived, 1024 frames at a time.
        mutating func oversleep(_ time: Interval) {
            now = now + time
            for _ in 0..<Int(time.seconds * 48_000) / 1024 {
                tooFast += [backlog.read(1024, at: now)].compactMap(\.self)
                frame += 1024
            }
            backlog.findNothing(at: now)
        }

        mutating func end() { tooFast += [backlog.end()].compactMap(\.self) }
    }

    @Test(arguments: [64, 256, 1024, 8192])
    func `cycles in real time are believed, and a reader that comes late takes several at once`(cycle: Int) {
        var reader = Reader()
        reader.readEvenly(cycle)
        reader.oversleep(.milliseconds(500))
        reader.readEvenly(cycle)
        reader.end()
        #expect(reader.tooFast.isEmpty)
    }

    @Test func `cycles may become longer and shorter`() {
        var reader = Reader()
        for cycle in [256, 8192, 64, 2048, 256, 1024] { reader.readEvenly(cycle) }
        #expect(reader.tooFast.isEmpty)
    }

    @Test(arguments: [0.1, 1, 3])
    func `what a server produces after it stood still is not believed`(standstill: Double) {
        var reader = Reader()
        reader.readEvenly(256)
        let first = reader.frame
        reader.wait(.seconds(standstill))
        reader.read(Array(repeating: 256, count: Int(standstill * 48_000) / 256), every: Interval(nanoseconds: 80_000))
        let last = reader.frame
        reader.readEvenly(256)
        #expect(reader.tooFast.count == 1)
        let range = reader.tooFast.first ?? 0..<0
        // The first of them may have arrived in time, and the server's clock settles for some cycles after the last.
        #expect(range.lowerBound >= first && range.lowerBound <= first + 1_600)
        #expect(range.upperBound == last + 3 * 256)
    }

    @Test func `all of them are meant, also if the cycles after them are longer`() {
        var reader = Reader()
        reader.readEvenly(256)
        let first = reader.frame
        reader.wait(.milliseconds(100))
        reader.read(Array(repeating: 256, count: 18), every: Interval(nanoseconds: 80_000))
        reader.readEvenly(2048)
        #expect(reader.tooFast.count == 1)
        #expect((first...first + 1_600).contains(reader.tooFast.first?.lowerBound ?? 0), "\(first), \(reader.tooFast)")
    }

    @Test func `portions larger than a cycle that come too fast do not pass for longer cycles`() {
        var reader = Reader()
        reader.readEvenly(256)
        reader.wait(.milliseconds(300))
        reader.read([1_000, 1_000, 1_000], every: Interval(nanoseconds: 80_000))
        reader.end()
        #expect(reader.tooFast.map(\.upperBound) == [reader.frame])
    }

    @Test func `a capture may end with such frames`() {
        var reader = Reader()
        reader.readEvenly(256)
        reader.wait(.seconds(1))
        reader.read([8192, 8192, 8192], every: Interval(nanoseconds: 80_000))
        #expect(reader.tooFast.isEmpty)
        reader.end()
        #expect(reader.tooFast.map(\.upperBound) == [reader.frame])
    }
}
