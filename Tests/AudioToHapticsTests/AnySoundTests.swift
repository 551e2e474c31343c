import Testing
import ThudCore
import ThudPatterns
import ThudSoundFiles

@testable import ThudAudioToHaptics

@Suite("Any sound can be transcribed") struct AnySoundTests {
    private func written(_ pattern: HapticPattern) throws -> HapticPattern {
        try AHAP.read(Array(AHAP.text(pattern).utf8), file: "a.ahap")
    }

    @Test(arguments: [
        Sound(sampleRate: 48_000, channels: [[]]),
        Sound(sampleRate: 48_000, channels: [[0]]),
        Sound(sampleRate: 8_000, channels: [[Float](repeating: 0, count: 4_000)]),
        Sound(sampleRate: 8_000, channels: [[Float](repeating: 0.7, count: 4_000)]),
        Sound(sampleRate: 8_000, channels: [[Float](repeating: .nan, count: 4_000)]),
        Sound(sampleRate: 8_000, channels: [[Float](repeating: .infinity, count: 4_000)]),
        Sound(sampleRate: 8_000, channels: [(0..<4_000).map { $0 % 8 < 4 ? 1e-4 : -1e-4 }]),
    ])
    func `silence, a constant and NaN samples give only the sound file`(silence: Sound) throws {
        let transcription = SoundTranscription(silence, waveformPath: "sounds/none.wav")
        #expect(transcription.onsets.isEmpty && transcription.pattern.curves.isEmpty)
        #expect(transcription.pattern.events.map(\.kind) == [.audioCustom])
        #expect(transcription.pattern.events[0].waveformPath == "sounds/none.wav")
        #expect(transcription.curveError.intensity == 0 && transcription.curveError.sharpness == 0)
        #expect(try written(transcription.pattern) == transcription.pattern)
        #expect(SoundTranscription(silence).pattern.events.isEmpty)
    }

    @Test func `NaN and absurd samples leave the rest unchanged`() {
        let clean = sound(seconds: 0.4) { tap(300, at: 0.1, $0) + 0.5 * tap(300, at: 0.25, $0) }
        var samples = clean.channels[0]
        for (index, bad) in zip([0, 3_000, 6_000], [Float.nan, .infinity, 1e30]) { samples[index] = bad }
        let damaged = SoundTranscription(Sound(sampleRate: clean.sampleRate, channels: [samples]))
        #expect(damaged.onsets == SoundTranscription(clean).onsets)
        #expect(damaged.onsets.count == 2)
    }

    @Test func `stereo counts as its mean energy at any phase, without a constant offset`() {
        let mono = sound(seconds: 0.4) { 0.5 * tap(300, at: 0.1, $0) + 0.2 * min(1, 2 * $0) * sine(200, at: $0) }
        let left = mono.channels[0]
        let expected = SoundTranscription(mono).pattern
        for right in [left, left.map { -$0 }, left.map { $0 + 0.25 }] {
            let pattern = SoundTranscription(Sound(sampleRate: 16_000, channels: [left, right])).pattern
            #expect(pattern.events.map(\.kind) == expected.events.map(\.kind))
            for (event, other) in zip(pattern.events, expected.events) {
                #expect(abs(event.time - other.time) < 0.0055 && abs(event.intensity - other.intensity) < 0.01)
            }
        }
    }

    @Test func `a signal for actuators beside left and right is not heard, and a surround mix is`() {
        let left = sound(seconds: 0.4) { 0.5 * tap(300, at: 0.1, $0) }.channels[0]
        let other = sound(seconds: 0.4) { 0.5 * tap(300, at: 0.3, $0) }.channels[0]
        func taps(_ channels: [[Float]]) -> Int {
            SoundTranscription(Sound(sampleRate: 16_000, channels: channels)).onsets.count
        }
        #expect(taps([left, left, other]) == 1 && taps([left, left, other, other]) == 1)
        #expect(taps([left, left, other, left, left, left]) == 2 && taps([left, other]) == 2)
    }

    @Test func `silence between pulses that all lie above it stays still`() {
        let starts = [0.5, 1.5, 2.5]
        let chip = sound(seconds: 4) { time in
            let plays = starts.contains { time >= $0 && time < $0 + 0.5 }
            return plays && (220 * time).truncatingRemainder(dividingBy: 1) < 0.25 ? 0.5 : 0
        }
        let transcription = SoundTranscription(chip)
        #expect(stand(transcription.onsets, at: starts))
        let ends = transcription.pattern.events.map { $0.time + ($0.duration ?? 0) }
        #expect(ends.allSatisfy { end in starts.contains { end >= $0 && end < $0 + 0.55 } }, "\(ends)")
    }

    @Test func `only what keeps its value for 50 ms is silence`() {
        let pulses = sound(seconds: 1) { (220 * $0).truncatingRemainder(dividingBy: 1) < 0.25 ? 0.5 : 0 }
        #expect(AnalysedSound(pulses).offsets.allSatisfy { abs($0 - 0.125) < 0.01 })
        let paused = sound(seconds: 1) { $0 < 0.3 ? 0 : (220 * $0).truncatingRemainder(dividingBy: 1) < 0.25 ? 0.5 : 0 }
        #expect(AnalysedSound(paused).offsets.allSatisfy { $0 == 0 })
    }

