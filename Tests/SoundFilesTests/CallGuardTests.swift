import CallGuard
import Foundation
import Testing
import ThudSoundFiles
import ThudTestSupport

/// Every test of the suite watches for double closes and detached threads, because all tests run in one program.
@Suite("No descriptor is closed twice, and no thread detached by another one")
struct CallGuardTests {
    @Test("Closing a descriptor that is not open aborts the program")
    func guarded() async {
        #expect(call_guard_is_here() == 1)
        await promptly {
            await #expect(processExitsWith: .signal(SIGABRT)) { close(1 << 20) }
        }
    }

    @Test("Detaching another thread aborts the program")
    func detached() async {
        await promptly {
            await #expect(processExitsWith: .signal(SIGABRT)) {
                var thread = pthread_t()
                #expect(
                    pthread_create(
                        &thread, nil,
                        { _ in
                            sleep(1000); return nil
                        }, nil) == 0)
                pthread_detach(thread)
            }
        }
    }

    @Test("A refused sound leaves no descriptor open and closes none twice")
    func refusals() async {
        await promptly {
            await #expect(processExitsWith: .success) {
                let scratch = try Scratch()
                let path = try scratch.write(Array("RIFF\u{4}\0\0\0WAVE".utf8), as: "x.wav")
                for _ in 0..<100 { #expect(throws: (any Error).self) { try SoundFile.read(path) } }
                // Other threads also open and close descriptors, so comparing numbers alone would prove nothing.
                let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
                }
                #expect(open.count > 2)
                #expect(!open.contains { $0.hasSuffix("/x.wav") })
            }
        }
    }
}
