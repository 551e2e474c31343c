import Glibc

extension Recipe {
    /// Two soft mid tones that step down a third, 0.5 s: ten seconds are left. The second falls on the second haptic.
    public static let warning = Recipe("warning", attack: 0.0008, release: 0.12) {
        var canvas = Canvas(seconds: 0.5)
        for (start, hertz, length) in [(0.0, 698.5, 0.135), (0.15, 587.3, 0.35)] {
            canvas.add(at: start) { time in
                let body = Shape.rise(time, over: 0.002) * Shape.fall(time, to: length, over: 0.05)
                let level = body * Shape.ring(time, timeConstant: 0.16)
                // A mallet on metal bars: fundamental and its twelfth, with a slow tremble.
                let tremble = 1 - 0.25 * (0.5 - 0.5 * cos(2 * .pi * 14 * time))
                let tone =
                    sin(2 * .pi * hertz * time) + 0.32 * sin(2 * .pi * 2 * hertz * time)
                    + 0.2 * sin(2 * .pi * 3 * hertz * time) * Shape.ring(time, timeConstant: 0.05)
                return tone * level * tremble
            }
        }
        canvas.addRoom(level: 0.05, decay: 0.35)
        return canvas
    }
}
