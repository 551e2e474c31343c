import Haptics
import SoundFiles

/// An `AudioCustom`: a sound from a file, cut, repeated, bent and shaded as its event says.
struct FilePlayer {
    private let left: [Float]
    private let right: [Float]
    private let sampleRate: Int

    /// Half of 10 ms: what is cut in the midst ends in a ramp so long, so that the cut does not click.
    private static let rampsPerSecond = 200

    /// A player of a sound at the rate of the rendition; mono goes to both sides, of more than two channels the first two
    /// are taken.
    init(_ sound: Sound, sampleRate: Int) {
        left = sound.channels[0]
        right = sound.channelCount > 1 ? sound.channels[1] : sound.channels[0]
        self.sampleRate = sampleRate
    }

    /// Adds the sound of an event.
    ///
    /// - Returns: how many frames that took.
    func add(_ event: HapticEvent, _ evaluation: HapticEvaluation, to speakers: inout Speakers) -> Int {
        guard !left.isEmpty else { return 0 }
        let rate = Double(sampleRate)
        let speed = PatternPitch.ratio(evaluation.value(of: .audioPitch, on: event, at: event.time))
        let natural = Double(left.count) / speed / rate
        let seconds = evaluation.length(of: event, natural: natural)
        let shape = SoundShape(event, evaluation, lasting: seconds, sampleRate: sampleRate)
        let first = Int((event.time * rate).rounded())
        let isCut = seconds < natural || event.loops
        let hasRelease = evaluation.release(of: event, lasting: seconds) > 0
        let ramp = isCut && !hasRelease ? min(shape.frames, sampleRate / Self.rampsPerSecond) : 0
        speakers.reserve(first + (event.loops ? shape.frames : min(shape.frames, naturalFrames(shape))))
        play(shape, loops: event.loops) { frame, left, right in
            let remaining = shape.frames - frame
            let fade = remaining <= ramp ? Float(remaining - 1) / Float(ramp) : 1
            speakers.add(left * fade, right * fade, at: first + frame)
        }
        return shape.frames
    }

    /// How many frames pass until the file is at its end, at the speed that the shape gives.
    private func naturalFrames(_ shape: SoundShape) -> Int {
        var position = 0.0
        var frame = 0
        while position < Double(left.count), frame < shape.frames {
            position += shape.speed(at: frame)
            frame += 1
        }
        return frame
    }

    /// Gives every frame of the shape to `body` until the sound is over.
    private func play(_ shape: SoundShape, loops: Bool, _ body: (Int, Float, Float) -> Void) {
        let end = Double(left.count)
        var shades = (left: Shade(), right: Shade())
        var position = 0.0
        for frame in 0..<shape.frames {
            if position >= end {
                guard loops else { return }
                position -= end
            }
            let gains = shape.gains(at: frame)
            let brightness = shape.brightness(at: frame)
            let leftSample = shades.left.take(sample(left, position, loops), brightness, sampleRate)
            let rightSample = shades.right.take(sample(right, position, loops), brightness, sampleRate)
            body(frame, leftSample * gains.left, rightSample * gains.right)
            position += shape.speed(at: frame)
        }
    }

    /// The sample at a place between frames, by a cubic through the four around it (Catmull-Rom); on a frame, that frame.
    private func sample(_ samples: [Float], _ position: Double, _ loops: Bool) -> Float {
        let index = Int(position)
        let share = Float(position - Double(index))
        if share == 0 { return samples[index] }
        func at(_ index: Int) -> Float {
            if samples.indices.contains(index) { return samples[index] }
            return loops ? samples[(index + samples.count) % samples.count] : 0
        }
        let (a, b, c, d) = (at(index - 1), at(index), at(index + 1), at(index + 2))
        let bend = share * (c - a + share * (2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a)))
        return b + 0.5 * bend
    }
}
