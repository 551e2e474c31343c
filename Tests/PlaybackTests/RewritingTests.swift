import ScriptedPCM
import Testing
import ThudCore

@testable import ThudPlayback

/// A device takes frames while they are rendered again with a new voice. The voice then begins on the first remaining
/// frame and is heard whole.
@Suite struct RewritingTests {
    /// A PCM that takes frames when a test says so.
    private final class ScriptedDevice {
        static let queue = 4096
        /// The frames before the device that are left alone while its cycles are unknown.
        static let guardFrames = 256

        let output: ALSAOutput
        private let pcm: OpaquePointer

        init() throws {
            let rate = AudioThreadTests.SteppedThread.sampleRate
            let buffer = 16 * Self.queue
            pcm = try #require(scripted_pcm_open(UInt32(rate), 1024, UInt32(buffer)))
            let handle = try #require(scripted_pcm_handle(pcm))
            let setup = PCMSetup(
                sampleRate: rate, rewinding: .server, isMixed: false, period: 1024, capacity: Self.queue,
                buffer: buffer, format: .float, layout: .stereo, askedCycle: nil, isBatch: false)
            output = ALSAOutput(OpaquePointer(handle), setup, isPacedByClock: false)
        }

        deinit {
            scripted_pcm_close(pcm)
            output.deallocate()
        }

        /// Makes the device report that it is overdue, so that its position is not known.
        func becomeOverdue() { scripted_pcm_report(pcm, 0) }

        /// Makes the device take frames when it is examined, after `looks` earlier examinations.
        func take(_ count: Int, after looks: Int = 0) { scripted_pcm_take(pcm, UInt32(count), UInt32(looks)) }

        var taken: [Float] {
            var samples = [Float](repeating: 0, count: 1 << 16)
            let count = scripted_pcm_taken(pcm, &samples, samples.count)
            return Array(samples.prefix(count))
        }
    }

    /// An audio thread over such a PCM.
    private final class RewritingThread {
        /// The frames that the device takes in a cycle. As many are left alone once its cycles are known, because the
        /// delay that it reports does not show when they begin.
        static let length = 480

        let thread: AudioThreadTests.SteppedThread
        let device: ScriptedDevice

        /// - Parameters:
        ///   - cycles: The cycles that the device begins. Three are too few to know their length.
        ///   - isOverdue: Whether the device never reports its position.
        init(cycles: Int = 3, isOverdue: Bool = false) throws {
            device = try ScriptedDevice()
            if isOverdue { device.becomeOverdue() }
            thread = AudioThreadTests.SteppedThread(device: AudioOutput(device.output))
            thread.handle(.ready(ScriptedDevice.queue))
            // The device must have moved before a voice can be reported.
            for _ in 0..<cycles { cycle() }
        }

        /// Lets the device take the frames of a cycle, and writes as many.
        func cycle() {
            device.take(Self.length)
            thread.handle(.ready(Self.length))
        }

        /// Fills the queue, and returns everything that the device took by its end.
        func heard() -> [Float] {
            thread.handle(.ready(ScriptedDevice.queue - Int(thread.head.index) + device.taken.count))
            for _ in 0..<20 { cycle() }
            return device.taken
        }
    }

    private static let samples = (0..<400).map { Float($0 + 1) / 1024 }

    /// The thread examines the device four times: for the clock, for the first replaceable frame, after rendering from
    /// there, and after taking the queue back. From then on the written frames cannot change.
    @Test(arguments: 0..<4, [3, 20]) func `a voice is heard whole from the reported frame`(
        look: Int, cycles: Int
    ) throws {
        let stream = try RewritingThread(cycles: cycles)
        let guardFrames = cycles > 8 ? RewritingThread.length : ScriptedDevice.guardFrames
        stream.device.take(guardFrames + 100, after: look)
        stream.thread.play(id: 1, Self.samples)
        let heard = stream.heard()
        let first = try #require(heard.firstIndex { $0 != 0 })
        #expect(stream.thread.receipts().map(\.frame.index) == [Int64(first)])
        #expect(heard[first...].prefix(400).elementsEqual(Self.samples))
        #expect(heard[(first + 400)...].allSatisfy { $0 == 0 })
    }

    @Test(arguments: 0..<4) func `the fade at an end is heard whole, however late it begins`(look: Int) throws {
        let stream = try RewritingThread()
        stream.thread.play(id: 1, [Float](repeating: 0.5, count: 20_000), isLive: true)
        for _ in 0..<4 { stream.cycle() }
        stream.device.take(ScriptedDevice.guardFrames + 1_500, after: look)
        stream.thread.end(id: 1, as: 2, fade: .milliseconds(20))
        let heard = stream.heard()
        let first = try #require(heard.firstIndex { $0 != 0 })
        let fade = try #require(heard[first...].firstIndex { $0 != 0.5 })
        let end = try #require(heard[fade...].firstIndex { $0 == 0 })
        #expect((950...1_010).contains(end - fade), "\(end - fade) frames of 960")
        #expect(zip(heard[fade...], heard[(fade + 1)...]).allSatisfy { $0 - $1 < 0.001 })
    }

