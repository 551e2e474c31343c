import Benchmark
import Feedback
import Games
import Haptics
import Motion
import Playback
import Timebase

/// The parts that run all the time or while somebody waits. `PlainLoop` is the peer of the mixer: the least that adding so
/// many voices could cost.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock], timeUnits: .microseconds, warmupIterations: 3, maxDuration: .seconds(2))
    mixing()
    patterns()
    rounds()
}

/// A period of 128 frames with 1, 8 and 64 voices; 1000 periods an iteration.
private func mixing() {
    let periods = 1000
    let frames = 128
    for count in [1, 8, 64] {
        let samples = (0..<48_000).map { Float($0 % 97) / 4850 }
        let voices = (0..<count).map { index in
            var routing = Routing.silent
            routing.pan(track: 0, gain: 0.5, position: 0)
            var voice = VoiceRequest(
                id: UInt64(index), clip: Clip(tracks: [samples]), routing: routing, start: .frame(.zero),
                triggered: Instant(nanoseconds: 0))
            voice.isLooping = true
            return voice
        }
        Benchmark("Mixer, \(count) voices, 1000 periods of \(frames) frames") { benchmark in
            let renderer = OfflineRenderer(voices)
            benchmark.startMeasurement()
            for period in 0..<periods {
                renderer.render(from: Frame(Int64(period * frames)), count: frames)
                blackHole(renderer.samples(of: .left, count: frames)[0])
            }
            benchmark.stopMeasurement()
        }
        Benchmark("PlainLoop, \(count) voices, 1000 periods of \(frames) frames") { benchmark in
            var mix = [Float](repeating: 0, count: 2 * frames)
            benchmark.startMeasurement()
            for period in 0..<periods {
                let first = period * frames % (samples.count - frames)
                for index in mix.indices { mix[index] = 0 }
                for _ in 0..<count {
                    for index in 0..<frames { mix[index] += 0.5 * samples[first + index] }
                    for index in 0..<frames { mix[frames + index] += 0.5 * samples[first + index] }
                }
                blackHole(mix[0])
            }
            benchmark.stopMeasurement()
        }
    }
}

/// What is done once, when a round is loaded.
private func patterns() {
    let pattern = HapticPreset(rawValue: "impact.heavy")?.pattern ?? HapticPattern()
    let bytes = Array(AHAP.text(pattern).utf8)
    Benchmark("AHAP, read impact.heavy") { benchmark in
        for _ in benchmark.scaledIterations { blackHole(try AHAP.read(bytes, file: "impact.heavy.ahap")) }
    }
    let renderer = HapticRenderer()
    Benchmark("Haptics, impact.heavy heard") { _ in blackHole(renderer.heard(pattern)) }
    Benchmark("Haptics, impact.heavy drive") { _ in blackHole(renderer.drive(pattern)) }
    for rendering in [Rendering.heard, .drive, .felt(.lra)] {
        Benchmark("Haptics, 2 s of taps and a vibration, \(rendering.name)") { _ in
            blackHole(renderer.render(twoSeconds, as: rendering))
        }
    }
    Benchmark("CueLibrary, all of Kape at 48 kHz") { _ in
        blackHole(try CueLibrary(folder: "../Sounds/kape", sampleRate: 48_000))
    }
}

/// Six taps, and a vibration of one second whose intensity a curve moves.
private let twoSeconds = HapticPattern(
    (0..<6).map { index in
        HapticEvent(.transient, at: 0.3 * Double(index), intensity: 0.9, sharpness: 0.2 * Double(index))
    } + [HapticEvent(.continuous, at: 1, duration: 1, intensity: 0.8, sharpness: 0.4)],
    curves: [
        ParameterCurve(
            .hapticIntensity, at: 1,
            points: [.init(time: 0, value: 0.2), .init(time: 0.5, value: 1), .init(time: 1, value: 0.3)])
    ])

/// The tilt detector, and a whole round.
private func rounds() {
    var head = SyntheticMotion(seed: 1, start: Instant(nanoseconds: 0))
    let samples = (0..<6000).compactMap { head.sample(at: Instant(nanoseconds: Int64($0) * 10_000_000)) }
    Benchmark("TiltDetector, a minute at 100 Hz") { _ in
        var detector = TiltDetector()
        for sample in samples { blackHole(detector.take(sample)) }
    }
    Benchmark("KapeSession, a whole round of 60 s") { _ in
        let state = KapeState(
            settings: KapeSettings(), dealer: CardDealer(cards: (0..<100).map { "card \($0)" }, seed: 1))
        let start = Instant(nanoseconds: 0)
        var session = KapeSession(state: state, seed: 1, bot: KapeBot(seed: 1), start: start)
        blackHole(session.advance(to: start + .seconds(66)))
    }
}
