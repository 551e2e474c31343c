import Glibc
import Testing

@testable import ThudCore
@testable import ThudPlayback

@Suite struct RingTests {
    @Test func `a ring returns items in order, refuses when full and accepts when there is room`() {
        let ring = Ring<Int>(capacity: 3)
        let whenEmpty = ring.pop()
        let pushed = [ring.push(1), ring.push(2), ring.push(3), ring.push(4)]
        let oldest = ring.pop()
        let pushedAgain = ring.push(4)
        let rest = [ring.pop(), ring.pop(), ring.pop(), ring.pop()]
        #expect(whenEmpty == nil)
        #expect(pushed == [true, true, true, false])
        #expect(oldest == 1 && pushedAgain)
        #expect(rest == [2, 3, 4, nil])
    }

    /// A ring that two threads may share.
    private final class Shared: Sendable {
        let ring = Ring<Int>(capacity: 16)
    }

    @Test func `nothing is lost or doubled between two threads`() {
        let shared = Shared()
        let count = 200_000
        let producer = PlainThread(name: "producer") {
            for value in 0..<count { while !shared.ring.push(value) { sched_yield() } }
        }
        var expected = 0
        while expected < count {
            guard let value = shared.ring.pop() else {
                sched_yield()
                continue
            }
            guard value == expected else {
                Issue.record("expected \(expected), got \(value)")
                break
            }
            expected += 1
        }
        producer.join()
        #expect(expected == count)
    }

    @Test func `the sample ring refuses a block that does not fit, and wraps around`() {
        let ring = SampleRing(frames: 4)
        let block = MixBlock.allocate(capacity: 4)
        defer { block.deallocate() }
        var seen: [Float] = []
        for round in 0..<3 {
            for frame in 0..<3 {
                for channel in 0..<3 { block.channel(channel)[frame] = Float(round * 100 + frame * 10 + channel) }
            }
            let answers = [ring.put(block, count: 3), ring.put(block, count: 2)]
            #expect(answers == [true, false])
            ring.drain(ring.filled) { (samples: UnsafeBufferPointer<Float>) in seen += samples }
        }
        var expected: [Float] = []
        for round in 0..<3 {
            for frame in 0..<3 { expected += (0..<3).map { Float(round * 100 + frame * 10 + $0) } }
        }
        #expect(seen == expected)
    }

    /// A sample ring that two threads may share, as the audio thread and a recording do.
    private final class SharedSamples: Sendable {
        nonisolated(unsafe) let tap: UnsafeMutablePointer<RecordingTap.Shared> = .allocate(capacity: 1)

        init() { tap.initialize(to: RecordingTap.Shared(frames: 64)) }

        deinit {
            tap.deinitialize(count: 1)
            tap.deallocate()
        }
    }

    /// Under ThreadSanitizer this proves the order in which slots change hands. The sanitizer does not see the generic
    /// ring or the standard library's copies, hence the plain reads here. In an engine it would mistake the eventfd for
    /// the synchronisation.
    @Test func `samples pass whole from one thread to another`() {
        let shared = SharedSamples()
        let count = 20_000
        let producer = PlainThread(name: "producer") {
            let block = MixBlock.allocate(capacity: 1)
            defer { block.deallocate() }
            for value in 0..<count {
                for channel in 0..<Mixer.channelCount { block.channel(channel)[0] = Float(value) }
                while !shared.tap.pointee.ring.put(block, count: 1) { sched_yield() }
            }
        }
        var seen: [Float] = []
        while seen.count < count * Mixer.channelCount {
            shared.tap.pointee.ring.drain(shared.tap.pointee.ring.filled) { (samples: UnsafeBufferPointer<Float>) in
                guard let first = samples.baseAddress else { return }
                for place in samples.indices { seen.append((first + place).pointee) }
            }
            sched_yield()
        }
        producer.join()
        #expect(seen == (0..<count * Mixer.channelCount).map { Float($0 / Mixer.channelCount) })
    }
}
