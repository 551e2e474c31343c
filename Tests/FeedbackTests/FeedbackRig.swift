import ThudCore
import ThudCues
import ThudPatternRendering
import ThudPatterns
import ThudPlayback
import ThudSoundFiles
import ThudTestSupport

@testable import ThudFeedback

/// A scheduler on one engine, or on two if haptics have their own. Each engine records.
final class FeedbackRig {
    let engine: Engine
    let hapticEngine: Engine?
    let scheduler: FeedbackScheduler
    private let scratch: ScratchDirectory

    /// How long anything may take on a busy machine without being broken.
    static let patience = Interval.seconds(30)
    static let sampleRate = 48_000

    /// `test/both` is 100 ms of a sound and a tap, both from the first frame on and too quiet for the soft clipper.
    static let library: CueLibrary = {
        var sound = HapticEvent(.audioCustom)
        sound.waveformPath = "sound"
        let tap = HapticEvent(.transient, intensity: 0.5, sharpness: 0.5)
        let samples = (0..<4800).map { index -> Float in 0.3 - Float(index * 7919 % 100) / 1000 }
        return CueLibrary(
            cues: [Cue(name: "test/both", pattern: HapticPattern([sound, tap]))],
            sounds: PatternSounds(["sound": Sound(sampleRate: sampleRate, channels: [samples])]), sampleRate: sampleRate
        )
    }()

    /// The tracks of `test/both`: left, right, heard, drive.
    static var tracks: [[Float]] { library.cues["test/both"]?.clip.tracks ?? [] }

    /// Waits until both streams run, so that their clocks are measured rather than estimated.
    init(
        _ settings: FeedbackSettings = FeedbackSettings(haptics: .drive), hasHapticEngine: Bool = false,
        library: CueLibrary = FeedbackRig.library
    ) throws {
        scratch = try ScratchDirectory(prefix: "thud-feedback")
        engine = try Engine.recording(to: scratch.file("main.wav"), sampleRate: FeedbackRig.sampleRate)
        hapticEngine =
            hasHapticEngine
            ? try Engine.recording(to: scratch.file("haptic.wav"), sampleRate: FeedbackRig.sampleRate) : nil
        scheduler = FeedbackScheduler(
            engine: engine, hapticEngine: hapticEngine, library: library, settings: settings)
        let engines = [engine] + (hapticEngine.map { [$0] } ?? [])
        try holdOn("the streams to run", within: FeedbackRig.patience) { engines.allSatisfy { $0.head > .zero } }
    }

    /// Waits for the reports of the next `count` triggers.
    func reports(_ count: Int) throws -> [CueReport] {
        var reports: [CueReport] = []
        try holdOn("\(count) reports", within: FeedbackRig.patience) {
            reports += scheduler.reports()
            return reports.count >= count
        }
        return reports
    }

    /// Waits until everything has been played, and stops. Returns left, right and haptic of each engine.
    func recordings() throws -> (main: [[Float]], haptic: [[Float]]) {
        for engine in [engine, hapticEngine].compactMap(\.self) {
            try holdOn("the voices to end", within: FeedbackRig.patience) { engine.voiceCount == 0 }
            try engine.stop()
        }
        let haptic = hapticEngine == nil ? [] : try SoundFile.read(scratch.file("haptic.wav")).channels
        return (try SoundFile.read(scratch.file("main.wav")).channels, haptic)
    }
}
