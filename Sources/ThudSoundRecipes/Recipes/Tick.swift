import Glibc

extension Recipe {
    /// A dry woodblock, 45 ms: two wooden modes and the knock of the stick. Countdown and buttons.
    public static let tick = Recipe("tick", attack: 0.0004, release: 0.012) {
        var canvas = Canvas(seconds: 0.045)
        var noise = SeededNoise(seed: 3)
        var stick = StateVariableFilter(sampleRate: Canvas.sampleRate)
        canvas.add { time in
            // The block is hit a little sharp and settles within milliseconds.
            let bend = 0.012 * Shape.ring(time, timeConstant: 0.004) * 0.004
            let wood = sin(2 * .pi * 1_180 * (time - bend)) * Shape.ring(time, timeConstant: 0.013)
            let grain = sin(2 * .pi * 1_873 * (time - bend)) * Shape.ring(time, timeConstant: 0.008)
            let knock = stick.process(noise.next(), hertz: 3_200, q: 1.2).band * Shape.ring(time, timeConstant: 0.0025)
            // Saturation keeps the ring dense, so that so short a sound is as loud as the long ones.
            return tanh(1.6 * (wood + 0.5 * grain + 0.7 * knock))
        }
        return canvas
    }
}
