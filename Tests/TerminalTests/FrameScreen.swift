import Foundation
import ThudTerminal
import ThudTestSupport

/// A real terminal emulator that shows the frames written to it and reports its contents.
struct FrameScreen {
    private let screen: TmuxScreen
    private let frames: FileHandle

    /// Runs `body` with a screen, and removes everything afterwards even if that fails.
    static func running(_ size: Size, _ body: (FrameScreen) async throws -> Void) async throws {
        let scratch = try ScratchDirectory(prefix: "thud-frames")
        let pipe = scratch.file("frames")
        guard mkfifo(pipe, 0o600) == 0 else { throw HarnessError(description: "Cannot make the pipe \(pipe).") }
        // Opened for reading and writing, so that the call does not block and the reader never sees the end of the
        // file.
        let frames = FileHandle(fileDescriptor: open(pipe, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
        try await TmuxScreen.running(
            "stty -echo; exec cat '\(pipe)'", size: (size.columns, size.rows),
            environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color"],
            in: scratch.path
        ) { try await body(FrameScreen(screen: $0, frames: frames)) }
    }

    /// Changes the size, as dragging a window does.
    func resize(to size: Size) async throws { try await screen.resize(columns: size.columns, rows: size.rows) }

    func write(_ bytes: [UInt8]) throws { try frames.write(contentsOf: bytes) }

    /// Returns the present contents row by row.
    func rows() async throws -> [[ShownCharacter]] { ShownCharacter.rows(of: try await screen.colouredText()) }
}
