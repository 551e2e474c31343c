import Glibc
import Testing
import ThudCore
import ThudSoundFiles

@Suite("Vorbis with a haptic channel")
struct VorbisTests {
    /// Returns three channels that are silent up to one frame, then swing at their own pitch and fade.
    private func bursts(at frame: Int, frames: Int) -> Sound {
        func burst(_ hertz: Double, _ peak: Double) -> [Float] {
            (0..<frames).map { index in
                let elapsed = Double(index - frame) / 48_000
                return elapsed < 0 ? 0 : Float(peak * exp(-elapsed / 0.1) * sin(2 * .pi * hertz * elapsed))
            }
        }
        return Sound(sampleRate: 48_000, channels: [burst(440, 0.7), burst(700, 0.5), burst(180, 0.9)])
    }

    private func onset(_ samples: [Float]) -> Int {
        let peak = samples.map(abs).max() ?? 0
        return samples.firstIndex { abs($0) > peak / 20 } ?? -1
    }

    private func lag(of decoded: [Float], behind original: [Float]) -> Int {
        func likeness(_ lag: Int) -> Double {
            original.indices.dropFirst(8).dropLast(8).reduce(0) {
                $0 + Double(original[$1]) * Double(decoded[$1 + lag])
            }
        }
        let likenesses = (-8...8).map { (lag: $0, likeness: likeness($0)) }
        return likenesses.max { $0.likeness < $1.likeness }?.lag ?? 99
    }

    /// Returns the fields of the comment header, found by its signature.
    private func comments(_ bytes: [UInt8]) -> [String] {
        let signature = [3] + Array("vorbis".utf8)
        var rest = bytes[...]
        while !rest.isEmpty, !rest.starts(with: signature) { rest = rest.dropFirst() }
        rest = rest.dropFirst(signature.count)
        func number() -> Int {
            let value = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            return value
        }
        func text() -> String {
            let count = number()
            let text = String(decoding: rest.prefix(count), as: UTF8.self)
            rest = rest.dropFirst(count)
            return text
        }
        _ = text()
        return (0..<min(number(), 100)).map { _ in text() }
    }

    @Test("Sound and haptics begin on their original frame in each channel", arguments: [0, 1, 5_003, 40_000])
    func locked(frame: Int) throws {
        let scratch = try Scratch()
        let sound = bursts(at: frame, frames: 48_000)
        try SoundFile.writeVorbis(sound, comments: ["ANDROID_HAPTIC=1"], to: scratch.path("a.ogg"))
        let decoded = try SoundFile.read(scratch.path("a.ogg"))
        #expect(decoded.frameCount == sound.frameCount && decoded.channelCount == 3)
        for (original, back) in zip(sound.channels, decoded.channels) {
            #expect(abs(onset(back) - onset(original)) <= 1)
            #expect(lag(of: back, behind: original) == 0)
            let error = zip(original, back).reduce(0) { $0 + Double($1.0 - $1.1) * Double($1.0 - $1.1) }
            let whole = original.reduce(0) { $0 + Double($1) * Double($1) }
            #expect(error < whole / 1_000, "30 dB")
        }
    }

    @Test("Comments are written whole, the same sound gives the same file, and nothing else is left")
    func comments() throws {
        let scratch = try Scratch()
        let sound = bursts(at: 100, frames: 9_000)
        for name in ["a.ogg", "b.ogg"] {
            try SoundFile.writeVorbis(sound, comments: ["ANDROID_HAPTIC=1", "TITLE=Ëndërr"], to: scratch.path(name))
        }
        let bytes = try scratch.bytes(of: "a.ogg")
        #expect(comments(bytes) == ["ANDROID_HAPTIC=1", "TITLE=Ëndërr"])
        #expect(try scratch.bytes(of: "b.ogg") == bytes)
        #expect(scratch.names == ["a.ogg", "b.ogg"])
    }

    @Test("Comments that need their own pages are read back")
    func longComments() throws {
        let scratch = try Scratch()
        let sound = bursts(at: 0, frames: 2_000)
        let long = "NOTES=" + String(repeating: "a long story ", count: 12_000)
        try SoundFile.writeVorbis(sound, comments: [long, "ANDROID_HAPTIC=1"], to: scratch.path("a.ogg"))
        #expect(try SoundFile.read(scratch.path("a.ogg")).frameCount == 2_000)
    }

    @Test("One frame, a partial block and NaN samples can be written", arguments: [1, 4_095, 4_096, 4_097, 12_289])
    func lengths(frames: Int) throws {
        let scratch = try Scratch()
        var samples = [Float](repeating: 0.1, count: frames)
        samples[0] = .nan
        let sound = Sound(sampleRate: 48_000, channels: [samples, samples, samples])
        try SoundFile.writeVorbis(sound, comments: [], to: scratch.path("a.ogg"))
        #expect(try SoundFile.read(scratch.path("a.ogg")).frameCount == frames)
    }

    @Test("A failed write is refused and leaves no files")
    func refused() throws {
        let scratch = try Scratch()
        func code(_ sound: Sound, _ name: String) -> ThudError.Code? {
            do { try SoundFile.writeVorbis(sound, comments: [], to: scratch.path(name)) } catch { return error.code }
            return nil
        }
        #expect(code(bursts(at: 0, frames: 10), "none/a.ogg") == .notFound)
        #expect(code(Sound(sampleRate: 48_000, channels: [[]]), "a.ogg") == .empty)
        #expect(scratch.names.isEmpty)
    }
}
