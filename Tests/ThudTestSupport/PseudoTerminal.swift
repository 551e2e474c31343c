import CThudSystem
import Foundation
import Synchronization
import ThudCore

/// A pseudoterminal without a user. It keeps the output of programs byte by byte, and its settings can be read from
/// outside before and after.
package final class PseudoTerminal: Sendable {
    /// The path with which programs open it.
    package let path: String
    /// The end that types and reads the output.
    private let master: FileHandle
    /// The programs' end, kept open so that the settings outlive them.
    private let slave: FileHandle
    /// TIOCSPTLCK and TIOCGPTPEER of Linux, which Swift does not import.
    private static let (setLock, openPeer): (UInt, UInt) = (0x4004_5431, 0x5441)
    private let written = Mutex<[UInt8]>([])
    private let started = Mutex<[ChildProcess]>([])

    /// Creates a terminal of a given size, on which programs can be started.
    package init(columns: Int = 80, rows: Int = 24) throws {
        // After `openpty` a program that another test starts at the same moment would inherit the ends, and keep the
        // terminal open after its window was closed.
        let flags = O_RDWR | O_NOCTTY | O_CLOEXEC
        var isLocked: Int32 = 0
        var ends: (master: Int32, slave: Int32) = (open("/dev/ptmx", flags), -1)
        if ioctl(ends.master, Self.setLock, &isLocked) == 0 { ends.slave = ioctl(ends.master, Self.openPeer, flags) }
        // `ttyname` could return the name of another test's terminal that is created at the same moment.
        var name = [CChar](repeating: 0, count: 64)
        guard ends.slave >= 0, ttyname_r(ends.slave, &name, name.count) == 0 else {
            throw HarnessError(description: "No terminal can be had: \(String(cString: strerror(errno))).")
        }
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        master = FileHandle(fileDescriptor: ends.master, closeOnDealloc: true)
        slave = FileHandle(fileDescriptor: ends.slave, closeOnDealloc: true)
        _ = fcntl(ends.master, F_SETFL, O_NONBLOCK)
        resize(columns: columns, rows: rows)
    }

    deinit { endPrograms() }

    /// Resizes the terminal and notifies the program on it. A cell size of 0 means that the terminal does not report
    /// it.
    package func resize(columns: Int, rows: Int, cell: (width: Int, height: Int) = (0, 0)) {
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * cell.width),
            ws_ypixel: UInt16(rows * cell.height))
        _ = ioctl(master.fileDescriptor, UInt(TIOCSWINSZ), &size)
    }

    /// Returns all settings as bytes: equal if the terminal is unchanged.
    package func settings() throws -> [UInt8] {
        let now = try attributes()
        return withUnsafeBytes(of: now) { Array($0) }
    }

    /// Changes the settings, as another program would.
    package func change(_ body: (inout termios) -> Void) throws {
        var settings = try attributes()
        body(&settings)
        tcsetattr(slave.fileDescriptor, TCSANOW, &settings)
    }

    private func attributes() throws -> termios {
        var now = termios()
        guard tcgetattr(slave.fileDescriptor, &now) == 0 else {
            throw HarnessError(description: "The terminal does not tell its settings.")
        }
        return now
    }

    /// Stops the terminal from accepting output, as after Ctrl-S, or lets it continue.
    package func holdOutput(_ isHeld: Bool) { tcflow(slave.fileDescriptor, isHeld ? TCOOFF : TCOON) }

    /// Closes the window.
    package func hangUp() throws { try master.close() }

    /// Runs a shell script on the terminal as a session leader, so that keys send it signals. It ends with the terminal
    /// at the latest.
    @discardableResult
    package func start(_ script: String, environment: [String: String], in directory: String) throws -> pid_t {
        let line = slave.fileDescriptor
        let shell = try spawn(
            findProgram("sh", package: "dash"), ["-c", "cd '\(directory)' || exit; \(script)"],
            environment: environment, descriptors: [line, line, line], terminal: path)
        started.withLock { $0.append(shell) }
        return shell.identifier
    }

    /// Returns the resource usage of a program that was started here; nil while it runs.
    package func usage(of program: pid_t) -> rusage? {
        started.withLock { $0.first { $0.identifier == program }?.ending?.usage }
    }

    /// Ends everything that was started on the terminal, and waits for each process.
    package func endPrograms() {
        let shells = started.withLock { started in
            defer { started = [] }
            return started
        }
        for shell in shells { shell.end() }
    }

    // MARK: Output

    /// The whole output so far.
    package var output: [UInt8] {
        written.withLock { written in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(master.fileDescriptor, &bytes, bytes.count)
                guard count > 0 else { return written }
                written += bytes[..<count]
            }
        }
    }

    /// Returns how often a text is in the output after its first `start` bytes. The searches of the libraries are
    /// generic code and take a hundred times as long.
    package func count(_ text: String, after start: Int = 0) -> Int {
        let (output, text) = (output, Array(text.utf8))
        return output.indices.dropFirst(start).count { output[$0] == text[0] && output[$0...].starts(with: text) }
    }

    /// Waits until a text appears after the first `start` bytes of output, while reading the terminal.
    package func wait(for text: String, after start: Int = 0, within limit: Interval = .seconds(30)) async throws {
        var next = start
        try await wait(for: "“\(text)”", within: limit) { output in
            defer { next = max(start, output.count - text.utf8.count + 1) }
            return count(text, after: next) > 0
        }
    }

    /// Waits for a condition while reading the terminal, so that the program never blocks on output.
    package func wait(
        for what: String, within limit: Interval = .seconds(30), until isDone: ([UInt8]) throws -> Bool
    ) async throws {
        do {
            try await poll(what, within: limit) { try isDone(output) }
        } catch {
            let tail = String(decoding: output.suffix(600), as: UTF8.self)
            throw HarnessError(description: "\(error) The end of what was written: \(tail.debugDescription)")
        }
    }

    // MARK: Input

    /// Types any number of bytes, while reading the program's output.
    package func type(_ bytes: [UInt8], within limit: Interval = .seconds(30)) async throws {
        var rest = bytes[...]
        try await wait(for: "the terminal to take what is typed", within: limit) { _ in
            let count = rest.withUnsafeBytes { write(master.fileDescriptor, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) }
            return rest.isEmpty
        }
    }

    /// Types a few bytes at once; they are lost if the terminal accepts none at present.
    package func press(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master.fileDescriptor, bytes, bytes.count)
    }

    package func type(_ text: String) async throws { try await type(Array(text.utf8)) }
}
