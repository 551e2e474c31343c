import Glibc
import Playback
import Timebase

var request = PCMRequest()
if CommandLine.arguments.count > 1 { request.period = Int(CommandLine.arguments[1]) ?? 128 }
let seconds = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 10 : 10
do {
    let engine = try Engine.playing(through: request, recordingTo: "/tmp/pw/probe.wav")
    print(engine.health.device)
    usleep(500_000)
    let click = Clip(tracks: [(0..<480).map { Float($0 % 48 < 24 ? 0.5 : -0.5) }])
    var routing = Routing.silent
    routing[0, .left] = 1
    routing[0, .right] = 1
    var latencies: [Double] = []
    for id in 0..<UInt64(seconds * 4) {
        usleep(UInt32.random(in: 200_000...300_000))
        _ = engine.play(VoiceRequest(id: id, clip: click, routing: routing, triggered: .now()))
        usleep(30_000)
        for receipt in engine.receipts() {
            latencies.append((receipt.predicted - receipt.triggered).milliseconds)
            if receipt.outcome != .played { print(receipt) }
        }
        print("head", engine.head.index, engine.voiceCount, engine.health)
        for event in engine.events() { print(event) }
    }
    engine.finish(within: 1)
    latencies.sort()
    if latencies.isEmpty { exit(0) }
    print("n", latencies.count, "p50", latencies[latencies.count / 2], "min", latencies[0], "max", latencies.last ?? 0)
    print(engine.health)
    try engine.stop()
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue == 0 ? 0 : 0, &usage)
    print("cpu s", Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6 + Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec), "max rss kB", usage.ru_maxrss)
} catch { print("error:", error) }
