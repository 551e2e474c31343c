import Foundation
import ThudTestSupport

/// The sound that every peer plays, in a new folder, as a WAV for all and as a cue for Thud. It is 10 ms of noise and
/// 90 ms of silence, because some players swallow the end of a file.
struct Click {
    /// One channel of the noise, which is searched for in the recording.
    let samples: [Float]
    /// The path of the WAV: 16-bit stereo at 48 kHz.
    let path: String

    /// Writes the click into a folder.
    init(in folder: String) throws {
        let values = TestSignal.burst().map { Int16($0 * 32767) }
        samples = values.map { Float($0) / 32768 }
        let silence = [Int16](repeating: 0, count: 4320)
        path = folder + "/click.wav"
        try Data(Click.wav((values + silence).flatMap { [$0, $0] })).write(to: URL(fileURLWithPath: path))
        try Data(Click.pattern.utf8).write(to: URL(fileURLWithPath: folder + "/click.ahap"))
        try Data(Click.catalog.utf8).write(to: URL(fileURLWithPath: folder + "/catalog.json"))
    }

    private static let catalog = """
        { "game": "click", "cues": { "click": { "loudness": "normal", "priority": 100 } } }
        """

    private static let pattern = """
        {
          "Version": 1.0,
          "Pattern": [ { "Event": { "EventType": "AudioCustom", "Time": 0, "EventWaveformPath": "click.wav" } } ]
        }
        """

    /// Returns a minimal WAV: a header of 44 bytes, then interleaved samples.
    private static func wav(_ samples: [Int16]) -> [UInt8] {
        func word(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
        func long(_ value: Int) -> [UInt8] { word(value & 0xFFFF) + word(value >> 16) }
        let size = samples.count * 2
        let rate = Int(CapturedSound.sampleRate)
        var bytes = Array("RIFF".utf8) + long(36 + size) + Array("WAVEfmt ".utf8) + long(16)
        bytes += word(1) + word(2) + long(rate) + long(rate * 4) + word(4) + word(16) + Array("data".utf8) + long(size)
        return bytes + samples.flatMap { word(Int($0)) }
    }
}
