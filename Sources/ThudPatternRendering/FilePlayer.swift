import Glibc
import ThudHaptics
import ThudSoundFiles

/// Plays of sound files, cut, repeated, bent and shaded as their events say.
struct FilePlayer {
    let evaluation: HapticEvaluation
    let sampleRate: Int

    /// Half of 10 ms: what is cut in the midst ends in a ramp so long, so that the cut does not click.
    private static let rampsPerSecond = 200

    /// Adds the sounds of some plays.
    func add(_ plays: [FilePlay], to speakers: inout StereoBuffer) {
        for order in VarispeedOrder.orders(for: plays) {
            let tape = order.tape(sampleRate: sampleRate)
            for play in order.plays { add(play, tape, to: &speakers) }
        }
    }

    private func add(_ play: FilePlay, _ tape: VarispeedSource, to speakers: inout StereoBuffer) {
        let event = play.event
        let shape = SoundAutomation(event, evaluation, lasting: play.seconds, sampleRate: sampleRate)
        let first = Int((event.time * Double(sampleRate)).rounded())
        let hasRelease = evaluation.release(of: event, lasting: play.seconds) > 0
        let ramp = play.isCut && !hasRelease ? min(shape.frames, sampleRate / Self.rampsPerSecond) : 0
        speakers.reserve(first + (event.loops ? shape.frames : min(shape.frames, tape.frames(shape))))
        run(tape, shape, loops: event.loops) { frame, left, right in
            let remaining = shape.frames - frame
            let fade = remaining <= ramp ? Float(remaining - 1) / Float(ramp) : 1
            speakers.add(left * fade, right * fade, at: first + frame)
        }
    }

    /// Gives every frame of the shape to `body` until the tape is over.
    private func run(
        _ tape: VarispeedSource, _ shape: SoundAutomation, loops: Bool, _ body: (Int, Float, Float) -> Void
    ) {
        let end = Double(tape.count)
        var shades = (left: OnePoleLowpass(), right: OnePoleLowpass())
        var position = 0.0
        for frame in 0..<shape.frames {
            if position >= end {
                guard loops else { return }
                // By the remainder, which is below the end however far the speed carries beyond a short sound.
                position = position.truncatingRemainder(dividingBy: end)
            }
            let gains = shape.gains(at: frame)
            let brightness = shape.brightness(at: frame)
            let samples = tape.samples(at: position, loops: loops)
            body(
                frame, shades.left.take(samples.left, brightness, sampleRate) * gains.left,
                shades.right.take(samples.right, brightness, sampleRate) * gains.right)
            position += tape.speed(shape.speed(at: frame))
        }
    }
}

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

/// One tape for all plays of a sound at a pitch, so that the resampler works once for them, and no longer than the longest
/// of them is heard: of a minute of sound a grain of a millisecond costs a millisecond.
struct VarispeedOrder {
    let plays: [FilePlay]

    private struct Key: Hashable {
        let path: String
        let bend: FixedResample?
    }

    /// The orders for some plays, always in the same order.
    static func orders(for plays: [FilePlay]) -> [VarispeedOrder] {
        Dictionary(grouping: plays) { Key(path: $0.event.waveformPath ?? "", bend: $0.bend) }
            .sorted { ($0.key.path, $0.key.bend?.rate ?? 0) < ($1.key.path, $1.key.bend?.rate ?? 0) }
            .map { VarispeedOrder(plays: $0.value) }
    }

    /// How many frames the resampler makes for it: never more than are played.
    var bentFrames: Int {
        guard let bend = plays[0].bend else { return 0 }
        return min(bend.frameCount, plays.map(\.frames).max() ?? 0)
    }

    /// The tape.
    func tape(sampleRate: Int) -> VarispeedSource {
        let (sound, bend) = (plays[0].sound, plays[0].bend)
        if let bend, let bent = bend.applied(to: sound, sampleRate: sampleRate, upTo: bentFrames) {
            return VarispeedSource(bent, of: bend.frameCount)
        }
        return VarispeedSource(sound)
    }
}

/// What brightness does to a sound: a low-pass of 6 dB an octave that is open at 1.
struct OnePoleLowpass {
    private var last: Float = 0

    /// The corner at brightness 0, in hertz, and the highest below which the filter acts. Between them it rises evenly in
    /// octaves, as brightness is heard.
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
