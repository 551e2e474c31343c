import Testing
import ThudHaptics
import ThudSoundFiles

@testable import ThudPatternRendering

/// What is heard of an `AudioContinuous`.
@Suite struct ToneTests {
    @Test(arguments: [nil, 0.0])
    func `a tone that nothing ends lasts as long as such a vibration`(duration: Double?) {
        let tone = HapticEvent(.audioContinuous, at: 1, duration: duration)
        let sounds = PatternSounds(["file": Sound(sampleRate: 8_000, channels: [[Float](repeating: 0, count: 48_000)])])
        func seconds(_ others: HapticEvent...) -> Double {
            Rendition(HapticPattern([tone] + others), sounds: sounds, as: .heard, sampleRate: 8_000).seconds
        }
        #expect(seconds() == 31 && seconds(tone) == 31)
        #expect(seconds(HapticEvent(.continuous, at: 0, duration: 3)) == 3)
        var file = HapticEvent(.audioCustom)
        file.waveformPath = "file"
        #expect(seconds(file) == 6)
    }

    @Test(arguments: [-1.0, 0, 1])
    func `a tone is as loud however bright it is, and keeps within its level`(pitch: Double) {
        let powers = [0, 0.25, 0.5, 0.75, 1].map { brightness in
            var tone = HapticEvent(.audioContinuous, at: 0, duration: 1)
            (tone.pitch, tone.brightness) = (pitch, brightness)
            let heard = Rendition(HapticPattern([tone]), sounds: .none, as: .heard).left
            #expect(heard.allSatisfy { abs($0) <= TonePlayer.level })
            return heard.reduce(0) { $0 + Double($1 * $1) } / Double(heard.count)
        }
        let loudest = powers.max() ?? 0
        #expect(powers.allSatisfy { abs($0 / loudest - 1) < 0.01 } && loudest > 0.02)
    }
}
