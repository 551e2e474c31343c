// Measures Thud and its peers on one private sound server, and prints the tables.
//
//   peers COUNT BUILT SOURCES    how many triggers each; where the peers were built; where their sources stand

import Foundation
import TestSupport

let arguments = CommandLine.arguments
guard arguments.count == 4, let count = Int(arguments[1]), (1...10_000).contains(count) else {
    remark("usage: peers COUNT BUILT SOURCES, with 1 to 10000 triggers")
    exit(2)
}
let built = arguments[2]
let sources = arguments[3]

let measuring = Task {
    try await withPrivatePipeWire {
        try await PeerRun(count: count, built: built, on: $0).run(Peer.others(sources: sources))
    }
}

// An interruption ends the peers, the recorder and the server before this program.
let interruptions = [SIGINT, SIGTERM, SIGHUP].map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler { measuring.cancel() }
    source.resume()
    return source
}

do {
    print(try await measuring.value.markdown())
} catch {
    remark(measuring.isCancelled ? "interrupted" : "\(error)")
    exit(measuring.isCancelled ? 130 : 1)
}
