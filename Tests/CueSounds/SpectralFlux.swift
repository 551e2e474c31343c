import Foundation
import ThudHaptics
import ThudSoundFiles

/// By how much the spectrum of a sound grows from one moment to the next: the sum over all bins of the magnitudes' rises, as onset
/// detection has it (Bello et al., 2005). Both channels' sum, windows of 1024 frames (Hann), a value each 256 frames.
package struct SpectralFlux {
    /// Frames between two values.
    package static let hop = 256
    private static let window = (0..<1_024).map { Float(0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / 1_024)) }

    private let samples: [Float]
    private let isAround: Bool
    private let transform = FourierTransform(atLeast: 1_024)

    /// The flux of a sound.
    ///
    /// - Parameter isAround: whether its end goes on with its beginning; otherwise it stands in silence.
    package init(_ sound: Sound, isAround: Bool) {
        samples = (0..<sound.frameCount).map { frame in sound.channels.reduce(0) { $0 + $1[frame] } }
        self.isAround = isAround
    }

    /// The values at some frames: each compares the window around the frame with the one a hop before.
    package func values(at frames: [Int]) -> [Double] {
        frames.map { frame in
            zip(spectrum(around: frame), spectrum(around: frame - Self.hop)).reduce(0) { $0 + max(0, $1.0 - $1.1) }
        }
    }

    /// The values from the beginning to the end.
    package var all: [Double] { values(at: Array(stride(from: 0, to: samples.count, by: Self.hop))) }

    /// The values of the windows that lie across the place where the end meets the beginning.
    package var joint: [Double] { values(at: Array(stride(from: -512, through: 768, by: Self.hop))) }

    /// The magnitudes of the window around a frame.
    private func spectrum(around frame: Int) -> [Double] {
        var real = Self.window.indices.map { Self.window[$0] * sample(frame - 512 + $0) }
        var imaginary = [Float](repeating: 0, count: real.count)
        transform.transform(&real, &imaginary)
        return (0..<513).map { Double(real[$0] * real[$0] + imaginary[$0] * imaginary[$0]).squareRoot() }
    }

    private func sample(_ frame: Int) -> Float {
        if samples.indices.contains(frame) { return samples[frame] }
        return isAround ? samples[(frame % samples.count + samples.count) % samples.count] : 0
    }
}
