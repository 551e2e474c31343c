import Glibc
import Testing
import ThudAudioToHaptics
import ThudSoundFiles

@Suite("A steady sound is one tap, however low and rough") struct SteadySoundTests {
    @Test(arguments: [25.0, 30, 35, 41, 55, 82, 110])
    func `a low sawtooth begins once, though each of its pulses stands alone`(hertz: Double) {
        let low = sound(seconds: 1.5) { 0.5 * saw(hertz * $0) }
        #expect(stand(SoundTranscription(low).onsets, at: [0]))
    }

    @Test(arguments: [
        [110, 117], [110, 120], [110, 124], [110, 131], [110, 145], [440, 466], [110, 130.81, 164.81],
        [220, 277.18, 329.63],
    ])
    func `the beats of held tones are no onsets`(tones: [Double]) {
        let chord = sound(seconds: 1.5) { time in tones.reduce(0) { $0 + 0.2 * sine($1, at: time) } }
        #expect(stand(SoundTranscription(chord).onsets, at: [0]))
        let rough = sound(seconds: 1.5) { time in tones.reduce(0) { $0 + 0.2 * saw($1 * time) } }
        #expect(stand(SoundTranscription(rough).onsets, at: [0]))
    }

    @Test func `a strum and a plucked bass ring without further taps`() {
        let strum = sound(seconds: 2) { time in
            [110, 164.81, 220, 277.18, 329.63].reduce(0) { $0 + 0.6 * note($1, at: 0, time) }
        }
        #expect(stand(SoundTranscription(strum).onsets, at: [0]))
        for hertz in [41.2, 55, 82.4] {
            let bass = sound(seconds: 1.5) { note(hertz, at: 0, $0, harmonics: 20) }
            #expect(stand(SoundTranscription(bass).onsets, at: [0]))
        }
    }

    @Test func `an engine that revs from 40 to 80 pulses a second begins once`() {
        // The integral of 60 - 20 cos(pi t), the frequency.
        func cycles(_ time: Double) -> Double { 60 * time - 20 * sin(.pi * time) / .pi }
        let rasping = sound(seconds: 2) { 0.5 * saw(cycles($0)) }
        #expect(stand(SoundTranscription(rasping).onsets, at: [0]))
        let thumping = sound(seconds: 2) { 0.5 * exp(-4 * (saw(cycles($0)) + 1)) }
        #expect(stand(SoundTranscription(thumping).onsets, at: [0]))
    }

    @Test(arguments: [(150.0, 3.0), (500, 1), (4_000, 0.25)])
    func `muffled noise rumbles, with few taps: the lower it is, the more`(hertz: Double, each: Double) {
        var noise = MuffledNoise(below: hertz)
        let rumble = sound(seconds: 4) { _ in noise.next() }
        #expect((1...Int(4 * each)).contains(SoundTranscription(rumble).onsets.count))
    }

    @Test func `tremolo and vibrato are no onsets`() {
        let tremolo = sound(seconds: 2) { (0.5 - 0.4 * cos(2 * .pi * 5 * $0)) * 0.6 * sine(300, at: $0) }
        #expect(SoundTranscription(tremolo).onsets.count <= 1)
        let vibrato = sound(seconds: 2) { 0.4 * sin(2 * .pi * 220 * $0 + 1.2 * sine(5.5, at: $0)) }
        #expect(stand(SoundTranscription(vibrato).onsets, at: [0]))
    }
}
