import ThudCore
import ThudCues
import ThudPatterns
import ThudSoundFiles
import ThudTestSupport

/// The expected sound and haptics of a shipped cue, made from its files without the engine under test.
struct ExpectedCue {
    /// The sound on the left channel.
    let sound: [Float]
    /// The haptics as loudspeakers play them.
    let heard: [Float]
    /// The haptics as a drive signal for an actuator.
    let drive: [Float]

    /// The sound and the audible haptics together, as two loudspeakers play them.
    var mixed: [Float] {
        let share = Float(HeardLaw.gain(balance: HeardLaw.usualBalance))
        return (0..<max(sound.count, heard.count)).map { index in
            (index < sound.count ? sound[index] : 0) + (index < heard.count ? heard[index] * share : 0)
        }
    }

    /// Reads a cue from the checkout's `Sounds/kape`.
    init(_ name: String) throws {
        let folder = "\(Checkout.path)/Sounds/kape"
        let file = "\(folder)/\(name.split(separator: "/").last ?? "").ahap"
        let pattern = try AHAP.read(SourceFile.read(file), file: file)
        var sound: [Float] = []
        for event in pattern.events where event.kind == .audioCustom {
            guard let path = event.waveformPath else { continue }
            let volume = Float(event[.audioVolume])
            sound = try SoundFile.read("\(folder)/\(path)").channels[0].map { $0 * volume }
        }
        self.sound = sound
        let renderer = HapticRenderer()
        heard = renderer.heard(pattern)
        drive = renderer.drive(pattern)
    }
}

/// The root folder of the package under test.
enum Checkout {
    /// Derived from the path of this file.
    static var path: String {
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    }
}
