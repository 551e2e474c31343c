import Glibc
import ThudTerminal

/// Takes the terminal and follows typed capitals as commands, until told to end or the terminal is gone.
func serve(_ use: TerminalSession.Use) -> Int32 {
    // Reading should discover that the terminal is gone.
    signal(SIGHUP, SIG_IGN)
    guard let session = TerminalSession(use) else {
        tell("NO TERMINAL")
        return 1
    }
    session.enter()
    tell("READY \(session.output.size.columns) x \(session.output.size.rows)")
    while true {
        guard let bytes = session.read() else {
            tell("GONE")
            return 0
        }
        if bytes.isEmpty {
            var readable = pollfd(fd: session.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&readable, 1, 60_000) > 0 else { return 2 }
        }
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "L"):
                session.leave()
                tell("LEFT")
            case UInt8(ascii: "E"):
                session.enter()
                tell("ENTERED")
            case UInt8(ascii: "Q"): return 0
            case UInt8(ascii: "X"): exit(3)
            case UInt8(ascii: "S"): kill(getpid(), SIGSEGV)
            default: tell("TOOK \(byte)")
            }
        }
    }
}
