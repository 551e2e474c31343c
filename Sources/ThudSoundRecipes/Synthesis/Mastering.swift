import Glibc
import ThudSoundFiles

/// The last step of every recipe: no offset, silent ends, and the loudness asked for.
enum Mastering {
    /// Makes a canvas into a sound.
    ///
    /// - Parameters:
    ///   - loudness: maximum momentary loudness to reach, in LUFS.
    ///   - attack: seconds of the smooth start.
    ///   - release: seconds of the smooth end.
    static func master(_ canvas: Canvas, loudness: Double, attack: Double, release: Double) -> Sound {
        let window = window(frames: canvas.frameCount, attack: attack, release: release)
        let left = settle(canvas.left, under: window)
        let right = settle(canvas.right, under: window)
        let peak = max(1e-9, (left + right).reduce(0) { max($0, abs($1)) })
        // Loudness is linear in decibels, so one measurement gives the gain exactly.
        let measured = Loudness(of: sound(left, right, gain: 0.5 / peak)).maximumMomentary
        return sound(left, right, gain: 0.5 / peak * pow(10, (loudness - measured) / 20))
    }

    /// The smooth start and end, 0...1 a frame: exactly 0 on the first frame and on the last.
    private static func window(frames: Int, attack: Double, release: Double) -> [Double] {
        let rate = Double(Canvas.sampleRate)
        let last = Double(frames - 1) / rate
        return (0..<frames).map {
            let time = Double($0) / rate
            return Shape.rise(time, over: attack) * Shape.fall(time, to: last, over: release)
        }
    }

    /// Samples under a window, without offset: what is too much is taken away in the window's own shape, so that the
    /// ends stay silent.
    private static func settle(_ samples: [Double], under window: [Double]) -> [Double] {
        let windowed = zip(samples, window).map { $0 * $1 }
        let offset = windowed.reduce(0, +) / max(1e-9, window.reduce(0, +))
        return zip(windowed, window).map { $0 - offset * $1 }
    }

    private static func sound(_ left: [Double], _ right: [Double], gain: Double) -> Sound {
        Sound(
            sampleRate: Canvas.sampleRate,
            channels: [left, right].map { channel in channel.map { Float($0 * gain) } })
    }
}
