public import ThudCore
public import ThudPatterns
public import ThudSoundFiles

/// Finds the sounds of patterns.
///
/// The path in a pattern is relative to the bundle of an app, and says little about where the file lies on this machine. So
/// it is looked for beside the pattern, then in each folder above, then in the folders beside these in which projects keep
/// sounds, and last in the folders that the user names; in each as it is written, and then by its last part alone. A path
/// never leads out of these folders: what is absolute, and `..`, counts from the folder.
///
///     let search = SoundSearch(folders: ["recordings"])
///     search.path(of: "Audio/ping.wav", beside: "patterns")
public struct SoundSearch: Hashable, Sendable {
    /// Folders that the user names.
    public let folders: [String]

    /// Where projects keep sounds: Xcode, Unity and the web.
    private static let usual = ["Sounds", "Audio", "Resources", "StreamingAssets"]

    /// Folders above the pattern's own that are looked into.
    private static let mostAbove = 8

    /// A search, in some folders at last.
    public init(folders: [String] = []) { self.folders = folders }

    /// The file of a sound; nil where there is none.
    ///
    /// - Parameters:
    ///   - sound: the path as a pattern writes it.
    ///   - folder: of the pattern's own file.
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

    /// The parts of a path that lead down, between slashes of either kind.
    private static func parts(of path: String) -> [String] {
        path.split { $0 == "/" || $0 == "\\" }.map(String.init).filter { ![".", "..", "~"].contains($0) }
    }
}

extension PatternSounds {
    /// Decodes each file that a pattern names, once however often it names it, and resamples it. A sound that is not there
    /// or cannot be read is left out, and the pattern plays without it.
    ///
    /// - Parameters:
    ///   - folder: of the pattern's own file.
    ///   - sampleRate: in hertz.
    /// - Returns: the sounds, and an error for each path without one, in the order of paths.
    /// - Throws: `ThudError` where all of them take more than ``mostMebibytes``.
    public static func found(
        for pattern: HapticPattern, beside folder: String, _ search: SoundSearch, sampleRate: Int
    ) throws(ThudError) -> (sounds: PatternSounds, missing: [(path: String, error: ThudError)]) {
        var sounds: [String: Sound] = [:]
        var missing: [(path: String, error: ThudError)] = []
        var bytes = 0
        for path in Set(pattern.events.compactMap(\.waveformPath)).sorted() {
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

    /// Decodes the sound that a pattern names.
    ///
    /// - Throws: `ThudError` where it is nowhere, or cannot be read.
    public static func read(_ path: String, beside folder: String, _ search: SoundSearch) throws(ThudError) -> Sound {
        guard let file = search.path(of: path, beside: folder) else {
            throw ThudError(
                .notFound, about: path,
                "the sound \(path) is not beside the pattern nor in the folders around it; name its folder with --sounds"
            )
        }
        return try SoundFile.read(file)
    }
}
