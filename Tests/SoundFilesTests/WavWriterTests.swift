import Foundation
import Testing
import ThudCore
import ThudSoundFiles

@Suite("A growing WAV")
struct WavWriterTests {
    @Test("Written blocks add up to the whole")
    func blocks() throws {
        let scratch = try Scratch()
        let path = scratch.path("round.wav")
        var writer = try WavWriter(path: path, sampleRate: 48_000, channelCount: 2)
        for block: [Float] in [[0.5, -0.5], [], [0.25, -0.25, 0, 2]] { try writer.write(interleaved: block.span) }
        #expect(writer.framesWritten == 3)
        try writer.close()
        #expect(
            try SoundFile.read(path)
                == Sound(sampleRate: 48_000, channels: [[0.5, 0.25, 0], [-0.5, -0.25, 8_388_607 / 8_388_608]]))
    }

    @Test("The file is complete after every write, without a close")
    func alwaysValid() throws {
        let scratch = try Scratch()
        let path = scratch.path("killed.wav")
        var writer = try WavWriter(path: path, sampleRate: 48_000, channelCount: 1)
        let bare = #expect(throws: ThudError.self) { try SoundFile.read(path) }
        #expect(bare?.code == .empty)
        let block = [Float](repeating: 0.125, count: 480)
        for count in 1...5 {
            try writer.write(interleaved: block.span)
            let bytes = try scratch.bytes(of: "killed.wav")
            #expect(bytes.count == 44 + count * 480 * 3)
            #expect(Array(bytes[40..<44]) == Fixtures.little(UInt32(count * 480 * 3)), "the header knows its data")
            #expect(try SoundFile.read(path).frameCount == count * 480)
        }
        try writer.close()
    }

    @Test("A full disk is an error at the first byte that does not fit")
    func fullDisk() throws {
        let error = #expect(throws: ThudError.self) {
            var writer = try WavWriter(path: "/dev/full", sampleRate: 48_000, channelCount: 1)
            let silence = [Float](repeating: 0, count: 4_800)
            try writer.write(interleaved: silence.span)
            try writer.close()
        }
        #expect(error?.code == .diskFull)
        #expect(error?.description.contains(": No space left on device; ") == true)
    }

    @Test("A file that is being recorded is refused, and stays")
    func twice() throws {
        let scratch = try Scratch()
        let path = scratch.path("twice.wav")
        let silence = [Float](repeating: 0, count: 4_800)
        var first = try WavWriter(path: path, sampleRate: 48_000, channelCount: 1)
        try first.write(interleaved: silence.span)
        let error = #expect(throws: ThudError.self) {
            let second = try WavWriter(path: path, sampleRate: 48_000, channelCount: 1)
            try second.close()
        }
        #expect(
            error?.description == "\(path): cannot be written: another program is recording to it; choose another file")
        try first.write(interleaved: silence.span)
        // As a process that was forked before the end has them.
        let copies = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init)
            .filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path }
            .map { dup($0) }
        defer { for copy in copies { close(copy) } }
        try first.close()
        #expect(try SoundFile.read(path).frameCount == 9_600 && !copies.isEmpty)
        let third = try WavWriter(path: path, sampleRate: 48_000, channelCount: 1)
        try third.close()
    }

    @Test("An unwritable path is refused")
    func refusals() throws {
        for (path, code) in [("/nowhere/a.wav", ThudError.Code.notFound), ("/", .system)] {
            let error = #expect(throws: ThudError.self) {
                let writer = try WavWriter(path: path, sampleRate: 48_000, channelCount: 2)
                try writer.close()
            }
            #expect(error?.code == code)
        }
        let error = #expect(throws: ThudError.self) {
            let writer = try WavWriter(path: "/tmp/never.wav", sampleRate: 48_000, channelCount: 0)
            try writer.close()
        }
        #expect(error?.code == .outsideLimits)
    }
}
