import Testing
import ThudSoundFiles
import ThudTestSupport

@testable import thud

/// The files that a bench writes.
struct BenchFilesTests {
    @Test func `a capture that is louder than full scale is kept softer, not clipped`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-kept")
        let path = scratch.file("kept.wav")
        #expect(BenchFiles.keep([[0, 1.6, -0.8], [0.4, 0, 0]], sampleRate: 48_000, in: path) == nil)
        let channels = try SoundFile.read(path).channels
        #expect(channels[0][1] > 0.99 && abs(channels[0][2] + 0.5) < 1e-5 && abs(channels[1][0] - 0.25) < 1e-5)
        #expect(BenchFiles.keep([[0.25]], sampleRate: 48_000, in: path) == nil)
        #expect(try SoundFile.read(path).channels == [[0.25]])
    }
}
