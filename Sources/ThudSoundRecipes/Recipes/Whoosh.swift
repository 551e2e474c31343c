import Glibc

extension Recipe {
    /// A whisk of air, 0.32 s: filtered noise that rises and sinks while it passes from left to right. Neutral.
    public static let whoosh = Recipe("whoosh", attack: 0.0012, release: 0.14) {
        var canvas = Canvas(seconds: 0.32)
        var middle = SeededNoise(seed: 11)
        var edges = (left: SeededNoise(seed: 12), right: SeededNoise(seed: 13))
        var touch = SeededNoise(seed: 14)
        var flick = StateVariableFilter(sampleRate: Canvas.sampleRate)
        var filters = [StateVariableFilter](repeating: .init(sampleRate: Canvas.sampleRate), count: 4)
        canvas.add(pan: -0.5, gain: 0.5) { time in
            // The flick of the whisk, heard at once, there to melt with the rigid haptic.
            flick.process(touch.next(), hertz: 1_800, q: 0.8).band * Shape.ring(time, timeConstant: 0.006)
        }
        canvas.addStereo { time in
            let position = time / 0.32
            // Up to the passing at a third of the way, then down again, lower than it began.
            let hertz =
                position < 0.33
                ? Shape.glide(650, 2_300, position / 0.33) : Shape.glide(2_300, 420, (position - 0.33) / 0.67)
            let swell = 0.3 + 0.7 * Shape.rise(time, over: 0.075)
            let level = swell * Shape.ring(time - 0.08, timeConstant: 0.085)
            let core = middle.next()
            let noise = (left: core + 0.5 * edges.left.next(), right: core + 0.5 * edges.right.next())
            // Twice through the band: a steeper filter has a clearer pitch, and the movement is heard.
            let left = filters[1].process(
                filters[0].process(noise.left, hertz: hertz, q: 1.3).band, hertz: hertz, q: 0.9)
            let right = filters[3].process(
                filters[2].process(noise.right, hertz: hertz, q: 1.3).band, hertz: hertz, q: 0.9)
            let angle = .pi / 4 * (1 + 0.75 * (2 * position - 1))
            return (left.band * level * cos(angle), right.band * level * sin(angle))
        }
        return canvas
    }
}
