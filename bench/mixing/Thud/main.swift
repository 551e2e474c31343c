// Thud's mixer, by the protocol of ../mixer.h. It also renders the haptic channel, and keeps the channels separate.

import Glibc
import ThudCore
import ThudPlayback

let rate = 48_000
let frames = 128
let blocks = 375
let batches = 41

/// Renders a second of sound; valgrind counts its instructions by this name.
@_silgen_name("mixer_counted")
@inline(never)
func renderSecond(_ renderer: OfflineRenderer, from first: Int64) -> Float {
    var heard: Float = 0
    for block in 0..<blocks {
        renderer.render(from: Frame(first + Int64(block * frames)), count: frames)
        heard += renderer.samples(of: .right, count: frames)[frames - 1]
    }
    return heard
}

/// Returns a renderer with this many voices, each of which loops one second of sound.
func makeRenderer(voices count: Int) -> OfflineRenderer {
    let samples = (0..<rate).map { Float($0 % 97) / 4850 }
    let voices = (0..<count).map { index in
        var routing = Routing.silent
        routing.pan(track: 0, gain: 0.5, position: 0)
        var voice = VoiceRequest(
            id: UInt64(index), clip: Clip(tracks: [samples]), routing: routing, start: .frame(.zero),
            triggered: Instant(nanoseconds: 0))
        voice.loop = VoiceRequest.Loop(period: samples.count)
        return voice
    }
    return OfflineRenderer(voices, sampleRate: rate, capacity: frames)
}

func end(_ code: Int32, _ reason: String) -> Never {
    _ = (reason + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(code)
}

let arguments = CommandLine.arguments.dropFirst()
guard let count = arguments.first.flatMap({ Int($0) }), (1...64).contains(count) else {
    end(2, "usage: thud-mixing VOICES [once]")
}
let renderer = makeRenderer(voices: count)
let second = Int64(blocks * frames)
guard renderSecond(renderer, from: 0) != 0 else { end(3, "no voice was heard") }
if arguments.dropFirst().first == "once" {
    _ = renderSecond(renderer, from: second)
} else {
    var times: [Double] = []
    for batch in 1...Int64(batches) {
        let begin = Instant.now()
        _ = renderSecond(renderer, from: batch * second)
        times.append(Double((Instant.now() - begin).nanoseconds) / Double(second * Int64(count)))
    }
    print((times.sorted()[batches / 2] * 10_000).rounded() / 10_000)
}
