import ThudCore
import ThudFeedback
import ThudPatterns

extension Part {
    /// Work that is done once, when a round is loaded or a pattern is played.
    static let patterns = renderings + [reading, cues]

    /// Two seconds of taps and a vibration, as heard, as a drive signal, and as an actuator's acceleration.
    private static let renderings = [Rendering.heard, .drive, .felt(.lra)].map { rendering in
        Part("Haptics, 2 s, \(rendering.name)", 2, "second of sound") {
            let renderer = HapticRenderer()
            return { use(renderer.render(twoSeconds, as: rendering)) }
        }
    }

    /// A long AHAP file, as an editor or a converter writes it.
    private static let reading: Part = {
        let text = Array(AHAP.text(manyEvents).utf8)
        return Part("AHAP, read \(text.count / 1024) KiB", Double(text.count), "byte") {
            _ = try AHAP.read(text, file: "long.ahap")
            return { use(try? AHAP.read(text, file: "long.ahap")) }
        }
    }()

    private static let cues = Part("CueLibrary, all of Kape at 48 kHz", 1, "time") {
        let folder = "../Sounds/kape"
        _ = try CueLibrary(folder: folder, sampleRate: 48_000)
        return { use(try? CueLibrary(folder: folder, sampleRate: 48_000)) }
    }

    /// Six taps, and a vibration of one second whose intensity follows a curve.
    private static let twoSeconds = HapticPattern(
        (0..<6).map { index in
            HapticEvent(.transient, at: 0.3 * Double(index), intensity: 0.9, sharpness: 0.2 * Double(index))
        } + [HapticEvent(.continuous, at: 1, duration: 1, intensity: 0.8, sharpness: 0.4)],
        curves: [
            ParameterCurve(
                .hapticIntensity, at: 1,
                points: [.init(time: 0, value: 0.2), .init(time: 0.5, value: 1), .init(time: 1, value: 0.3)])
        ])

    /// Taps every 20 ms for half a minute.
    private static let manyEvents = HapticPattern(
        (0..<1500).map { index in
            HapticEvent(
                .transient, at: 0.02 * Double(index), intensity: Double(index % 10) / 10,
                sharpness: Double(index % 7) / 7)
        })
}
