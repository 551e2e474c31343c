import CloseGuard
import Glibc
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
            let free = dup(STDERR_FILENO)
            close(free)
            for _ in 0..<100 { #expect(throws: (any Error).self) { try SoundFile.read(path) } }
            let next = dup(STDERR_FILENO)
            #expect(next == free)
        }
    }
}
