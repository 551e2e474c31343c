// Thud by the peers' protocol (sources/peer.h): the libraries as `thud play` uses them, on the default device.

import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudPlayback

/// The time between opening the stream and the first cue, as in a round.
let settling: UInt32 = 60_000

func end(_ code: Int32, _ reason: String) -> Never {
    _ = (reason + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(code)
}

guard CommandLine.arguments.count == 3, let latency = LatencyMode(rawValue: CommandLine.arguments[2]) else {
    end(2, "usage: thud-peer FOLDER/click.wav low|gentle|steady")
}
ServerStream.prepare()
let folder = CommandLine.arguments[1].split(separator: "/", omittingEmptySubsequences: false).dropLast()
do {
    var request = PCMRequest()
    request.latency = latency
    let library = try CueLibrary(folder: folder.joined(separator: "/"), sampleRate: request.sampleRate)
    let engine = try Engine.playing(through: request)
    let scheduler = FeedbackScheduler(engine: engine, library: library, settings: FeedbackSettings())
    usleep(settling)
    print("ready \(Instant.now().nanoseconds)")
    fflush(nil)
    while readLine() == "t" {
        let now = Instant.now()
        scheduler.trigger("click/click", cause: now, now: now)
        print(now.nanoseconds)
        fflush(nil)
        _ = scheduler.reports()
    }
    try engine.stop()
    print("peak 0")
} catch {
    end(3, "\(error)")
}
