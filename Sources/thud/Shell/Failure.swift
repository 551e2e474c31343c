import ArgumentParser
import Glibc
import ThudCore

/// How the process ends.
enum ExitStatus: Int32 {
    case fine = 0
    /// A budget was missed or a check failed.
    case failed = 1
    /// The command line makes no sense.
    case usage = 2
    /// The sound device that was asked for cannot be used.
    case noDevice = 3
    /// A file or another input is broken.
    case badInput = 4
}

/// The one funnel through which every error becomes a sentence and an exit code.
enum Failure {
    /// Says what went wrong and ends the process. Help and version come this way too, and end it well.
    static func end(with error: any Error) -> Never {
        if let status = status(of: error) {
            Console.remark("thud: \(error)")
            exit(status.rawValue)
        }
        if Thud.exitCode(for: error) == .success {
            Console.result(Thud.fullMessage(for: error))
            do { try Console.checkResults() } catch { end(with: error) }
            exit(ExitStatus.fine.rawValue)
        }
        Console.remark("thud: \(Thud.message(for: error)) (`thud --help` shows examples)")
        exit(ExitStatus.usage.rawValue)
    }

    /// The exit status of an error that this program made; nil for those of the argument parser.
    private static func status(of error: any Error) -> ExitStatus? {
        switch (error as? ThudError)?.code.fault {
        case .usage: .usage
        case .check: .failed
        case .device: .noDevice
        case .input: .badInput
        case nil: nil
        }
    }
}
