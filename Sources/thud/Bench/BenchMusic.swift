import Glibc
import ThudCore
import ThudPlayback

/// Music that another client plays meanwhile: a stream of its own to the same device, 20 dB beneath the cues.
final class BenchMusic {
    private let engine: Engine

    /// The chord, in hertz, and how long it goes on before it begins anew, in seconds.
    private static let chord = [220.0, 277.2, 329.6, 415.3]
    private static let seconds = 4.0
    private static let level = 0.05

    /// Starts to play through the device that the cues are played through.
    ///
    /// - Throws: `DeviceError` where it does not take a second client.
    init(_ options: DeviceOptions) throws {
        var request = options.request
        // Music has time: a client that asked for little would change what is measured.
        request.period = 2048
        engine = try Engine.playing(through: request)
        let rate = Double(engine.sampleRate)
        let samples = (0..<Int(Self.seconds * rate)).map { index -> Float in
            let time = Double(index) / rate
            // Each note comes and goes a whole number of times, so that the end meets the beginning.
            let notes = Self.chord.enumerated().map { place, hertz in
                sin(2 * .pi * hertz * time) * (1 - cos(2 * .pi * Double(place + 1) * time / Self.seconds)) / 2
            }
            return Float(Self.level * notes.reduce(0, +))
        }
        var routing = Routing.silent
        routing.pan(track: 0, gain: 1, position: 0)
        var voice = VoiceRequest(id: 1, clip: Clip(tracks: [samples]), routing: routing, triggered: .now())
        voice.isLooping = true
        _ = engine.play(voice)
    }

    /// Ends it.
    func stop() { try? engine.stop() }
}
