import Foundation
import Testing
import ThudSoundFiles
import ThudSoundRecipes

/// The folder of Kape's sounds and cues in this clone.
let kape = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sounds/kape").path(percentEncoded: false)

/// The shipped file of that name.
func shipped(_ name: String) throws -> Sound { try SoundFile.read("\(kape)/\(name).wav") }

extension Recipe: CustomTestStringConvertible {
    /// The name that test reports show.
    public var testDescription: String { name }
}

/// The largest magnitude of any sample, linear.
func samplePeak(_ sound: Sound) -> Float { sound.channels.joined().reduce(0) { max($0, abs($1)) } }
