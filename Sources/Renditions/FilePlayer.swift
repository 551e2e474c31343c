import Haptics
import SoundFiles

/// An `AudioCustom`: a sound from a file, cut, repeated, bent and shaded as its event says.
struct FilePlayer {
    private let sound: Sound
    private let sampleRate: Int

    /// Half of 10 ms: what is cut in the midst ends in a ramp so long, so that the cut does not click.
    private static let rampsPerSecond = 200

    /// A player of a sound at the rate of the rendition; mono goes to both sides, of more than two channels the first two
    /// are taken.
    init(_ sound: Sound, sampleRate: Int) {
        self.sound = sound
        self.sampleRate = sampleRate
    }

    /// Adds the sound of an event.
    ///
    /// - Returns: how many frames that took.
    func add(_ event: HapticEvent, _ evaluation: HapticEvaluation, to speakers: inout Speakers) -> Int {
        let speed = PatternPitch.ratio(evaluation.value(of: .audioPitch, on: event, at: event.time))
        let tape = Tape(sound, speed: speed, isSteady: !evaluation.movesPitch, sampleRate: sampleRate)
        guard tape.count > 0 else { return 0 }
        let rate = Double(sampleRate)
        let natural = Double(tape.count) / tape.speed(speed) / rate
        let seconds = evaluation.length(of: event, natural: natural)
        let shape = SoundShape(event, evaluation, lasting: seconds, sampleRate: sampleRate)
        let first = Int((event.time * rate).rounded())
        let isCut = seconds < natural || event.loops
        let hasRelease = evaluation.release(of: event, lasting: seconds) > 0
        let ramp = isCut && !hasRelease ? min(shape.frames, sampleRate / Self.rampsPerSecond) : 0
        speakers.reserve(first + (event.loops ? shape.frames : min(shape.frames, tape.frames(shape))))
        play(tape, shape, loops: event.loops) { frame, left, right in
            let remaining = shape.frames - frame
            let fade = remaining <= ramp ? Float(remaining - 1) / Float(ramp) : 1
            speakers.add(left * fade, right * fade, at: first + frame)
        }
        return shape.frames
    }

    /// Gives every frame of the shape to `body` until the tape is over.
    private func play(_ tape: Tape, _ shape: SoundShape, loops: Bool, _ body: (Int, Float, Float) -> Void) {
        let end = Double(tape.count)
        var shades = (left: Shade(), right: Shade())
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
