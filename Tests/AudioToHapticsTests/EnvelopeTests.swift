import Glibc
import Testing
import ThudAudioToHaptics
import ThudCore
import ThudPatterns

@Suite("The envelope becomes vibration") struct EnvelopeTests {
    /// Returns the largest deviation of the pattern's intensity from the expected one over a stretch of time.
    private func deviation(
        _ pattern: HapticPattern, over range: ClosedRange<Double>, from expected: (Double) -> Double
    ) -> Double {
        let evaluation = HapticEvaluation(pattern)
        return stride(from: range.lowerBound, through: range.upperBound, by: 0.001)
            .map { abs(evaluation.intensity(at: $0) - expected($0)) }.max() ?? 0
    }

    @Test func `a swelling sine has no tap, and its curve is the root of its amplitude`() {
        let swell = sound(seconds: 1, rate: 8_000) { 0.6 * $0 * sine(200, at: $0) }
        let transcription = SoundTranscription(swell)
        #expect(transcription.onsets.isEmpty)
        #expect(transcription.curveError.bound == 0.03)
        #expect(transcription.curveError.intensity > 0 && transcription.curveError.intensity <= 0.03)
        // At the end of the sound the window sees only half of it.
        #expect(deviation(transcription.pattern, over: 0.02...0.98) { $0.squareRoot() } < 0.055)
        let steady = HapticEvaluation(transcription.pattern).sharpness(at: 0.5) ?? 0
        #expect(abs(steady - log2(2) / log2(40)) < 0.055)
    }

    @Test(arguments: [0.01, 0.05, 0.2])
    func `a curve keeps its tolerance, and a wider one needs fewer points`(tolerance: Double) {
        let trill = sound(seconds: 1, rate: 8_000) { time in
            (0.5 + 0.4 * sine(6, at: time) * sine(0.5, at: time)) * sine(150 + 60 * time, at: time)
        }
        let transcription = SoundTranscription(trill, options: .init(tolerance: tolerance, points: 200))
        let finer = SoundTranscription(trill, options: .init(tolerance: tolerance / 2, points: 200))
        #expect(transcription.curveError.bound == tolerance)
        #expect(max(transcription.curveError.intensity, transcription.curveError.sharpness) <= tolerance)
        func points(_ transcription: SoundTranscription) -> Int {
            transcription.pattern.curves.reduce(0) { $0 + $1.points.count }
        }
        #expect(points(transcription) < points(finer) || tolerance / 2 < 0.01)
        #expect(transcription.pattern.curves.allSatisfy { (2...16).contains($0.points.count) })
    }

    @Test func `a click is felt beside a tone by its peak, and leaves nothing behind`() throws {
        let clicked = sound(seconds: 1, rate: 48_000) { time in
            (time < 0.4 ? 0.2 * min(1, time / 0.1) * sine(300, at: time) : 0) + (abs(time - 0.7) < 0.0005 ? 0.8 : 0)
        }
        let pattern = SoundTranscription(clicked).pattern
        let click = try #require(pattern.events.last { $0.kind == .transient })
        #expect(abs(click.time - 0.7) < 0.002 && click.intensity == 1)
        #expect(pattern.events.allSatisfy { $0.time <= click.time })
    }

    @Test func `a ring fades as fast as its sound`() {
        let ring = sound(seconds: 1) { 0.7 * stroke(300, at: 0.1, $0, ring: 0.04) }
        let evaluation = HapticEvaluation(SoundTranscription(ring).pattern)
        for time in [0.14, 0.16, 0.18] {
            let intensity = evaluation.intensity(at: time)
            #expect((1..<1.4).contains(intensity * intensity * exp((time - 0.1) / 0.04)), "\(time): \(intensity)")
        }
    }

