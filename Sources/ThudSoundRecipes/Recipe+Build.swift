import Glibc
import ThudSoundFiles

/// A sound that was written, and what was measured on it.
public struct BuiltSound: Hashable, Sendable {
    /// The recipe's name.
    public let name: String
    /// Where the file is.
    public let path: String
    /// The length in seconds.
    public let seconds: Double
    /// Loudness and true peak.
    public let loudness: Loudness
}

extension Recipe {
    /// Synthesises every sound again and writes it as `<name>.wav`, 24 bits, replacing the file in one step.
    ///
    /// - Parameter directory: a folder that exists.
    /// - Returns: what was written, in the order of `all`.
    /// - Throws: the first `SoundFileError`; sounds before it are written.
    public static func build(into directory: String) throws(SoundFileError) -> [BuiltSound] {
        var built: [BuiltSound] = []
        for recipe in all {
            let sound = recipe.render()
            let path = "\(directory)/\(recipe.name).wav"
            try SoundFile.write(sound, to: path)
            built.append(
                BuiltSound(name: recipe.name, path: path, seconds: sound.seconds, loudness: Loudness(of: sound)))
        }
        return built
    }
}
