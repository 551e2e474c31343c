import Foundation
import GRDB
import ThudCore
import ThudGameKit
import ThudKape
import ThudRecords
import ThudTestSupport

/// A folder for the records under test, with access to the file that bypasses the store.
struct Shelf {
    let scratch: ScratchDirectory
    let folder: String
    var file: String { folder + "/thud.sqlite" }

    init() throws {
        scratch = try ScratchDirectory(prefix: "thud-records")
        folder = scratch.file("share/thud")
    }

    func open() throws -> RecordStore {
        let (store, notice) = try RecordStore.open(folder: folder)
        guard notice == nil else { throw HarnessError(description: notice ?? "") }
        return store
    }

    /// Opens the file itself, and waits for the store to finish what it writes in the background.
    private func database() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: file, configuration: configuration)
    }

    /// Runs SQL on the file.
    func execute(_ sql: String, _ arguments: [String] = []) throws {
        try database().writeWithoutTransaction {
            try $0.execute(sql: sql, arguments: StatementArguments(arguments))
        }
    }

    /// Returns the first value of a query on the file.
    func value(_ sql: String) throws -> String? {
        try database().read { try String.fetchOne($0, sql: sql) }
    }

    /// Returns the sorted names of the files.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    func bytes(_ name: String = "thud.sqlite") throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }

    func write(_ bytes: [UInt8], to name: String = "thud.sqlite") throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
}

/// Returns a round in progress.
func round(_ deck: String, id: UInt64 = 1, tournament: Tournament? = nil, isDaily: Bool = false) -> SavedRound {
    let dealer = CardDealer(cards: (0..<30).map { "kartë \($0)" }, seed: 5)
    var state = KapeState(settings: KapeSettings(), dealer: dealer)
    let start = Instant(nanoseconds: 0)
    for (kind, second) in [(TiltEvent.Kind.placedOnForehead, 0.0), (.tiltDown, 7), (.tiltUp, 9)] {
        _ = state.reduce(.player(.motion(kind)), at: start + .seconds(second))
    }
    return SavedRound(
        id: id, of: Kape.description, mode: "round", deck: deck, seconds: 60,
        state: SuspendedRound(state.suspended(at: start + .seconds(13))), tournament: tournament, isDaily: isDaily)
}
