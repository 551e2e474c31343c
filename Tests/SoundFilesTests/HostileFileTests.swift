import Glibc
import Testing
import ThudCore
import ThudSoundFiles

@Suite("Files that are not what they claim")
struct HostileFileTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    func refusal(_ bytes: [UInt8], as name: String = "x.wav") throws -> ThudError? {
        let path = try scratch.write(bytes, as: name)
        do { _ = try SoundFile.read(path) } catch { return error }
        return nil
    }

    @Test("A missing file, a folder and a pipe are refused without waiting")
    func notFiles() throws {
        #expect(throws: ThudError.self) { try SoundFile.read(scratch.path("none.wav")) }
        #expect(mkfifo(scratch.path("pipe.wav"), 0o600) == 0)
        for path in [scratch.folder, scratch.path("pipe.wav"), "/dev/zero"] {
            let error = #expect(throws: ThudError.self) { try SoundFile.read(path) }
            #expect(error?.code == .notASoundFile)
        }
        let error = #expect(throws: ThudError.self) { try SoundFile.read("a\0b.wav") }
        #expect(error?.code == .notFound)
    }

    @Test("Errors say what failed, why and what to do")
    func sentences() throws {
        let error = try #require(try refusal(Array("To be, or not to be".utf8), as: "ping.wav"))
        #expect(
            error.description == "\(scratch.folder)/ping.wav: cannot be read: "
                + "not a sound file that Thud reads (WAV, FLAC, Ogg, AIFF, CAF, AU or MP3); convert it to one of them")
        let missing = #expect(throws: ThudError.self) { try SoundFile.read("/nowhere/ping.wav") }
        #expect(
            missing?.description == "/nowhere/ping.wav: cannot be read: No such file or directory; check the path")
        #expect(missing?.errno == ENOENT)
        #expect(missing?.code == .notFound)
    }

    @Test("Empty and truncated files are refused")
    func beginnings() throws {
        #expect(try refusal([])?.code == .empty)
        let whole = Fixtures.wav(data: [1, 2, 3, 4])
        for length in 1..<44 {
            #expect(try refusal(Array(whole.prefix(length))) != nil, "\(length) bytes")
        }
        #expect(try refusal(Fixtures.wav(data: []))?.code == .empty)
    }

    @Test("Other containers are refused by their first bytes, regardless of name")
    func otherContainers() throws {
        let other = Array("FORM".utf8) + [0, 0, 0, 46] + Array("8SVXVHDR".utf8)
        for start in [other, Array("BW64\0\0\0\0WAVE".utf8), Array("MThd".utf8), [0xFF, 0xF1, 0x50]] {
            #expect(try refusal(start + [UInt8](repeating: 0, count: 64))?.code == .notASoundFile)
        }
        // These containers are known, but empty.
        let aiff = Array("FORM".utf8) + [0, 0, 0, 46] + Array("AIFFCOMM".utf8)
        for start in [aiff, Array("caff".utf8), Array(".snd".utf8), Array("ID3".utf8), [0xFF, 0xFB, 0x90]] {
            #expect(try refusal(start + [UInt8](repeating: 0, count: 64)) != nil)
        }
    }

    @Test("AIFF, CAF and AU are read sample by sample, and refused if truncated")
    func read() throws {
        func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let samples: [UInt8] = [0x40, 0, 0xC0, 0, 0x20, 0, 0, 0]
        let au = Array(".snd".utf8) + big(24) + big(8) + big(3) + big(48_000) + big(1) + samples
        // 48000 as an 80-bit float.
        let rate: [UInt8] = [0x40, 0x0E, 0xBB, 0x80, 0, 0, 0, 0, 0, 0]
        let common = Array("COMM".utf8) + big(18) + [0, 1] + big(4) + [0, 16] + rate
        let data = Array("SSND".utf8) + big(16) + big(0) + big(0) + samples
        let aiff = Array("FORM".utf8) + big(UInt32(4 + common.count + data.count)) + Array("AIFF".utf8) + common + data
        let double = (0..<8).map { UInt8(truncatingIfNeeded: (48_000.0).bitPattern >> (56 - 8 * $0)) }
        let description =
            Array("desc".utf8) + big(0) + big(32) + double + Array("lpcm".utf8) + big(0) + big(2) + big(1)
            + big(1) + big(16)
        let caf =
            Array("caff".utf8) + [0, 1, 0, 0] + description + Array("data".utf8) + big(0) + big(12) + big(0) + samples
        for (name, bytes) in [("a.au", au), ("a.aiff", aiff), ("a.caf", caf)] {
            let path = try scratch.write(bytes, as: name)
            let sound = try SoundFile.read(path)
            #expect(sound.sampleRate == 48_000 && sound.channels == [[0.5, -0.5, 0.25, 0]], "\(name)")
            for length in 0..<(bytes.count - samples.count - 8) {
                #expect(try refusal(Array(bytes.prefix(length))) != nil, "\(name): \(length) bytes")
            }
        }
    }

    @Test("An RF64, a WAV with sizes of 64 bits, is read")
    func rf64() throws {
        let wav = Fixtures.wav(promisedBytes: .max, data: [0, 64, 0, 192])
        let sizes = Fixtures.little(UInt64(76)) + Fixtures.little(UInt64(4)) + Fixtures.little(UInt64(2))
        let bytes =
            Array("RF64".utf8) + Fixtures.little(UInt32.max) + Array("WAVEds64".utf8) + Fixtures.little(UInt32(28))
            + sizes + Fixtures.little(UInt32(0)) + wav.dropFirst(12)
        #expect(try SoundFile.read(scratch.write(bytes, as: "a.wav")).channels == [[0.5, -0.5]])
    }

    @Test("An MP3 that does not tell its length is read, and one that tells a greater length is refused")
    func lengthOfMP3() throws {
        // Silence at 128 kbit/s. The padding bit adds a byte, so the first frame promises more frames than there are.
        let header: [UInt8] = [0xFF, 0xFB, 0x90, 0xC0]
        let first = header + [UInt8](repeating: 0, count: 413)
        let padded = [0xFF, 0xFB, 0x92, 0xC0] + [UInt8](repeating: 0, count: 414)
        let frames = first + (1..<1_000).flatMap { _ in padded }
        let zeros = [UInt8](repeating: 0, count: 100_000)
        for tags in [[], Array("TAG".utf8) + [UInt8](repeating: 0, count: 125), zeros] {
            let sound = try SoundFile.read(scratch.write(frames + tags, as: "a.mp3"))
            #expect(sound.sampleRate == 44_100 && (999 * 1152...1_000 * 1152).contains(sound.frameCount))
        }
        // Frames may differ in size, so that the first one does not tell how many there are.
        let thin = [0xFF, 0xFB, 0x10, 0xC0] + [UInt8](repeating: 0, count: 100)
        let thinned = first + (1..<200).flatMap { _ in thin }
        #expect(try (199 * 1152...200 * 1152).contains(SoundFile.read(scratch.write(thinned, as: "a.mp3")).frameCount))
        // The header of Xing and LAME: its flags say that the number of frames follows.
        var told = first
        told.replaceSubrange(21..<33, with: Array("Info".utf8) + [0, 0, 0, 1, 0, 0, 3, 231])
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 10] + [UInt8](repeating: 0, count: 138)
        for start in [[], tag] {
            #expect(try refusal(start + told + frames.dropFirst(417), as: "b.mp3") == nil)
            #expect(try refusal(start + told + frames[417..<100_000], as: "b.mp3")?.code == .damaged)
        }
        // In a WAV, whose writers count the delay of the encoder as well.
        let format =
            [0x55, 2].flatMap { Fixtures.little(UInt16($0)) }
            + [44_100, 16_000].flatMap { Fixtures.little(UInt32($0)) }
            + [1, 0, 12, 1, 0, 0, 417, 1, 1_393].flatMap { Fixtures.little(UInt16($0)) }
        let chunks = [("fmt ", format), ("fact", Fixtures.little(UInt32(1_200_000))), ("data", frames)].flatMap {
            Array($0.0.utf8) + Fixtures.little(UInt32($0.1.count)) + $0.1
        }
        let wav = Array("RIFF".utf8) + Fixtures.little(UInt32(4 + chunks.count)) + Array("WAVE".utf8) + chunks
        #expect(try SoundFile.read(scratch.write(wav, as: "c.wav")).sampleRate == 44_100)
    }

    @Test("Compressed WAV encodings and FLAC and Speex in Ogg are refused")
    func encodings() throws {
        let muLaw = Fixtures.wav(tag: 7, rate: 8_000, bits: 8, data: [UInt8](repeating: 0x55, count: 80))
        #expect(try refusal(muLaw)?.code == .unsupportedEncoding)
        let oggFlac = Array("OggS".utf8) + [UInt8](repeating: 0, count: 25) + Array("FLAC".utf8)
        #expect(try refusal(oggFlac)?.code == .unsupportedEncoding)
        let speex = Array("OggS".utf8) + [UInt8](repeating: 0, count: 24) + Array("Speex   ".utf8)
        #expect(try refusal(speex)?.code == .unsupportedEncoding)
    }

    @Test("Rates and channel counts outside the limits are refused")
    func shapes() throws {
        let data = [UInt8](repeating: 1, count: 96)
        #expect(try refusal(Fixtures.wav(rate: 100, data: data))?.code == .outsideLimits)
        #expect(try refusal(Fixtures.wav(rate: 4_000_000, data: data))?.code == .outsideLimits)
        #expect(try refusal(Fixtures.wav(channels: 12, data: data))?.code == .outsideLimits)
        #expect(try refusal(Fixtures.wav(channels: 0, data: data)) != nil)
    }

    @Test("A WAV that promises too much yields what it holds")
    func lyingLength() throws {
        let data: [UInt8] = [0, 64, 0, 192]
        for promise: UInt32 in [5, 4_000, 0x7FFF_FFFF, 0xFFFF_FFFF] {
            let path = try scratch.write(Fixtures.wav(promisedBytes: promise, data: data), as: "lie.wav")
            #expect(try SoundFile.read(path).channels == [[0.5, -0.5]])
        }
    }

    @Test("A sound longer than the longest pattern is refused")
    func tooLong() throws {
        let silence = [UInt8](repeating: 0, count: 2 * (400 * 4_000 + 1))
        #expect(try refusal(Fixtures.wav(rate: 4_000, data: silence))?.code == .tooLong)
        #expect(try refusal(Fixtures.wav(rate: 4_000, data: silence.dropLast(2))) == nil)
    }

    @Test("Samples that are not numbers, or absurdly loud, are refused with their time")
    func samples() throws {
        for bad: Float in [.nan, .infinity, -.infinity, 1e30, -101] {
            let error = try refusal(Fixtures.floatWav([Float](repeating: 0, count: 4_800) + [bad]))
            #expect(error?.code == .unusableSamples)
            #expect(error?.description.contains("100 ms") == true)
        }
        #expect(try refusal(Fixtures.floatWav([0, 3, -100])) == nil)
    }

    @Test("A FLAC cut off in the middle is an error, not a shorter sound")
    func cutFlac() throws {
        try SoundFile.write(Fixtures.sine(frames: 48_000), to: scratch.path("a.flac"))
        let bytes = try scratch.bytes(of: "a.flac")
        #expect(try refusal(Array(bytes.prefix(bytes.count / 2)), as: "b.flac")?.code == .damaged)
    }

    @Test("Random damage is refused or survived", arguments: SoundFormat.allCases)
    func damage(format: SoundFormat) throws {
        let name = "a.\(format.rawValue)"
        try SoundFile.write(Fixtures.sine(frames: 500), to: scratch.path(name))
        let whole = try scratch.bytes(of: name)
        var state: UInt64 = 1
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<400 {
            var bytes = whole
            for _ in 0...next(4) { bytes[next(min(100, bytes.count))] = UInt8(next(256)) }
            let path = try scratch.write(bytes, as: "b.wav")
            guard let sound = try? SoundFile.read(path) else { continue }
            #expect(SoundLimits.sampleRates.contains(sound.sampleRate))
            #expect(sound.frameCount > 0)
            #expect(sound.channels.joined().allSatisfy { abs($0) <= SoundLimits.maximumMagnitude })
        }
    }
}
