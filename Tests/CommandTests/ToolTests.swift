import Foundation
import TestTraits
import Testing
import ThudCore
import ThudGames
import ThudSoundFiles
import ThudTestSupport

/// The commands besides `play`.
@Suite(.live) struct ToolTests {
    @Test func `devices are listed, and the one in use is marked`() async throws {
        var surroundings = try Surroundings()
        surroundings.environment["THUD_DEVICE"] = "null"
        let table = try await surroundings.thud(["devices"])
        #expect(table.exitCode == 0)
        #expect(table.output.contains("* null"))
        let outcome = try await surroundings.thud(["devices", "--json"])
        let devices = try JSONReader(Array(outcome.output.utf8), file: "devices").elements()
        let used = try devices.filter { try $0.member("used").bool() }.map { try $0.member("name").string() }
        #expect(used == ["null"])
        #expect(try devices.contains { try $0.member("name").string() == "default" })
    }

    @Test func `a device unknown to ALSA is listed as the one in use, with its problem`() async throws {
        var surroundings = try Surroundings()
        surroundings.environment["THUD_DEVICE"] = "no-such-pcm"
        let outcome = try await surroundings.thud(["devices", "--json"])
        let devices = try JSONReader(Array(outcome.output.utf8), file: "devices").elements()
        #expect(try devices.first?.member("name").string() == "default")
        let used = try devices.filter { try $0.member("used").bool() }
        try #require(used.count == 1)
        #expect(try used[0].member("name").string() == "no-such-pcm")
        #expect(try used[0].member("sharing").string() == "unusable")
        #expect(try used[0].member("problem").string().contains("no sound device is named no-such-pcm"))
        let table = try await surroundings.thud(["devices"])
        #expect(table.output.contains(/\* no-such-pcm +cannot be used: no sound device is named no-such-pcm\n/))
    }

    @Test func `a device that shuts others out is listed with the option that it needs`() async throws {
        var surroundings = try Surroundings()
        surroundings.environment["THUD_DEVICE"] = "hw:0"
        let table = try await surroundings.thud(["devices"])
        #expect(table.output.contains(/\* hw:0 +needs --exclusive/), "\(table)")
    }

    @Test func `a defined device is not called unknown if what it plays through is missing`() async throws {
        let surroundings = try Surroundings()
        let misspelt = "\npcm.desk { type plug slave.pcm \"spekers\" }\n"
        // The environment already names this file.
        try surroundings.scratch.write(PrivatePipeWire.alsaConfiguration + misspelt, to: "asoundrc")
        let table = try await surroundings.thud(["devices"])
        #expect(table.output.contains(/desk +cannot be used: what desk plays through is missing\n/), "\(table)")
    }

    @Test func `the doctor accepts a clock, and reports a missing server`() async throws {
        let surroundings = try Surroundings()
        let healthy = try await surroundings.thud(["doctor", "--device", "null", "--json"])
        #expect(healthy.exitCode == 0, "\(healthy.output)")
        let ill = try await surroundings.thud(["doctor"])
        #expect(ill.exitCode == 1)
        #expect(ill.output.contains(/FAIL  sound device .*\n +-> install and start PipeWire/))
        let misspelt = try await surroundings.thud(["doctor", "--device", "defualt"])
        #expect(misspelt.output.contains("no sound device is named defualt"), "\(misspelt.output)")
        #expect(!misspelt.output.contains("->"), "\(misspelt.output)")
        var bare = surroundings
        bare.environment["THUD_ASSETS"] = "/dev"
        let mute = try await bare.thud(["doctor", "--device", "null"])
        #expect(mute.exitCode == 1)
        #expect(mute.output.contains("FAIL  sounds and decks") && mute.output.contains("ok    sound device"))
    }

    @Test func `the doctor reports a missing pattern of any game`() async throws {
        var surroundings = try Surroundings()
        let assets = try surroundings.scratch.directory("assets")
        for folder in ["Sounds", "Decks"] {
            try FileManager.default.copyItem(atPath: folder, toPath: "\(assets)/\(folder)")
        }
        try FileManager.default.removeItem(atPath: "\(assets)/Sounds/magic/spawn.ahap")
        surroundings.environment["THUD_ASSETS"] = assets
        let ill = try await surroundings.thud(["doctor", "--device", "null"])
        #expect(ill.exitCode == 1)
        #expect(ill.output.contains(/FAIL +sounds and decks .*magic\/spawn\.ahap/), "\(ill.output)")
    }

    @Test func `the sounds are rebuilt to the same samples`() async throws {
        let surroundings = try Surroundings()
        let folder = try surroundings.scratch.directory("sounds")
        let outcome = try await surroundings.thud(["sounds", "build", "--into", folder, "--json"])
        #expect(outcome.exitCode == 0)
        let told = try JSONReader(Array(outcome.output.utf8), file: "the list").elements()
        let names = try told.map { try $0.member("name").string() }
        #expect(names.filter { $0.hasPrefix("kape/") }.count == 7)
        for game in Games.names { #expect(names.contains { $0.hasPrefix("\(game)/") }) }
        for sound in told {
            #expect(try sound.member("path").string() == "\(folder)/\(sound.member("name").string()).wav")
            #expect(try sound.member("seconds").number() > 0 && sound.member("loudness_lufs").number() < 0)
            #expect(try sound.member("true_peak_dbtp").number() <= -1)
        }
        for name in names {
            let built = try SoundFile.read("\(folder)/\(name).wav")
            let shipped = try SoundFile.read("\(Surroundings.checkout)/Sounds/\(name).wav")
            try #require(built.frameCount == shipped.frameCount)
            let error = zip(built.channels.joined(), shipped.channels.joined()).map { abs($0 - $1) }.max() ?? 1
            #expect(error < 1e-4, "\(name) differs by \(error)")
        }
    }
}
