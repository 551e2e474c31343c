import Foundation
import Testing
import ThudCore
import ThudCues
import ThudGameKit
import ThudRecords
import ThudTestSupport

struct SettingsFileTests {
    private let scratch: ScratchDirectory
    private let path: String

    init() throws {
        scratch = try ScratchDirectory(prefix: "thud-settings")
        path = scratch.file("config/thud/settings.json")
    }

    /// Every setting at a value other than its default.
    private var changed: Preferences {
        var preferences = Preferences()
        preferences.soundOn = false
        preferences.haptics = .off
        preferences.silentSwitch = .off
        preferences.volume = 0.3
        preferences.isLoud = true
        preferences.reduceMotion = true
        preferences.developerLine = true
        preferences.gloss = true
        preferences.seconds = 12.5
        return preferences
    }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: scratch.file("config/thud"), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test("Every setting is restored, and nothing else is written")
    func roundTrip() throws {
        let file = SettingsFile(path: path)
        #expect(file.read(over: Preferences()).preferences == Preferences())
        var preferences = changed
        preferences.tutorialDone = true
        file.keep(preferences, before: Preferences())
        file.flush()
        #expect(file.problems.isEmpty)
        let (read, notices) = SettingsFile(path: path).read(over: Preferences())
        #expect(read == changed && notices.isEmpty)
        #expect(try !text().contains("tutorial"))
        #expect(
            try FileManager.default.attributesOfItem(atPath: scratch.file("config/thud"))[.posixPermissions] as? Int
                == 0o700)
    }

    @Test("Only changes are written, and others' changes stay")
    func merging() throws {
        try write(#"{ "mood": [1, "good"], "volume": 0.9 }"#)
        let (one, other) = (SettingsFile(path: path), SettingsFile(path: path))
        let (louder, quieter) = (one.read(over: Preferences()).preferences, other.read(over: Preferences()).preferences)
        var (first, second) = (louder, quieter)
        first.soundOn = false
        second.volume = 0.2
        one.keep(first, before: louder)
        one.flush()
        other.keep(second, before: quieter)
        other.flush()
        let (read, notices) = one.read(over: Preferences())
        #expect(!read.soundOn && read.volume == 0.2 && notices.isEmpty)
        #expect(try text().contains("\"mood\""))
    }

    @Test("Two simultaneous writers both keep their changes")
    func race() async throws {
        let path = path
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    let file = SettingsFile(path: path)
                    var preferences = Preferences()
                    if writer.isMultiple(of: 2) { preferences.gloss = true } else { preferences.isLoud = true }
                    file.keep(preferences, before: Preferences())
                    file.flush()
                }
            }
        }
        let read = SettingsFile(path: path).read(over: Preferences()).preferences
        #expect(read.gloss && read.isLoud)
    }

    @Test(
        "A value that makes no sense leaves what was there, and is said with its place",
        arguments: [
            (#"{ "volume": 7 }"#, ":1:13: volume: "), (#"{ "sound": "loud" }"#, ":1:12: sound: "),
            (#"{ "haptics": "strong" }"#, ":1:14: haptics: "), (#"{ "haptics": "drive" }"#, ":1:14: haptics: "),
            (#"{ "seconds": 0 }"#, ":1:14: seconds: "),
            (#"{ "silent-switch": true }"#, ":1:20: [\"silent-switch\"]: "),
        ])
    func nonsense(text: String, place: String) throws {
        try write(text)
        let (read, notices) = SettingsFile(path: path).read(over: changed)
        #expect(read == changed)
        #expect(notices.count == 1 && notices[0].hasPrefix(path + place), "\(notices)")
    }

    @Test("A broken file is reported, and left alone", arguments: ["", "{", "[]", "{ \"volume\": }", "null"])
    func broken(text: String) throws {
        try write(text)
        let file = SettingsFile(path: path)
        let (read, notices) = file.read(over: changed)
        #expect(read == changed)
        #expect(notices.count == 1 && notices[0].hasSuffix("; its settings are not used"), "\(notices)")
        file.keep(changed, before: Preferences())
        file.flush()
        #expect(file.problems.count == 1 && file.problems[0].hasSuffix("; the settings are not saved"))
        #expect(try self.text() == text)
    }

    @Test("A folder that cannot be created is reported once")
    func unwritable() throws {
        let file = SettingsFile(path: "/proc/thud/settings.json")
        for volume in [0.1, 0.2] {
            var preferences = Preferences()
            preferences.volume = volume
            file.keep(preferences, before: Preferences())
            file.flush()
        }
        #expect(file.problems.count == 1)
    }

    @Test("A refused change is written with the next one, and the later value wins")
    func refused() throws {
        try write("{ broken")
        let file = SettingsFile(path: path)
        var preferences = Preferences()
        preferences.isLoud = true
        preferences.volume = 0.1
        file.keep(preferences, before: Preferences())
        file.flush()
        #expect(file.problems.count == 1)
        try write("{}")
        var later = preferences
        later.volume = 0.2
        file.keep(later, before: preferences)
        file.flush()
        #expect(file.problems.isEmpty)
        let read = file.read(over: Preferences()).preferences
        #expect(read.isLoud && read.volume == 0.2)
    }
}
