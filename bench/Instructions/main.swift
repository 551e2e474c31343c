// Runs each part once, so that valgrind can count its instructions. Run it in bench/.
//
//   parts           all of them; the count of each is in a separate dump, see bench/run
//   parts --list    their names, amounts and units in the same order, separated by tabs

import Parts

if CommandLine.arguments.dropFirst().first == "--list" {
    for part in Part.all { print("\(part.name)\t\(part.amount)\t\(part.unit)") }
} else {
    for part in Part.all {
        let work = try part.prepare()
        // Set-up on first use is not part of the work.
        work()
        counted(work)
    }
}

/// Valgrind starts and stops counting here; it knows the function by this name.
@_silgen_name("thud_counted")
@inline(never)
func counted(_ work: () -> Void) { work() }
