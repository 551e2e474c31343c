import Foundation
import TestTraits
import Testing
import ThudCore
import ThudRecords
import ThudTestSupport

/// `thud decks`, and the decks that `thud play` can use.
@Suite(.live) struct DecksTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private var data: String { surroundings.scratch.file("data/thud") }

    private func ownDeck(_ id: String) -> String {
        """
        {"id": "\(id)", "title": "Imja", "description": "D", "icon": "🦅", "difficulty": "Bishë", "language": "sq",
         "cards": ["njëra", "tjetra"]}
        """
    }

    private func list() async throws -> [JSONReader] {
        let outcome = try await surroundings.thud(["decks", "--json"])
        return try JSONReader(Array(outcome.output.utf8), file: "decks").elements()
    }

    @Test func `the shipped decks are listed, with seen cards and locks`() async throws {
        let store = try RecordStore.open(folder: data).store
        try store.keep(.seen(card: "Skënderbeu", deck: "mix", game: "kape"))
        try store.keep(.seen(card: "a card that has left the deck", deck: "mix", game: "kape"))
        let table = try await surroundings.thud(["decks"])
        #expect(table.exitCode == 0)
        #expect(table.errorOutput.isEmpty)
        let lines = table.output.split(separator: "\n")
        #expect(lines.map { $0.split(separator: " ")[0] } == ["gurbet", "mix", "ushqim", "vip"])
        #expect(lines[1].contains("1 of "))
        #expect(lines[3].contains("  locked  "))
        let decks = try await list()
        #expect(try decks.map { try $0.member("id").string() } == ["gurbet", "mix", "ushqim", "vip"])
        #expect(try decks.map { try $0.member("locked").bool() } == [false, false, false, true])
        #expect(try decks.map { try $0.member("seen").number() } == [0, 1, 0, 0])
        #expect(try decks.allSatisfy { try $0.member("source").string() == "shipped" })
    }

    @Test func `a locked deck is refused until it is unlocked, free of charge and for good`() async throws {
        let refused = try await surroundings.thud(["play", "--deck", "vip", "--bot", "1"])
        #expect(refused.exitCode == 4)
        #expect(
            refused.errorOutput
                == "thud: the deck vip is locked; `thud decks unlock vip` unlocks it, free of charge\n")
        for _ in 0..<2 {
            let unlocked = try await surroundings.thud(["decks", "unlock"])
            #expect(unlocked.exitCode == 0)
            #expect(unlocked.output.contains("Everything in Thud is free."))
        }
        #expect(try await surroundings.thud(["decks"]).output.contains("  unlocked  "))
        #expect(try await list().allSatisfy { try !$0.member("locked").bool() })
        let played = try await surroundings.thud(
            ["play", "--deck", "vip", "--bot", "1", "--seconds", "1", "--device", "null"])
        #expect(played.exitCode == 0, "\(played.errorOutput)")
        #expect(try await surroundings.thud(["decks", "unlock", "mix"]).output == "Mix Shqip is not locked.\n")
        let none = try await surroundings.thud(["decks", "unlock", "nothing"])
        #expect(none.exitCode == 4)
        #expect(none.errorOutput == "thud: unknown deck nothing; choose vip\n")
    }

    @Test func `a deck is checked from standard input`() async throws {
        let mix = "\(Surroundings.checkout)/Decks/kape/mix.json"
        let outcome = try await surroundings.shell("thud decks check - < '\(mix)'; echo '{' | thud decks check -")
        #expect(outcome.code == 4 && outcome.output.hasPrefix("-: Mix Shqip, "), "\(outcome)")
        #expect(outcome.told.contains("standard input:2:1: "), "\(outcome)")
    }

    @Test func `a player's own deck is listed, checked and played by its name`() async throws {
        let path = try surroundings.writeOwnDeck(ownDeck("imja"), to: "1.json")
        let table = try await surroundings.thud(["decks"])
        #expect(table.exitCode == 0)
        #expect(table.output.contains("imja "))
        #expect(table.output.contains(path))
        let checked = try await surroundings.thud(["decks", "check", path])
        #expect(checked.output == "\(path): Imja, 2 cards, nothing wrong\n")
        let played = try await surroundings.thud(
            ["play", "--deck", "imja", "--bot", "1", "--seconds", "1", "--device", "null", "--json"])
        #expect(played.exitCode == 0, "\(played.errorOutput)")
        #expect(played.output.contains(#""deck": "imja""#))
    }

    @Test func `broken decks are named with line and reason, and the good ones are still listed`() async throws {
        _ = try surroundings.writeOwnDeck("{\n  \"id\": 7}", to: "broken.json")
        _ = try surroundings.writeOwnDeck(ownDeck("mix"), to: "second.json")
        let outcome = try await surroundings.thud(["decks"])
        #expect(outcome.exitCode == 4)
        #expect(outcome.output.split(separator: "\n").count == 4)
        for part in ["broken.json:2:9: id: expected a string", "also has the id `mix`", "2 decks cannot"] {
            #expect(outcome.errorOutput.contains(part), "\(outcome.errorOutput)")
        }
        #expect(try await list().count == 6)
        let played = try await surroundings.thud(["play", "--deck", "broken"])
        #expect(played.exitCode == 4)
        #expect(played.errorOutput.contains("broken.json:2:9"))
        let checked = try await surroundings.thud(["decks", "check", "nowhere.json"])
        #expect(checked.exitCode == 4)
        #expect(checked.errorOutput.contains("nowhere.json: cannot be read"))
    }

    @Test func `a check agrees with the list, and a taken id is refused only in the player's own folder`()
        async throws
    {
        _ = try surroundings.writeOwnDeck(ownDeck("imja"), to: "1.json")
        for (id, name) in [("mix", "mix.json"), ("imja", "2.json")] {
            let path = try surroundings.writeOwnDeck(ownDeck(id), to: name)
            let checked = try await surroundings.thud(["decks", "check", path])
            #expect(checked.exitCode == 4)
            #expect(checked.errorOutput.contains(" also has the id `\(id)`; choose another"), "\(checked.errorOutput)")
            let elsewhere = try surroundings.scratch.write(ownDeck(id), to: name)
            let remarked = try await surroundings.thud(["decks", "check", elsewhere])
            #expect(remarked.exitCode == 0)
            #expect(remarked.output == "\(elsewhere): Imja, 2 cards, nothing wrong\n")
            #expect(remarked.errorOutput.contains(" also has the id `\(id)`; change it"), "\(remarked.errorOutput)")
        }
        let shipped = try await surroundings.thud(["decks", "check", "\(Surroundings.checkout)/Decks/kape/mix.json"])
        #expect(shipped.exitCode == 0)
        #expect(shipped.errorOutput.isEmpty, "\(shipped.errorOutput)")
    }

    @Test func `a request for a missing deck lists each playable one once`() async throws {
        _ = try surroundings.writeOwnDeck("{", to: "broken.json")
        _ = try surroundings.writeOwnDeck(ownDeck("mix"), to: "second.json")
        let outcome = try await surroundings.thud(["play", "--deck", "nothing", "--bot", "1"])
        #expect(outcome.exitCode == 4)
        #expect(outcome.errorOutput == "thud: unknown deck nothing; choose one of gurbet, mix, ushqim, vip\n")
    }

    @Test func `a single card is counted in the singular`() async throws {
        let text = ownDeck("imja").replacing(#", "tjetra""#, with: "")
        let path = try surroundings.writeOwnDeck(text, to: "1.json")
        #expect(try await surroundings.thud(["decks"]).output.contains("  1 card  "))
        let checked = try await surroundings.thud(["decks", "check", path])
        #expect(checked.output == "\(path): Imja, 1 card, nothing wrong\n")
    }

    @Test func `an unlocked deck is played even if records can only be read`() async throws {
        #expect(try await surroundings.thud(["decks", "unlock", "vip"]).exitCode == 0)
        let lock = surroundings.scratch.file("data/thud/thud.lock")
        try FileManager.default.removeItem(atPath: lock)
        _ = try surroundings.scratch.directory("data/thud/thud.lock")
        let play = ["play", "--deck", "vip", "--bot", "1", "--seconds", "1", "--clock", "virtual"]
        let outcome = try await surroundings.thud(play)
        #expect(outcome.exitCode == 0, "\(outcome)")
    }

    @Test func `decks are listed even if records cannot be written`() async throws {
        var surroundings = surroundings
        surroundings.environment["XDG_DATA_HOME"] = try surroundings.scratch.write("", to: "file")
        let outcome = try await surroundings.thud(["decks"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.split(separator: "\n").count == 4)
        #expect(outcome.errorOutput.contains("Nothing will be saved this time: "))
        let unlock = try await surroundings.thud(["decks", "unlock"])
        #expect(unlock.exitCode == 4)
        #expect(unlock.output.isEmpty)
    }

    @Test func `records follow XDG, a relative path is ignored, and a missing home is reported`()
        async throws
    {
        var surroundings = surroundings
        #expect(try await surroundings.thud(["decks", "unlock"]).exitCode == 0)
        #expect(FileManager.default.fileExists(atPath: "\(data)/thud.sqlite"))
        surroundings.environment["XDG_DATA_HOME"] = "data"
        #expect(try await surroundings.thud(["decks", "unlock"], in: surroundings.scratch.path).exitCode == 0)
        let standard = surroundings.scratch.file("home/.local/share/thud/thud.sqlite")
        #expect(FileManager.default.fileExists(atPath: standard))
        for home in [nil, "home"] {
            surroundings.environment["HOME"] = home
            let homeless = try await surroundings.thud(["decks", "unlock"])
            #expect(homeless.exitCode == 4)
            #expect(homeless.errorOutput.contains("HOME is not set to a full path in UTF-8"))
        }
    }

    @Test func `nothing is written beside a home whose name is not in UTF-8`() async throws {
        let outcome = try await surroundings.shell(
            "mkdir names; export HOME=$PWD/names/$'h\\xff'; unset XDG_DATA_HOME; thud decks unlock; ls names")
        #expect(outcome.output.isEmpty)
        #expect(outcome.told.contains("HOME is not set to a full path in UTF-8"), "\(outcome)")
    }

    @Test func `damaged records are set aside and named`() async throws {
        _ = try surroundings.writeOwnDeck(ownDeck("imja"), to: "1.json")
        try surroundings.scratch.write("not a database", to: "data/thud/thud.sqlite")
        let outcome = try await surroundings.thud(["decks"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errorOutput.contains("thud.sqlite.damaged-1"))
        #expect(surroundings.scratch.text(of: "data/thud/thud.sqlite.damaged-1") == "not a database")
    }
}
