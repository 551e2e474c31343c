import Dispatch
import Synchronization
import ThudCore

/// Writes records behind the game's back: `keep` only puts a value into a list, a thread of its own does the rest, in
/// order.
///
///     let keeper = WriteBehindQueue(store)
///     keeper.keep(.seen(card: "Pite", deck: "ushqim"))
///     keeper.flush()
///     for problem in keeper.problems { print(problem) }
public final class WriteBehindQueue: Sendable {
    /// The most writes that wait while the disk refuses them; the oldest are given up first.
    public static let mostWaiting = 10_000

    private struct State {
        var waiting: [RecordWrite] = []
        var isScheduled = false
        var problems: [String] = []

        /// Takes a problem down, unless it is known.
        mutating func report(_ problem: String) {
            if !problems.contains(problem) { problems.append(problem) }
        }
    }

    private let store: RecordStore
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "thud.records", qos: .utility)

    /// A keeper that writes into `store`.
    public init(_ store: RecordStore) { self.store = store }

    /// What went wrong so far, each sentence once.
    public var problems: [String] { state.withLock { $0.problems } }

    /// Has something written soon; returns at once.
    public func keep(_ write: RecordWrite) {
        let mustSchedule = state.withLock { state in
            state.waiting.append(write)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { queue.async { [self] in drain() } }
    }

    /// Waits until everything given so far has been written, or refused by the disk once more.
    public func flush() { queue.sync { drain() } }

    /// Writes what waits, in one transaction. What the disk refuses waits for the next time, in its old place.
    private func drain() {
        let writes = state.withLock { state in
            defer { state.waiting = [] }
            state.isScheduled = false
            return state.waiting
        }
        let needed = Self.coalesced(writes)
        guard !needed.isEmpty else { return }
        do throws(ThudError) {
            try store.keep(needed)
        } catch {
            state.withLock { state in
                state.report(error.description)
                state.waiting.insert(contentsOf: needed, at: 0)
                let excess = state.waiting.count - Self.mostWaiting
                guard excess > 0 else { return }
                state.waiting.removeFirst(excess)
                state.report("\(store.path): too much waited to be written; the oldest of it is lost")
            }
        }
    }

    /// A round that is saved or forgotten again soon after need not be written before.
    private static func coalesced(_ writes: [RecordWrite]) -> [RecordWrite] {
        var settled: Set<UInt64> = []
        var needed: [RecordWrite] = []
        for write in writes.reversed() {
            switch write {
            case .saveRound(let round) where !settled.insert(round.id).inserted: continue
            case .forgetRound(let id) where !settled.insert(id).inserted: continue
            default: needed.append(write)
            }
        }
        return needed.reversed()
    }
}
