import ThudCore
import ThudCues
import ThudPatternRendering
import ThudPatterns

/// The cues of a game, loaded and rendered once, so that a trigger neither reads a file nor renders a pattern.
public struct CueLibrary: Sendable {
    /// The cues by full name, for example `kape/correct`.
    public private(set) var cues: [String: PreparedCue]

    /// Loads the folder of a game, such as `Sounds/kape`: `catalog.json`, the patterns beside it and the sounds they
    /// name, and bare sounds. The sounds are resampled to the stream's rate in Hz.
    ///
    /// - Throws: `ThudError` if the catalog or a pattern is invalid, if a sound cannot be read, or if all sounds
    ///   together take more than `PatternSounds.mostMebibytes`.
    public init(folder: String, sampleRate: Int) throws {
        var prepared: [String: PreparedCue] = [:]
        try Self.load(folder: folder, sampleRate: sampleRate) { part in
            prepared.merge(part.cues) { _, last in last }
            return true
        }
        cues = prepared
    }

    /// Loads the folder of a game part by part, short cues first. Each part can be played while later ones load.
    ///
    /// - Parameters:
    ///   - folder: The game's folder, such as `Sounds/kape`.
    ///   - sampleRate: The stream's sample rate in Hz.
    ///   - takesBareSounds: Whether a sound that no pattern names is a cue. A game names all of its cues, and a missing
    ///     pattern must not go unnoticed there.
    ///   - broken: Called with the error of each cue that cannot be read. It throws the error, or leaves that cue out.
    ///   - isWanted: Receives each part, and returns false to stop loading.
    /// - Returns: true if every part was accepted.
    /// - Throws: `ThudError`, as `init(folder:sampleRate:)` does. The parts that were already delivered stay valid.
    @discardableResult
    public static func load(
        folder: String, sampleRate: Int, takesBareSounds: Bool = true,
        broken: (ThudError) throws(ThudError) -> Void = { error throws(ThudError) in throw error },
        each isWanted: (CueLibrary) -> Bool
    ) throws -> Bool {
        let found = try CueFolder(folder, broken: broken)
        let cues = try found.catalog.cues(
            patterns: found.patterns, sounds: takesBareSounds ? found.sounds : [], broken: broken)
        let repeating = repeatedSounds(of: Array(cues.values))
        var (bytes, seconds) = (0, 0.0)
        // Each group's decoded sounds are freed after rendering, so that memory never holds all sounds twice.
        for group in alike(cues) {
            var cues: [Cue] = []
            for cue in group {
                let length = cue.pattern.duration
                guard seconds + length <= mostSeconds else {
                    let words = "the cues together last more than \(Int(mostSeconds)) s; use fewer or shorter ones"
                    try broken(
                        ThudError(.tooLong, about: folder, "\(folder): \(words) (no room for \(cue.name))"))
                    continue
                }
                seconds += length
                cues.append(cue)
            }
            if cues.isEmpty { continue }
            do throws(ThudError) {
                let sounds = try PatternSounds.load(
                    for: cues.map(\.pattern), folder: folder, sampleRate: sampleRate, loops: repeating, beside: bytes)
                bytes += sounds.byteCount
                guard isWanted(CueLibrary(cues: cues, sounds: sounds, sampleRate: sampleRate)) else { return false }
            } catch {
                let users = cues[0].name + (cues.count > 1 ? " and \(cues.count - 1) more" : "")
                try broken(
                    ThudError(error.code, about: error.subject, errno: error.errno, "\(error) (used by \(users))"))
            }
        }
        return true
    }

    /// The most seconds that the patterns of a folder may last in total: 2 GiB of haptics at 48 kHz.
    private static let mostSeconds = 5_600.0

