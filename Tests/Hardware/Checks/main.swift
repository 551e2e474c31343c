// Runs in the guest: tests each claim on real drivers, and prints a line for each.
//
//   hardware-checks loopback|cards|pads [WORDS]
//
// With WORDS, it tests only the claims that contain them. The last line counts the failed claims.

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
    // The output is flushed, so that it survives if the guest hangs in the next check.
    fflush(nil)
}
print("DONE \(failed)")
