import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

@testable import ThudPlayback

/// Clips live exactly as long as a voice may read them, and engines end cleanly.
@Suite struct EngineLifetimeTests {
    /// A weak reference to a clip that only the engine holds.
    private final class Witness: Sendable {
        weak let clip: Clip?

        init(_ clip: Clip) { self.clip = clip }
    }

    /// Gives the engine a clip and keeps no reference to it.
    private func play(_ running: RunningEngine, start: VoiceRequest.Start, isLooping: Bool) throws -> Witness {
        let clip = Clip(tracks: [[0.1, 0.2]])
        try running.play(id: 1, clip, start: start, isLooping: isLooping)
        return Witness(clip)
    }

    @Test func `a clip is released once its voice has ended`() throws {
        let running = try RunningEngine()
        let witness = try play(running, start: .next, isLooping: false)
        try holdOn("the clip to be released", within: RunningEngine.patience) {
            _ = running.engine.receipts()
            return witness.clip == nil
        }
        try running.engine.stop()
    }

    @Test func `a playing clip is kept until the engine stops`() throws {
        let running = try RunningEngine()
        let witness = try play(running, start: .next, isLooping: true)
        _ = try running.receipts(1)
        #expect(witness.clip != nil)
        try running.engine.stop()
        #expect(witness.clip == nil)
    }

    @Test func `a clip that still waits for its frame is released at the stop`() throws {
        let running = try RunningEngine()
        let witness = try play(running, start: .frame(Frame(.max / 4)), isLooping: false)
        try holdOn("the voice to be placed", within: RunningEngine.patience) { running.engine.voiceCount == 1 }
        #expect(witness.clip != nil)
        try running.engine.stop()
        #expect(witness.clip == nil)
    }

    @Test func `a stop while another thread collects receipts releases each clip once`() throws {
        for _ in 0..<100 {
            let engine = try Engine.virtual()
            let witnesses = try (1...400).map { id in
                let clip = Clip(tracks: [[0.1]])
                try #require(
                    engine.play(VoiceRequest(id: UInt64(id), clip: clip, routing: .silent, triggered: engine.now)))
                return Witness(clip)
            }
            var samples = [Float](repeating: 0, count: 4_800)
            samples.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                engine.render(4_800, left: base, right: base)
            }
            let begun = EventDescriptor()
            let collector = PlainThread(name: "collector") {
                begun.wait()
                _ = engine.receipts()
            }
            begun.signal()
            try engine.stop()
            collector.join()
            #expect(witnesses.allSatisfy { $0.clip == nil })
        }
    }

    @Test func `an engine that is stopped at once leaks nothing`() throws {
        let running = try RunningEngine()
        let witness = try play(running, start: .next, isLooping: true)
        try running.engine.stop()
        #expect(witness.clip == nil)
    }

    @Test func `a stopped engine takes nothing that would need an answer`() throws {
        let engine = try Engine.virtual()
        try engine.stop()
        let (now, clip) = (engine.now, Clip(tracks: [[0.1]]))
        #expect(!engine.play(VoiceRequest(id: 1, clip: clip, routing: .silent, triggered: now)))
        #expect(!engine.turn(Turn(id: 2, of: 1, .gain, to: 0.5, triggered: now)))
        #expect(!engine.end(1, as: 3, fade: .zero, triggered: now))
        #expect(engine.cut(id: 1) && engine.cancelScheduled())
    }

    @Test func `a stopped engine is freed`() throws {
        weak var freed: Engine?
        do {
            let engine = Engine.silent()
            freed = engine
            try engine.stop()
        }
        #expect(freed == nil)
    }

    @Test func `a dropped engine ends with its threads`() throws {
        weak var freed: Engine?
        weak var clip: Clip?
        do {
            let scratch = try ScratchDirectory(prefix: "thud-dropped")
            let engine = try Engine.recording(to: scratch.file("all.wav"))
            let played = Clip(tracks: [[0.5, 0.25]])
            (freed, clip) = (engine, played)
            #expect(engine.play(VoiceRequest(id: 1, clip: played, routing: .silent, triggered: .now())))
        }
        #expect(freed == nil && clip == nil)
    }

    @Test func `a recording that cannot be written is refused before anything plays`() throws {
        let path = "/no-such-folder/round.wav"
        let error = try #require(throws: ThudError.self) { try Engine.recording(to: path) }
        #expect(error.description.hasPrefix("\(path): cannot be written: ") && error.subject == path)
        var request = PCMRequest()
        request.name = "null"
        #expect(throws: ThudError.self) { try Engine.playing(through: request, recordingTo: path) }
        // A recording is a WAV file, whatever its name says.
        let scratch = try ScratchDirectory(prefix: "thud-ending")
        let other = scratch.file("round.mp3")
        let refusal = try #require(throws: ThudError.self) { try Engine.virtual(recordingTo: other) }
        #expect(refusal.description == "\(other): cannot be written: a recording is a WAV file; end it in .wav")
        #expect(throws: ThudError.self) { try SourceFile.read(other) }
    }
}
