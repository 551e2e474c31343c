import Glibc
import ScriptedPCM
import Testing
import ThudCore

@testable import ThudPlayback

/// A device takes frames while they are rendered again with a new voice. The voice then begins on the first remaining
/// frame and is heard whole.
@Suite struct RewritingTests {
    /// An audio thread over a PCM that takes frames when a test says so.
    private final class RewritingThread {
        static let queue = 4096
        /// The frames before the device that are left alone while its cycles are unknown.
        static let guardFrames = 256

        let thread: AudioThreadTests.SteppedThread
        private let pcm: OpaquePointer
        private let frames = UnsafeMutableRawPointer.allocate(byteCount: 8 * queue, alignment: 8)
        private let descriptors = UnsafeMutablePointer<pollfd>.allocate(capacity: 1)

        init() throws {
            let rate = AudioThreadTests.SteppedThread.sampleRate
            let buffer = 16 * Self.queue
            pcm = try #require(scripted_pcm_open(UInt32(rate), 1024, UInt32(buffer)))
            let handle = try #require(scripted_pcm_handle(pcm))
            descriptors.initialize(to: pollfd())
            let output = ALSAOutput(
                pcm: OpaquePointer(handle), period: 1024, capacity: Self.queue, buffer: buffer, sampleRate: rate,
                layout: .stereo, format: .float, frames: frames, descriptors: descriptors, descriptorCount: 0,
                isPacedByClock: false, rewinding: .server, isMixed: false)
            thread = AudioThreadTests.SteppedThread(device: AudioOutput(output))
            thread.handle(.ready(Self.queue))
            // The device must have moved before a voice can be reported.
            for _ in 0..<3 { cycle(480) }
        }

        deinit {
            scripted_pcm_close(pcm)
            frames.deallocate()
            descriptors.deallocate()
        }

        /// Lets the device take `count` frames, and writes as many.
        func cycle(_ count: Int) {
            take(count)
            thread.handle(.ready(count))
        }

        /// Makes the device take frames when it is examined, after `looks` earlier examinations.
        func take(_ count: Int, after looks: Int = 0) { scripted_pcm_take(pcm, UInt32(count), UInt32(looks)) }

        /// Fills the queue, and returns everything that the device took by its end.
        func heard() -> [Float] {
            thread.handle(.ready(Self.queue - Int(thread.head.index) + taken.count))
            for _ in 0..<20 { cycle(480) }
            return taken
        }

        private var taken: [Float] {
            var samples = [Float](repeating: 0, count: 1 << 16)
            let count = scripted_pcm_taken(pcm, &samples, samples.count)
            return Array(samples.prefix(count))
        }
    }

    private static let samples = (0..<400).map { Float($0 + 1) / 1024 }

    /// The thread examines the device four times: for the clock, for the first replaceable frame, after rendering from
    /// there, and after taking the queue back. From then on the written frames cannot change.
    @Test(arguments: 0..<4) func `a voice is heard whole from the reported frame`(look: Int) throws {
        let stream = try RewritingThread()
        stream.take(RewritingThread.guardFrames + 100, after: look)
        stream.thread.play(id: 1, Self.samples)
        let heard = stream.heard()
        let first = try #require(heard.firstIndex { $0 != 0 })
        #expect(stream.thread.receipts().map(\.frame.index) == [Int64(first)])
        #expect(heard[first...].prefix(400).elementsEqual(Self.samples))
        #expect(heard[(first + 400)...].allSatisfy { $0 == 0 })
    }
}
