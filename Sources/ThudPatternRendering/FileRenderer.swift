import Glibc
import ThudPatterns
import ThudSoundFiles

/// Renders the sound files of a pattern, with the cuts, loops, pitch and brightness of their events.
struct FileRenderer {
    let evaluation: HapticEvaluation
    let sampleRate: Int

    /// The length of the ramp at the end of a sound that is cut off: 5 ms, so that the cut does not click.
    private static let rampsPerSecond = 200

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

    /// Passes every frame of the automation to `body` until the source ends.
    private func run(
        _ source: VarispeedSource, _ automation: SoundAutomation, loops: Bool, _ body: (Int, Float, Float) -> Void
    ) {
        if !loops, let constant = automation.constant, constant.brightness >= 1, source.passes(automation) {
            return copy(source, constant, frames: min(automation.frames, source.count), body)
        }
        follow(source, automation, loops: loops, body)
    }

    /// Copies a sound at a constant gain, which is all that most cues need.
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
                // The remainder stays below the end, however far the speed carries beyond a short sound.
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

/// One playback of an `AudioCustom`: everything that is known before its first sample.
struct FilePlay {
    let event: HapticEvent
    let sound: Sound
    /// The resampling for its pitch; nil if the pitch moves or changes nothing.
    let resample: FixedResample?
    /// How long it is heard before its release, in seconds.
    let seconds: Double
    /// How many frames that takes, release included.
    let frames: Int
    let isCut: Bool

    /// Creates a playback of a sound; nil if the sound is empty.
    init?(_ event: HapticEvent, of sound: Sound, _ evaluation: HapticEvaluation, sampleRate: Int) {
        guard sound.frameCount > 0 else { return nil }
        self.event = event
        self.sound = sound
        let speed = PatternPitch.ratio(evaluation.value(of: .audioPitch, on: event, at: event.time))
        resample = evaluation.movesPitch ? nil : FixedResample(of: sound, speed: speed, sampleRate: sampleRate)
        let length = Double(resample?.frameCount ?? sound.frameCount) / Double(sampleRate)
        let natural = resample == nil ? PatternPitch.time(of: event, evaluation, passing: length) : length
        seconds = evaluation.length(of: event, natural: natural)
        frames = SoundAutomation.frames(event, evaluation, lasting: seconds, sampleRate: sampleRate)
        isCut = seconds < natural || event.loops
    }
}

/// A source that serves all playbacks of a sound at one pitch. The resampler runs once for all of them, and only for
/// as long as the longest of them is heard, so a one-millisecond grain of a long sound costs one millisecond.
struct VarispeedOrder {
    let plays: [FilePlay]

    private struct Key: Hashable {
        let path: String
        let resample: FixedResample?
    }

    /// Groups playbacks into orders, always in the same sequence.
    static func orders(for plays: [FilePlay]) -> [VarispeedOrder] {
        Dictionary(grouping: plays) { Key(path: $0.event.waveformPath ?? "", resample: $0.resample) }
            .sorted { ($0.key.path, $0.key.resample?.rate ?? 0) < ($1.key.path, $1.key.resample?.rate ?? 0) }
            .map { VarispeedOrder(plays: $0.value) }
    }

    /// How many frames the resampler produces for the order, which is never more than are played.
    var resampledFrames: Int {
        guard let resample = plays[0].resample else { return 0 }
        return min(resample.frameCount, plays.map(\.frames).max() ?? 0)
    }

    func source(sampleRate: Int) -> VarispeedSource {
        let (sound, resample) = (plays[0].sound, plays[0].resample)
        if let resample, let resampled = resample.applied(to: sound, sampleRate: sampleRate, upTo: resampledFrames) {
            return VarispeedSource(resampled, of: resample.frameCount)
        }
        return VarispeedSource(sound)
    }
}

/// The filter for brightness: a low-pass of 6 dB per octave that is fully open at 1.
struct OnePoleLowpass {
    private var last: Float = 0

    /// The corner frequencies at brightness 0 and just below 1, in hertz. Between them the corner rises evenly in
    /// octaves, as brightness is heard.
    private static let lowest = 200.0
    private static let highest = 20_000.0

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
