import Glibc
import ThudCore

/// A server that a measurement needs. It ends with its owner, and with this process, however that ends.
final class ServerProcess {
    private let process: pid_t

    /// How long a server may take to start. A machine that builds or tests beside it is slow.
    static let timeout = Interval.seconds(30)

    /// Starts a server. Call it on the thread that lasts as long as the process.
    ///
    /// - Parameter settings: variables of its environment, such as `XDG_CONFIG_HOME=/tmp`.
    /// - Throws: `ThudError` with the Debian packages that have it, if it cannot be run.
    init(_ command: [String], settings: [String] = [], input: Int32 = -1, packages: String) throws(ThudError) {
        var (process, code): (pid_t, Int32) = (0, ENOENT)
        if Self.isInstalled(command[0]) {
            // The kernel then ends it with this process, even if that is killed.
            let guarded = ["setpriv", "--pdeathsig", "TERM", "env"] + settings + command
            (process, code) = ChildProgram.spawn(guarded, input: input)
        }
        guard code == 0 else {
            throw ThudError(
                .noDevice, about: command[0], errno: code,
                "cannot run \(command[0]): \(ThudError.words(for: code)); install \(packages)")
        }
        self.process = process
    }

    deinit {
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }

    /// Whether a program is on the path.
    static func isInstalled(_ name: String) -> Bool {
        (Environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// The error if it did not start.
    static func late(_ name: String) -> ThudError {
        ThudError(.noDevice, about: name, "\(name) did not start within \(timeout); run it by hand to see why")
    }
}
