import Glibc
import ThudPatterns

/// Synthesizes the soft tone of an `AudioContinuous`. Apple does not say how its own tone sounds. This one has
/// harmonics that fall off faster the darker it is, and none beyond the frequencies that the output can hold.
struct ToneRenderer {
    let sampleRate: Int

    /// The note at pitch 0, in hertz: the A below middle C. Laptops still play the octaves around it.
    static let basePitch = 220.0
    /// The peak at full volume. The tone is a pad below taps and sounds, not a second sound.
    static let level: Float = 0.35
    private static let harmonics = 8
    /// The highest peak of harmonics relative to a sine of the same power: 1.39, at full brightness. Dividing by it
    /// keeps a tone equally loud at any brightness, and never above its level.
    private static let crest = 1.4
    /// The shortest rise and fall of a tone, in seconds, so that neither end clicks.
    private static let softness = 0.005

    /// Adds the tone of an event. Without a duration it lasts to the end of the pattern, `patternEnd`. If nothing else
    /// determines that end, the tone lasts as long as a vibration would. Returns the number of rendered frames.
    func add(
        _ event: HapticEvent, _ evaluation: HapticEvaluation, patternEnd: Double, to output: inout StereoBuffer
    ) -> Int {
        let seconds = evaluation.length(of: event, patternEnd: patternEnd)
        let automation = SoundAutomation(event, evaluation, lasting: seconds, sampleRate: sampleRate)
        let first = Int((event.time * Double(sampleRate)).rounded())
        output.reserve(first + automation.frames)
        var phase = 0.0
        let soft = Float(Self.softness * Double(sampleRate))
        for frame in 0..<automation.frames {
            let pitch = Self.basePitch * automation.speed(at: frame)
            let edge = min(1, min(Float(frame), Float(automation.frames - 1 - frame)) / soft)
            let sample = wave(phase, pitch, automation.brightness(at: frame)) * Self.level * edge
            let gains = automation.gains(at: frame)
            output.add(sample * gains.left, sample * gains.right, at: first + frame)
            phase += pitch / Double(sampleRate)
            if phase >= 1 { phase -= 1 }
        }
        return automation.frames
    }

    /// Returns a sample of the harmonics, with sin(nx) = 2 cos(x) sin((n-1)x) - sin((n-2)x). Each harmonic is weaker
    /// than the one before, and the total power does not depend on the brightness.
    private func wave(_ phase: Double, _ pitch: Double, _ brightness: Double) -> Float {
        let turn = 2 * .pi * phase
        let double = 2 * cos(turn)
        var (before, present) = (0.0, sin(turn))
        var (sum, weight, power) = (0.0, 1.0, 0.0)
        let share = 0.15 + 0.5 * brightness
        for harmonic in 1...Self.harmonics {
            guard Double(harmonic) * pitch < 0.45 * Double(sampleRate) else { break }
            sum += weight * present
            power += weight * weight
            (before, present) = (present, double * present - before)
            weight *= share
        }
        return power > 0 ? Float(sum / (Self.crest * power.squareRoot())) : 0
    }
}
