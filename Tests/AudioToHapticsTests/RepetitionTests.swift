import Glibc
import Testing
import ThudAudioToHaptics
import ThudSoundFiles

@Suite("A repeated strike is a new tap") struct RepetitionTests {
    private func times(each period: Double, until end: Double = 1.4) -> [Double] {
        Array(stride(from: 0.05, to: end, by: period))
    }

    @Test(arguments: [(12.0, 300.0, 0.02), (15, 300, 0.02), (12, 200, 0.05), (15, 200, 0.05), (20, 300, 0.02)])
    func `each stroke of a roll is a tap`(rate: Double, hertz: Double, ring: Double) {
        let strokes = times(each: 1 / rate)
        let roll = sound(seconds: 1.5) { time in
            strokes.reduce(0) { $0 + 0.4 * stroke(hertz, at: $1, time, ring: ring) }
        }
        #expect(stand(SoundTranscription(roll).onsets, at: strokes))
    }

    @Test(arguments: [12.0, 15])
    func `each stroke of a roll over a bass a quarter as loud is a tap`(rate: Double) {
        let strokes = times(each: 1 / rate)
        let roll = sound(seconds: 1.5) { time in
            0.1 * saw(55 * time) + strokes.reduce(0) { $0 + 0.4 * stroke(600, at: $1, time, ring: 0.012) }
        }
        #expect(stand(SoundTranscription(roll).onsets, at: [0] + strokes, within: 0.003))
    }

    @Test(arguments: [10.0, 12])
    func `each stroke of a snare roll over an equally loud bass is a tap`(rate: Double) {
        let strokes = times(each: 1 / rate).dropFirst()
        var noise = Noise()
        let roll = sound(seconds: 1.5) { time in
            0.36 * saw(55 * time) + noise.next()
                * strokes.reduce(0) {
                    $1 > time ? $0 : $0 + 0.36 * exp(-(time - $1) / 0.02)
                }
        }
        #expect(stand(SoundTranscription(roll).onsets, at: [0] + strokes, within: 0.02))
    }

    @Test(arguments: [41.0, 55, 82])
    func `most strokes of a drum without high frequencies are taps over an equally loud bass`(hertz: Double) {
        let strokes = times(each: 1 / 12)
        let roll = sound(seconds: 1.5) { time in
            0.4 * saw(hertz * time) + strokes.reduce(0) { $0 + 0.4 * stroke(600, at: $1, time, ring: 0.012) }
        }
        let onsets = SoundTranscription(roll).onsets
        let found = strokes.count { stroke in onsets.contains { abs($0.time - stroke) < 0.02 } }
        #expect(found >= 16 && onsets.count <= 18, "\(found) of \(strokes.count), \(onsets.count)")
    }

    /// Drops of rain, each as loud as chance has it, in the noise of all the others.
    @Test func `most drops of a texture are taps, and its noise alone gives hardly any`() {
        var (noise, chance) = (Noise(), Noise())
        let drops = (0..<30).map {
            (time: 0.1 + 0.09 * Double($0) + 0.01 * chance.next(), height: 0.4 + 0.3 * chance.next())
        }
        let hiss = sound(seconds: 3) { _ in 0.05 * noise.next() }
        let rain = sound(seconds: 3) { time in
            noise.next() * drops.reduce(0.05) { $1.time > time ? $0 : $0 + $1.height * exp(-(time - $1.time) / 0.01) }
        }
        #expect(SoundTranscription(hiss).onsets.count <= 2)
        let onsets = SoundTranscription(rain).onsets
        let found = drops.count { drop in onsets.contains { abs($0.time - drop.time) < 0.02 } }
        #expect(found >= 24 && onsets.count <= 36, "\(found) of \(drops.count), \(onsets.count)")
    }

    /// A drum whose snares rattle after each stroke, irregularly and ever more softly.
    @Test func `the rattle of a drum between its strokes is no texture`() {
        let strokes = [0.1, 0.27, 0.38, 0.61, 0.72, 0.95, 1.06, 1.3, 1.5, 1.58, 1.8, 1.97, 2.12, 2.4, 2.5, 2.7]
        var (noise, chance) = (Noise(), Noise())
        let rattles = (0..<75).map { 0.1 + 0.038 * (Double($0) + 0.3 * chance.next()) }
        let drum = sound(seconds: 3) { time in
            guard let last = strokes.last(where: { $0 <= time }) else { return 0 }
            let rattle = rattles.reduce(0.3) { $1 > time ? $0 : $0 + exp(-(time - $1) / 0.004) }
            return noise.next() * (0.9 * exp(-(time - last) / 0.01) + 0.06 * exp(-(time - last) / 0.15) * rattle)
        }
        let onsets = SoundTranscription(drum).onsets
        #expect(stand(onsets, at: strokes, within: 0.01), "\(onsets.map(\.time))")
    }

