// What tests watch from outside, a process of its own.
//
//     test-probe records write FOLDER DECK COUNT    notes cards 0, 1, 2, ... and the round they are in; tells what is flushed
//     test-probe records measure FOLDER             opens, reads everything, tells milliseconds and memory
//     test-probe records nothing                    the same memory without opening anything
//     test-probe terminal screen|keys               takes the terminal, and does as the capitals say that are typed

import Glibc
import ThudTerminal

/// A line on standard output, at once.
func tell(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, line, line.count)
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch arguments.prefix(2) {
    case ["terminal", "keys"]: exit(serve(.keys))
    case ["terminal", "screen"]: exit(serve(.screen))
    case ["records", "write"]: try writeRecords(Array(arguments.dropFirst(2)))
    case ["records", "measure"]: try measureRecords(folder: arguments[2])
    default: tell("\(memory()) KB")
    }
} catch {
    tell("\(error)")
    exit(1)
}
