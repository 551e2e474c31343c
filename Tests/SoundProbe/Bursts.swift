import CThudALSA
import Glibc
import ThudCore
import ThudTestSupport

/// Plays bursts at uneven distances and prints the predicted instant of each, in nanoseconds.
func playBursts(count: Int, period: Int) throws {
    // The period sets the quantum; the buffer is long, so that a busy machine does not starve the stream.
    let stream = try Stream(SND_PCM_STREAM_PLAYBACK, channels: 2, period: period, buffer: 8192)
    let burst = TestSignal.burst()
    // Uneven distances around 100 ms, so that bursts fall anywhere in a cycle; half a second of silence comes first.
    let starts = (0..<count).map { 24000 + $0 * 4801 + ($0 * 997) % 701 }
    let end = (starts.last ?? 0) + burst.count + 12000
    var block = [Float](repeating: 0, count: period * 2)
    var written = 0
    while written < end {
        for frame in 0..<period {
            let position = written + frame
            let sounding = starts.last { $0 <= position && position < $0 + burst.count }
            let sample = sounding.map { burst[position - $0] } ?? 0
            block[2 * frame] = sample
            block[2 * frame + 1] = sample
        }
        let result = snd_pcm_writei(stream.handle, block, snd_pcm_uframes_t(period))
        try check(Int32(result), "snd_pcm_writei")
        written += period
        for start in starts where written - period <= start && start < written {
            let (now, delay) = try stream.delay()
            // The next frame to be written comes out after `delay` frames; the burst began that much earlier.
            let predicted = now + .seconds(Double(delay - (written - start)) / Stream.rate)
            print(predicted.nanoseconds)
            fflush(nil)
        }
    }
    // The rest of the queue is silence.
    snd_pcm_drop(stream.handle)
}
