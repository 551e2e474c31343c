import Dispatch
import Glibc
import Synchronization
import Testing

@Suite struct SeenMutexTests {
    /// Without the module ThreadSanitizer reports it, and the run fails.
    @Test func `a Mutex that is waited for is no race`() {
        let counts = Mutex([0, 0])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<100 {
                counts.withLock {
                    $0[0] += 1
                    usleep(100)
                }
                while counts.withLockIfAvailable({ $0[1] += 1 }) == nil { sched_yield() }
            }
        }
        #expect(counts.withLock { $0 } == [400, 400])
    }
}
