import CloseGuard
import Foundation
import Testing
import ThudSoundFiles
import ThudTestSupport

/// Every test of the suite watches for double closes, because all tests run in one program.
@Suite("No descriptor is closed twice")
struct CloseGuardTests {
    @Test("Closing a descriptor that is not open aborts the program")
    func guarded() async {
        #expect(close_guard_is_here() == 1)
        await promptly {
            await #expect(processExitsWith: .signal(SIGABRT)) { close(1 << 20) }
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
