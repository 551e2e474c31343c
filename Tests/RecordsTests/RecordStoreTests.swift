import Foundation
import Testing
import ThudCues
import ThudGameKit
import ThudKape
import ThudRecords
import ThudTestSupport

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

    @Test func `a new store has the defaults and nothing else, for its owner alone`() throws {
        let store = try shelf.open()
        #expect(try store.preferences() == Preferences())
        #expect(try store.seen(deck: "mix").isEmpty)
        #expect(try !store.isUnlocked(deck: "vip"))
        #expect(try store.savedRound().round == nil)
        let files = FileManager.default
        #expect(try files.attributesOfItem(atPath: shelf.folder)[.posixPermissions] as? Int == 0o700)
        #expect(try files.attributesOfItem(atPath: shelf.file)[.posixPermissions] as? Int == 0o600)
    }

    @Test func `everything that is kept is there the next time`() throws {
        var tournament = try Tournament(players: ["Ana", "Børge", ""])
        tournament.note(result: KapeResult(got: ["a"], passed: [], seen: ["a", "b"]))
        let saved = round("mix", id: .max, tournament: tournament)
        try {
            let store = try shelf.open()
            try store.keep(.preferences(changed, before: Preferences()))
            try store.note(seen: "Pite", deck: "ushqim")
            try store.note(seen: "Flija", deck: "ushqim")
            try store.note(seen: "Pite", deck: "ushqim")
            try store.note(seen: "Golf 4", deck: "gurbet")
            try store.unlock(deck: "vip")
            try store.keep(.saveRound(saved))
        }()
        let store = try shelf.open()
        #expect(try store.preferences() == changed)
        #expect(try store.seen(deck: "ushqim") == ["Pite", "Flija"])
        #expect(try store.seen(deck: "gurbet") == ["Golf 4"])
        #expect(try store.isUnlocked(deck: "vip"))
        #expect(try !store.isUnlocked(deck: "mix"))
        #expect(try store.savedRound().round == saved)
        try store.forgetSeen(deck: "ushqim")
        try store.keep(.forgetRound(id: .max))
        #expect(try store.seen(deck: "ushqim").isEmpty)
        #expect(try store.seen(deck: "gurbet") == ["Golf 4"])
        #expect(try store.savedRound().round == nil)
    }

    @Test func `a store in memory keeps as long as it lives`() throws {
        let store = try RecordStore.inMemory()
        try store.keep([.seen(card: "a", deck: "d"), .saveRound(round("d")), .unlock(deck: "d")])
        #expect(try store.seen(deck: "d") == ["a"])
        #expect(try store.savedRound().round == round("d"))
        #expect(try RecordStore.inMemory().seen(deck: "d").isEmpty)
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

    @Test func `preferences stay within what they may be`() {
        var preferences = Preferences()
        for (volume, seconds) in [(Double.infinity, -1.0), (.nan, .nan), (-5, .infinity)] {
            preferences.volume = volume
            preferences.seconds = seconds
            #expect((0...1).contains(preferences.volume))
            #expect(Preferences.lengths.contains(preferences.seconds))
        }
    }

    @Test func `two stores at once see what each other writes, and each keeps only what it changed`() throws {
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
        try one.keep([.saveRound(round("mix", id: 1)), .seen(card: "a", deck: "mix")])
        try other.keep([.saveRound(round("vip", id: 2)), .seen(card: "b", deck: "mix")])
        #expect(try one.savedRound().round?.deck == "vip")
        try one.keep(.saveRound(round("mix", id: 1)))
        #expect(try other.savedRound().round?.deck == "mix")
        try other.keep(.forgetRound(id: 1))
        #expect(try one.savedRound().round?.deck == "vip")
        #expect(try one.seen(deck: "mix") == ["a", "b"])
    }

    @Test func `hostile names are kept like any other`() throws {
        let store = try shelf.open()
        let names = ["'; DROP TABLE seen; --", "", "\u{1F980}", String(repeating: "x", count: 100_000)]
        for name in names { try store.note(seen: name, deck: name) }
        for name in names { #expect(try store.seen(deck: name) == [name]) }
    }

    @Test func `a round that cannot be read is kept apart, told once, and the one before is offered`() throws {
        let good = round("mix", id: 1)
        try shelf.open().keep(.saveRound(good))
        for text in ["{", "7", #"{"id":2,"deck":"d","seconds":1e9}"#] {
            try shelf.execute("INSERT INTO saved_round (id, version, round) VALUES (abs(random()), 1, ?)", [text])
        }
        try shelf.execute("INSERT INTO saved_round (id, version, round) VALUES (9, 'one', x'FF00')")
        let store = try shelf.open()
        let first = try store.savedRound()
        #expect(first.round == good)
        #expect(first.notice == "a saved round cannot be read and is not offered; it is kept in \(shelf.file)")
        #expect(try store.savedRound().notice == nil)
        #expect(try shelf.value("SELECT count(*) FROM unreadable_round") == "4")
        #expect(try shelf.value("SELECT round FROM unreadable_round WHERE round = '{'") == "{")
    }

    @Test func `a round that is being played is offered to nobody else, until its program ends or plays another`()
        throws
    {
        let other = try shelf.open()
        try other.keep([.saveRound(round("mix", id: 1)), .saveRound(round("gurbet", id: .max))])
        do {
            let player = try shelf.open()
            #expect(player.claim(round: .max))
            #expect(player.claim(round: .max))
            #expect(try other.savedRound(isFree: true).round?.deck == "mix")
            #expect(try other.savedRound().round?.deck == "gurbet")
            #expect(!other.claim(round: .max))
            // What is claimed here is free to whoever claimed it.
            #expect(try player.savedRound(isFree: true).round?.deck == "gurbet")
            #expect(player.claim(round: 7))
            #expect(try other.savedRound(isFree: true).round?.deck == "gurbet")
            #expect(player.claim(round: 1))
            #expect(other.claim(round: .max))
            #expect(try player.savedRound(isFree: true).round?.deck == "mix")
        }
        #expect(other.claim(round: 1))
        let memory = try RecordStore.inMemory()
        #expect(memory.claim(round: 1))
    }

    @Test func `a round of a newer version stays where it is`() throws {
        try shelf.open().keep(.saveRound(round("mix")))
        try shelf.execute("INSERT INTO saved_round (id, version, round) VALUES (7, 2, 'new')")
        let answer = try shelf.open().savedRound()
        #expect(answer.round?.deck == "mix")
        #expect(answer.notice?.contains("newer version") == true)
        #expect(try shelf.value("SELECT round FROM saved_round WHERE id = 7") == "new")
    }

    @Test func `records that cannot be written are read all the same, and stay as they are`() throws {
        let shelf = try Shelf()
        try shelf.open().keep([.seen(card: "Pite", deck: "mix"), .unlock(deck: "vip")])
        let before = try shelf.bytes()
        let names = try shelf.names()
        let memory = try RecordStore.inMemory(from: shelf.folder)
        #expect(try memory.seen(deck: "mix") == ["Pite"])
        #expect(try memory.isUnlocked(deck: "vip"))
        try memory.note(seen: "Byrek", deck: "mix")
        #expect(try shelf.bytes() == before && shelf.names() == names)
        #expect(try RecordStore.inMemory(from: "/nowhere").seen(deck: "mix").isEmpty)
        try shelf.write(Array("no database".utf8))
        #expect(try RecordStore.inMemory(from: shelf.folder).seen(deck: "mix").isEmpty)
    }
}
