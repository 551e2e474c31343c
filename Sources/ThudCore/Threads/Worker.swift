import Synchronization

/// A thread that works through requests for one that must not wait, and answers through a descriptor.
///
///     let saver = Worker<Picture, String>(name: "thud-picture") { batch in
///         for picture in batch.requests { batch.reply("saved as \(save(picture))") }
///     }
///     saver.post(picture)                          // returns at once
///     for words in saver.take() { show(words) }    // whenever `saver.descriptor` is readable
///     saver.finish()                               // at the end: waits until all is done
///
/// The owner posts, takes and ends the thread: `finish` does what waits, `stop` and `abandon` drop it, and so does letting
/// go of the worker. Any thread may call any of them. The worker's thread starts with the first request and calls `work`
/// with all that came since the last call. If only the latest counts, `work` skips the others.
package final class Worker<Request: Sendable, Reply: Sendable>: Sendable {
    /// What `work` is called with.
    package struct Batch: Sendable {
        /// At least one request, in the order in which they were posted.
        package let requests: [Request]
        /// How many requests came after these and found no room.
        package let dropped: Int
        fileprivate let desk: Desk

        /// Hands a reply to the owner.
        package func reply(_ reply: Reply) {
            desk.state.withLock { state in
                // Under the lock, here and in `take`, so that the signal lasts exactly as long as replies wait.
                if state.replies.isEmpty { desk.answered.signal() }
                state.replies.append(reply)
            }
        }

        /// Whether nobody wants the rest. Long work looks at this now and then.
        package var isAbandoned: Bool { desk.state.withLock { $0.isAbandoned } }
    }

    private let desk = Desk()
    private let thread: PlainThread
    private let capacity: Int
    private let work: @Sendable (Batch) -> Void

    /// - Parameters:
    ///   - name: the thread's; at most 15 bytes are shown.
    ///   - capacity: how many requests may wait. More are dropped and counted.
    ///   - work: runs on the thread. It is kept as long as the worker, so it must not hold the worker's owner.
    package init(name: String, capacity: Int = .max, work: @escaping @Sendable (Batch) -> Void) {
        thread = PlainThread(name: name)
        self.capacity = capacity
        self.work = work
    }

    deinit { abandon() }

    /// Readable exactly as long as replies wait.
    package var descriptor: Int32 { desk.answered.number }

    /// The replies that wait. They stay.
    package var replies: [Reply] { desk.state.withLock { $0.replies } }

    /// Asks for work, and returns at once: false if it will not be done, for lack of room or after the end.
    @discardableResult
    package func post(_ request: Request) -> Bool {
        desk.state.withLock { state in
            if state.waiting.count >= capacity { state.dropped += 1 }
            guard state.waiting.count < capacity, !state.isClosed else { return false }
            // If others wait, the thread is awake or has been woken.
            if state.waiting.isEmpty { desk.wake.signal() }
            state.waiting.append(request)
            if !state.isRunning {
                state.isRunning = true
                thread.start { [desk, work] in while let batch = desk.next() { work(batch) } }
            }
            return true
        }
    }

    /// Takes the replies since the last call, in their order.
    package func take() -> [Reply] {
        desk.state.withLock { state in
            defer { state.replies = [] }
            if !state.replies.isEmpty { desk.answered.clear() }
            return state.replies
        }
    }

    /// Waits until everything posted is done and the thread has ended. After `patience` it leaves the thread to itself.
    package func finish(within patience: Interval? = nil) {
        let ended = EventDescriptor()
        let isRunning = desk.state.withLock { state in
            (state.isClosed, state.ended) = (true, ended)
            return state.isRunning
        }
        desk.wake.signal()
        guard let patience else { return thread.join() }
        if isRunning { ended.wait(atMost: patience) }
    }

    /// Drops the requests that wait, and waits until the batch at hand is done.
    package func stop() {
        abandon()
        thread.join()
    }

    /// Drops the requests that wait, and returns at once. The thread ends after the batch at hand.
    package func abandon() {
        // A request may hold the worker, so it is let go of after the lock.
        _ = desk.state.withLock { state in
            (state.isClosed, state.isAbandoned) = (true, true)
            defer { state.waiting = [] }
            return state.waiting
        }
        desk.wake.signal()
    }

    /// What the owner and the thread share. The thread holds this and not the worker, so that it ends with the worker.
    fileprivate final class Desk: Sendable {
        struct State {
            var waiting: [Request] = []
            var dropped = 0
            var replies: [Reply] = []
            var (isRunning, isClosed, isAbandoned) = (false, false, false)
            /// Signalled when the thread ends.
            var ended: EventDescriptor?
        }

        let state = Mutex(State())
        let (wake, answered) = (EventDescriptor(), EventDescriptor())

        /// Waits for requests; nil after the last.
        func next() -> Batch? {
            while true {
                let (batch, isOver) = state.withLock { state in
                    defer { (state.waiting, state.dropped) = ([], 0) }
                    let isOver = state.isClosed && state.waiting.isEmpty
                    if isOver {
                        state.isRunning = false
                        state.ended?.signal()
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
