import ThudHaptics

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