    @Test func `an offset after a short silence does not vibrate`() {
        var noise = Noise()
        let padded = sound(seconds: 6) { $0 < 0.06 ? 0 : 0.1 + 0.6 * tap(150, at: 1, $0) + 0.001 * noise.next() }
        let ends = SoundTranscription(padded).pattern.events.map { $0.time + ($0.duration ?? 0) }
        #expect(!ends.isEmpty && ends.allSatisfy { $0 < 2 }, "\(ends)")
    }

    @Test(arguments: [16_000, 96_000], [0, 0.000_03])
    func `silence before and after an uneven sound stays still`(rate: Int, dither: Double) throws {
        var noise = Noise()
        let uneven = sound(seconds: 6, rate: rate) { time in
            let rest = dither * noise.next()
            return rest + (time < 0.2 || time > 5.8 ? 0 : 0.2 * sine(220, at: time) + 0.05 * sine(0.1, at: time))
        }
        let transcription = SoundTranscription(uneven)
        #expect(stand(transcription.onsets, at: [0.2]), "\(transcription.onsets.map(\.time))")
        let events = transcription.pattern.events
        #expect(events.allSatisfy { $0.time > 0.19 && $0.time + ($0.duration ?? 0) < 5.85 }, "\(events)")
    }

    @Test func `the beginning of an offset is no blow within a band`() {
        let offset = sound(seconds: 1) { 0.4 + 0.3 * tap(300, at: 0.5, $0) }
        let transcription = SoundTranscription(offset, options: .init(band: 200...2_000))
        #expect(stand(transcription.detected, at: [0.5]), "\(transcription.detected.map(\.time))")
        #expect(transcription.pattern.events.allSatisfy { $0.time > 0.4 })
    }

    @Test func `a brief vibration keeps its strength after one that a curve shapes`() {
        func segment(_ times: ClosedRange<Double>, _ intensity: Double) -> SoundSegment {
            let steps = stride(from: times.lowerBound, through: times.upperBound, by: 0.005)
            return SoundSegment(samples: steps.map { .init(time: $0, intensity: intensity, sharpness: 0.7) })
        }
        let assembly = TranscriptionAssembly(
            taps: [], vibrations: [segment(0...0.5, 0.2), segment(0.6...0.63, 0.6), segment(0.7...1.2, 0.4)],
            waveformPath: nil, brief: 0.05)
        let evaluation = HapticEvaluation(assembly.pattern(tolerance: 0.03))
        for (time, intensity) in [(0.25, 0.2), (0.615, 0.6), (0.9, 0.4)] {
            #expect(abs(evaluation.intensity(at: time) - intensity) < 0.01, "at \(time) s")
            #expect(abs((evaluation.sharpness(at: time) ?? 0) - 0.7) < 0.01, "at \(time) s")
        }
    }

    @Test(arguments: [1, 7, 150, 4_000])
    func `the lowest rates and the shortest sounds give a writable pattern`(rate: Int) throws {
        for count in [1, 2, 5, 40] {
            let samples = (0..<count).map { Float($0 % 2 == 0 ? 0.5 : -0.5) }
            let pattern = SoundTranscription(Sound(sampleRate: rate, channels: [samples])).pattern
            #expect(try written(pattern) == pattern)
        }
    }

    @Test func `a sound of 310 s is transcribed up to 300 s`() throws {
        let rate = 1_000
        var samples = [Float](repeating: 0, count: 310 * rate)
        for second in stride(from: 5, to: 310, by: 10) { samples[second * rate] = 0.5 }
        let transcription = SoundTranscription(Sound(sampleRate: rate, channels: [samples]))
        #expect(transcription.onsets.map(\.time) == Array(stride(from: 5.0, to: 300, by: 10)))
    }

    @Test func `a transcription breaks off at the checkpoint that throws`() {
        struct Stop: Error {}
        var checkpoints = 0
        let hiss = sound(seconds: 2) { 0.3 * sine(2_000 * $0, at: $0) }
        for last in [1, 300, 500] {
            checkpoints = 0
            #expect(throws: Stop.self) {
                try SoundTranscription(hiss, waveformPath: nil, options: .init()) { () throws(Stop) in
                    checkpoints += 1
                    if checkpoints == last { throw Stop() }
                }
            }
            #expect(checkpoints == last)
        }
    }

    @Test func `300 s of noise stay within the limits of a pattern and report their error`() throws {
        var noise = Noise()
        let hiss = sound(seconds: 300, rate: 600) { _ in noise.next() }
        let options = TranscriptionOptions(tolerance: 0.01, novelty: 0.95, points: 1_000, smoothing: 0)
        let transcription = SoundTranscription(hiss, options: options)
        let error = transcription.curveError
        #expect(error.bound > 0.01)
        #expect(max(error.intensity, error.sharpness) <= error.bound)
        let pattern = transcription.pattern
        let points = pattern.curves.reduce(pattern.parameters.count) { $0 + $1.points.count }
        #expect(points > 20_000 && points <= HapticLimits.controlPoints)
        #expect(pattern.events.count <= HapticLimits.events)
        #expect(try written(pattern) == pattern)
    }

    @Test func `options outside their ranges become the nearest, and NaN the default`() {
        let wild = TranscriptionOptions(tolerance: -1, quietest: 9, novelty: .nan)
        #expect(wild.tolerance == 0.01 && wild.quietest == 1 && wild.novelty == 0.3)
    }
}