    @Test func `a short voice gets a receipt even if the device reports its position late`() throws {
        let stream = try RewritingThread(isOverdue: true)
        stream.thread.play(id: 1, Self.samples)
        _ = stream.heard()
        #expect(stream.thread.receipts().map(\.outcome) == [.played])
    }

    @Test(arguments: [1, 30]) func `an end is reported after its cue even if the device reports its position late`(
        cycles: Int
    ) throws {
        let stream = try RewritingThread(isOverdue: true)
        stream.thread.play(id: 1, [Float](repeating: 0.5, count: 20_000), isLive: true)
        for _ in 0..<cycles { stream.cycle() }
        stream.thread.end(id: 1, as: 2, fade: .milliseconds(20))
        for _ in 0..<20 { stream.cycle() }
        _ = stream.heard()
        let receipts = stream.thread.receipts()
        #expect(receipts.map(\.id) == [1, 2, 3] && receipts.allSatisfy { $0.outcome == .played })
    }

    @Test func `a voice that is replaced before it has a receipt gets one and no other`() throws {
        let stream = try RewritingThread(isOverdue: true)
        stream.thread.play(id: 1, [Float](repeating: 0.25, count: 4000))
        for _ in 0..<3 { stream.cycle() }
        #expect(stream.thread.receipts().isEmpty)
        stream.thread.play(id: 1, [Float](repeating: 0.5, count: 4000), replaces: true)
        _ = stream.heard()
        #expect(stream.thread.receipts().map(\.outcome) == [.played])
    }

    @Test(arguments: [true, false]) func `what is requested while a young stream stands still is reported later`(
        goesOn: Bool
    ) throws {
        let stream = try RewritingThread()
        stream.thread.now = stream.thread.clock.instant(of: stream.thread.head) + .milliseconds(100)
        stream.thread.play(id: 1, Self.samples)
        #expect(stream.thread.receipts().isEmpty)
        if !goesOn { stream.thread.handle(.stalled) }
        for _ in 0..<20 {
            stream.thread.now = stream.thread.now + .milliseconds(10)
            stream.cycle()
        }
        let receipts = stream.thread.receipts()
        #expect(receipts.map(\.outcome) == [goesOn ? .played : .unheard])
        #expect(!goesOn || receipts.allSatisfy { $0.predicted > $0.triggered })
    }

    @Test func `voices are reported as soon as they are certain, not with the next cycle`() throws {
        let stream = try RewritingThread(cycles: 20)
        for id in 1...3 as ClosedRange<UInt64> {
            stream.thread.play(id: id, Self.samples)
            #expect(stream.thread.receipts().map(\.id) == [id])
        }
    }

    @Test(arguments: [true, false]) func `the queue grows after two seconds in which nothing sounds`(sounds: Bool)
        throws
    {
        let stream = try RewritingThread()
        if sounds { stream.thread.play(id: 1, [Float](repeating: 0.5, count: 150_000)) }
        for _ in 0..<180 { stream.cycle() }
        #expect(!stream.thread.isResting)
        for _ in 0..<60 { stream.cycle() }
        #expect(stream.thread.isResting != sounds)
    }

    @Test func `the whole queue is written again if only its beginning is rewritten first`() throws {
        let stream = try RewritingThread(cycles: 20)
        let tail = stream.thread.head
        stream.thread.play(id: 1, [Float](repeating: 0.5, count: 8192))
        #expect(stream.thread.head == tail)
        let heard = stream.heard()
        let first = try #require(heard.firstIndex { $0 != 0 })
        #expect(heard[first..<first + 8192].allSatisfy { $0 == 0.5 })
    }

    /// The device is examined when the frames have been taken back, when they are written, and then once more.
    @Test(arguments: [nil, 0, 1, 2]) func `a device that takes frames during a handover is noticed`(look: Int?) throws {
        let device = try ScriptedDevice()
        var output = device.output
        let block = MixBlock.allocate(capacity: ScriptedDevice.queue)
        defer { block.deallocate() }
        let isWritten = output.write(block, count: ScriptedDevice.queue)
        #expect(isWritten)
        output.encode(block, count: 1024)
        let replaceable = output.replaceable()
        let open = try #require(replaceable)
        let before = output.cycle.handover.bound
        if let look { device.take(ScriptedDevice.queue - open + 100, after: look) }
        let had = output.replace(last: open, by: 1024)
        #expect(had == (look == 0 ? open - 100 : open))
        #expect(output.cycle.handover.bound == (look == nil ? before : 2 * before))
    }
}
