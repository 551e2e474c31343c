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
/// The owner calls `post` and `take`, and ends the thread: by `finish`, which does what waits, by `stop` or `abandon`, which drop it, or by
/// letting go of the worker, which abandons it. Any thread may call any of them. The worker's own thread starts with the first
/// request and calls `work` with all that came since its last call; if only the latest counts, `work` skips the others.
package final class Worker<Request: Sendable, Reply: Sendable>: Sendable {
    /// What `work` is called with.
    package struct Batch: Sendable {
        /// At least one request, in the order in which they were posted.
        package let requests: [Request]
        /// How many requests came after these and found no room.
        package let dropped: Int
        fileprivate let desk: Desk

        /// Hands a reply to the owner.
        package func reply(_ reply: Reply) { desk.put(reply) }

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

    /// Readable as long as replies wait to be taken.
    package var descriptor: Int32 { desk.answered.number }

    /// The replies that wait. They stay.
    package var replies: [Reply] { desk.state.withLock { $0.replies } }

    /// Asks for something to be done, and returns at once: false if it will not be, for lack of room or after the end.
    @discardableResult
    package func post(_ request: Request) -> Bool {
        desk.state.withLock { state in
            guard !state.isClosed else { return false }
            guard state.waiting.count < capacity else {
                state.dropped += 1
                return false
            }
            // Where others wait, the thread is awake or has been woken.
            if state.waiting.isEmpty { desk.wake.signal() }
            state.waiting.append(request)
            guard !state.isRunning else { return true }
            state.isRunning = true
            thread.start { [desk, work] in
                while let batch = desk.next() { work(batch) }
            }
            return true
        }
    }

    /// Takes the replies since the last call, in their order.
    package func take() -> [Reply] { desk.take() }

    /// Waits until everything posted is done and the thread has ended.
    package func finish() {
        desk.close()
        thread.join()
    }

    /// Waits like `finish`, but not longer than `patience`. The thread then ends when it can.
    package func finish(within patience: Interval) {
        let ended = EventDescriptor()
        let isRunning = desk.state.withLock { state in
            state.ended = ended
            return state.isRunning
        }
        desk.close()
        if isRunning { ended.wait(atMost: patience) }
    }

    /// Drops the requests that wait, and waits until the batch that is being worked on is done.
    package func stop() {
        abandon()
        thread.join()
    }

    /// Drops the requests that wait, and returns at once. The thread ends after the batch that it is working on.
    package func abandon() { desk.close(isAbandoned: true) }

    /// What the owner and the thread share. The thread holds this and not the worker, so that one which nobody holds ends.
    fileprivate final class Desk: Sendable {
        struct State {
            var waiting: [Request] = []
            var dropped = 0
            var replies: [Reply] = []
            var isRunning = false
            var isClosed = false
            var isAbandoned = false
            var ended: EventDescriptor?
        }

        let state = Mutex(State())
        let wake = EventDescriptor()
        let answered = EventDescriptor()

        /// Waits for requests; nil after the last.
        func next() -> Batch? {
            while true {
                let (batch, isClosed) = state.withLock { state in
                    defer { (state.waiting, state.dropped) = ([], 0) }
                    let batch = Batch(requests: state.waiting, dropped: state.dropped, desk: self)
                    if state.waiting.isEmpty, state.isClosed {
                        state.isRunning = false
                        state.ended?.signal()
                    }
                    return (batch, state.isClosed)
                }
                if !batch.requests.isEmpty { return batch }
                if isClosed { return nil }
                wake.wait()
            }
        }

        // The signal is given and taken under the lock, so that it is there exactly as long as a reply is.
        func put(_ reply: Reply) {
            state.withLock { state in
                if state.replies.isEmpty { answered.signal() }
                state.replies.append(reply)
            }
        }

        func take() -> [Reply] {
            state.withLock { state in
                defer { state.replies = [] }
                if !state.replies.isEmpty { answered.clear() }
                return state.replies
            }
        }

        func close(isAbandoned: Bool = false) {
            // What is dropped is let go of outside the lock: it may hold the worker.
            let dropped = state.withLock { state in
                state.isClosed = true
                guard isAbandoned else { return [Request]() }
                state.isAbandoned = true
                defer { state.waiting = [] }
                return state.waiting
            }
            withExtendedLifetime(dropped) { wake.signal() }
        }
    }
}
