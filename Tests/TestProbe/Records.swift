import Glibc
import ThudCore
import ThudGameKit
import ThudKape
import ThudRecords

/// Writes as fast as it can.
func writeRecords(_ arguments: [String]) throws {
    // A file that may not grow is then an error, like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    let (store, notice) = try RecordStore.open(folder: arguments[0])
    if let notice { tell(notice) }
    let queue = WriteBehindQueue(store)
    let dealer = CardDealer(cards: (0..<50).map { "card \($0)" }, seed: 1)
    let state = SuspendedRound(KapeState(settings: KapeSettings(), dealer: dealer))
    for number in 0..<(Int(arguments[2]) ?? 0) {
        queue.enqueue(.seen(card: "\(number)", deck: arguments[1], game: "kape"))
        let round = SavedRound(
            id: 1, of: Kape.description, mode: "round", deck: "\(number)", seconds: 60, state: state)
        queue.enqueue(.saveRound(round))
        if number % 7 == 0 {
            queue.flush()
            tell("flushed \(number).")
        }
    }
    queue.flush()
    for problem in queue.problems { tell(problem) }
    tell("done")
}

/// Opens and reads as the start of a round does.
func measureRecords(folder: String) throws {
    let before = memory()
    let start = Instant.now()
    let (store, _) = try RecordStore.open(folder: folder)
    let opened = Instant.now()
    let preferences = try store.preferences()
    let seen = try store.seen(deck: "mix", of: "kape")
    let round = try store.savedRound(of: Kape.self).round
    let isUnlocked = try store.isUnlocked(deck: "vip", of: "kape")
    let end = Instant.now()
    tell(
        """
        open \((opened - start).milliseconds) ms, read \((end - opened).milliseconds) ms, \
        memory \(before) -> \(memory()) KB; seen \(seen.count), round \(round != nil), \
        unlocked \(isUnlocked), volume \(preferences.volume)
        """)
}

/// Returns the peak resident memory so far, in KB.
func memory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
}
