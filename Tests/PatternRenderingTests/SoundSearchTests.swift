import Foundation
import Testing
import ThudCore
import ThudHaptics
import ThudPatternRendering
import ThudSoundFiles

/// A folder of a test's own, gone with it.
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

@Suite("The sounds of a pattern are found") struct SoundSearchTests {
    @Test(arguments: [
        ("ping.wav", "a/b/ping.wav"), ("Audio/ping.wav", "a/b/Audio/ping.wav"), ("Audio/ping.wav", "a/b/ping.wav"),
        ("ping.wav", "a/ping.wav"), ("x/ping.wav", "ping.wav"), ("ping.wav", "a/Sounds/ping.wav"),
        ("ping.wav", "a/b/Resources/ping.wav"), ("q/ping.wav", "StreamingAssets/q/ping.wav"),
        ("../ping.wav", "a/b/ping.wav"), ("/Users/me/ping.wav", "a/Audio/ping.wav"), ("x\\ping.wav", "a/b/ping.wav"),
        ("ping.wav", "elsewhere/ping.wav"),
    ])
    func `beside the pattern, above it, in the usual folders and in those of the user`(name: String, file: String)
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

    @Test func `the nearest file wins, and a path never leads out`() throws {
        let folder = Folder()
        for name in ["ping.wav", "a/ping.wav", "a/b/ping.wav"] { try folder.put(name) }
        let found = try #require(SoundSearch().path(of: "../ping.wav", beside: "\(folder.path)/a/b"))
        #expect(SourceFile.isSame(found, "\(folder.path)/a/b/ping.wav"))
        for path in ["", "/", "..", "../..", "~", "missing.wav"] {
            #expect(SoundSearch().path(of: path, beside: folder.path) == nil, "\(path)")
        }
    }

    @Test func `a pattern plays without the sounds that are missing or broken`() throws {
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
