import Foundation
import Testing
import ThudCore
import ThudCues
import ThudGameKit
import ThudKape
import ThudRecords
import ThudTestSupport

/// Files that are old, new, damaged or missing.
@Suite struct RecordFileTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    private func fill(_ store: RecordStore) throws {
        var preferences = Preferences()
        preferences.volume = 0.25
        try store.keep(.preferences(preferences, before: Preferences()))
        try store.keep((0..<200).map { .seen(card: "kartë \($0)", deck: "mix", game: "kape") })
        try store.keep([.unlock(deck: "vip", game: "kape"), .saveRound(round("mix"))])
    }

    /// Reads everything there is; the results do not matter.
    private func readAll(_ store: RecordStore) throws {
        _ = try store.preferences()
        _ = try store.seen(deck: "mix", of: "kape")
        _ = try store.isUnlocked(deck: "vip", of: "kape")
        _ = try store.savedRound(of: Kape.self)
    }

    @Test func `an empty file becomes a store`() throws {
        try shelf.write([])
        #expect(try shelf.open().preferences() == Preferences())
    }

    @Test func `a file of a newer version is left alone and reported`() throws {
        try fill(shelf.open())
        try shelf.execute(
            "INSERT INTO grdb_migrations VALUES ('v99'); PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
        let before = try shelf.bytes()
        let error = #expect(throws: ThudError.self) { try RecordStore.open(folder: shelf.folder) }
        #expect(error?.code == .newer)
        #expect(error?.description.contains("thud.sqlite: a newer version of thud wrote it") == true)
        #expect(try shelf.bytes() == before)
        #expect(try shelf.names() == ["thud.lock", "thud.sqlite"])
    }

    @Test func `a file that is not a database is set aside, each time under another number`() throws {
        for number in 1...3 {
            let letter = Array("Dear diary \(number), ".utf8) + Array(repeating: 0x21, count: number * 700)
            try shelf.write(letter)
            let (store, notice) = try RecordStore.open(folder: shelf.folder)
            #expect(
                notice == "\(shelf.file) was damaged and is kept as \(shelf.file).damaged-\(number); scores, habits, "
                    + "seen cards and unlocked decks start again")
            #expect(try shelf.bytes("thud.sqlite.damaged-\(number)") == letter)
            try fill(store)
            try FileManager.default.removeItem(atPath: shelf.file + "-wal")
        }
    }

    @Test(arguments: [true, false])
    func `a log without its file is set aside as well`(isFileEmpty: Bool) throws {
        if isFileEmpty { try shelf.write([]) }
        try shelf.write(Array("log".utf8), to: "thud.sqlite-wal")
        let (store, notice) = try RecordStore.open(folder: shelf.folder)
        #expect(notice != nil)
        #expect(try shelf.bytes("thud.sqlite.damaged-1-wal") == Array("log".utf8))
        try fill(store)
    }

    @Test func `another program's database, or one that lacks a table, is set aside`() throws {
        try shelf.write([])
        try shelf.execute("CREATE TABLE preference (colour)")
        #expect(try RecordStore.open(folder: shelf.folder).notice != nil)
        try shelf.execute("DROP TABLE unlocked")
        #expect(try RecordStore.open(folder: shelf.folder).notice?.contains("damaged-2") == true)
    }

    @Test func `changed or missing bytes give the data, or a notice and the unchanged damaged file`() throws {
        try fill(shelf.open())
        try shelf.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let good = try shelf.bytes()
        var generator = SeededGenerator(seed: 2)
        var setAside = 0
        for attempt in 0..<250 {
            let damaged = damage(good, attempt: attempt, with: &generator)
            let shelf = try Shelf()
            try shelf.write(damaged)
            let (store, notice) = try RecordStore.open(folder: shelf.folder)
            try readAll(store)
            if notice != nil {
                setAside += 1
                #expect(try shelf.bytes("thud.sqlite.damaged-1") == damaged, "attempt \(attempt)")
                #expect(try store.preferences() == Preferences())
            } else {
                #expect(try store.seen(deck: "mix", of: "kape").count >= 190, "attempt \(attempt)")
            }
            try fill(store)
        }
        #expect(setAside > 80)
    }

    /// Returns a damaged copy. Every third is cut off; half of the others are damaged near the start, in the header and
    /// the schema.
    private func damage(_ good: [UInt8], attempt: Int, with generator: inout SeededGenerator) -> [UInt8] {
        var bytes = good
        if attempt % 3 == 0 {
            bytes.removeLast(1 + generator.index(below: bytes.count - 1))
            return bytes
        }
        for _ in 0...generator.index(below: 3) {
            let place = generator.index(below: attempt % 2 == 0 ? 100 : bytes.count)
            bytes[place] ^= UInt8(1 + generator.index(below: 255))
        }
        return bytes
    }

    @Test func `a damaged file is set aside together with its log, both unchanged`() throws {
        let store = try shelf.open()
        try shelf.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try fill(store)
        let good = try shelf.bytes()
        let log = try shelf.bytes("thud.sqlite-wal")
        var generator = SeededGenerator(seed: 6)
        var setAside = 0
        for attempt in 0..<80 {
            let damaged = damage(good, attempt: attempt, with: &generator)
            let shelf = try Shelf()
            try shelf.write(damaged)
            try shelf.write(log, to: "thud.sqlite-wal")
            let (store, notice) = try RecordStore.open(folder: shelf.folder)
            do {
                try readAll(store)
                try fill(store)
            } catch let error as ThudError where error.code == .damaged {
                // Damage that shows only now is reported; the next start sets the file aside.
                continue
            }
            guard notice != nil else { continue }
            setAside += 1
            #expect(try shelf.bytes("thud.sqlite.damaged-1") == damaged, "attempt \(attempt)")
            #expect(try shelf.bytes("thud.sqlite.damaged-1-wal") == log, "attempt \(attempt)")
        }
        #expect(setAside > 10)
    }

    @Test func `a log with changed bytes loses at most its contents, and never traps`() throws {
        let store = try shelf.open()
        try fill(store)
        let names = try shelf.names().filter { $0.hasPrefix("thud.sqlite") && !$0.hasSuffix("-shm") }
        #expect(names == ["thud.sqlite", "thud.sqlite-wal"])
        let good = try names.map { try shelf.bytes($0) }
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<60 {
            let shelf = try Shelf()
            var log = good[1]
            log[generator.index(below: log.count)] ^= UInt8(1 + generator.index(below: 255))
            try shelf.write(good[0])
            try shelf.write(log, to: names[1])
            let (store, _) = try RecordStore.open(folder: shelf.folder)
            try readAll(store)
            #expect([0, 200].contains(try store.seen(deck: "mix", of: "kape").count))
        }
    }

    @Test func `an obstacle is reported, and nothing is created`() throws {
        _ = try shelf.scratch.directory("share/thud/thud.sqlite")
        let inPlace = #expect(throws: ThudError.self) { try RecordStore.open(folder: shelf.folder) }
        #expect(inPlace?.description == "\(shelf.file): it is not a regular file; move it away")
        let link = try Shelf()
        _ = try link.scratch.directory("share/thud")
        try FileManager.default.createSymbolicLink(atPath: link.file, withDestinationPath: "nowhere/thud.sqlite")
        let dangling = #expect(throws: ThudError.self) { try RecordStore.open(folder: link.folder) }
        let remedy = "it is a link to a file that is missing; remove the link, or create the file"
        #expect(dangling?.description == "\(link.file): \(remedy)")
        let file = try shelf.scratch.write("", to: "file")
        let below = #expect(throws: ThudError.self) { try RecordStore.open(folder: "\(file)/thud") }
        #expect(
            below?.description.hasPrefix("\(file)/thud: the folder cannot be created: Not a directory; a file") == true)
        let nowhere = #expect(throws: ThudError.self) { try RecordStore.open(folder: "/proc/thud") }
        #expect(nowhere?.code == .unusable)
    }
}
