// Plays a click through Thud's engine. `swift run click` plays it; `swift run click FILE.wav` writes it to a file
// without a device.

import Glibc
import ThudEngine

func play(to path: String?) throws {
    let engine = try path.map { try Engine.recording(to: $0) } ?? Engine.playing(through: PCMRequest())
    var routing = Routing.silent
    routing.pan(track: 0, gain: 0.8, position: 0)
    let click = Clip(tracks: [(0..<480).map { sinf(Float($0) / 5) * (1 - Float($0) / 480) }])
    guard engine.play(VoiceRequest(id: 1, clip: click, routing: routing, triggered: .now())) else { return }
    while engine.voiceCount > 0 { usleep(1000) }
    for receipt in engine.receipts() { print("voice \(receipt.id) \(receipt.outcome) on frame \(receipt.frame.index)") }
    print("threads while it plays: \(threads())")
}

/// Returns the number of threads of this program, from the kernel's list.
func threads() -> Int {
    guard let folder = opendir("/proc/self/task") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) { count += entry.pointee.d_name.0 == 46 ? 0 : 1 }
    return count
}

print("threads before: \(threads())")
try play(to: CommandLine.arguments.dropFirst().first)
print("threads once the engine is dropped: \(threads())")
