import Glibc
import ThudPatterns
import ThudSoundFiles

/// The volume, pan, pitch and brightness of one sound over time. They are computed in steps of a millisecond and move
/// in straight lines between those.
struct SoundAutomation {
    struct Step: Hashable {
        let volume: Float
        let left: Float
        let right: Float
        /// The speed ratio that the pitch gives; see ``PatternPitch``.
        let speed: Double
        let brightness: Double
    }

    let steps: [Step]
    /// How many frames the sound has, release included.
    let frames: Int
    /// The values of every step if nothing moves; otherwise nil.
    let constant: Step?
    private let framesPerStep: Double

    /// The time between two steps, in seconds.
    static let interval = 0.001

    /// Computes the automation of an event that lasts `seconds` before its release, at `sampleRate` Hz.
    init(_ event: HapticEvent, _ evaluation: HapticEvaluation, lasting seconds: Double, sampleRate: Int) {
        framesPerStep = Self.interval * Double(sampleRate)
        let length = Self.length(event, evaluation, lasting: seconds)
        frames = Self.frames(event, evaluation, lasting: seconds, sampleRate: sampleRate)
        // Two steps are enough for a sound in which nothing moves, as in most cues.
        let count = evaluation.isSteady(event, lasting: seconds) ? 2 : Int(length / Self.interval) + 2
        let steps = (0..<count).map { index in
            // The last step is just before the end, so that a sound without a release does not fade towards it.
            let elapsed = min(Double(index) * Self.interval, max(0, length - 1e-9))
            let time = event.time + elapsed
            let pan = evaluation.value(of: .audioPan, on: event, at: time)
            return Step(
                volume: Float(evaluation.volume(of: event, lasting: seconds, elapsed: elapsed)),
                left: Float(min(1, 1 - pan)), right: Float(min(1, 1 + pan)),
                speed: PatternPitch.ratio(evaluation.value(of: .audioPitch, on: event, at: time)),
                brightness: evaluation.value(of: .audioBrightness, on: event, at: time))
        }
        self.steps = steps
        constant = steps.allSatisfy { $0 == steps[0] } ? steps[0] : nil
    }

    static func frames(
        _ event: HapticEvent, _ evaluation: HapticEvaluation, lasting seconds: Double, sampleRate: Int
    ) -> Int {
        Int((length(event, evaluation, lasting: seconds) * Double(sampleRate)).rounded())
    }

    private static func length(
        _ event: HapticEvent, _ evaluation: HapticEvaluation, lasting seconds: Double
    ) -> Double {
        let whole = seconds + evaluation.release(of: event, lasting: seconds)
        return min(whole, Double(SoundLimits.maximumSeconds))
    }

    func gains(at frame: Int) -> (left: Float, right: Float) {
        let (step, next, share) = place(frame)
        let volume = step.volume + (next.volume - step.volume) * Float(share)
        let left = step.left + (next.left - step.left) * Float(share)
        let right = step.right + (next.right - step.right) * Float(share)
        return (volume * left, volume * right)
    }

    func speed(at frame: Int) -> Double {
        let (step, next, share) = place(frame)
        return step.speed + (next.speed - step.speed) * share
    }

    func brightness(at frame: Int) -> Double {
        let (step, next, share) = place(frame)
        return step.brightness + (next.brightness - step.brightness) * share
    }

    private func place(_ frame: Int) -> (Step, Step, share: Double) {
        let position = Double(frame) / framesPerStep
        let index = min(Int(position), steps.count - 2)
        return (steps[index], steps[index + 1], min(1, position - Double(index)))
    }
}

/// Converts a pitch from -1 to 1 to a speed.
enum PatternPitch {
    /// Returns the speed ratio for a pitch: an octave each way. Apple gives -1 to 1 and no interval, and an octave is
    /// the most that pitch wheels usually do.
    static func ratio(_ pitch: Double) -> Double { exp2(min(max(pitch, -1), 1)) }

    /// Returns how long a sound takes, in seconds, that would take `length` at pitch 0.
    static func time(of event: HapticEvent, _ evaluation: HapticEvaluation, passing length: Double) -> Double {
        func speed(_ elapsed: Double) -> Double {
            ratio(evaluation.value(of: .audioPitch, on: event, at: event.time + elapsed))
        }
        var (left, elapsed) = (length, 0.0)
        while evaluation.movesPitch, left > 0, elapsed < HapticLimits.longestSound {
            left -= SoundAutomation.interval * speed(elapsed + SoundAutomation.interval / 2)
            elapsed += SoundAutomation.interval
        }
        return elapsed + left / speed(elapsed)
    }
}
