public import ThudCore
public import ThudPatterns
public import ThudSoundFiles

/// Finds the sound files of patterns.
///
/// The path in a pattern is relative to an app's bundle, and says little about its place on this machine. So the
/// search looks beside the pattern and then in each folder above it. After that come the folders beside these in which
/// projects keep sounds, and last the folders that the user names. In each it tries the full path, then its last part
/// alone. A path never leads out of these folders: absolute paths and `..` are taken relative to the folder.
///
///     let search = SoundSearch(folders: ["recordings"])
///     search.path(of: "Audio/ping.wav", beside: "patterns")
public struct SoundSearch: Hashable, Sendable {
    /// The folders that the user names.
    public let folders: [String]

    /// The folders in which Xcode, Unity and web projects keep sounds.
    private static let usual = ["Sounds", "Audio", "Resources", "StreamingAssets"]
    /// How many folders above the pattern's own are searched.
    private static let mostAbove = 8

    /// Creates a search that tries `folders` last.
    public init(folders: [String] = []) { self.folders = folders }

    /// Returns the file of a sound; nil if there is none.
    ///
    /// - Parameters:
    ///   - sound: The path as the pattern writes it.
    ///   - folder: The folder of the pattern's own file.
    public func path(of sound: String, beside folder: String) -> String? {
        let parts = SoundSearch.parts(of: sound)
        guard let last = parts.last else { return nil }
        let names = parts.count > 1 ? [parts.joined(separator: "/"), last] : [last]
        var around = [folder.isEmpty ? "." : folder]
        for _ in 0..<SoundSearch.mostAbove { around.append(around[around.count - 1] + "/..") }
        let usual = around.flatMap { above in SoundSearch.usual.map { "\(above)/\($0)" } }
        for place in around + usual + folders {
            for name in names where SourceFile.exists("\(place)/\(name)") { return "\(place)/\(name)" }
        }
        return nil
    }

    /// Returns the parts of a path that lead downwards, split at slashes of either kind.
    private static func parts(of path: String) -> [String] {
        path.split { $0 == "/" || $0 == "\\" }.map(String.init).filter { ![".", "..", "~"].contains($0) }
    }
}

extension PatternSounds {
    /// Decodes and resamples each file that a pattern names, only once even if the pattern names it several times. A
    /// sound that is missing or cannot be read is left out, and the pattern plays without it.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - folder: The folder of the pattern's own file.
    ///   - search: The search for the files.
    ///   - sampleRate: The sample rate in hertz.
    /// - Returns: The sounds, and an error for each path without one, in path order.
    /// - Throws: `ThudError` if all of them take more than ``mostMebibytes``.
    public static func found(
        for pattern: HapticPattern, beside folder: String, _ search: SoundSearch, sampleRate: Int
    ) throws(ThudError) -> (sounds: PatternSounds, missing: [(path: String, error: ThudError)]) {
        var sounds: [String: Sound] = [:]
        var missing: [(path: String, error: ThudError)] = []
        var bytes = 0
        for path in pattern.soundPaths {
            do throws(ThudError) {
                let sound = try read(path, beside: folder, search).resampled(to: sampleRate)
                bytes += sound.byteCount
                sounds[path] = sound
            } catch {
                missing.append((path, error))
            }
            guard bytes <= mostMebibytes << 20 else { throw .tooManySounds(folder, mebibytes: mostMebibytes) }
        }
        return (PatternSounds(sounds), missing)
    }

    /// Decodes a sound that a pattern names.
    ///
    /// - Throws: `ThudError` if it is not found or cannot be read.
    public static func read(_ path: String, beside folder: String, _ search: SoundSearch) throws(ThudError) -> Sound {
        guard let file = search.path(of: path, beside: folder) else {
            throw ThudError(
                .notFound, about: path,
                "cannot find the sound \(path) in the folders around the pattern; name its folder with --sounds"
            )
        }
        return try SoundFile.read(file)
    }
}