    @Test func `the vibration goes on between close taps, at a constant strength`() throws {
        let strokes = (0..<20).map { 0.1 + 0.04 * Double($0) }
        let roll = sound(seconds: 1.2) { time in
            strokes.reduce(0) { $0 + 0.5 * stroke(300, at: $1, time, ring: 0.02) }
        }
        let pattern = SoundTranscription(roll).pattern
        let taps = pattern.events.filter { $0.kind == .transient }
        let vibrations = pattern.events.filter { $0.kind == .continuous }
        #expect(taps.count == 20)
        let evaluation = HapticEvaluation(pattern)
        for (tap, next) in zip(taps, taps.dropFirst()) {
            let between = try #require(vibrations.first { $0.time > tap.time && $0.time < next.time })
            #expect(abs(between.time - tap.time - HapticLimits.transientLength) < 0.001)
            #expect(abs(between.time + (between.duration ?? 0) - next.time) < 0.001)
            let middle = (between.time + next.time) / 2
            #expect(evaluation.intensity(of: between, at: middle) == between.intensity && between.intensity > 0.3)
        }
        // Only what comes before the first tap and rings on after the last one has curves.
        #expect(pattern.curves.allSatisfy { $0.time < strokes[0] || $0.time > strokes[19] })
    }

    @Test func `curves join without a gap or a step`() {
        let trill = sound(seconds: 1.5, rate: 8_000) { (0.5 + 0.4 * sine(7, at: $0)) * sine(200, at: $0) }
        let curves = SoundTranscription(trill).pattern.curves.filter { $0.id == .hapticIntensity }
        #expect(curves.count > 2)
        for (curve, next) in zip(curves, curves.dropFirst()) {
            #expect(abs(curve.time + curve.points[curve.points.count - 1].time - next.time) < 1e-9)
            #expect(curve.points.last?.value == next.points.first?.value)
        }
    }

    @Test func `a gap ends a vibration and stays silent`() throws {
        func loudness(_ time: Double) -> Double { max(0, sine(1, at: time)) }
        let two = sound(seconds: 1.5, rate: 8_000) { loudness($0) * sine(200, at: $0) }
        let vibrations = SoundTranscription(two).pattern.events.filter { $0.kind == .continuous }
        #expect(vibrations.count == 2)
        let end = vibrations[0].time + (try #require(vibrations[0].duration))
        // A tap marks the second beginning, and acts for 22 ms.
        #expect(abs(end - 0.5) < 0.02 && abs(vibrations[1].time - 1) < 0.03)
    }

    @Test func `a tap between two vibrations keeps its own intensity and sharpness`() throws {
        let struck = sound(seconds: 0.6, rate: 8_000) { time in
            0.05 * min(1, time / 0.2) * sine(200, at: time) + 0.8 * tap(900, at: 0.3, time)
        }
        let pattern = SoundTranscription(struck).pattern
        let evaluation = HapticEvaluation(pattern)
        let hit = try #require(pattern.events.first { $0.kind == .transient })
        #expect(pattern.events.map(\.kind) == [.continuous, .transient, .continuous])
        #expect(evaluation.intensity(of: hit, at: hit.time) == hit.intensity && hit.intensity > 0.9)
        #expect(evaluation.sharpness(of: hit, at: hit.time) == hit.sharpness)
        // Nothing of the tap is felt before it begins.
        #expect(deviation(pattern, over: 0.22...0.294) { _ in (0.05 / 0.8 / 0.4).squareRoot() } < 0.2)
    }

    @Test func `a vibration lasts at most 30 s, and the next one continues it`() {
        let drone = sound(seconds: 70, rate: 1_000) { 0.5 * min(1, $0) * sine(100, at: $0) }
        let pattern = SoundTranscription(drone).pattern
        let vibrations = pattern.events.filter { $0.kind == .continuous }
        #expect(vibrations.count == 3)
        #expect(vibrations.allSatisfy { ($0.duration ?? 99) <= 30 })
        for (vibration, next) in zip(vibrations, vibrations.dropFirst()) {
            #expect(abs(vibration.time + (vibration.duration ?? 0) - next.time) < 1e-9)
        }
        #expect(deviation(pattern, over: 2...68) { _ in 1 } < 0.055)
    }
}
