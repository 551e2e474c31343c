import Glibc

extension Recipe {
    /// A bright bell, 0.4 s: C6 with the fifth above it, on a soft low knock. The win, and so the loudest of all.
    public static let ping = Recipe("ping", loudness: Recipe.loudness + winBoost, attack: 0.0006, release: 0.16) {
        /// Each partial: ratio to C6, level, seconds to fall by a factor of e.
        let partials: [(ratio: Double, level: Double, ring: Double)] = [
            (1, 0.9, 0.13), (1.5, 0.75, 0.12), (2, 0.5, 0.09), (3, 0.28, 0.06), (4.02, 0.12, 0.035), (5.43, 0.1, 0.02),
        ]
        var canvas = Canvas(seconds: 0.4)
        for (index, partial) in partials.enumerated() {
            let hertz = 1_046.5 * partial.ratio
            // Each side a hair apart in pitch: the bell shimmers slowly instead of standing still.
            for side in [-1.0, 1] {
                let width = index == 0 ? 0.25 : 0.6
                canvas.add(pan: side * width, gain: partial.level / 2) { time in
                    sin(2 * .pi * (hertz + side * 0.9) * time) * Shape.ring(time, timeConstant: partial.ring)
                }
            }
        }
        canvas.add(gain: 0.5) { time in
            // The knock: an octave's fall to 196 Hz, there to melt with the haptic thud.
            let phase = 196 * time + 196 * 0.012 * (1 - Shape.ring(time, timeConstant: 0.012))
            return sin(2 * .pi * phase) * Shape.ring(time, timeConstant: 0.03)
        }
        canvas.addRoom(level: 0.06, decay: 0.5)
        return canvas
    }
}
