// Measures on a private sound server.
//
//   peers COUNT BUILT SOURCES [NAME]...   Thud and all or the named peers: triggers for each; the folder of the built
//                                         peers; their sources
//   peers server COMMAND...               runs a command whose sound goes to such a server

import Foundation
import ThudTestSupport

let arguments = Array(CommandLine.arguments.dropFirst())
let measuring: Task<String, any Error>
if arguments.count > 1, arguments[0] == "server" {
    let command = ServedCommand(path: arguments[1], arguments: Array(arguments.dropFirst(2)))
    measuring = Task { try await withPrivatePipeWire { try await command.run(on: $0) } }
} else if arguments.count >= 3, let count = Int(arguments[0]), (1...10_000).contains(count),
    let peers = Peer.others(sources: arguments[2], named: arguments.dropFirst(3))
{
    let built = arguments[1]
    measuring = Task {
        try await withPrivatePipeWire { try await PeerRun(count: count, built: built, on: $0).run(peers).markdown() }
    }
} else {
    remark("usage: peers COUNT BUILT SOURCES [NAME]..., with 1 to 10000 triggers, or peers server COMMAND...")
    exit(2)
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
    print(try await measuring.value, terminator: "")
} catch {
    remark(measuring.isCancelled ? "interrupted" : "\(error)")
    exit(measuring.isCancelled ? 130 : 1)
}
