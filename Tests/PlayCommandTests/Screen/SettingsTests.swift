import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudRecords
import ThudSoundFiles
import ThudTestSupport

/// The settings on the screen are those in force, whatever their origin.
@Suite(.live) struct SettingsTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func wait(for rows: [(name: String, value: String)], on screen: TmuxScreen) async throws {
        try await screen.wait(for: "the settings \(rows)") { text in
            let lines = text.split(separator: "\n")
            return text.contains(Seen.settings)
                && rows.allSatisfy { row in
                    lines.first { $0.contains(row.name) }?.contains(row.value) ?? false
                }
        }
    }

    @Test func `the command line's settings apply and are shown, and only later changes are saved`()
        async throws
    {
        let options = "--sound off --haptics off --silent-switch on --volume 0.3 --seconds 20"
        try await surroundings.play(options) { screen in
            try await screen.wait(for: Seen.title)
            try await screen.press("s")
            let rows = [("Tinguj", "JO"), ("Dridhje", "JO"), ("heshtur", "PO"), ("Volumi", "30 %"), ("Raundi", "20 s")]
            try await wait(for: rows, on: screen)
            try await screen.press("Down")
            try await screen.press("Down")
            try await screen.press("Down")
            try await screen.press("Right")
            try await screen.wait(for: "40 %")
            try await screen.press("s")
            try await screen.quit()
        }
        #expect(surroundings.scratch.text(of: "config/thud/settings.json") == "{\n  \"volume\": 0.4\n}\n")
        let store = try RecordStore.open(folder: surroundings.scratch.file("data/thud")).store
        #expect(try store.preferences() == Preferences())
    }

    @Test func `the settings file applies, and its errors are reported`()
        async throws
    {
        _ = try surroundings.scratch.directory("config/thud")
        let file = try surroundings.scratch.write(
            #"{ "sound": false, "volume": 7, "mood": "good" }"#, to: "config/thud/settings.json")
        // On a larger screen the settings are cards, with the value below the name.
        try await surroundings.play("", size: (100, 23)) { screen in
            try await screen.wait(for: "found 7")
            try await screen.press("s")
            try await wait(for: [("Tinguj", "JO"), ("Volumi", "100 %")], on: screen)
            try await screen.press("Down")
            try await screen.press("Right")
            try await screen.press("s")
            try await screen.quit()
        }
        let kept = surroundings.scratch.text(of: "config/thud/settings.json")
        #expect(
            kept == "{\n  \"sound\": false,\n  \"volume\": 7,\n  \"mood\": \"good\",\n  \"haptics\": \"off\"\n}\n",
            "\(file)")
    }

    @Test func `an old version's settings become the file, which alone counts from then on`()
        async throws
    {
        let store = try RecordStore.open(folder: surroundings.scratch.directory("data/thud")).store
        var old = Preferences()
        old.volume = 0.3
        try store.keep(.preferences(old, before: Preferences()))
        func expectVolume(_ volume: String) async throws {
            try await surroundings.play("") { screen in
                try await screen.wait(for: Seen.title)
                try await screen.press("s")
                try await wait(for: [("Volumi", volume)], on: screen)
                try await screen.press("s")
                try await screen.quit()
            }
        }
        try await expectVolume("30 %")
        #expect(surroundings.scratch.text(of: "config/thud/settings.json") == "{\n  \"volume\": 0.3\n}\n")
        try surroundings.scratch.write("{}", to: "config/thud/settings.json")
        try await expectVolume("100 %")
    }

    @Test func `a broken settings file is reported and left alone`() async throws {
        _ = try surroundings.scratch.directory("config/thud")
        try surroundings.scratch.write("{ volume: 0.3 }", to: "config/thud/settings.json")
        try await surroundings.play("", size: (120, 40)) { screen in
            try await screen.wait(for: "its settings are not used")
            try await screen.press("s")
            try await screen.wait(for: Seen.settings)
            try await screen.press("Right")
            try await screen.press("s")
            try await screen.quit()
        }
        #expect(surroundings.scratch.text(of: "config/thud/settings.json") == "{ volume: 0.3 }")
    }

    @Test func `the report tells the length of the round that was played, not of the next one`() async throws {
        try await surroundings.play("--seconds 20 --json", report: "report") { screen in
            try await screen.wait(for: Seen.title)
            try await screen.press("y")
            try await screen.wait(for: Seen.tutorial)
            try await screen.leaveRound()
            try await screen.quit()
        }
        let report = try JSONReader(Array(surroundings.scratch.text(of: "report").utf8), file: "report")
        #expect(try report.member("seconds").number() == 60)
    }

    @Test func `a press changes the setting in force, whatever the command line said`() async throws {
        let recording = surroundings.scratch.file("rounds.wav")
        try await surroundings.play("--volume 0 --haptics off --device null --record \(recording)") { screen in
            try await screen.wait(for: Seen.title)
            try await screen.press("s")
            try await screen.wait(for: Seen.settings)
            try await screen.press("Down")
            try await screen.press("Down")
            try await screen.press("Down")
            for step in 1...9 {
                try await screen.press("Right")
                try await screen.wait(for: " \(step)0 %")
            }
            try await screen.press("s")
            try await screen.quit()
        }
        let left = try SoundFile.read(recording).channels[0]
        // The presses that made it louder were heard.
        #expect(left.contains { abs($0) > 0.001 })
    }
}