    /// Creates a library of cues whose sounds lie in a folder, resampled to the stream's rate in Hz.
    ///
    /// - Throws: `ThudError` if a sound cannot be read, or if all of them take more than
    ///   `PatternSounds.mostMebibytes`.
    public init(_ cues: [Cue], soundsIn folder: String, sampleRate: Int) throws(ThudError) {
        let sounds = try PatternSounds.load(
            for: cues.map(\.pattern), folder: folder, sampleRate: sampleRate, loops: Self.repeatedSounds(of: cues))
        self.init(cues: cues, sounds: sounds, sampleRate: sampleRate)
    }

    /// Returns the sounds that repeat or sound for as long as their cue lasts.
    private static func repeatedSounds(of cues: [Cue]) -> Set<String> {
        Set(
            cues.filter { $0.lasts != nil }.flatMap(\.pattern.events)
                .filter { $0.loops || $0.duration == nil }.compactMap(\.waveformPath))
    }

    /// Groups the cues that use the same sounds, and puts short patterns first, in each group and among the groups.
    private static func alike(_ cues: [String: Cue]) -> [[Cue]] {
        let ordered = cues.values.map { (cue: $0, length: $0.pattern.duration) }
            .sorted { ($0.length, $0.cue.name) < ($1.length, $1.cue.name) }
        let groups = Dictionary(grouping: ordered) { $0.cue.pattern.soundPaths }
        return groups.sorted { first, second in
            let (a, b) = (first.value.last?.length ?? 0, second.value.last?.length ?? 0)
            return a == b ? first.key.lexicographicallyPrecedes(second.key) : a < b
        }.map { $0.value.map(\.cue) }
    }

    /// Returns a copy of the library with one more cue, `name`, which copies the cue `original`. Only its sounds and
    /// its audible haptics are replaced by other samples, at `sampleRate` Hz. If there is no cue `original`, the
    /// library is returned unchanged.
    public func adding(
        _ samples: [Float], inPlaceOfSoundsOf original: String, as name: String, sampleRate: Int
    ) -> CueLibrary {
        guard let cue = cues[original]?.cue else { return self }
        let prepared = PreparedCue(cue, heardAs: samples, sampleRate: sampleRate)
        return CueLibrary(cues: cues.merging([name: prepared]) { _, new in new })
    }

    /// Returns a copy of the library whose cues drive an actuator with a signal shaped for it. A cue that is begun and
    /// ended keeps the neutral signal, because its vibration is synthesized live and a shaped one depends on its past.
    /// nil keeps all signals neutral.
    public func shaped(for actuator: ActuatorProfile?) -> CueLibrary {
        guard let actuator else { return self }
        return CueLibrary(cues: cues.mapValues { $0.shaped(for: actuator) })
    }

    /// Returns the error that a folder holds no cue, not even a broken one.
    package static func nothing(in folder: String) -> ThudError {
        ThudError(.notFound, about: folder, "\(folder) has no cues; add an .ahap file or a sound")
    }

    /// A library without cues.
    public static let none = CueLibrary(cues: [:])

    private init(cues: [String: PreparedCue]) { self.cues = cues }

    /// Adds the cues of another library. They replace those of the same name.
    public mutating func add(_ other: CueLibrary) { cues.merge(other.cues) { _, new in new } }

    /// Returns the library without the cues that have one of `names`.
    public func without(_ names: Set<String>) -> CueLibrary {
        CueLibrary(cues: cues.filter { !names.contains($0.key) })
    }

    /// Creates a library of cues that are already in memory.
    ///
    /// - Parameters:
    ///   - cues: The cues. If two have the same name, the last one counts.
    ///   - sounds: The sounds that the cues' patterns name, at `sampleRate`. A cue plays without a missing sound.
    ///   - sampleRate: The stream's sample rate in Hz.
    public init(cues: [Cue], sounds: PatternSounds, sampleRate: Int) {
        self.cues = Dictionary(
            cues.map { ($0.name, PreparedCue($0, sounds: sounds, sampleRate: sampleRate)) },
            uniquingKeysWith: { _, last in last })
    }
}

