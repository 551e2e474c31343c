#if RealtimeSanitizer

import CRealtime
import Glibc
import Testing

/// The judge itself: compiled only with the trait, since without the runtime nothing would be caught.
@Suite
struct SanitizerTests {
    @Test("An allocation between enter and exit ends the process with 43")
    func allocation() async {
        await #expect(processExitsWith: .exitCode(43)) {
            thud_realtime_enter()
            free(malloc(123))
            thud_realtime_exit()
        }
    }

    @Test("Reading the clock between enter and exit is fine")
    func clock() async {
        await #expect(processExitsWith: .success) {
            thud_realtime_enter()
            _ = thud_monotonic_ns()
            thud_realtime_exit()
        }
    }
}

#endif
