import ArgumentParser
import Glibc
import ThudCore
import ThudPlayback
import ThudTerminal

enum ExitStatus: Int32 {
    case fine = 0
    /// A budget was missed or a check failed.
    case failed = 1
    case usage = 2
    /// The requested sound device cannot be used.
    case noDevice = 3
    /// A file or another input is broken.
    case badInput = 4

    /// Ends the process at once. `exit` would run the last code of all libraries, and threads that nobody waits for may
    /// still be inside them. The one that follows the mixer even unloads some of them, and then the process crashed.
    func end() -> Never { _exit(rawValue) }
}

/// Turns every error into a sentence and an exit code.
enum Failure {
    /// Reports an error and ends the process. Help and version also arrive as errors; they end it with 0.
    static func end(with error: any Error) -> Never {
        widenHelp()
        let (text, status) = ending(with: error)
        if status == .fine { Console.result(lines: text) } else { Console.remark(text) }
        // A failed check may have lost its results, too.
        do { try Console.checkResults() } catch { end(with: error) }
        status.end()
    }

    /// Returns the sentence for an error and the status with which the process ends.
    static func ending(
        with error: any Error, of arguments: [String] = Arguments.given
    ) -> (text: String, status: ExitStatus) {
        if let status = status(of: error) { return ("thud: \(sentence(error))", status) }
        let used = UsedCommand(arguments)
        // Asked for the help of an unknown command, the parser gives that of the program. It also takes the h of a file
        // such as -shot.ahap for a request for help.
        if Thud.exitCode(for: error) == .success, used.unknownCommand == nil, used.unknownLetters == nil {
            return (Thud.fullMessage(for: error), .fine)
        }
        let sentence = used.refusal ?? ParserSentence.of(error)
        return ("thud: \(sentence) (`\(used.name) --help` shows examples)", .usage)
    }

    /// The parser indents explanations by 26 columns. If the terminal has hardly more, or COLUMNS claims so, it would
    /// leave them out.
    private static func widenHelp() {
        let columns = Environment["COLUMNS"].flatMap { Int($0) } ?? Size(terminal: STDOUT_FILENO)?.columns
        if let columns, columns < leastColumns { setenv("COLUMNS", "\(leastColumns)", 1) }
    }

    private static let leastColumns = 40

    /// Returns the sentence for an error, with the options that allow what the library refuses.
    static func sentence(_ error: any Error) -> String {
        switch (error as? ThudError)?.code {
        // Without the card, the option would not help.
        case .exclusive where (error as? ThudError)?.errno == nil: "\(error) (--exclusive allows a bare card)"
        case .downmix: "\(error) (--haptics heard, --haptics-device; --allow-downmix allows it)"
        default: "\(error)"
        }
    }

    /// Returns the exit status of this program's own errors; nil for those of the argument parser.
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
