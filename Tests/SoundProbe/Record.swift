import CThudALSA
import Glibc
import ThudCore
import ThudTestSupport

/// Records the default sink's monitor until standard input closes. It writes `prefix.f32` (interleaved floats) and
/// `prefix.anchors` (frame, tab, CLOCK_MONOTONIC nanoseconds at which PipeWire's clock places that frame).
func record(prefix: String, channels: Int) throws {
    // The server's largest latency: a smaller request would lower the quantum for every client, and make the result
    // look better than it is.
    setenv(
        "PIPEWIRE_PROPS",
        "{ stream.capture.sink = true, node.latency = 2048/48000, node.name = sound-probe }", 1)
    let stream = try Stream(SND_PCM_STREAM_CAPTURE, channels: channels, period: 1024, buffer: 65536)
    guard let samples = fopen(prefix + ".f32", "w"), let anchors = fopen(prefix + ".anchors", "w") else {
        throw HarnessError(description: "Cannot write \(prefix).f32 and \(prefix).anchors.")
    }
    defer {
        fclose(samples)
        fclose(anchors)
    }
    try check(snd_pcm_start(stream.handle), "snd_pcm_start")
    var block = [Float](repeating: 0, count: 1024 * channels)
    var frame = 0
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&input, 1, 0) == 0 {
        let count = snd_pcm_readi(stream.handle, &block, 1024)
        // A dead server looks like an endless overrun. The files keep what was recorded until then.
        guard count > 0 else { break }
        fwrite(block, MemoryLayout<Float>.size * channels, Int(count), samples)
        if frame == 0 { print("recording") }
        frame += Int(count)
        // The sink drives the graph, so its monitor hands over each cycle's samples one cycle late, when the last of
        // them has come out. Timestamps on arrival would be a quantum late. The capture delay counts back from that
        // moment, so it is right even if the quantum changes.
        let (now, delay) = try stream.delay()
        let instant = now - .seconds(Double(delay) / Stream.rate)
        fputs("\(frame)\t\(instant.nanoseconds)\n", anchors)
        fflush(nil)
    }
}
