// Behaviour that tests watch from outside, in a separate process.
//
//     test-probe records write FOLDER DECK COUNT    notes cards 0, 1, 2, ... and their round; reports what is flushed
//     test-probe records measure FOLDER             opens, reads everything, reports milliseconds and memory
//     test-probe records nothing                    the same memory without opening anything
//     test-probe terminal screen|keys               takes the terminal, and follows typed capitals as commands
//     test-probe run FILE                           starts a program as a test run does; it writes its ID to FILE

import Glibc
import ThudTerminal
import ThudTestSupport

/// Writes a line to standard output at once.
func tell(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, line, line.count)
}

/// Starts a program that leaves this one's session, and waits to be killed.
func runProgram(writingTo file: String) throws -> Never {
    let script = "echo $$ >'\(file)'; exec sleep 1000"
    let program = try RunningProgram(
        findProgram("setsid", package: "util-linux"), ["-f", findProgram("sh", package: "dash"), "-c", script])
    while true { withExtendedLifetime(program) { _ = pause() } }
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch arguments.prefix(2) {
    case ["terminal", "keys"]: exit(serve(.keys))
    case ["terminal", "screen"]: exit(serve(.screen))
    case let words where words.first == "run": try runProgram(writingTo: words[1])
    case ["records", "write"]: try writeRecords(Array(arguments.dropFirst(2)))
    case ["records", "measure"]: try measureRecords(folder: arguments[2])
    default: tell("\(memory()) KB")
    }
} catch {
    tell("\(error)")
    exit(1)
}
