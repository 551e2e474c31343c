import Glibc
import ThudCore

/// An X server without a screen, for a program with a window: Xvfb. It ends with its owner.
final class OwnXServer {
    private let server: ServerProcess

    /// Starts the server and sets DISPLAY; throws if Xvfb is missing or does not start. Call it before this process has
    /// a second thread.
    init() throws(ThudError) {
        let pipe = try openPipe()
        defer { close(pipe.reader) }
        // Xvfb chooses the first free display and writes its number to the descriptor: here its standard input.
        let command = ["Xvfb", "-displayfd", "0", "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset"]
        do {
            defer { close(pipe.writer) }
            server = try ServerProcess(command, input: pipe.writer, packages: "xvfb")
        }
        guard let number = Self.line(of: pipe.reader) else { throw ServerProcess.late("Xvfb") }
        setenv("DISPLAY", ":\(number)", 1)
    }

    /// Reads a line, which may come in parts; nil if it does not come.
    private static func line(of descriptor: Int32) -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        let timeout = Int32(ServerProcess.timeout.milliseconds)
        var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&readable, 1, timeout) > 0, read(descriptor, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
