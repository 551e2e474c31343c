import CloseGuard
import Foundation
import Testing
import ThudSoundFiles

/// That nothing is closed twice is watched over in every test of the suite, since all of them are one program.
@Suite("No descriptor is closed twice")
struct CloseGuardTests {
    @Test("To close what is not open ends the program")
    func guarded() async {
        #expect(close_guard_is_here() == 1)
        await #expect(processExitsWith: .signal(SIGABRT)) { close(1 << 20) }
    }

    @Test("A refused sound leaves no descriptor open and closes none twice")
    func refusals() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let path = try scratch.write(Array("RIFF\u{4}\0\0\0WAVE".utf8), as: "x.wav")
            for _ in 0..<100 { #expect(throws: (any Error).self) { try SoundFile.read(path) } }
            // Other threads of the process open and close what is theirs, so that numbers alone would tell nothing.
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            }
            #expect(open.count > 2)
            #expect(!open.contains { $0.hasSuffix("/x.wav") })
        }
    }
}
