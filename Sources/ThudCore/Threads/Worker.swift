import Synchronization

/// A background thread that handles requests for a thread that must not wait. Replies come back through a descriptor.
///
///     let saver = Worker<Picture, String>(name: "thud-picture") { batch in
///         for picture in batch.requests { batch.reply("saved as \(save(picture))") }
///     }
///     saver.post(picture)                          // returns at once
///     for words in saver.take() { show(words) }    // whenever `saver.descriptor` is readable
///     saver.finish()                               // at the end: waits until all is done
///
/// The owner posts requests, takes replies and ends the thread. `finish` completes the waiting requests; `stop`,
/// `abandon` and releasing the worker drop them. Any thread may call any of these. The thread starts with the first
/// request and calls `work` with every request since the last call. If only the latest counts, `work` skips the others.
package final class Worker<Request: Sendable, Reply: Sendable>: Sendable {
    /// The argument of `work`.
    package struct Batch: Sendable {
        /// The requests in the order in which they were posted, at least one.
        package let requests: [Request]
        /// How many later requests found no room.
        package let dropped: Int
        fileprivate let desk: Desk

        package func reply(_ reply: Reply) {
            desk.state.withLock { state in
                // Signals under the lock, as `take` does, so that the descriptor is readable only while replies wait.
                if state.replies.isEmpty { desk.answered.signal() }
                state.replies.append(reply)
            }
        }

        /// Whether the results are no longer wanted. Long work checks this now and then.
        package var isAbandoned: Bool { desk.state.withLock { $0.isAbandoned } }

        /// Whether later requests wait, or the results are no longer wanted.
        package var isOutdated: Bool { desk.state.withLock { $0.isAbandoned || !$0.waiting.isEmpty } }
    }

    private let desk = Desk()
    private let thread: PlainThread
    private let capacity: Int
    private let work: @Sendable (Batch) -> Void

    /// - Parameters:
    ///   - name: the thread's name; the system shows at most 15 bytes.
    ///   - capacity: how many requests may wait. Further ones are dropped and counted.
    ///   - work: runs on the thread. It is kept as long as the worker, so it must not hold the worker's owner.
    package init(name: String, capacity: Int = .max, work: @escaping @Sendable (Batch) -> Void) {
        thread = PlainThread(name: name)
        self.capacity = capacity
        self.work = work
    }

    deinit { abandon() }

    /// A descriptor that is readable exactly while replies wait.
    package var descriptor: Int32 { desk.answered.number }
    /// The waiting replies. Reading them does not remove them.
    package var replies: [Reply] { desk.state.withLock { $0.replies } }

    /// Queues a request and returns at once. Returns false if there is no room or the worker has ended, and if
    /// `isOptional` is set also if the system gives no thread.
    @discardableResult
    package func post(_ request: Request, isOptional: Bool = false) -> Bool {
        desk.state.withLock { state in
            if state.waiting.count >= capacity { state.dropped += 1 }
            guard state.waiting.count < capacity, !state.isClosed else { return false }
            if !state.isRunning {
                state.isRunning = thread.start(isOptional: isOptional) { [desk, work] in
                    while let batch = desk.next() { work(batch) }
                }
                guard state.isRunning else { return false }
            }
            // If other requests wait, the thread is awake or has been woken.
            if state.waiting.isEmpty { desk.wake.signal() }
            state.waiting.append(request)
            return true
        }
    }

    /// Removes and returns the replies since the last call, in order.
    package func take() -> [Reply] {
        desk.state.withLock { state in
            defer { state.replies = [] }
            if !state.replies.isEmpty { desk.answered.clear() }
            return state.replies
        }
    }

    /// Waits until all requests are done and the thread has ended. After `timeout` it returns and lets the thread run.
    /// Returns whether all requests are done.
    @discardableResult
    package func finish(within timeout: Interval? = nil) -> Bool {
        let isRunning = desk.state.withLock { state in
            state.isClosed = true
            return state.isRunning
        }
        desk.wake.signal()
        guard let timeout else {
            thread.join()
            return true
        }
        if isRunning { desk.ended.wait(atMost: timeout) }
        return desk.state.withLock { !$0.isRunning }
    }

    /// Drops the waiting requests, and waits until the current batch is done.
    package func stop() {
        abandon()
        thread.join()
    }

    /// Drops the waiting requests and returns at once. The thread ends after the current batch.
    package func abandon() {
        // A request may hold the worker, so requests are released after the lock.
        _ = desk.state.withLock { state in
            (state.isClosed, state.isAbandoned) = (true, true)
            defer { state.waiting = [] }
            return state.waiting
        }
        desk.wake.signal()
    }

    /// The state shared by owner and thread. The thread holds this, not the worker, so releasing the worker ends it.
    fileprivate final class Desk: Sendable {
        struct State {
            var waiting: [Request] = []
            var dropped = 0
            var replies: [Reply] = []
            var (isRunning, isClosed, isAbandoned) = (false, false, false)
        }

        let state = Mutex(State())
        /// They are made at the start, because the end may come when no descriptor is left.
        let (wake, answered, ended) = (EventDescriptor(), EventDescriptor(), EventDescriptor())

        /// Waits for requests; returns nil after the last.
        func next() -> Batch? {
            while true {
                let (batch, isOver) = state.withLock { state in
                    defer { (state.waiting, state.dropped) = ([], 0) }
                    let isOver = state.isClosed && state.waiting.isEmpty
                    if isOver {
                        state.isRunning = false
                        ended.signal()
                    }
                    return (Batch(requests: state.waiting, dropped: state.dropped, desk: self), isOver)
                }
                if isOver { return nil }
                if !batch.requests.isEmpty { return batch }
                wake.wait()
            }
        }
    }
}
