// Does each part once, for valgrind to count the instructions of. Run in bench/.
//
//   parts           all of them: the count of each stands in a dump of its own, see bench/run
//   parts --list    their names, amounts and units, in the same order, tabs between

import Parts

if CommandLine.arguments.dropFirst().first == "--list" {
    for part in Part.all { print("\(part.name)\t\(part.amount)\t\(part.unit)") }
} else {
    for part in Part.all {
        let work = try part.prepare()
        // What is set up on first use is not of the work.
        work()
        counted(work)
    }
}

/// Where valgrind starts and stops to count; it knows the function by this name.
@_silgen_name("thud_counted")
@inline(never)
func counted(_ work: () -> Void) { work() }
