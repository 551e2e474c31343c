import Foundation
import Testing
import ThudAudioToHaptics
import ThudHaptics
import ThudSoundFiles

@Suite("The shipped sounds") struct ShippedSoundTests {
    private func transcription(_ name: String) throws -> SoundTranscription {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sounds/kape").path(percentEncoded: false)
        return SoundTranscription(try SoundFile.read("\(folder)/\(name).wav"), waveformPath: "\(name).wav")
    }

    @Test(
        arguments: [
            ("ping", [0]), ("tick", [0]), ("whoosh", [0]), ("warning", [0, 0.15]), ("fanfare", [0, 0.11, 0.22, 0.33]),
        ] as [(String, [Double])])
    func `taps stand where the recipes strike`(name: String, strikes: [Double]) throws {
        let onsets = try transcription(name).onsets
        #expect(onsets.count == strikes.count)
        for (onset, strike) in zip(onsets, strikes) { #expect(abs(onset.time - strike) < 0.005) }
    }

    @Test func `a ping is one full, crisp tap with its sound and a ring that fades`() throws {
        let ping = try transcription("ping")
        #expect(ping.pattern.events.map(\.kind) == [.audioCustom, .transient, .continuous])
        #expect(ping.pattern.events[0].waveformPath == "ping.wav")
        #expect(ping.pattern.events[1].intensity == 1)
        #expect((0.6...0.9).contains(ping.pattern.events[1].sharpness))
        let evaluation = HapticEvaluation(ping.pattern)
        let ring = stride(from: 0.03, to: 0.3, by: 0.03).map { evaluation.intensity(at: $0) }
        #expect(zip(ring, ring.dropFirst()).allSatisfy { $0 > $1 })
        #expect(ping.curveError.intensity <= ping.curveError.bound && ping.curveError.bound == 0.05)
    }

    @Test func `a fanfare written as AHAP reads back equal, and its lint has nothing to say`() throws {
        let pattern = try transcription("fanfare").pattern
        let bytes = Array(AHAP.text(pattern).utf8)
        #expect(try AHAP.read(bytes, file: "fanfare.ahap") == pattern)
        #expect(AHAP.lint(bytes, file: "fanfare.ahap").isEmpty)
    }
}