    @Test(arguments: [10.0, 20])
    func `each burst of a machine gun is a tap`(rate: Double) {
        let shots = times(each: 1 / rate)
        var noise = Noise()
        let gun = sound(seconds: 1.5) { time in
            noise.next() * shots.reduce(0) { $1 > time ? $0 : $0 + 0.6 * exp(-(time - $1) / 0.008) }
        }
        #expect(stand(SoundTranscription(gun).onsets, at: shots))
    }

    @Test(arguments: [12.0, 15])
    func `each shot of a machine gun that rings on is a tap, even if all are one sample`(rate: Double) {
        var (shots, noise) = (times(each: 1 / rate), Noise())
        let shot = (0..<8_000).map { 0.4 * exp(-Double($0) / 16_000 / 0.06) * noise.next() }
        shots = shots.map { ($0 * 16_000).rounded() / 16_000 }
        let gun = sound(seconds: 1.5) { time in
            shots.reduce(0) { sum, start in
                let index = Int(((time - start) * 16_000).rounded())
                return shot.indices.contains(index) ? sum + shot[index] : sum
            }
        }
        #expect(stand(SoundTranscription(gun).onsets, at: shots, within: 0.01))
    }

    @Test(arguments: [8_000, 44_100, 48_000])
    func `clicks 30 ms apart are taps, two or many, within a fifth of a millisecond`(rate: Int) {
        for clicks in [[0.1, 0.13, 0.6, 0.63], times(each: 0.03, until: 0.7)] {
            var samples = [Float](repeating: 0, count: 3 * rate / 4)
            for time in clicks { samples[Int((time * Double(rate)).rounded())] = 0.8 }
            let onsets = SoundTranscription(Sound(sampleRate: rate, channels: [samples])).onsets
            #expect(stand(onsets, at: clicks, within: 0.0002))
        }
    }

    @Test func `clicks stand out from a held chord, and a kick from a bass`() {
        let strikes = [0.3, 0.7, 1.1]
        let chord = sound(seconds: 1.4) { time in
            [110, 130.81, 164.81].reduce(0) { $0 + 0.2 * sine($1, at: time) }
                + strikes.reduce(0) { $0 + 0.5 * stroke(2_000, at: $1, time, ring: 0.005) }
        }
        #expect(stand(SoundTranscription(chord).onsets, at: [0] + strikes, within: 0.01))
        let kick = sound(seconds: 1.4) { time in
            0.2 * saw(82 * time) + strikes.reduce(0) { $0 + 0.6 * stroke(60, at: $1, time, ring: 0.06) }
        }
        #expect(stand(SoundTranscription(kick).onsets, at: [0] + strikes, within: 0.005))
    }

    @Test func `notes over a pad are six taps, and the last one rings without another`() {
        let starts = [0, 0.5, 1, 1.5, 2, 2.5]
        let melody = zip(starts, [220.0, 262, 330, 440, 330, 262])
        let piece = sound(seconds: 4) { time in
            let pad = [110, 164.81, 220].reduce(0) { $0 + 0.05 * sine($1, at: time) }
            return melody.reduce(pad) { $0 + note($1.1, at: $1.0, time, fall: 0.4) }
        }
        #expect(stand(SoundTranscription(piece).onsets, at: starts, within: 0.005))
    }

    @Test func `each note of a bass line is a tap, even at a repeated pitch`() {
        let pitches = [55.0, 55, 65.41, 73.42, 55, 82.41, 73.42, 65.41]
        let line = sound(seconds: 2) { time in
            let index = min(Int(time / 0.25), pitches.count - 1)
            let since = time - 0.25 * Double(index)
            return 0.4 * saw(pitches[index] * since) * exp(-since / 0.3)
        }
        let starts = pitches.indices.map { 0.25 * Double($0) }
        #expect(stand(SoundTranscription(line).onsets, at: starts))
    }
}
