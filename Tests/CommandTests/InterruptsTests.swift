import Glibc
import Testing
import ThudTestSupport

@testable import thud

@Suite struct InterruptsTests {
    @Test func `a signal between two loops is not lost, and each loop has the same descriptor`() async {
        // Runs in a separate process, which the signal concerns.
        await promptly {
            await #expect(processExitsWith: .success) {
                let first = Interrupts([])
                // Another thread takes it, because the tests' own threads block signals.
                kill(getpid(), SIGTERM)
                var readable = pollfd(fd: first.descriptor, events: Int16(POLLIN), revents: 0)
                poll(&readable, 1, 600_000)
                let second = Interrupts()
                #expect(second.received == SIGTERM && second.descriptor == first.descriptor)
            }
        }
    }
}
