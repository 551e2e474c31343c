import Glibc
import Synchronization
import ThudCore
import ThudPlayback

/// Music from another client, on its own stream to the same device.
final class BenchMusic {
    private let engine: Engine

    /// The frequencies of the chord in hertz, its period in seconds, and the amplitude of each note.
    private static let chord = [220.0, 277.2, 329.6, 415.3]
    private static let seconds = 4.0
    private static let level = 0.05

    /// - Throws: `ThudError` if the device does not accept a second client.
    init(_ options: DeviceOptions) throws {
        var request = options.request
        // Music needs no low latency. A short period here would change the latency being measured.
        request.period = 2048
        engine = try Engine.playing(through: request)
        let rate = Double(engine.sampleRate)
        let samples = (0..<Int(Self.seconds * rate)).map { index -> Float in
            let time = Double(index) / rate
            // Each note swells a whole number of times per period, so that the end meets the beginning.
            let notes = Self.chord.enumerated().map { place, hertz in
                sin(2 * .pi * hertz * time) * (1 - cos(2 * .pi * Double(place + 1) * time / Self.seconds)) / 2
            }
            return Float(Self.level * notes.reduce(0, +))
        }
        var routing = Routing.silent
        routing.pan(track: 0, gain: 1, position: 0)
        var voice = VoiceRequest(id: 1, clip: Clip(tracks: [samples]), routing: routing, triggered: .now())
        voice.loop = VoiceRequest.Loop(period: samples.count)
        _ = engine.play(voice)
    }

    func stop() { try? engine.stop() }
}

/// Threads that only use processor time, like other work in a game. They take no requests, so they are not `Worker`s.
final class BusyThreads: Sendable {
    private let shouldStop = Atomic<Bool>(false)
    private let threads: [PlainThread]

    /// Starts `count` threads, or as many as the system allows.
    init(_ count: Int) {
        threads = (0..<count).map { _ in PlainThread(name: "thud-busy") }
        _ = threads.allSatisfy { $0.start(isOptional: true) { [self] in spin() } }
    }

    func stop() {
        shouldStop.store(true, ordering: .relaxed)
        for thread in threads { thread.join() }
    }

    private func spin() {
        var sum = 0.0
        while !shouldStop.load(ordering: .relaxed) { for index in 0..<1000 { sum += sin(Double(index)) } }
        // Without this use of the sum the compiler would remove the loop.
        withExtendedLifetime(sum) {}
    }
}
