import ThudTerminal

/// The terminal of a screen. The launcher, a game and the patterns use the same one in turn.
final class ScreenTerminal {
    private var session: TerminalSession

    /// Opens the terminal; nil if there is none. Call it before the program starts other threads.
    init?(path: String = "/dev/tty") {
        guard let session = TerminalSession(.screen, path: path) else { return nil }
        self.session = session
    }

    var descriptor: Int32 { session.descriptor }
    var output: TerminalWriter { session.output }

    func read() -> [UInt8]? { session.read() }
    func enter() { session.enter() }
    func leave() { session.leave() }
}
