import Testing
import ThudCore

@Suite struct WorkerTests {
    /// Blocks a worker inside its first request until it is opened, so that a test knows what waits behind it.
    private final class Gate: Sendable {
        private let entered = EventDescriptor()
        private let opened = EventDescriptor()

        func pass() {
            entered.signal()
            opened.wait()
        }

        func waitUntilEntered() { entered.wait() }
        func open() { opened.signal() }
    }

    /// Creates a worker that replies with each number it gets, and waits in the gate for the number 0.
    private func echo(through gate: Gate, capacity: Int = .max) -> Worker<Int, Int> {
        Worker(name: "test", capacity: capacity) { batch in
            for number in batch.requests {
                if number == 0 { gate.pass() }
                batch.reply(number)
            }
            if batch.dropped > 0 { batch.reply(-batch.dropped) }
        }
    }

    /// Nobody signals it, so waiting for it means waiting only for the other descriptor.
    private let silence = EventDescriptor()

    private func isReadable(_ descriptor: Int32) -> Bool { silence.wait(atMost: .zero, or: descriptor) }

    @Test func `requests are handled in order, and finish waits for all of them`() {
        let worker = Worker<Int, Int>(name: "test") { batch in
            for number in batch.requests { batch.reply(2 * number) }
        }
        for number in 0..<1_000 { #expect(worker.post(number)) }
        worker.finish()
        #expect(worker.replies.count == 1_000, "looking at the replies leaves them")
        #expect(worker.take() == (0..<1_000).map { 2 * $0 })
        #expect(worker.take().isEmpty)
        #expect(!worker.post(1), "nothing is taken after the end")
        worker.finish()
    }

    @Test func `work sees that a later request waits, so that it can break off`() {
        let gate = Gate()
        let worker = Worker<Int, Bool>(name: "test") { batch in
            let before = batch.isOutdated
            if batch.requests == [0] { gate.pass() }
            for isOutdated in [before, batch.isOutdated] { batch.reply(isOutdated) }
        }
        worker.post(0)
        gate.waitUntilEntered()
        worker.post(1)
        gate.open()
        worker.finish()
        #expect(worker.take() == [false, true, false, false])
    }

    @Test func `requests that arrive during work form one batch, so that the latest can win`() {
        let gate = Gate()
        let worker = Worker<Int, [Int]>(name: "test") { batch in
            if batch.requests == [0] { gate.pass() }
            batch.reply(batch.requests)
        }
        worker.post(0)
        gate.waitUntilEntered()
        for number in 1...3 { worker.post(number) }
        gate.open()
        worker.finish()
        #expect(worker.take() == [[0], [1, 2, 3]])
    }

    @Test func `requests without room are counted after those that had room`() {
        let gate = Gate()
        let worker = echo(through: gate, capacity: 2)
        worker.post(0)
        gate.waitUntilEntered()
        #expect((1...5).map { worker.post($0) } == [true, true, false, false, false])
        gate.open()
        worker.finish()
        #expect(worker.take() == [0, 1, 2, -3])
    }

    @Test func `the descriptor is readable exactly while replies wait`() {
        let gate = Gate()
        let worker = echo(through: gate)
        #expect(!isReadable(worker.descriptor))
        worker.post(1)
        #expect(silence.wait(atMost: .seconds(600), or: worker.descriptor))
        #expect(worker.take() == [1])
        #expect(!isReadable(worker.descriptor))
        worker.post(0)
        gate.waitUntilEntered()
        #expect(!isReadable(worker.descriptor), "no reply has come yet")
        gate.open()
        worker.finish()
        #expect(isReadable(worker.descriptor), "a reply survives the thread")
        #expect(worker.take() == [0])
        #expect(!isReadable(worker.descriptor))
    }

    @Test func `abandoning is visible to the current batch and drops the rest`() {
        let gate = Gate()
        let worker = Worker<Int, Bool>(name: "test") { batch in
            gate.pass()
            batch.reply(batch.isAbandoned)
        }
        worker.post(0)
        gate.waitUntilEntered()
        worker.post(1)
        worker.abandon()
        #expect(!worker.post(2))
        gate.open()
        worker.stop()
        #expect(worker.take() == [true])
    }

    @Test func `finish gives up on work that takes too long`() {
        let gate = Gate()
        let worker = echo(through: gate)
        worker.post(0)
        gate.waitUntilEntered()
        let start = Instant.now()
        worker.finish(within: .milliseconds(20))
        #expect(Instant.now() - start >= .milliseconds(20))
        #expect(worker.take().isEmpty)
        gate.open()
        worker.finish(within: .seconds(600))
        #expect(worker.take() == [0])
        worker.finish(within: .seconds(600))
        #expect(Instant.now() - start < .seconds(600), "a thread that has ended is not waited for")
    }

    @Test func `a worker without requests ends at once`() {
        let worker = echo(through: Gate())
        worker.finish()
        worker.finish(within: .seconds(600))
        worker.stop()
        #expect(worker.take().isEmpty)
    }

    @Test func `releasing a worker ends its thread`() {
        /// Signals when the thread has released its work.
        final class Witness: Sendable {
            let gone: EventDescriptor

            init(_ gone: EventDescriptor) { self.gone = gone }

            deinit { gone.signal() }
        }
        let gone = EventDescriptor()
        do {
            let witness = Witness(gone)
            let worker = Worker<Int, Int>(name: "test") { batch in
                withExtendedLifetime(witness) { batch.reply(batch.requests[0]) }
            }
            worker.post(1)
        }
        #expect(silence.wait(atMost: .seconds(600), or: gone.number))
    }

    @Test func `no wake-up is lost between two threads`() {
        // With one request at a time, a lost wake-up on either side would leave both asleep.
        let worker = Worker<Int, Int>(name: "test") { batch in
            for number in batch.requests { batch.reply(number) }
        }
        for number in 0..<20_000 {
            worker.post(number)
            guard silence.wait(atMost: .seconds(600), or: worker.descriptor) else {
                Issue.record("no reply to \(number)")
                return
            }
            #expect(worker.take() == [number])
        }
        worker.finish()
    }

    @Test func `with two posting threads and one taker nothing is lost and each order is kept`() {
        let worker = Worker<Int, Int>(name: "test") { batch in
            for number in batch.requests { batch.reply(number) }
        }
        let count = 20_000
        let threads = (0..<2).map { thread in
            PlainThread(name: "poster") {
                for number in 0..<count { worker.post(2 * number + thread) }
            }
        }
        var taken: [Int] = []
        while taken.count < 2 * count, silence.wait(atMost: .seconds(600), or: worker.descriptor) {
            taken += worker.take()
        }
        for thread in threads { thread.join() }
        worker.finish()
        for thread in 0..<2 {
            #expect(taken.filter { $0 % 2 == thread } == (0..<count).map { 2 * $0 + thread })
        }
    }
}
