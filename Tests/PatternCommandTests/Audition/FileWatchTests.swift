import Glibc
import Testing
import ThudCore
import ThudTestSupport

@testable import thud

@Suite struct FileWatchTests {
    @Test func `after more saves than the system keeps, any file may have been saved`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        defer { close(ends[1]) }
        let watch = try FileWatch(descriptor: ends[0])
        let none = watch.saved()
        #expect(none.isEmpty && !none.has(["a.ahap"]))
        // What inotify(7) writes when its queue is full.
        var event = inotify_event()
        (event.wd, event.mask) = (-1, UInt32(IN_Q_OVERFLOW))
        #expect(write(ends[1], &event, MemoryLayout<inotify_event>.size) == MemoryLayout<inotify_event>.size)
        let saved = watch.saved()
        #expect(!saved.isEmpty && saved.has(["a.ahap"]) && saved.hasNewFolder(of: ["folder"]))
        #expect(watch.saved().isEmpty)
    }

    @Test(arguments: ["above", "above/inner"])
    func `a folder that goes with the one above it is looked for again`(moved: String) throws {
        let scratch = try ScratchDirectory(prefix: "thud-watch")
        func save() throws -> String {
            _ = try scratch.directory("above/inner/folder")
            return try scratch.write("a pattern", to: "above/inner/folder/a.ahap")
        }
        let file = try save()
        let watch = try FileWatch()
        watch.add([file])
        watch.expect([file])
        try #require(rename(scratch.file(moved), scratch.file("elsewhere")) == 0)
        #expect(watch.saved().isEmpty)
        let look = try #require(watch.nextLook)
        #expect(watch.losses(at: look) == [file])
        _ = try save()
        #expect(watch.saved().mayHave([file]))
        _ = try save()
        #expect(watch.saved().has([file]))
    }

    @Test func `a link in the place of a deleted file is a save, a file that is still empty is none`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-watch")
        let file = try scratch.write("a pattern", to: "a.ahap")
        let watch = try FileWatch()
        watch.add([file])
        try #require(unlink(file) == 0 && symlink("elsewhere", file) == 0)
        #expect(watch.saved().has([file]))
        let descriptor = open(scratch.file("b.ahap"), O_CREAT | O_WRONLY, 0o600)
        defer { close(descriptor) }
        #expect(!watch.saved().has([scratch.file("b.ahap")]))
    }
}
