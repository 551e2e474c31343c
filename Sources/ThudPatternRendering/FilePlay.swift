import ThudHaptics
import ThudSoundFiles

/// An `AudioCustom` as it is to be played: all that can be told of it before a sample is made.
struct FilePlay {
    let event: HapticEvent
    let sound: Sound
    /// How its pitch is made; nil where it moves or changes nothing.
    let bend: FixedResample?
    /// How long it is heard before its release, in seconds.
    let seconds: Double
    /// How many frames that takes, release included.
    let frames: Int
    /// Whether it ends before its sound does.
    let isCut: Bool

    /// A play of a sound; nil of one without a frame.
    init?(_ event: HapticEvent, of sound: Sound, _ evaluation: HapticEvaluation, sampleRate: Int) {
        guard sound.frameCount > 0 else { return nil }
        self.event = event
        self.sound = sound
        let speed = PatternPitch.ratio(evaluation.value(of: .audioPitch, on: event, at: event.time))
        bend = evaluation.movesPitch ? nil : FixedResample(of: sound, speed: speed, sampleRate: sampleRate)
        let length = bend.map { Double($0.frameCount) } ?? Double(sound.frameCount) / speed
        let natural = length / Double(sampleRate)
        seconds = evaluation.length(of: event, natural: natural)
        frames = SoundAutomation.frames(event, evaluation, lasting: seconds, sampleRate: sampleRate)
        isCut = seconds < natural || event.loops
    }
}
