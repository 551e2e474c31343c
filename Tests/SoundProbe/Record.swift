import CThudALSA
import Glibc
import ThudCore
import ThudTestSupport

/// Records the default sink's monitor into `prefix.f32` (interleaved floats) and `prefix.anchors` (frame, tab,
/// CLOCK_MONOTONIC nanoseconds at which PipeWire's clock places that frame), until standard input closes.
func record(prefix: String, channels: Int) throws {
    // The largest latency of the server: a capture that asks for less would lower the quantum for everyone, and so
    // flatter what it measures.
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
        // A dead server looks like an endless overrun. What was recorded until then stands in the files.
        guard count > 0 else { break }
        fwrite(block, MemoryLayout<Float>.size * channels, Int(count), samples)
        if frame == 0 { print("recording") }
        frame += Int(count)
        // The sink drives the graph, so its monitor hands over each cycle's samples one cycle late, at the moment when
        // the last of them has come out. Who stamps samples as they arrive is a quantum late; the capture delay, which
        // counts back from that moment, is right, also when the quantum changes.
        let (now, delay) = try stream.delay()
        let instant = now - .seconds(Double(delay) / Stream.rate)
        fputs("\(frame)\t\(instant.nanoseconds)\n", anchors)
        fflush(nil)
    }
}
