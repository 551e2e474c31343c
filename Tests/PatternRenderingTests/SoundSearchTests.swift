import CThudSndFile
import Foundation
import Testing
import ThudCore
import ThudPatternRendering
import ThudPatterns
import ThudSoundFiles

/// A folder of a test's own, deleted with it.
private final class Folder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("thud-search-\(UUID())").path

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Puts a sound of one sample into the folder.
    func put(_ name: String) throws {
        let file = "\(path)/\(name)"
        let parent = (file as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try SoundFile.write(Sound(sampleRate: 48_000, channels: [[0.5]]), to: file)
    }
}

/// Writes a tenth of a second of 1 kHz through libsndfile, which writes more kinds of files than Thud does.
private func writeTone(to path: String, _ container: Int, _ encoding: Int) throws {
    var info = SF_INFO()
    (info.samplerate, info.channels, info.format) = (48_000, 1, CInt(container | encoding))
    let file = try #require(sf_open(path, CInt(SFM_WRITE), &info), "libsndfile cannot write \(path)")
    let tone = (0..<4_800).map { frame -> Float in 0.5 * sin(Float(frame) * Float.pi / 24) }
    #expect(sf_writef_float(file, tone, 4_800) == 4_800)
    #expect(sf_close(file) == 0)
}

@Suite("The search finds the sounds of a pattern") struct SoundSearchTests {
    @Test(arguments: [
        ("ping.wav", "a/b/ping.wav"), ("Audio/ping.wav", "a/b/Audio/ping.wav"), ("Audio/ping.wav", "a/b/ping.wav"),
        ("ping.wav", "a/ping.wav"), ("x/ping.wav", "ping.wav"), ("ping.wav", "a/Sounds/ping.wav"),
        ("ping.wav", "a/b/Resources/ping.wav"), ("q/ping.wav", "StreamingAssets/q/ping.wav"),
        ("../ping.wav", "a/b/ping.wav"), ("/Users/me/ping.wav", "a/Audio/ping.wav"), ("x\\ping.wav", "a/b/ping.wav"),
        ("ping.wav", "elsewhere/ping.wav"),
    ])
    func `a sound is found beside or above the pattern, in usual or user folders`(name: String, file: String)
        throws
    {
        let folder = Folder()
        try folder.put(file)
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/a/b", withIntermediateDirectories: true)
        let search = SoundSearch(folders: ["\(folder.path)/elsewhere"])
        let found = try #require(search.path(of: name, beside: "\(folder.path)/a/b"))
        #expect(SourceFile.isSame(found, "\(folder.path)/\(file)"))
    }

    @Test func `folders are searched in this order`() throws {
        let folder = Folder()
        let order = [
            "a/b/fx/ping.wav", "a/b/ping.wav", "a/fx/ping.wav", "a/ping.wav", "fx/ping.wav", "ping.wav",
            "a/b/Sounds/ping.wav", "a/b/Audio/ping.wav", "a/b/Resources/fx/ping.wav", "a/b/StreamingAssets/ping.wav",
            "a/Sounds/fx/ping.wav", "a/Resources/ping.wav", "Sounds/ping.wav", "one/fx/ping.wav", "one/ping.wav",
            "two/ping.wav",
        ]
        for file in order { try folder.put(file) }
        let search = SoundSearch(folders: ["\(folder.path)/one", "\(folder.path)/two"])
        for file in order {
            let found = try #require(search.path(of: "fx/ping.wav", beside: "\(folder.path)/a/b"), "\(file)")
            #expect(SourceFile.isSame(found, "\(folder.path)/\(file)"), "\(found) instead of \(file)")
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(file)")
        }
        #expect(search.path(of: "fx/ping.wav", beside: "\(folder.path)/a/b") == nil)
    }

    @Test func `the nearest file wins, and a path never leaves the folders`() throws {
        let folder = Folder()
        for name in ["ping.wav", "a/ping.wav", "a/b/ping.wav"] { try folder.put(name) }
        let found = try #require(SoundSearch().path(of: "../ping.wav", beside: "\(folder.path)/a/b"))
        #expect(SourceFile.isSame(found, "\(folder.path)/a/b/ping.wav"))
        for path in ["", "/", "..", "../..", "~", "missing.wav"] {
            #expect(SoundSearch().path(of: path, beside: folder.path) == nil, "\(path)")
        }
    }

    @Test(arguments: [
        ("ping.mp3", SF_FORMAT_MPEG, SF_FORMAT_MPEG_LAYER_III), ("ping.aiff", SF_FORMAT_AIFF, SF_FORMAT_PCM_16),
        ("ping.AIF", SF_FORMAT_AIFF, SF_FORMAT_FLOAT), ("ping.caf", SF_FORMAT_CAF, SF_FORMAT_PCM_24),
        ("ping.caf", SF_FORMAT_CAF, SF_FORMAT_FLOAT), ("ping.au", SF_FORMAT_AU, SF_FORMAT_PCM_16),
        ("ping.ogg", SF_FORMAT_OGG, SF_FORMAT_VORBIS), ("ping.flac", SF_FORMAT_FLAC, SF_FORMAT_PCM_24),
    ])
    func `sound files of every format beside a pattern are read`(name: String, container: Int, encoding: Int) throws {
        let folder = Folder()
        try folder.put("other.wav")
        try writeTone(to: "\(folder.path)/\(name)", container, encoding)
        var event = HapticEvent(.audioCustom)
        event.waveformPath = name
        let found = try PatternSounds.found(
            for: HapticPattern([event]), beside: folder.path, SoundSearch(), sampleRate: 48_000)
        #expect(found.missing.isEmpty, "\(found.missing)")
        let sound = try #require(found.sounds.sounds[name])
        // Codecs pad their ends with silence.
        #expect(sound.sampleRate == 48_000 && (4_800..<9_600).contains(sound.frameCount))
        let middle = sound.channels[0][1_200..<3_600]
        #expect(abs((middle.max() ?? 0) - 0.5) < 0.05)
        #expect((49...51).contains(zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }))
    }

    @Test func `a pattern plays without missing or broken sounds`() throws {
        let folder = Folder()
        try folder.put("good.wav")
        try SourceFile.write(Array("no sound".utf8), to: "\(folder.path)/broken.wav")
        let events = ["good.wav", "broken.wav", "missing.wav", "missing.wav"].map { path in
            var event = HapticEvent(.audioCustom)
            event.waveformPath = path
            return event
        }
        let tap = HapticEvent(.transient, intensity: 1, sharpness: 0.5)
        let pattern = HapticPattern(events + [tap])
        let found = try PatternSounds.found(for: pattern, beside: folder.path, SoundSearch(), sampleRate: 48_000)
        #expect(Set(found.sounds.sounds.keys) == ["good.wav"])
        #expect(found.missing.map(\.path) == ["broken.wav", "missing.wav"])
        #expect(found.missing.map(\.error.code) == [.notASoundFile, .notFound])
        let rendition = Rendition(pattern, sounds: found.sounds, as: .heard)
        #expect(rendition.left.contains { abs($0) > 0.1 })
    }
}
