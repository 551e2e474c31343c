import Haptics
import SoundFiles
import Testing

@testable import Renditions

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
}
