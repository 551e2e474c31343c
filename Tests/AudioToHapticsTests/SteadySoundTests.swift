import Foundation
import Testing
import ThudAudioToHaptics
import ThudPatterns
import ThudSoundFiles

@Suite("A steady sound is one tap, even if it is low and rough") struct SteadySoundTests {
    @Test(arguments: [25.0, 30, 35, 41, 55, 82, 110])
    func `a low sawtooth has one onset although its pulses are separate`(hertz: Double) {
        let low = sound(seconds: 1.5) { 0.5 * saw(hertz * $0) }
        #expect(stand(SoundTranscription(low).onsets, at: [0]))
    }

    @Test(arguments: [
        [110, 117], [110, 120], [110, 124], [110, 131], [110, 145], [440, 466], [110, 130.81, 164.81],
        [220, 277.18, 329.63],
    ])
    func `beats of held tones are no onsets`(tones: [Double]) {
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

    @Test func `an engine that revs from 40 to 80 pulses a second has one onset`() {
        // The integral of 60 - 20 cos(pi t), the frequency.
        func cycles(_ time: Double) -> Double { 60 * time - 20 * sin(.pi * time) / .pi }
        let rasping = sound(seconds: 2) { 0.5 * saw(cycles($0)) }
        #expect(stand(SoundTranscription(rasping).onsets, at: [0]))
        let thumping = sound(seconds: 2) { 0.5 * exp(-4 * (saw(cycles($0)) + 1)) }
        #expect(stand(SoundTranscription(thumping).onsets, at: [0]))
    }

    @Test(arguments: [33.0, 46, 62, 90], [0.05, 0.2])
    func `a hard bass in noise hardly taps after its onset`(hertz: Double, hiss: Double) {
        var noise = Noise()
        let bass = sound(seconds: 3) { tanh(4 * saw(hertz * $0)) * min(1, $0 / 0.01) * 0.5 + hiss * noise.next() }
        #expect(SoundTranscription(bass).onsets.count <= 4)
    }

    @Test(arguments: [20.0, 25, 35]) func `a motor in noise has few strikes`(hertz: Double) {
        var noise = Noise()
        let motor = sound(seconds: 3) { time in
            0.3 * saw(hertz * time) + 0.3 * (1 + sine(hertz, at: time)) * noise.next()
        }
        #expect(SoundTranscription(motor).onsets.count <= 15)
    }

    @Test(arguments: [(150.0, 3.0), (500, 1), (4_000, 0.25)])
    func `muffled noise rumbles with few taps, and more if it is lower`(hertz: Double, each: Double) {
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

@Suite("The shipped sounds") struct ShippedSoundTests {
    private func transcription(_ name: String) throws -> SoundTranscription {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sounds/kape").path(percentEncoded: false)
        return SoundTranscription(try SoundFile.read("\(folder)/\(name).wav"), waveformPath: "\(name).wav")
    }

    @Test(
        arguments: [
            ("ping", [0]), ("tick", [0]), ("whoosh", [0]), ("warning", [0, 0.15]),
            // The last one is the loudest of the sparks over the final chord.
            ("fanfare", [0, 0.11, 0.22, 0.33, 0.495]),
        ] as [(String, [Double])])
    func `taps come at the strikes of the recipes`(name: String, strikes: [Double]) throws {
        let onsets = try transcription(name).onsets
        #expect(onsets.count == strikes.count)
        for (onset, strike) in zip(onsets, strikes) { #expect(abs(onset.time - strike) < 0.005) }
    }

    @Test func `a ping is one full, crisp tap with its sound and a fading ring`() throws {
        let ping = try transcription("ping")
        #expect(ping.pattern.events.map(\.kind) == [.audioCustom, .transient, .continuous])
        #expect(ping.pattern.events[0].waveformPath == "ping.wav")
        #expect(ping.pattern.events[1].intensity == 1)
        #expect((0.6...0.9).contains(ping.pattern.events[1].sharpness))
        let evaluation = HapticEvaluation(ping.pattern)
        let ring = stride(from: 0.03, to: 0.3, by: 0.03).map { evaluation.intensity(at: $0) }
        #expect(zip(ring, ring.dropFirst()).allSatisfy { $0 > $1 })
        #expect(ping.curveError.intensity <= ping.curveError.bound && ping.curveError.bound == 0.03)
    }

    @Test func `a fanfare written as AHAP reads back equal, with only style remarks`() throws {
        let pattern = try transcription("fanfare").pattern
        let bytes = Array(AHAP.text(pattern).utf8)
        #expect(try AHAP.read(bytes, file: "fanfare.ahap") == pattern)
        #expect(AHAP.lint(bytes, file: "fanfare.ahap").allSatisfy { $0.disposition == .style })
    }
}
