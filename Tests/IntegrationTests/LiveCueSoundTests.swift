import Foundation
import Glibc
import TestTraits
import Testing
import ThudCore
import ThudPatternRendering
import ThudPatterns
import ThudSoundFiles
import ThudTestSupport

/// A sustained cue, changed while it plays through a sound server. The output equals the recording and the session's
/// AHAP.
@Suite(.timed) struct LiveCueSoundTests {
    private static let rate = 48_000

    /// A vibration, and 250 ms of a repeating sound.
    private func makeCue(in folder: ScratchDirectory) throws {
        var sound = HapticEvent(.audioCustom)
        (sound.waveformPath, sound.loops, sound.volume) = ("tone.wav", true, 0.6)
        let vibration = HapticEvent(.continuous, duration: 1, intensity: 0.8, sharpness: 0.4)
        try folder.write(AHAP.text(HapticPattern([vibration, sound])), to: "hold.ahap")
        try folder.write(#"{ "game": "probe", "cues": { "hold": { "lasts": "hold" } } }"#, to: "catalog.json")
        let tone = (0..<12_000).map { Float(0.3 * sin(2 * .pi * 440 * Double($0) / 48_000)) }
        try SoundFile.write(Sound(sampleRate: Self.rate, channels: [tone]), to: folder.file("tone.wav"))
    }

    /// Renders the left channel of the session's file.
    private func rendered(_ file: String, _ folder: ScratchDirectory) throws -> [Float] {
        let pattern = try AHAP.read(SourceFile.read(file), file: file)
        let sounds = try PatternSounds.load(for: [pattern], folder: folder.path, sampleRate: Self.rate)
        let sound = Rendition.sounds(of: pattern, sounds, sampleRate: Self.rate).left
        let heard = HapticRenderer(sampleRate: Double(Self.rate)).heard(pattern)
        return (0..<max(sound.count, heard.count)).map { index in
            (index < sound.count ? sound[index] : 0) + (index < heard.count ? heard[index] : 0)
        }
    }

    @Test func `a hold of two seconds comes out of the server as its AHAP renders it`() async throws {
        let scratch = try ScratchDirectory(prefix: "thud-live")
        try makeCue(in: scratch)
        // A sound in the folder of the cues would be taken for one of them.
        let results = try ScratchDirectory(prefix: "thud-live-results")
        let (recording, session) = (results.file("all.wav"), results.file("session.ahap"))
        let (ending, output, errors, monitor) = try await withPrivatePipeWire { server in
            try await server.forceQuantum(1024)
            let recorder = try await MonitorRecorder(server)
            let probe = try RunningProgram(
                findProduct("live-probe"), [scratch.path, recording, session], environment: server.environment)
            let ending = try await probe.end(within: .seconds(60))
            return (ending, probe.output, probe.errorOutput, try await recorder.finish())
        }
        #expect(ending.exitCode == 0, "\(ending) \(output) \(errors)")
        let first = try #require(Int(output.trimmingCharacters(in: .whitespacesAndNewlines)))
        let recorded = try SoundFile.read(recording).channels[0][first...]
        let expected = try rendered(session, scratch)
        #expect(expected.count > 90_000)
        // The recording has 16 bits.
        let own = zip(recorded, expected).map { abs($0 - $1) }.max() ?? 1
        #expect(own < 1e-4, "\(own)")
        let heard = monitor.channels[0]
        let onset = try #require(expected.firstIndex { abs($0) > 1e-3 })
        let place = try #require(heard.firstIndex { abs($0) > 1e-3 }) - onset
        try #require(place >= 0 && place + expected.count <= heard.count)
        let captured = zip(heard[place...], expected).map { abs($0 - $1) }.max() ?? 1
        #expect(captured < 1e-4, "\(captured)")
    }
}
