// Runs in the guest: puts each claim to the test on real drivers, and prints a line for each.
//
//   hardware-checks loopback|cards|pads [WORDS]
//
// With WORDS only the claims are tested that contain them. The last line counts the claims that failed.

import Glibc

let arguments = CommandLine.arguments
let lists = ["loopback": loopbackChecks, "cards": cardChecks, "pads": motionChecks]
guard (2...3).contains(arguments.count), let checks = lists[arguments[1]] else {
    print("usage: hardware-checks loopback|cards|pads [WORDS]")
    exit(2)
}
let words = arguments.count > 2 ? arguments[2] : ""
var failed = 0
for check in try await checks(Guest()) where words.isEmpty || check.claim.contains(words) {
    do {
        print("ok    \(check.claim): \(try await check.measure())")
    } catch {
        failed += 1
        print("FAIL  \(check.claim): \(error)")
    }
    // A guest that hangs in the next check has told of this one.
    fflush(nil)
}
print("DONE \(failed)")
