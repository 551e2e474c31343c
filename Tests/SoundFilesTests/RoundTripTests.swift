import Testing
import ThudCore
import ThudSoundFiles

@Suite("Written and read back")
struct RoundTripTests {
    @Test("A sound comes back within half a step of 24 bits", arguments: SoundFormat.allCases, [1, 2, 8])
    func roundTrip(format: SoundFormat, channels: Int) throws {
        let scratch = try Scratch()
        let path = scratch.path("sine.\(format.rawValue)")
        let sound = Fixtures.sine(channels: channels)
        try SoundFile.write(sound, to: path)
        let again = try SoundFile.read(path)
        #expect(again.sampleRate == 48_000)
        #expect(largestDifference(again, sound) <= 0.51 / 8_388_608)
    }

    @Test("A 16-bit sound comes back within half a step and takes two thirds of the space")
    func shallow() throws {
        let scratch = try Scratch()
        let sound = Fixtures.sine()
        for format in SoundFormat.allCases {
            let path = scratch.path("sine.\(format.rawValue)")
            try SoundFile.write(sound, to: path, depth: .bits16)
            #expect(largestDifference(try SoundFile.read(path), sound) <= 0.51 / 32_768)
        }
        let bytes = try scratch.bytes(of: "sine.wav")
        #expect(Array(bytes[34..<36]) == [16, 0])
        #expect(bytes.count == 44 + sound.frameCount * sound.channelCount * 2)
        let loud = Sound(sampleRate: 8_000, channels: [[1.5, -1.5, 1, -1, .nan, .infinity, -.infinity, 0]])
        try SoundFile.write(loud, to: scratch.path("loud.wav"), depth: .bits16)
        let top: Float = 32_767 / 32_768
        #expect(try SoundFile.read(scratch.path("loud.wav")).channels == [[top, -1, top, -1, 0, top, -1, 0]])
    }

    @Test("A second round trip is exact to the bit")
    func idempotent() throws {
        let scratch = try Scratch()
        try SoundFile.write(Fixtures.sine(), to: scratch.path("a.wav"))
        let once = try SoundFile.read(scratch.path("a.wav"))
        try SoundFile.write(once, to: scratch.path("b.flac"))
        #expect(try SoundFile.read(scratch.path("b.flac")) == once)
        try SoundFile.write(once, to: scratch.path("b.wav"))
        #expect(try scratch.bytes(of: "a.wav") == scratch.bytes(of: "b.wav"))
    }

    @Test("Samples beyond full scale are clipped, not wrapped, and NaN is silence")
    func clipping() throws {
        let scratch = try Scratch()
        let sound = Sound(sampleRate: 8_000, channels: [[1.5, -1.5, 1, -1, .nan, .infinity, -.infinity, 0]])
        try SoundFile.write(sound, to: scratch.path("loud.wav"))
        let top: Float = 8_388_607 / 8_388_608
        #expect(try SoundFile.read(scratch.path("loud.wav")).channels == [[top, -1, top, -1, 0, top, -1, 0]])
    }

    @Test("A WAV has the plain PCM header that every reader knows")
    func plainHeader() throws {
        let scratch = try Scratch()
        try SoundFile.write(Fixtures.sine(frames: 10), to: scratch.path("a.wav"))
        let bytes = try scratch.bytes(of: "a.wav")
        #expect(Array(bytes[12..<16]) == Array("fmt ".utf8))
        #expect(Array(bytes[16..<22]) == [16, 0, 0, 0, 1, 0], "16 bytes of format, WAVE_FORMAT_PCM")
        #expect(Array(bytes[34..<36]) == [24, 0])
        #expect(bytes.count == 44 + 10 * 2 * 3)
    }

    @Test("Writing replaces the old file in one step and leaves nothing else behind")
    func atomic() throws {
        let scratch = try Scratch()
        let path = scratch.path("a.wav")
        try SoundFile.write(Fixtures.sine(frames: 10), to: path)
        try SoundFile.write(Fixtures.sine(frames: 20), to: path)
        #expect(try SoundFile.read(path).frameCount == 20)
        #expect(scratch.names == ["a.wav"])
    }

    @Test("A failed write says why and leaves no files")
    func refusedWrites() throws {
        let scratch = try Scratch()
        let sound = Fixtures.sine(frames: 10)
        func code(_ sound: Sound, _ name: String) -> ThudError.Code? {
            do { try SoundFile.write(sound, to: scratch.path(name)) } catch { return error.code }
            return nil
        }
        #expect(code(sound, "a.mp3") == .unknownExtension)
        #expect(code(sound, "wav") == .unknownExtension)
        #expect(code(sound, "none/a.wav") == .notFound)
        #expect(code(Sound(sampleRate: 48_000, channels: [[]]), "a.wav") == .empty)
        #expect(code(Sound(sampleRate: 1, channels: [[0]]), "a.wav") == .outsideLimits)
        #expect(code(Sound(sampleRate: 48_000, channels: .init(repeating: [0], count: 9)), "a.wav") == .outsideLimits)
        #expect(scratch.names.isEmpty)
    }

    @Test("A sound as long as the longest pattern can be written and read")
    func longest() throws {
        let scratch = try Scratch()
        // A vibration that starts last lasts 30 s, and its release takes at most another second.
        let seconds = 331
        let sound = Sound(sampleRate: 8_000, channels: [[Float](repeating: 0.25, count: seconds * 8_000)])
        try SoundFile.write(sound, to: scratch.path("long.flac"))
        #expect(try SoundFile.read(scratch.path("long.flac")) == sound)
        // Stereo at the usual rate also fits.
        let stereo = seconds * 48_000 * 2
        #expect(stereo * MemoryLayout<Float>.stride <= SoundLimits.maximumDecodedBytes)
        #expect(stereo * 3 + 1_024 <= SoundLimits.maximumFileBytes)
    }

    @Test("The extension is recognised in any case")
    func extensions() {
        #expect(SoundFormat(path: "a.WAV") == .wav)
        #expect(SoundFormat(path: "x/a.b.Flac") == .flac)
        #expect(SoundFormat(path: "a.ogg") == nil)
    }
}
