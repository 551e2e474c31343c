import Glibc
import Testing
import ThudCore
import ThudCues
import ThudPatternRendering
import ThudPatterns
import ThudPlayback
import ThudSoundFiles

@testable import ThudFeedback

/// Tests the strength of a cue over time, which is used to draw it.
@Suite struct CueEnvelopeTests {
    private static let rate = FeedbackRig.sampleRate

    /// 100 ms of a tone that is half as loud in its second half, and a vibration of 50 ms.
    private static let library: CueLibrary = {
        var sound = HapticEvent(.audioCustom)
        sound.waveformPath = "tone"
        let vibration = HapticEvent(.continuous, duration: 0.05, intensity: 1, sharpness: 0.5)
        // Peaks below zero count as well.
        let tone = (0..<4_800).map { index in
            min(0, Float(sin(2 * .pi * 1_000 * Double(index) / 48_000))) * (index < 2_400 ? 0.8 : 0.4)
        }
        return CueLibrary(
            cues: [Cue(name: "test/both", pattern: HapticPattern([sound, vibration]))],
            sounds: PatternSounds(["tone": Sound(sampleRate: rate, channels: [tone])]), sampleRate: rate)
    }()

    @Test func `each 10 ms hold the separate peaks of sounds and haptics`() throws {
        let engine = try Engine.virtual()
        let scheduler = FeedbackScheduler(engine: engine, library: Self.library, settings: FeedbackSettings())
        let envelope = try #require(scheduler.envelope(of: "test/both"))
        #expect(envelope.sound.count >= 10 && scheduler.envelope(of: "test/none") == nil)
        #expect(envelope.sound[1..<4].allSatisfy { abs($0 - 0.8) < 0.01 }, "\(envelope.sound)")
        #expect(envelope.sound[6..<9].allSatisfy { abs($0 - 0.4) < 0.01 }, "\(envelope.sound)")
        #expect(envelope.haptics[0..<4].allSatisfy { $0 > 0.5 }, "\(envelope.haptics)")
        #expect(envelope.haptics.dropFirst(8).allSatisfy { $0 < 0.01 }, "\(envelope.haptics)")
    }
}
