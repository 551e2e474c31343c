import ThudCore
import ThudPlayback

extension Part {
    /// The mixer with 1 to 64 voices, and `PlainLoop`, the least that adding so many voices could cost.
    static let mixing = [1, 2, 4, 8, 16, 32, 64].flatMap { [mixer(voices: $0), plainLoop(voices: $0)] }

    private static let periods = 1000
    private static let frames = 128
    private static let samples = (0..<48_000).map { Float($0 % 97) / 4850 }

    private static func mixer(voices count: Int) -> Part {
        Part("Mixer, \(count) voices", Double(count * periods * frames), "voice-frame") {
            let voices = (0..<count).map { index in
                var routing = Routing.silent
                routing.pan(track: 0, gain: 0.5, position: 0)
                var voice = VoiceRequest(
                    id: UInt64(index), clip: Clip(tracks: [samples]), routing: routing, start: .frame(.zero),
                    triggered: Instant(nanoseconds: 0))
                voice.loop = VoiceRequest.Loop(period: samples.count)
                return voice
            }
            let renderer = OfflineRenderer(voices, sampleRate: 48_000)
            return {
                for period in 0..<periods {
                    renderer.render(from: Frame(Int64(period * frames)), count: frames)
                    use(renderer.samples(of: .left, count: frames)[0])
                }
            }
        }
    }

    private static func plainLoop(voices count: Int) -> Part {
        Part("PlainLoop, \(count) voices", Double(count * periods * frames), "voice-frame") {
            let (samples, periods, frames) = (samples, periods, frames)
            return { addPlainly(samples, voices: count, periods: periods, frames: frames) }
        }
    }
}

/// The sizes are arguments, which the compiler needs to vectorise the loops.
private func addPlainly(_ samples: [Float], voices: Int, periods: Int, frames: Int) {
    var mix = [Float](repeating: 0, count: 2 * frames)
    for period in 0..<periods {
        let first = period * frames % (samples.count - frames)
        for index in mix.indices { mix[index] = 0 }
        for _ in 0..<voices {
            for index in 0..<frames { mix[index] += 0.5 * samples[first + index] }
            for index in 0..<frames { mix[frames + index] += 0.5 * samples[first + index] }
        }
        use(mix[0])
    }
}
