import Glibc
import Testing
import ThudAudioToHaptics
import ThudPatterns
import ThudSoundFiles

@Suite("Onsets become taps") struct OnsetTests {
    private let times = [0.0, 0.1, 0.16, 0.3137, 0.35, 0.4801]

    private func errors(_ onsets: [Onset], against times: [Double]) -> [Double] {
        zip(onsets, times).map { abs($0.time - $1) }
    }

    @Test(arguments: [8_000, 44_100, 192_000])
    func `a train of clicks gives exactly its taps, within a fifth of a millisecond`(rate: Int) {
        var samples = [Float](repeating: 0, count: rate / 2)
        for time in times { samples[Int((time * Double(rate)).rounded())] = 0.8 }
        let transcription = SoundTranscription(Sound(sampleRate: rate, channels: [samples]))
        #expect(transcription.onsets.count == times.count)
        #expect(errors(transcription.onsets, against: times).allSatisfy { $0 < 0.0002 })
        #expect(transcription.pattern.events.allSatisfy { $0.kind == .transient && $0.intensity > 0.9 })
        #expect(transcription.pattern.events.count == times.count)
        #expect(transcription.pattern.curves.isEmpty && transcription.pattern.parameters.isEmpty)
    }

    @Test func `taps over noise are found within 2 ms, and the noise gives none`() {
        var noise = Noise()
        let noisy = sound(seconds: 0.6) { time in
            0.02 * noise.next() + times.reduce(0) { $0 + 0.8 * tap(300, at: $1 + 0.05, time) }
        }
        let onsets = SoundTranscription(noisy).onsets
        #expect(onsets.count == times.count)
        #expect(errors(onsets, against: times.map { $0 + 0.05 }).allSatisfy { $0 < 0.002 })
    }

    @Test func `a new tone of the same loudness is an onset`() {
        let tones = sound(seconds: 0.5) { $0 < 0.25 ? 0.5 * sine(440, at: $0) : 0.5 * sine(660, at: $0) }
        let onsets = SoundTranscription(tones).onsets
        #expect(onsets.count == 2)
        #expect(onsets[0].time < 0.002 && abs(onsets[1].time - 0.25) < 0.012)
    }

    @Test func `the stronger of two onsets closer than 30 ms remains`() {
        let pair = sound(seconds: 0.3) { 0.2 * tap(300, at: 0.1, $0) + 0.8 * tap(300, at: 0.12, $0) }
        let onsets = SoundTranscription(pair).onsets
        #expect(onsets.count == 1)
        #expect(abs(onsets[0].time - 0.12) < 0.002)
    }

    @Test func `a quarter of the amplitude is half the intensity`() {
        let falling = sound(seconds: 0.5) { time in
            [(0.1, 0.8), (0.2, 0.2), (0.3, 0.05)].reduce(0.0) { $0 + $1.1 * tap(300, at: $1.0, time) }
        }
        let intensities = SoundTranscription(falling).pattern.events.map(\.intensity)
        #expect(intensities.count == 3)
        for (intensity, expected) in zip(intensities, [1, 0.5, 0.25]) {
            #expect(abs(intensity - expected) < 0.02)
        }
    }

    @Test func `half the amplitude is weaker against full scale, but equal against the loudest`() {
        func intensity(_ amplitude: Double, _ reference: TranscriptionOptions.Reference) -> Double {
            let one = sound(seconds: 0.2) { amplitude * tap(300, at: 0.1, $0) }
            return SoundTranscription(one, options: .init(reference: reference)).pattern.events[0].intensity
        }
        #expect(intensity(0.4, .loudest) == 1)
        #expect(abs(intensity(0.4, .fullScale) / intensity(0.8, .fullScale) - 0.5.squareRoot()) < 0.001)
    }

    @Test func `sharpness rises with the octave of the centroid, from 100 Hz to 4 kHz`() {
        let pitches = [150.0, 400, 1_000, 2_800]
        let rising = sound(seconds: 0.6) { time in
            pitches.enumerated().reduce(0) { $0 + 0.5 * tap($1.element, at: 0.1 * Double($1.offset + 1), time) }
        }
        let transcription = SoundTranscription(rising)
        let sharpnesses = transcription.pattern.events.map(\.sharpness)
        #expect(sharpnesses.count == pitches.count)
        #expect(zip(sharpnesses, sharpnesses.dropFirst()).allSatisfy { $0 + 0.1 < $1 })
        for (event, onset) in zip(transcription.pattern.events, transcription.onsets) {
            #expect(abs(event.sharpness - log2(onset.centroid / 100) / log2(40)) < 0.0001)
        }
        // A short tap is no pure tone. The lower it is, the wider its spectrum and the higher its centroid.
        #expect(abs(log2(transcription.onsets[3].centroid / 2_800)) < 0.1)
    }
}
