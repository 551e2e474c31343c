import Foundation
import Terminal
import TestSupport
import Timebase

/// A real terminal emulator that shows what is written to it, and can be asked what it shows.
final class TmuxScreen {
    private let scratch: ScratchDirectory
    private let tmux: String
    private let frames: FileHandle

    init(_ size: Size) async throws {
        scratch = try ScratchDirectory(prefix: "thud-screen")
        tmux = try findProgram("tmux", package: "tmux")
        let pipe = scratch.file("frames")
        guard mkfifo(pipe, 0o600) == 0 else { throw HarnessError(description: "Cannot make the pipe \(pipe).") }
        // Open for both directions: opening waits for nobody, and the other end never sees an end.
        frames = FileHandle(fileDescriptor: open(pipe, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
        try scratch.write("set -g status off\n", to: "settings")
        try await run(
            ["new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.rows)", "stty -echo; exec cat '\(pipe)'"])
    }

    /// Changes its size, as dragging a window does.
    func resize(to size: Size) async throws {
        try await run(["resize-window", "-x", "\(size.columns)", "-y", "\(size.rows)"])
    }

    func write(_ bytes: [UInt8]) throws { try frames.write(contentsOf: bytes) }

    /// What it shows now, row by row.
    func rows() async throws -> [[ShownCharacter]] {
        ShownCharacter.rows(of: try await run(["capture-pane", "-p", "-e", "-N"]))
    }

    func close() async { _ = try? await run(["kill-server"]) }

    @discardableResult
    private func run(_ arguments: [String]) async throws -> String {
        let program = try RunningProgram(
            tmux, ["-u", "-S", scratch.file("socket"), "-f", scratch.file("settings")] + arguments,
            environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color"])
        let ending = try await program.end(within: .seconds(20))
        guard ending.exitCode == 0 else {
            throw HarnessError(description: "tmux \(arguments[0]): \(program.errorOutput)")
        }
        return program.output
    }
}
