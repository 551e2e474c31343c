import Glibc
import ThudPatterns
import ThudSoundFiles

/// Plays sound files, cut, repeated, and changed in pitch and brightness as their events say.
struct FileRenderer {
    let evaluation: HapticEvaluation
    let sampleRate: Int

    /// A sound that is cut off ends in a ramp of 5 ms, so that the cut does not click.
    private static let rampsPerSecond = 200

    /// Adds the sounds of some plays.
    func add(_ plays: [FilePlay], to output: inout StereoBuffer) {
        for order in VarispeedOrder.orders(for: plays) {
            let source = order.source(sampleRate: sampleRate)
            for play in order.plays { add(play, source, to: &output) }
        }
    }

    private func add(_ play: FilePlay, _ source: VarispeedSource, to output: inout StereoBuffer) {
        let event = play.event
        let automation = SoundAutomation(event, evaluation, lasting: play.seconds, sampleRate: sampleRate)
        let first = Int((event.time * Double(sampleRate)).rounded())
        let hasRelease = evaluation.release(of: event, lasting: play.seconds) > 0
        let ramp = play.isCut && !hasRelease ? min(automation.frames, sampleRate / Self.rampsPerSecond) : 0
        output.reserve(first + (event.loops ? automation.frames : min(automation.frames, source.frames(automation))))
        run(source, automation, loops: event.loops) { frame, left, right in
            let remaining = automation.frames - frame
            let fade = remaining <= ramp ? Float(remaining - 1) / Float(ramp) : 1
            output.add(left * fade, right * fade, at: first + frame)
        }
    }

    /// Gives every frame of the automation to `body` until the source is over.
    private func run(
        _ source: VarispeedSource, _ automation: SoundAutomation, loops: Bool, _ body: (Int, Float, Float) -> Void
    ) {
        if !loops, let constant = automation.constant, constant.brightness >= 1, source.passes(automation) {
            return copy(source, constant, frames: min(automation.frames, source.count), body)
        }
        follow(source, automation, loops: loops, body)
    }

    /// What most sounds of cues ask for: as they are, at a gain.
    private func copy(
        _ source: VarispeedSource, _ step: SoundAutomation.Step, frames: Int, _ body: (Int, Float, Float) -> Void
    ) {
        let gains = (left: step.volume * step.left, right: step.volume * step.right)
        for frame in 0..<frames {
            let samples = source.samples(of: frame)
            body(frame, samples.left * gains.left, samples.right * gains.right)
        }
    }

    private func follow(
        _ source: VarispeedSource, _ automation: SoundAutomation, loops: Bool, _ body: (Int, Float, Float) -> Void
    ) {
        let end = Double(source.count)
        var filters = (left: OnePoleLowpass(), right: OnePoleLowpass())
        var position = 0.0
        for frame in 0..<automation.frames {
            if position >= end {
                guard loops else { return }
                // By the remainder, which is below the end however far the speed carries beyond a short sound.
                position = position.truncatingRemainder(dividingBy: end)
            }
            let gains = automation.gains(at: frame)
            let brightness = automation.brightness(at: frame)
            let samples = source.samples(at: position, loops: loops)
            body(
                frame, filters.left.take(samples.left, brightness, sampleRate) * gains.left,
                filters.right.take(samples.right, brightness, sampleRate) * gains.right)
            position += source.speed(automation.speed(at: frame))
        }
    }
}

/// An `AudioCustom` as it is to be played: all that is known of it before a sample is made.
struct FilePlay {
    let event: HapticEvent
    let sound: Sound
    /// The resampling that makes its pitch; nil where the pitch moves or changes nothing.
    let resample: FixedResample?
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
        resample = evaluation.movesPitch ? nil : FixedResample(of: sound, speed: speed, sampleRate: sampleRate)
        let length = resample.map { Double($0.frameCount) } ?? Double(sound.frameCount) / speed
        let natural = length / Double(sampleRate)
        seconds = evaluation.length(of: event, natural: natural)
        frames = SoundAutomation.frames(event, evaluation, lasting: seconds, sampleRate: sampleRate)
        isCut = seconds < natural || event.loops
    }
}

/// One source for all plays of a sound at one pitch. The resampler works once for all of them, and only for as long as the
/// longest of them is heard: a grain of a millisecond of a long sound costs a millisecond.
struct VarispeedOrder {
    let plays: [FilePlay]

    private struct Key: Hashable {
        let path: String
        let resample: FixedResample?
    }

    /// The orders for some plays, always in the same order.
    static func orders(for plays: [FilePlay]) -> [VarispeedOrder] {
        Dictionary(grouping: plays) { Key(path: $0.event.waveformPath ?? "", resample: $0.resample) }
            .sorted { ($0.key.path, $0.key.resample?.rate ?? 0) < ($1.key.path, $1.key.resample?.rate ?? 0) }
            .map { VarispeedOrder(plays: $0.value) }
    }

    /// How many frames the resampler makes for it: never more than are played.
    var resampledFrames: Int {
        guard let resample = plays[0].resample else { return 0 }
        return min(resample.frameCount, plays.map(\.frames).max() ?? 0)
    }

    /// The source.
    func source(sampleRate: Int) -> VarispeedSource {
        let (sound, resample) = (plays[0].sound, plays[0].resample)
        if let resample, let resampled = resample.applied(to: sound, sampleRate: sampleRate, upTo: resampledFrames) {
            return VarispeedSource(resampled, of: resample.frameCount)
        }
        return VarispeedSource(sound)
    }
}

/// The filter for brightness: a low-pass of 6 dB an octave that is open at 1.
struct OnePoleLowpass {
    private var last: Float = 0

    /// The corner frequencies at brightness 0 and just below 1, in hertz. Between them the corner rises evenly in octaves, as
    /// brightness is heard.
    private static let lowest = 200.0
    private static let highest = 20_000.0

    /// The next sample.
    mutating func take(_ sample: Float, _ brightness: Double, _ sampleRate: Int) -> Float {
        guard brightness < 1 else {
            last = sample
            return sample
        }
        let corner = Self.lowest * pow(Self.highest / Self.lowest, brightness)
        let share = Float(1 - exp(-2 * .pi * corner / Double(sampleRate)))
        last += share * (sample - last)
        return last
    }
}
