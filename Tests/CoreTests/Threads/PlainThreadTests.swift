import Foundation
import Testing
import ThudCore
import ThudTestSupport

@Suite struct PlainThreadTests {
    /// Each has a stack of several MiB of address space.
    @Test func `threads that nobody joined free their memory, whether they end before their owner or after it`() async {
        await promptly {
            await #expect(processExitsWith: .success) {
                func mebibytes() throws -> Int {
                    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[0]
                    return try #require(Int(pages)) * Int(getpagesize()) / (1 << 20)
                }
                let before = try mebibytes()
                for round in 0..<400 {
                    var thread: PlainThread? = PlainThread(name: "thud-test")
                    let (started, ended) = (EventDescriptor(), EventDescriptor())
                    thread?.start {
                        started.wait()
                        ended.signal()
                    }
                    if round.isMultiple(of: 2) { thread = nil }
                    started.signal()
                    ended.wait()
                    usleep(1_000)
                    thread = nil
                }
                // The system keeps a few stacks for later threads.
                #expect(try mebibytes() - before < 400)
            }
        }
    }
}
