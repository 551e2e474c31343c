import Foundation
import ThudPatterns
import ThudSoundFiles

/// Measures how much a sound's spectrum grows from one moment to the next: the sum of all bins' magnitude rises, as in
/// onset detection (Bello et al., 2005). It uses both channels' sum, windows of 21.3 ms (Hann) and a value every 5.3
/// ms. These are 1024 and 256 frames at 48 kHz, and equally long at any other rate, because a shorter window sees more
/// change in the same sound.
package struct SpectralFlux {
    /// The number of frames between two values.
    package let hop: Int
    private let window: [Float]
    private let samples: [Float]
    private let isAround: Bool
    private let transform: FourierTransform

    /// Prepares the flux of a sound.
    ///
    /// - Parameter isAround: whether the sound is a loop; otherwise silence surrounds it.
    package init(_ sound: Sound, isAround: Bool) {
        samples = (0..<sound.frameCount).map { frame in
            sound.channels.reduce(0 as Float) { $0 + $1[frame] }
        }
        self.isAround = isAround
        hop = sound.sampleRate * 256 / 48_000
        let length = 4 * hop
        let step = 2 * Double.pi / Double(length)
        window = (0..<length).map { index in Float(0.5 - 0.5 * cos(step * (Double(index) + 0.5))) }
        transform = FourierTransform(atLeast: length)
    }

    /// Returns the values at some frames: each compares the window around the frame with the one a hop earlier.
    package func values(at frames: [Int]) -> [Double] {
        frames.map { frame in
            zip(spectrum(around: frame), spectrum(around: frame - hop)).reduce(0) { $0 + max(0, $1.0 - $1.1) }
        }
    }

    /// The values from the beginning to the end.
    package var all: [Double] { values(at: Array(stride(from: 0, to: samples.count, by: hop))) }

    /// The values of the windows across the point at which the end meets the beginning.
    package var joint: [Double] { values(at: Array(stride(from: -2 * hop, through: 3 * hop, by: hop))) }

    /// Returns the magnitudes of the window around a frame.
    private func spectrum(around frame: Int) -> [Double] {
        let windowed = window.indices.map { window[$0] * sample(frame - 2 * hop + $0) }
        var real = windowed + [Float](repeating: 0, count: transform.size - windowed.count)
        var imaginary = [Float](repeating: 0, count: real.count)
        transform.transform(&real, &imaginary)
        return (0...transform.size / 2).map { bin -> Double in
            let power: Float = real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
            return Double(power).squareRoot()
        }
    }

    private func sample(_ frame: Int) -> Float {
        if samples.indices.contains(frame) { return samples[frame] }
        return isAround ? samples[(frame % samples.count + samples.count) % samples.count] : 0
    }
}
