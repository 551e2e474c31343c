import ThudCore
import ThudCues
import ThudHaptics
import ThudPatternRendering
import ThudSoundFiles

/// The cues of a game, loaded and rendered once so that playing one costs nothing.
public struct CueLibrary: Sendable {
    /// Each cue by its full name, `kape/correct`.
    public let cues: [String: PreparedCue]

    /// Loads the folder of a game (`Sounds/kape`): `catalog.json`, the patterns beside it and the sounds they name,
    /// resampled to the stream's rate in Hz.
    ///
    /// - Throws: `SourceError` where catalog or a pattern is broken, `SoundFileError` where a sound cannot be read.
    public init(folder: String, sampleRate: Int) throws {
        let catalogPath = "\(folder)/catalog.json"
        let catalog = try CueCatalog.parse(SourceFile.read(catalogPath), file: catalogPath)
        var patterns: [String: [UInt8]] = [:]
        for name in try SourceFile.names(in: folder, endingIn: ".ahap") {
            patterns[String(name.dropLast(".ahap".count))] = try SourceFile.read("\(folder)/\(name)")
        }
        let cues = try catalog.cues(patterns: patterns)
        let sounds = try PatternSounds.load(
            for: cues.values.map(\.pattern), folder: folder, sampleRate: sampleRate)
        self.cues = cues.mapValues { PreparedCue($0, sounds: sounds, sampleRate: sampleRate) }
    }

    /// The library and one cue more: a sound of its own, as loud as it is.
    ///
    /// - Throws: `SoundFileError` where the sound cannot be read.
    public func adding(sound path: String, as name: String, sampleRate: Int) throws(SoundFileError) -> CueLibrary {
        var event = HapticEvent(.audioCustom)
        event.waveformPath = path
        let sound = try SoundFile.read(path).resampled(to: sampleRate)
        let cue = Cue(name: name, pattern: HapticPattern([event]))
        let prepared = PreparedCue(cue, sounds: PatternSounds([path: sound]), sampleRate: sampleRate)
        return CueLibrary(cues: cues.merging([name: prepared]) { _, new in new })
    }

    private init(cues: [String: PreparedCue]) { self.cues = cues }

    /// Cues that are already there, by their full names.
    init(cues: [Cue], sounds: PatternSounds, sampleRate: Int) {
        self.cues = Dictionary(
            cues.map { ($0.name, PreparedCue($0, sounds: sounds, sampleRate: sampleRate)) },
            uniquingKeysWith: { _, last in last })
    }
}
