import ThudCore
import ThudCues
import ThudPatternRendering
import ThudPatterns
import ThudPlayback
import ThudSoundFiles

/// The cues of a game, loaded and rendered once, so that a trigger neither reads a file nor renders a pattern.
public struct CueLibrary: Sendable {
    /// Each cue by its full name, `kape/correct`.
    public let cues: [String: PreparedCue]

    /// Loads the folder of a game (`Sounds/kape`): `catalog.json`, the patterns beside it and the sounds they name,
    /// resampled to the stream's rate in Hz.
    ///
    /// - Throws: `ThudError` where the catalog or a pattern is broken, where a sound cannot be read, or where all of them take more
    ///   than `PatternSounds.mostMebibytes`.
    public init(folder: String, sampleRate: Int) throws {
        var prepared: [String: PreparedCue] = [:]
        try Self.load(folder: folder, sampleRate: sampleRate) { part in
            prepared.merge(part.cues) { _, last in last }
            return true
        }
        cues = prepared
    }

    /// Loads the folder of a game part by part, short cues first, for as long as `isWanted` takes them: the cues of a part can be
    /// played while the others are loaded.
    ///
    /// - Parameter sampleRate: the stream's, in Hz.
    /// - Returns: whether all were taken.
    /// - Throws: as `init(folder:sampleRate:)`; what was given before stays good.
    @discardableResult
    public static func load(folder: String, sampleRate: Int, each isWanted: (CueLibrary) -> Bool) throws -> Bool {
        let cues = try cues(inFolder: folder)
        let repeating = repeatedSounds(of: Array(cues.values))
        var bytes = 0
        // Once its cues are rendered a sound is let go, so that never all sounds are in memory twice.
        for cues in alike(cues) {
            let sounds = try PatternSounds.load(
                for: cues.map(\.pattern), folder: folder, sampleRate: sampleRate, loops: repeating, beside: bytes)
            bytes += sounds.byteCount
            guard isWanted(CueLibrary(cues: cues, sounds: sounds, sampleRate: sampleRate)) else { return false }
        }
        return true
    }

    /// A library of some cues whose sounds stand in a folder, resampled to the stream's rate in Hz.
    ///
    /// - Throws: as `init(folder:sampleRate:)`.
    public init(_ cues: [Cue], soundsIn folder: String, sampleRate: Int) throws(ThudError) {
        let sounds = try PatternSounds.load(
            for: cues.map(\.pattern), folder: folder, sampleRate: sampleRate, loops: Self.repeatedSounds(of: cues))
        self.init(cues: cues, sounds: sounds, sampleRate: sampleRate)
    }

    /// The sounds that go on as long as a cue lasts.
    private static func repeatedSounds(of cues: [Cue]) -> Set<String> {
        Set(
            cues.filter { $0.lasts != nil }.flatMap(\.pattern.events)
                .filter { $0.loops || $0.duration == nil }.compactMap(\.waveformPath))
    }

    /// The cues in groups that share their sounds, those whose patterns are short before the others.
    private static func alike(_ cues: [String: Cue]) -> [[Cue]] {
        let groups = Dictionary(grouping: cues.values) { Set($0.pattern.events.compactMap(\.waveformPath)).sorted() }
        func length(_ cues: [Cue]) -> Double { cues.map(\.pattern.duration).max() ?? 0 }
        return groups.sorted { first, second in
            let (a, b) = (length(first.value), length(second.value))
            return a == b ? first.key.lexicographicallyPrecedes(second.key) : a < b
        }.map { $0.value.sorted { $0.name < $1.name } }
    }

    /// The cues of a game's folder as they are designed, by their full names: its catalog and the patterns beside it.
    ///
    /// - Throws: `ThudError` where the catalog or a pattern is broken or cannot be read.
    public static func cues(inFolder folder: String) throws(ThudError) -> [String: Cue] {
        let found = try CueFolder(folder)
        var cues = try found.catalog.cues(patterns: found.patterns)
        let named = Set(cues.values.flatMap(\.pattern.events).compactMap(\.waveformPath))
        for sound in found.sounds where !named.contains(sound) {
            let name = "\(found.catalog.game)/\(sound.prefix { $0 != "." })"
            if cues[name] == nil { cues[name] = Cue(name: name, pattern: .playing(sound)) }
        }
        return cues
    }

