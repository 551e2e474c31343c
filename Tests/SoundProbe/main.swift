// The part of the harness that must be a separate process, because the environment selects the sound server.
//
//   sound-probe record PREFIX CHANNELS     the default sink's monitor, until standard input closes
//   sound-probe bursts COUNT PERIOD        noise bursts, each with its predicted instant
//   sound-probe offend                     allocates and locks as the audio thread must not

import Glibc

let arguments = CommandLine.arguments
// Its delay readings are correct only if nothing interrupts between a reading and reading the clock.
var parameters = sched_param(sched_priority: 5)
sched_setscheduler(0, SCHED_FIFO, &parameters)
do {
    switch arguments.dropFirst().first {
    case "record" where arguments.count == 4:
        try record(prefix: arguments[2], channels: Int(arguments[3]) ?? 2)
    case "bursts" where arguments.count == 4:
        try playBursts(count: Int(arguments[2]) ?? 1, period: Int(arguments[3]) ?? 128)
    case "offend": try offend()
    default:
        print("usage: sound-probe record PREFIX CHANNELS | bursts COUNT PERIOD | offend")
        exit(2)
    }
} catch {
    print("\(error)")
    exit(1)
}
