import Foundation
import Testing
import ThudCues
import ThudGameKit
import ThudRecords
import ThudTestSupport

@testable import ThudKape

@Suite struct RecordStoreTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    private var changed: Preferences {
        var preferences = Preferences()
        preferences.soundOn = false
        preferences.haptics = .drive
        preferences.silentSwitch = .off
        preferences.volume = 0.3
        preferences.reduceMotion = true
        preferences.developerLine = true
        preferences.gloss = true
        preferences.seconds = 12.5
        preferences.tutorialDone = true
        return preferences
    }

    @Test func `a new store has only the defaults and is readable only by its owner`() throws {
        let store = try shelf.open()
        #expect(try store.preferences() == Preferences())
        #expect(try store.seen(deck: "mix", of: "kape").isEmpty)
        #expect(try !store.isUnlocked(deck: "vip", of: "kape"))
        #expect(try store.savedRound(of: Kape.self).round == nil)
        let files = FileManager.default
        #expect(try files.attributesOfItem(atPath: shelf.folder)[.posixPermissions] as? Int == 0o700)
        #expect(try files.attributesOfItem(atPath: shelf.file)[.posixPermissions] as? Int == 0o600)
    }

    @Test func `everything that is kept is there the next time`() throws {
        var tournament = try Tournament(players: ["Ana", "Børge", ""])
        tournament.add(result: KapeResult(got: ["a"], passed: [], seen: ["a", "b"]).outcome)
        let saved = round("mix", id: .max, tournament: tournament, isDaily: true)
        try {
            let store = try shelf.open()
            try store.keep(.preferences(changed, before: Preferences()))
            try store.keep(.seen(card: "Pite", deck: "ushqim", game: "kape"))
            try store.keep(.seen(card: "Flija", deck: "ushqim", game: "kape"))
            try store.keep(.seen(card: "Pite", deck: "ushqim", game: "kape"))
            try store.keep(.seen(card: "Golf 4", deck: "gurbet", game: "kape"))
            try store.keep(.unlock(deck: "vip", game: "kape"))
            try store.keep(.saveRound(saved))
        }()
        let store = try shelf.open()
        #expect(try store.preferences() == changed)
        #expect(try store.seen(deck: "ushqim", of: "kape") == ["Pite", "Flija"])
        #expect(try store.seen(deck: "gurbet", of: "kape") == ["Golf 4"])
        #expect(try store.isUnlocked(deck: "vip", of: "kape"))
        #expect(try !store.isUnlocked(deck: "mix", of: "kape"))
        #expect(try store.savedRound(of: Kape.self).round == saved)
        try store.keep(.forgetSeen(deck: "ushqim", game: "kape"))
        try store.keep(.forgetRound(id: .max))
        #expect(try store.seen(deck: "ushqim", of: "kape").isEmpty)
        #expect(try store.seen(deck: "gurbet", of: "kape") == ["Golf 4"])
        #expect(try store.savedRound(of: Kape.self).round == nil)
    }

    @Test func `a store in memory keeps its data as long as it lives`() throws {
        let store = try RecordStore.inMemory()
        try store.keep([
            .seen(card: "a", deck: "d", game: "kape"), .saveRound(round("d")), .unlock(deck: "d", game: "kape"),
        ])
        #expect(try store.seen(deck: "d", of: "kape") == ["a"])
        #expect(try store.savedRound(of: Kape.self).round == round("d"))
        #expect(try RecordStore.inMemory().seen(deck: "d", of: "kape").isEmpty)
    }

    @Test(arguments: [
        ("volume", "loud"), ("volume", "7"), ("volume", "-0.1"), ("volume", "nan"), ("seconds", "0"),
        ("seconds", "1e400"), ("sound", ""), ("sound", "ON"), ("haptics", "everything"), ("silent-switch", "💥"),
        ("mood", "good"), ("", ""), ("tutorial-done", "1"),
    ])
    func `a broken or unknown value falls back to its default alone`(key: String, value: String) throws {
        try shelf.open().keep(.preferences(changed, before: Preferences()))
        try shelf.execute("INSERT OR REPLACE INTO preference VALUES (?, ?)", [key, value])
        try shelf.execute("INSERT OR REPLACE INTO preference VALUES ('x', x'00FF')")
        var expected = changed
        switch key {
        case "volume": expected.volume = 1
        case "seconds": expected.seconds = 60
        case "sound": expected.soundOn = true
        case "haptics": expected.haptics = .heard
        case "silent-switch": expected.silentSwitch = .follow
        case "tutorial-done": expected.tutorialDone = false
        default: break
        }
        #expect(try shelf.open().preferences() == expected)
    }

    @Test func `preferences stay within their valid ranges`() {
        var preferences = Preferences()
        for (volume, seconds) in [(Double.infinity, -1.0), (.nan, .nan), (-5, .infinity)] {
            preferences.volume = volume
            preferences.seconds = seconds
            #expect((0...1).contains(preferences.volume))
            #expect(Preferences.lengths.contains(preferences.seconds))
        }
    }

    @Test func `two stores see each other's changes, and each writes only its own`() throws {
        let one = try shelf.open()
        let other = try shelf.open()
        var loud = Preferences()
        loud.volume = 0.5
        var still = Preferences()
        still.reduceMotion = true
        try one.keep(.preferences(loud, before: Preferences()))
        try other.keep(.preferences(still, before: Preferences()))
        loud.reduceMotion = true
        #expect(try one.preferences() == loud)
        #expect(try other.preferences() == loud)
        try one.keep([.saveRound(round("mix", id: 1)), .seen(card: "a", deck: "mix", game: "kape")])
        try other.keep([.saveRound(round("vip", id: 2)), .seen(card: "b", deck: "mix", game: "kape")])
        #expect(try one.savedRound(of: Kape.self).round?.deck == "vip")
        try one.keep(.saveRound(round("mix", id: 1)))
        #expect(try other.savedRound(of: Kape.self).round?.deck == "mix")
        try other.keep(.forgetRound(id: 1))
        #expect(try one.savedRound(of: Kape.self).round?.deck == "vip")
        #expect(try one.seen(deck: "mix", of: "kape") == ["a", "b"])
    }

    @Test func `hostile names are stored like any other`() throws {
        let store = try shelf.open()
        let names = ["'; DROP TABLE seen; --", "", "\u{1F980}", String(repeating: "x", count: 100_000)]
        for name in names { try store.keep(.seen(card: name, deck: name, game: "kape")) }
        for name in names { #expect(try store.seen(deck: name, of: "kape") == [name]) }
    }

    @Test func `an unreadable round is set aside and reported once, and the previous one is offered`() throws {
        let good = round("mix", id: 1)
        try shelf.open().keep(.saveRound(good))
        for text in ["{", "7", #"{"id":2,"deck":"d","seconds":1e9}"#] {
            try shelf.execute("INSERT INTO saved_round (id, version, round) VALUES (abs(random()), 1, ?)", [text])
        }
        try shelf.execute("INSERT INTO saved_round (id, version, round) VALUES (9, 'one', x'FF00')")
        let text = try #require(try shelf.value("SELECT round FROM saved_round WHERE id = 1"))
        let impossible = [
            text.replacing("\"seconds\":60", with: "\"seconds\":0"),
            #"{"tournament":{"players":[],"results":[]},"# + text.dropFirst(),
        ]
        for text in impossible {
            try shelf.execute("INSERT INTO saved_round (id, version, round) VALUES (abs(random()), 2, ?)", [text])
        }
        let store = try shelf.open()
        let first = try store.savedRound(of: Kape.self)
        #expect(first.round == good)
        #expect(first.notice == "a saved round cannot be read, so it cannot be continued; it is kept in \(shelf.file)")
        #expect(try store.savedRound(of: Kape.self).notice == nil)
        #expect(try shelf.value("SELECT count(*) FROM unreadable_round") == "6")
        #expect(try shelf.value("SELECT round FROM unreadable_round WHERE round = '{'") == "{")
    }

    @Test func `a round in play is not offered elsewhere until its program ends or plays another`()
        throws
    {
        let other = try shelf.open()
        try other.keep([.saveRound(round("mix", id: 1)), .saveRound(round("gurbet", id: .max))])
        do {
            let player = try shelf.open()
            #expect(player.claim(round: .max))
            #expect(player.claim(round: .max))
            #expect(try other.savedRound(of: Kape.self, isFree: true).round?.deck == "mix")
            #expect(try other.savedRound(of: Kape.self).round?.deck == "gurbet")
            #expect(!other.claim(round: .max))
            // A round claimed here is free to its own claimant.
            #expect(try player.savedRound(of: Kape.self, isFree: true).round?.deck == "gurbet")
            #expect(player.claim(round: 7) && other.claim(round: 1 << 40))
            #expect(try other.savedRound(of: Kape.self, isFree: true).round?.deck == "gurbet")
            #expect(player.claim(round: 1))
            #expect(other.claim(round: .max))
            #expect(try player.savedRound(of: Kape.self, isFree: true).round?.deck == "mix")
        }
        #expect(other.claim(round: 1))
        let memory = try RecordStore.inMemory()
        #expect(memory.claim(round: 1))
    }

    @Test func `a game's data belongs to one program until it releases it or ends`() throws {
        let other = try shelf.open()
        do {
            let player = try shelf.open()
            #expect(player.claimBook(of: "habit") && player.claimBook(of: "habit"))
            #expect(player.claim(round: 7), "a round is claimed beside it")
            #expect(!other.claimBook(of: "habit") && other.claimBook(of: "garden"))
            player.releaseBook()
            #expect(other.claimBook(of: "habit") && !player.claimBook(of: "habit"))
            other.releaseBook()
            #expect(player.claimBook(of: "habit") && !other.claimBook(of: "habit"))
        }
        #expect(other.claimBook(of: "habit"))
        #expect(try RecordStore.inMemory().claimBook(of: "habit"))
    }

    @Test func `a round of a newer version stays unchanged`() throws {
        try shelf.open().keep(.saveRound(round("mix")))
        try shelf.execute("INSERT INTO saved_round (id, version, round) VALUES (7, 3, 'new')")
        let answer = try shelf.open().savedRound(of: Kape.self)
        #expect(answer.round?.deck == "mix")
        #expect(answer.notice?.contains("newer version") == true)
        #expect(try shelf.value("SELECT round FROM saved_round WHERE id = 7") == "new")
    }

    @Test func `records that cannot be written are still read, and stay unchanged`() throws {
        let shelf = try Shelf()
        try shelf.open().keep([.seen(card: "Pite", deck: "mix", game: "kape"), .unlock(deck: "vip", game: "kape")])
        let open = try shelf.open()
        try open.keep(.seen(card: "Flija", deck: "vip", game: "kape"))
        // It is only in the log as long as the store is open.
        #expect(
            try withExtendedLifetime(open) {
                try RecordStore.inMemory(from: shelf.folder).seen(deck: "vip", of: "kape")
            } == ["Flija"])
        let before = try shelf.bytes()
        let names = try shelf.names()
        let memory = try RecordStore.inMemory(from: shelf.folder)
        #expect(try memory.seen(deck: "mix", of: "kape") == ["Pite"])
        #expect(try memory.isUnlocked(deck: "vip", of: "kape") && memory.isComplete)
        try memory.keep(.seen(card: "Byrek", deck: "mix", game: "kape"))
        #expect(try shelf.bytes() == before && shelf.names() == names)
        let none = try RecordStore.inMemory(from: "/nowhere")
        #expect(try none.seen(deck: "mix", of: "kape").isEmpty && none.isComplete)
        try shelf.write(Array("no database".utf8))
        let unreadable = try RecordStore.inMemory(from: shelf.folder)
        #expect(try unreadable.seen(deck: "mix", of: "kape").isEmpty && !unreadable.isComplete)
    }
}
