import Synchronization
import Testing
import ThudCore
import ThudTestSupport

@testable import TestTraits

struct StallWatchTests {
    @Test func `a test that never ends is named, and one that has ended is not`() throws {
        let told = Mutex<[String]>([])
        let watch = StallWatch(limit: .milliseconds(50)) { lines in told.withLock { $0 = lines } }
        let ended = watch.begin("one that ends")
        watch.end(ended)
        let stuck = watch.begin("one that does not")
        // Each look replaces what the one before it found.
        try holdOn("the stall to be seen, and no other", within: .seconds(30)) {
            told.withLock { $0.count == 1 && $0[0].hasSuffix("one that does not") }
        }
        watch.end(stuck)
    }
}
