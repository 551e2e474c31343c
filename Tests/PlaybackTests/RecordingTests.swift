import Synchronization
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

@testable import ThudPlayback

/// The file keeps the stream's time, whatever happens to the frames.
@Suite struct RecordingTests {
    private static let sampleRate = 8000

    /// Multiples of a 24-bit step are restored exactly.
    private static func sample(_ frame: Int, _ channel: Int) -> Float {
        let step = (frame * 7_919_333 + channel * 1_234_567) % (1 << 24) - (1 << 23)
        return Float(step) / Float(1 << 23)
    }

    /// A recording, and the frames that were put into it.
    private final class Take {
        let recording: Recording
        private(set) var frames = 0
        private let scratch: ScratchDirectory
        private let block = MixBlock.allocate(capacity: 128)

        init() throws {
            scratch = try ScratchDirectory(prefix: "thud-recording")
            recording = try Recording(path: scratch.file("all.wav"), sampleRate: RecordingTests.sampleRate)
        }

        deinit { block.deallocate() }

        func put(_ count: Int) {
            var left = count
            while left > 0 {
                let part = min(left, block.capacity)
                for channel in 0..<Mixer.channelCount {
                    for index in 0..<part { block.channel(channel)[index] = sample(frames + index, channel) }
                }
                recording.tap.put(block, count: part)
                frames += part
                left -= part
            }
        }

        func putSilence(_ count: Int) {
            recording.tap.putSilence(count)
            frames += count
        }

        func read() throws -> [[Float]] { try SoundFile.read(scratch.file("all.wav")).channels }
    }

    @Test func `every block is recorded unchanged, to 24 bits`() throws {
        let take = try Take()
        take.put(5000)
        try take.recording.finish()
        let expected = (0..<Mixer.channelCount).map { channel in (0..<5000).map { Self.sample($0, channel) } }
        #expect(try take.read() == expected)
    }

    @Test func `a gap far longer than the ring becomes equal silence, and later sound is on its frame`() throws {
        let take = try Take()
        let spans = [(put: 1000, silence: 100_000), (put: 0, silence: 3), (put: 777, silence: 40_000)]
        var sounds: [Range<Int>] = []
        for span in spans {
            sounds.append(take.frames..<take.frames + span.put)
            take.put(span.put)
            take.putSilence(span.silence)
        }
        try take.recording.finish()
        let channels = try take.read()
        #expect(channels.allSatisfy { $0.count == take.frames })
        for (channel, samples) in channels.enumerated() {
            let isRight = samples.enumerated().allSatisfy { frame, value in
                value == (sounds.contains { $0.contains(frame) } ? Self.sample(frame, channel) : 0)
            }
            #expect(isRight, "channel \(channel)")
        }
    }

    @Test func `a recording of which frames were dropped states how many seconds are silence`() throws {
        let take = try Take()
        take.recording.tap.shared.pointee.dropped.store(2 * Self.sampleRate, ordering: .relaxed)
        let error = try #require(throws: ThudError.self) { try take.recording.finish() }
        #expect(error.description.contains("so 2 s of the recording are silence"), "\(error)")
    }

    @Test func `frames without room are reported as silence, and the file keeps its length`() throws {
        let take = try Take()
        take.put(20 * Self.sampleRate)
        let dropped = take.recording.tap.shared.pointee.dropped.load(ordering: .relaxed)
        if dropped == 0 {
            try take.recording.finish()
        } else {
            let error = try #require(throws: ThudError.self) { try take.recording.finish() }
            #expect(error.description.contains("s of the recording are silence"), "\(error)")
        }
        let samples = try take.read()[0]
        #expect(samples.count == take.frames)
        let wrong = samples.enumerated().count { $0.element != Self.sample($0.offset, 0) }
        #expect(wrong <= dropped)
    }
}