    /// The library with one more cue, `name`: the sound at `path`, with no change of its level.
    ///
    /// - Throws: `ThudError` where the sound cannot be read.
    public func adding(sound path: String, as name: String, sampleRate: Int) throws(ThudError) -> CueLibrary {
        let sound = try SoundFile.read(path).resampled(to: sampleRate)
        let cue = Cue(name: name, pattern: .playing(path))
        let prepared = PreparedCue(cue, sounds: PatternSounds([path: sound]), sampleRate: sampleRate)
        return CueLibrary(cues: cues.merging([name: prepared]) { _, new in new })
    }

    /// The library and a copy of one of its cues with other samples, at `sampleRate` Hz, in place of the cue's sounds and of its
    /// haptics as they are heard; all else about it stays.
    public func adding(
        _ samples: [Float], inPlaceOfSoundsOf original: String, as name: String, sampleRate: Int
    ) -> CueLibrary {
        guard let cue = cues[original]?.cue else { return self }
        let prepared = PreparedCue(cue, heardAs: samples, sampleRate: sampleRate)
        return CueLibrary(cues: cues.merging([name: prepared]) { _, new in new })
    }

    /// No cues at all.
    public static let none = CueLibrary(cues: [:])

    private init(cues: [String: PreparedCue]) { self.cues = cues }

    /// The library and the cues of another one, which take the place of any of the same name.
    public func adding(_ other: CueLibrary) -> CueLibrary {
        CueLibrary(cues: cues.merging(other.cues) { _, new in new })
    }

    /// A library of cues that are already in memory, each found by its full name.
    ///
    /// - Parameters:
    ///   - sounds: those that the cues' patterns name, at `sampleRate`; a cue plays without one that is not there.
    ///   - sampleRate: the stream's, in Hz.
    public init(cues: [Cue], sounds: PatternSounds, sampleRate: Int) {
        self.cues = Dictionary(
            cues.map { ($0.name, PreparedCue($0, sounds: sounds, sampleRate: sampleRate)) },
            uniquingKeysWith: { _, last in last })
    }
}

extension HapticPattern {
    /// A pattern of one sound from time 0 on, without haptics.
    fileprivate static func playing(_ sound: String) -> HapticPattern {
        var event = HapticEvent(.audioCustom)
        event.waveformPath = sound
        return HapticPattern([event])
    }
}

/// The files of a folder of cues (`Sounds/kape`): the catalog, and the patterns and sounds beside it.
public struct CueFolder: Hashable, Sendable {
    /// The catalog.
    public let catalog: CueCatalog
    /// The patterns' files, by the patterns' names within the game. Nobody has looked yet whether they are patterns.
    public let patterns: [String: [UInt8]]
    /// The names of the sounds' files, sorted, if the folder has no catalog: each that no pattern names is a cue of its own.
    public let sounds: [String]

    /// The name of the catalog's file.
    public static let catalogName = "catalog.json"
    /// How the names of patterns' files end.
    public static let patternEnding = ".ahap"
    /// How the names of sounds end, in the usual writing of the formats that `SoundFile` reads.
    private static let soundEndings = [
        ".wav", ".aif", ".aiff", ".aifc", ".caf", ".au", ".snd", ".flac", ".ogg", ".oga", ".opus", ".mp3",
    ]

    /// Reads the files of the folder at `path`. The catalog is optional.
    ///
    /// - Throws: `ThudError` if the catalog is broken, or a file cannot be read.
    public init(_ path: String) throws(ThudError) {
        let catalogPath = "\(path)/\(Self.catalogName)"
        let names = try SourceFile.names(in: path, endingIn: "")
        if names.contains(Self.catalogName) {
            catalog = try CueCatalog.parse(SourceFile.read(catalogPath), file: catalogPath)
            sounds = []
        } else {
            catalog = .absent(from: path)
            sounds = names.filter(Self.isSound)
        }
        var patterns: [String: [UInt8]] = [:]
        for name in names where name.hasSuffix(Self.patternEnding) {
            patterns[String(name.dropLast(Self.patternEnding.count))] = try SourceFile.read("\(path)/\(name)")
        }
        self.patterns = patterns
    }

    /// Whether a file of that name in the folder may be part of a cue: the catalog, a pattern or a sound. What editors and systems
    /// put beside them is not.
    public static func holds(_ name: String) -> Bool {
        name == catalogName || name.hasSuffix(patternEnding) || isSound(name)
    }

    private static func isSound(_ name: String) -> Bool {
        let small = name.lowercased()
        return soundEndings.contains { small.hasSuffix($0) }
    }
}
