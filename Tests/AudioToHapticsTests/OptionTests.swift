import Testing
import ThudAudioToHaptics
import ThudPatterns

@Suite("Options of a transcription") struct OptionTests {
    private func strokes(_ times: [Double], _ hertz: Double = 300, gain: Double = 0.5) -> (Double) -> Double {
        { time in times.reduce(0) { $0 + gain * stroke(hertz, at: $1, time, ring: 0.08) } }
    }

    private func pattern(_ options: TranscriptionOptions, _ sample: (Double) -> Double) -> HapticPattern {
        SoundTranscription(sound(seconds: 1, sample), options: options).pattern
    }

    @Test func `a pattern may consist of taps alone, or of vibration that follows the attacks`() {
        let sample = strokes([0.1, 0.5])
        let taps = pattern(.init(parts: .taps), sample)
        #expect(taps.events.map(\.kind) == [.transient, .transient] && taps.curves.isEmpty)
        let vibration = pattern(.init(parts: .vibration), sample)
        #expect(vibration.events.allSatisfy { $0.kind == .continuous } && !vibration.events.isEmpty)
        let evaluation = HapticEvaluation(vibration)
        #expect(evaluation.intensity(at: 0.115) > 0.85 && evaluation.intensity(at: 0.515) > 0.85)
    }

    @Test func `of taps closer than the gap the stronger remains`() {
        let sample: (Double) -> Double = { strokes([0.2])($0) + strokes([0.1, 0.6], gain: 0.3)($0) }
        let times = { (gap: Double) in
            SoundTranscription(sound(seconds: 1, sample), options: .init(gap: gap)).onsets.map {
                ($0.time * 10).rounded() / 10
            }
        }
        #expect(times(0.03) == [0.1, 0.2, 0.6])
        #expect(times(0.15) == [0.2, 0.6])
    }

    @Test func `an onset remains if only weaker ones are closer than the gap`() {
        let sample: (Double) -> Double = {
            strokes([0.1, 0.6])($0) + strokes([0.35], gain: 0.15)($0) + strokes([0.5], gain: 0.3)($0)
        }
        let taps = pattern(.init(parts: .taps, gap: 0.2), sample).events.map { ($0.time * 100).rounded() / 100 }
        #expect(taps == [0.1, 0.35, 0.6])
    }

    @Test func `an onset that is too quiet for a tap is still detected`() {
        let sample: (Double) -> Double = { strokes([0.2])($0) + strokes([0.6], gain: 0.1)($0) }
        let transcription = SoundTranscription(sound(seconds: 1, sample), options: .init(quietest: 0.8))
        let detected = transcription.detected.map { ($0.time * 10).rounded() / 10 }
        #expect(detected == [0.2, 0.6] && transcription.onsets == Array(transcription.detected.prefix(1)))
    }

    @Test func `sharpness lies within the chosen range`() {
        let sharpness = { (range: ClosedRange<Double>) in
            pattern(.init(parts: .taps, sharpness: range)) { strokes([0.1], 60)($0) + strokes([0.5], 6_000)($0) }
                .events.map(\.sharpness)
        }
        let full = sharpness(0...1)
        let narrow = sharpness(0.4...0.6)
        #expect(full.count == 2 && full[0] < 0.3 && full[1] == 1)
        for (part, whole) in zip(narrow, full) { #expect(abs(part - 0.4 - 0.2 * whole) < 0.001) }
    }

    @Test func `a band leaves out the strokes beyond it`() {
        let sample: (Double) -> Double = { strokes([0.1], 60)($0) + strokes([0.5], 5_000, gain: 0.2)($0) }
        let times = { (band: ClosedRange<Double>?) in
            SoundTranscription(sound(seconds: 1, sample), options: .init(band: band)).onsets.map {
                ($0.time * 10).rounded() / 10
            }
        }
        #expect(times(nil) == [0.1, 0.5])
        #expect(times(2_500...24_000).contains(0.5))
        #expect(times(30...150) == [0.1])
    }

    @Test func `vibrations without curves for want of points are reported`() {
        let steady = { (points: Double) in
            SoundTranscription(sound(seconds: 1, strokes([0.1, 0.5])), options: .init(points: points)).curveError.steady
        }
        #expect(steady(60) == nil && steady(4).map { $0 > 0.02 } ?? false)
    }

    @Test func `without smoothing the curve follows a tremolo that the default averages`() {
        let tremolo: (Double) -> Double = { (0.5 + 0.4 * sine(25, at: $0)) * sine(400, at: $0) }
        let depth = { (smoothing: Double) in
            let options = TranscriptionOptions(tolerance: 0.02, points: 1_000, smoothing: smoothing)
            let evaluation = HapticEvaluation(pattern(options, tremolo))
            let values = stride(from: 0.4, to: 0.7, by: 0.002).map { evaluation.intensity(at: $0) }
            return (values.max() ?? 0) - (values.min() ?? 0)
        }
        #expect(depth(0) > 0.25 && depth(0.1) < 0.06)
    }
}
