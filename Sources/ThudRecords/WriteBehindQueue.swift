import Synchronization
import ThudCore

/// Writes records without blocking the game. `enqueue` appends a value to a list; the queue's thread writes in order.
package final class WriteBehindQueue: Sendable {
    /// The most writes that wait while the disk refuses them. Beyond it the oldest are dropped.
    package static let mostWaiting = 10_000

    private struct State {
        var waiting: [RecordWrite] = []
        var isWriting = false
        var problems: [String] = []
        /// Why changes wait for the next attempt; nil if none does.
        var refusal: String?

        mutating func report(_ problem: String) { if !problems.contains(problem) { problems.append(problem) } }
    }

    private let store: RecordStore
    private let state = Mutex(State())
    /// Writes in the background. One waiting request is enough, since each writes everything that waits.
    private let worker = Worker<WriteBehindQueue, Never>(name: "thud-records", capacity: 1) { $0.requests[0].flush() }
    private let writing = Mutex(())

    package init(_ store: RecordStore) { self.store = store }

    /// The problems so far that cost something, each sentence once, and why changes are still to be written.
    package var problems: [String] { state.withLock { $0.problems + [$0.refusal].compactMap(\.self) } }

    /// Whether every value has been written.
    package var isIdle: Bool { state.withLock { $0.waiting.isEmpty && !$0.isWriting } }

    package func enqueue(_ write: RecordWrite) {
        state.withLock { $0.waiting.append(write) }
        worker.post(self)
    }

    /// Waits until every value queued so far is written or has failed again.
    package func flush() { writing.withLock { _ in drain() } }

    /// Writes the waiting values in one transaction. If that fails, each is tried by itself, unless the disk is full or
    /// locked. What is refused waits, in order, for the next attempt, or is lost if others can be written and it is
    /// refused again after them.
    private func drain() {
        let writes = state.withLock { state in
            defer { state.waiting = [] }
            state.isWriting = !state.waiting.isEmpty
            return state.waiting
        }
        defer { state.withLock { $0.isWriting = false } }
        let needed = Self.coalesced(writes)
        guard !needed.isEmpty else { return }
        do throws(ThudError) {
            try store.keep(needed)
            state.withLock { $0.refusal = nil }
        } catch {
            var refused = error.code == .unusable ? self.refused(needed) : needed
            // Room may have come while they were tried.
            if refused.count < needed.count { refused = self.refused(refused) }
            guard refused.count == needed.count else {
                return state.withLock { state in
                    state.refusal = nil
                    if !refused.isEmpty { state.report("\(error); what it concerns is not saved") }
                }
            }
            state.withLock { state in
                state.refusal = "\(error); new scores and progress are not saved"
                state.waiting.insert(contentsOf: refused, at: 0)
                let excess = state.waiting.count - Self.mostWaiting
                guard excess > 0 else { return }
                state.waiting.removeFirst(excess)
                state.report("\(store.path): too many changes were waiting to be written; the oldest are lost")
            }
        }
    }

    /// Tries each write by itself and returns those that are refused.
    private func refused(_ writes: [RecordWrite]) -> [RecordWrite] {
        writes.filter { (try? store.keep($0)) == nil }
    }

    /// Keeps only the last save or removal of each round, since earlier ones need not be written.
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
