import Glibc
import Testing
import ThudAudioToHaptics
import ThudPatterns
import ThudSoundFiles

@Suite("Music and noise") struct MusicTests {
    /// Returns strings that are plucked at given times and ring on (Karplus and Strong 1983).
    private func plucked(_ notes: [(hertz: Double, start: Double)], seconds: Double, rate: Int = 16_000) -> Sound {
        var noise = Noise()
        var mixed = [Float](repeating: 0, count: Int(seconds * Double(rate)))
        for note in notes {
            let period = Int(Double(rate) / note.hertz)
            var string = (0..<period).map { _ in Float(0.5 * noise.next()) }
            for place in Int(note.start * Double(rate))..<mixed.count {
                let sample = string[place % period]
                mixed[place] += sample
                string[place % period] = 0.498 * (sample + string[(place + 1) % period])
            }
        }
        return Sound(sampleRate: rate, channels: [mixed])
    }

    /// Pink noise by Kellet's filter ("Filter to make pink noise from white", musicdsp.org 76).
    private func pink(seconds: Double) -> Sound {
        var noise = Noise()
        var (one, two, three) = (0.0, 0.0, 0.0)
        return sound(seconds: seconds) { _ in
            let white = noise.next()
            one = 0.99765 * one + white * 0.0990460
            two = 0.96300 * two + white * 0.2965164
            three = 0.57000 * three + white * 1.0526913
            return 0.1 * (one + two + three + white * 0.1848)
        }
    }

    private func points(_ pattern: HapticPattern) -> Int { pattern.curves.reduce(0) { $0 + $1.points.count } }

    @Test func `each note of a plucked melody is a tap while the last ones ring`() {
        let pitches = [220.0, 247, 262, 330, 294, 262, 392, 330, 220, 440]
        let starts = pitches.indices.map { 0.1 + 0.2 * Double($0) }
        let onsets = SoundTranscription(plucked(Array(zip(pitches, starts)), seconds: 2.6)).onsets
        #expect(stand(onsets, at: starts, within: 0.02), "\(onsets.map(\.time))")
    }

    @Test func `a soft note 125 ms after a loud one is a tap`() {
        let melody = zip([262.0, 196, 330, 220, 294, 247], 0...).map { (hertz: $0, start: 0.1 + 0.125 * Double($1)) }
        let strings = sound(seconds: 1.5) { time in
            melody.enumerated().reduce(0) { sum, next in
                let string = note(next.element.hertz, at: next.element.start, time, fall: 0.5, harmonics: 16)
                return sum + (next.offset.isMultiple(of: 2) ? 0.5 : 0.125) * string
            }
        }
        let onsets = SoundTranscription(strings).onsets
        #expect(stand(onsets, at: melody.map(\.start), within: 0.03), "\(onsets.map(\.time))")
    }

    @Test func `a note that is far softer than the one that ends there is a tap`() {
        let notes = sound(seconds: 1.2) { time in
            let level = time < 0.1 || time >= 1 ? 0 : time < 0.6 ? 0.6 * min(1, (0.6 - time) / 0.005) : 0.1
            return level * sine(time < 0.6 ? 330 : 880, at: time) * min(1, abs(time - 0.6) / 0.01)
        }
        let onsets = SoundTranscription(notes).onsets
        #expect(stand(onsets, at: [0.1, 0.6], within: 0.03), "\(onsets.map(\.time))")
    }

    @Test func `each note of a bow is a tap`() {
        let melody = zip([196.0, 220, 247, 262, 220], 0...).map { (hertz: $0, start: 0.1 + 0.5 * Double($1)) }
        let bow = sound(seconds: 2.8) { time in
            melody.reduce(0) { sum, note in
                let since = time - note.start
                guard since > 0, since < 0.6 else { return sum }
                let swell = min(1, since / 0.15, (0.6 - since) / 0.1)
                let tone = (1...6).map(Double.init).reduce(0) { $0 + sine($1 * note.hertz, at: time) / $1 }
                return sum + 0.1 * swell * tone
            }
        }
        let onsets = SoundTranscription(bow).onsets
        #expect(stand(onsets, at: melody.map(\.start), within: 0.05), "\(onsets.map(\.time))")
    }