/// The files of a folder of cues (`Sounds/kape`): the catalog, and the patterns and sounds beside it.
public struct CueFolder: Hashable, Sendable {
    /// The catalog of cues, already parsed.
    public let catalog: CueCatalog
    /// The bytes of the pattern files, by the patterns' names within the game. They are not parsed yet.
    public let patterns: [String: [UInt8]]
    /// The names of the sound files, sorted.
    public let sounds: [String]

    /// The file name of the catalog.
    public static let catalogName = "catalog.json"
    /// The file name extension of patterns.
    public static let patternEnding = ".ahap"
    /// The usual file name extensions of the sound formats that `SoundFile` reads.
    public static let soundEndings = [
        ".wav", ".aif", ".aiff", ".aifc", ".caf", ".au", ".snd", ".flac", ".ogg", ".oga", ".opus", ".mp3",
    ]

    /// Reads the catalog, if there is one, and the pattern files in the folder at `path`. Hidden files do not count.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - broken: Called with the error of a file that cannot be read, and of a catalog that is invalid. It throws the
    ///     error, or leaves that file out.
    /// - Throws: `ThudError` if the folder cannot be read, and what `broken` throws.
    public init(
        _ path: String, broken: (ThudError) throws(ThudError) -> Void = { error throws(ThudError) in throw error }
    ) throws(ThudError) {
        var (names, seen): ([String], Set<String>) = ([], [])
        for name in try SourceFile.names(in: path, endingIn: "") where Self.holds(name) && !name.hasPrefix(".") {
            // Swift's strings are equal if they look the same.
            let isNew = seen.insert(name).inserted
            let twin = "another file has the same name in other code points; rename it"
            guard let problem = Self.problem(ofName: name) ?? (isNew ? nil : twin) else {
                names.append(name)
                continue
            }
            try broken(ThudError(file: "\(path)/\(TypedText.spelledOut(name.unicodeScalars))", message: problem))
        }
        var (catalog, patterns): (CueCatalog, [String: [UInt8]]) = (.absent(from: path), [:])
        // Of names that differ only in the case of the ending, the one in small letters comes last and counts.
        for name in names where name == Self.catalogName || Self.isPattern(name) {
            do throws(ThudError) {
                let (file, bytes) = ("\(path)/\(name)", try SourceFile.read("\(path)/\(name)"))
                if name == Self.catalogName {
                    catalog = try CueCatalog.parse(bytes, file: file)
                } else {
                    patterns[String(name.dropLast(Self.patternEnding.count))] = bytes
                }
            } catch {
                try broken(error)
            }
        }
        (self.catalog, self.patterns, sounds) = (catalog, patterns, names.filter(Self.isSound))
    }

    /// Returns whether a file of this name can be part of a cue: the catalog, a pattern or a sound. Files that editors
    /// and operating systems leave in the folder do not count.
    public static func holds(_ name: String) -> Bool {
        name == catalogName || isPattern(name) || isSound(name)
    }

    /// Returns why a file of this name cannot be a cue; nil if it can.
    private static func problem(ofName name: String) -> String? {
        // Bytes that are not UTF-8 are read as this character, so such a file cannot be opened by its name.
        if name.contains("\u{FFFD}") { return "its name is not in UTF-8; rename it" }
        // Such a mark would be one character with the slash that ends the folder's name, and hide it.
        if "/\(name)".first != "/" { return "its name begins with a mark on no letter; rename it" }
        // A terminal would obey it in lists of names, and no line of `thud listen` could request a name with two lines.
        return name.unicodeScalars.contains(where: TypedText.acts) ? "its name has a control character; rename it" : nil
    }

    private static func isPattern(_ name: String) -> Bool { name.lowercased().hasSuffix(patternEnding) }

    /// Returns whether the name of a file has one of ``soundEndings``, in any case.
    public static func isSound(_ name: String) -> Bool {
        let small = name.lowercased()
        return soundEndings.contains { small.hasSuffix($0) }
    }
}
