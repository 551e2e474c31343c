import CTerminal
import Foundation
import TestSupport
import Timebase

/// A terminal whose keys and screen are the test's.
final class Pseudoterminal {
    /// The path by which programs open it.
    let path: String
    private let keyboard: FileHandle
    /// Held open, so that the screen can be read when no program has the terminal.
    private let line: FileHandle
    private var shown: [UInt8] = []

    /// A terminal with settings that no program would choose, so that restoring them is no accident.
    init(columns: UInt16, rows: UInt16) throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &slave, &name, nil, &size) == 0 else {
            throw HarnessError(description: "There is no pseudoterminal to be had.")
        }
        for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        keyboard = FileHandle(fileDescriptor: master, closeOnDealloc: true)
        line = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
        change { settings in
            settings.c_iflag |= tcflag_t(IXOFF)
            settings.c_lflag &= ~tcflag_t(ECHOK)
            withUnsafeMutableBytes(of: &settings.c_cc) { characters in
                characters[Int(VERASE)] = 0x08
                characters[Int(VMIN)] = 0
            }
        }
    }

    /// All settings, byte by byte.
    var settings: [UInt8] {
        var settings = termios()
        tcgetattr(line.fileDescriptor, &settings)
        return withUnsafeBytes(of: settings) { Array($0) }
    }

    /// Sets them as another program would.
    func change(_ body: (inout termios) -> Void) {
        var settings = termios()
        tcgetattr(line.fileDescriptor, &settings)
        body(&settings)
        tcsetattr(line.fileDescriptor, TCSANOW, &settings)
    }

    func type(_ text: String) throws { try keyboard.write(contentsOf: Data(text.utf8)) }

    /// Everything that was written to the screen so far, `ESC` for the byte.
    var screen: String {
        var part = [UInt8](repeating: 0, count: 4096)
        while case let count = read(keyboard.fileDescriptor, &part, part.count), count > 0 { shown += part[..<count] }
        return String(decoding: shown, as: UTF8.self).replacing("\u{1B}", with: "ESC")
    }

    /// Closes the window.
    func hangUp() throws { try keyboard.close() }
}