    @Test func `each chord of a soft pad is a tap`() {
        let starts = [0.1, 1.0, 1.9]
        let chords = [[220, 277.18, 329.63], [246.94, 311.13, 369.99], [196, 246.94, 293.66]]
        let pad = sound(seconds: 3) { time in
            zip(starts, chords).reduce(0) { sum, chord in
                let since = time - chord.0
                guard since > 0, since < 1.2 else { return sum }
                let swell = min(1, since / 0.1, (1.2 - since) / 0.4)
                return sum + 0.1 * swell * chord.1.reduce(0) { $0 + sine($1, at: time) + 0.4 * sine(2 * $1, at: time) }
            }
        }
        let onsets = SoundTranscription(pad).onsets
        #expect(stand(onsets, at: starts, within: 0.05), "\(onsets.map(\.time))")
    }

    @Test func `30 s of pink noise give at most two taps`() {
        let transcription = SoundTranscription(pink(seconds: 30))
        #expect(transcription.onsets.count <= 2, "\(transcription.onsets.map(\.time))")
        #expect(points(transcription.pattern) <= 60 * 30)
    }

    @Test func `noise in one of several channels gives the pattern that it gives alone`() {
        let noise = pink(seconds: 6)
        let silence = [Float](repeating: 0, count: noise.frameCount)
        let alone = SoundTranscription(noise).pattern
        for count in [2, 6] {
            let channels = noise.channels + [[Float]](repeating: silence, count: count - 1)
            let pattern = SoundTranscription(Sound(sampleRate: noise.sampleRate, channels: channels)).pattern
            #expect(pattern.events.map(\.kind) == alone.events.map(\.kind))
            #expect(abs(points(pattern) - points(alone)) <= 2, "\(points(pattern)), \(points(alone))")
        }
    }

    @Test(arguments: [0.3, 0.2])
    func `gusts of wind strike nothing, even if soft onsets count`(novelty: Double) {
        var noise = MuffledNoise(below: 1_500)
        let wind = sound(seconds: 10) { time in noise.next() * (1 + 0.6 * sine(0.3, at: time) * sine(0.4, at: time)) }
        let onsets = SoundTranscription(wind, options: .init(novelty: novelty)).onsets
        #expect(onsets.count <= 2, "\(onsets.map(\.time))")
    }

    @Test(arguments: [[110, 130.81, 164.81], [220, 277.18, 329.63], [98, 146.83], [160, 239.73], [200, 299.66]])
    func `a held chord is steady within a decibel`(tones: [Double]) {
        let partials = tones.flatMap { hertz in (1...6).map { (hertz: Double($0) * hertz, order: Double($0)) } }
        let chord = sound(seconds: 3) { time in
            let attack = 0.12 * min(1, time / 0.02)
            return partials.reduce(0.0) { sum, partial in
                sum + attack / partial.order * sin(2 * .pi * partial.hertz * time + partial.order * partial.order)
            }
        }
        let pattern = SoundTranscription(chord).pattern
        let evaluation = HapticEvaluation(pattern)
        let levels = stride(from: 0.3, to: 2.7, by: 0.001).map { 40 * log10(evaluation.intensity(at: $0)) }
        #expect((levels.max() ?? 0) - (levels.min() ?? -99) < 1)
        #expect(points(pattern) <= 180)
    }

    @Test(arguments: [60.0, 10])
    func `even 20 strikes a second over noise need no more points than are allowed`(allowed: Double) {
        var noise = Noise()
        let strikes = sound(seconds: 3) { time in
            let since = (time * 20).truncatingRemainder(dividingBy: 1) / 20
            return noise.next() * (time < 2 ? 0.1 + 0.8 * exp(-since / 0.004) : 0.5 * exp((2 - time) / 0.3))
        }
        let transcription = SoundTranscription(strikes, options: .init(points: allowed))
        let pattern = transcription.pattern
        #expect(transcription.onsets.count >= 38)
        #expect(Double(points(pattern) + pattern.parameters.count) <= 3 * allowed)
        // The decay has room for a curve.
        #expect(allowed < 60 || transcription.curveError.bound < 0.1 && pattern.curves.contains { $0.time >= 2 })
    }

    @Test func `no sound needs more points than are allowed`() {
        var noise = Noise()
        let rough = sound(seconds: 4) { noise.next() * (0.5 + 0.45 * sine(7, at: $0)) }
        for allowed in [60.0, 30] {
            let options = TranscriptionOptions(tolerance: 0.01, points: allowed, smoothing: 0)
            let transcription = SoundTranscription(rough, options: options)
            #expect(Double(points(transcription.pattern)) <= 4 * allowed)
            #expect(transcription.curveError.intensity <= transcription.curveError.bound)
        }
    }
}
