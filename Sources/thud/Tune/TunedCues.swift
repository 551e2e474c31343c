import ThudCore
import ThudCues
import ThudFeedback
import ThudPatterns

/// The patterns in a game's folder and the tuning of each. A tuned pattern sounds exactly as its saved file would.
struct TunedCues: Hashable, Sendable {
    let folder: String
    /// The names of the patterns within the game, in the order of the catalog.
    let names: [String]
    private let catalog: CueCatalog
    private var files: [String: [UInt8]]
    private var tunings: [String: PatternTuning] = [:]
    /// The tunings that were saved in another folder.
    private var saved: [String: PatternTuning] = [:]

    /// Reads the files of a game's folder; throws if the catalog is broken or a file cannot be read.
    init(folder: String) throws(ThudError) {
        let found = try CueFolder(folder)
        self.folder = folder
        catalog = found.catalog
        files = found.patterns
        let ordered = found.catalog.entries.map(\.name)
        names = ordered + found.patterns.keys.filter { !ordered.contains($0) }.sorted()
    }

    func tuning(of name: String) -> PatternTuning { tunings[name] ?? PatternTuning() }

    var tuned: [String] { names.filter { tunings[$0] != nil } }

    /// Returns the name of a pattern's cue. If the pattern has variants, that is the first one.
    func cue(of name: String) -> String {
        let variant = catalog.entries.first { $0.name == name }?.variants.first
        return ([catalog.game, name] + [variant?.name].compactMap(\.self)).joined(separator: "/")
    }

    /// Returns all cues as tuned; throws if a pattern is broken or missing, or its tuning cannot be applied.
    func cues() throws(ThudError) -> [Cue] {
        var patterns = files
        for name in tuned { patterns[name] = bytes(of: name) }
        return Array(try catalog.cues(patterns: patterns).values)
    }

    /// Returns the cues of a tuned pattern: one, or one for each variant. Throws if the pattern cannot become a cue.
    func cues(of name: String) throws(ThudError) -> [Cue] {
        guard files[name] != nil else { return [] }
        // A catalog makes all its cues at once, and parsing every pattern for each key press takes too long.
        var patterns = files.mapValues { _ in Self.unasked }
        patterns[name] = bytes(of: name)
        let made = try catalog.cues(patterns: patterns)
        let full = "\(catalog.game)/\(name)"
        return made.values.filter { $0.name == full || $0.name.hasPrefix("\(full)/") }
    }

    /// Stands in for each pattern that is not needed: the shortest file that is valid for every kind of cue.
    private static let unasked = Array(
        #"{"Pattern":[{"Event":{"Time":0,"EventType":"HapticContinuous","EventDuration":1}}]}"#.utf8)

    /// Returns the files that `cues` depend on: the catalog, the patterns, and the sounds.
    func files(of cues: [Cue]) -> [String] {
        let sounds = Set(cues.flatMap(\.pattern.soundPaths)).sorted()
        let patterns = names.map { $0 + CueFolder.patternEnding }
        return ([CueFolder.catalogName] + patterns + sounds).map { "\(folder)/\($0)" }
    }

    // MARK: Turning

    /// Turns a knob of a pattern by some steps.
    ///
    /// - Returns: the new cues of the pattern; nil if a file cannot express more, or there is nothing to turn.
    /// - Throws: `ThudError` if no cue could be made. The tuning then stays as it was.
    mutating func turn(_ knob: PatternTuning.Knob, by steps: Int, of name: String) throws(ThudError) -> [Cue]? {
        guard let design = design(of: name), let turned = tuning(of: name).turned(knob, by: steps, of: design) else {
            return nil
        }
        return try set(turned, of: name)
    }

    /// Sets the tuning of a pattern; returns the new cues.
    private mutating func set(_ tuning: PatternTuning, of name: String) throws(ThudError) -> [Cue] {
        let before = tunings[name]
        tunings[name] = tuning.isTuned ? tuning : nil
        do throws(ThudError) {
            return try cues(of: name)
        } catch {
            tunings[name] = before
            throw error
        }
    }

    /// Restores a pattern to its design; false if it was not tuned.
    mutating func restore(_ name: String) -> Bool { tunings.removeValue(forKey: name) != nil }

    // MARK: Reading again

    /// Reads the folder again and applies the present tuning; returns the result and all its cues. Throws like
    /// `init(folder:)` and `cues()`, and also if a tuning no longer fits.
    func reread() throws(ThudError) -> (read: TunedCues, made: [Cue]) {
        var read = try TunedCues(folder: folder)
        read.tunings = tunings.filter { read.files[$0.key] != nil }
        read.saved = saved
        return (read, try read.cues())
    }

    /// Continues from a later reading of the folder, but keeps the present tuning. Returns the cues that differ from
    /// those of the reading, and why some tuning was lost.
    mutating func adopt(_ read: TunedCues) -> (changed: [Cue], obstacles: [ThudError]) {
        var adopted = read
        adopted.saved = saved
        var changed: [Cue] = []
        var obstacles: [ThudError] = []
        for name in read.names where tuning(of: name) != read.tuning(of: name) {
            do throws(ThudError) {
                changed += try adopted.set(tuning(of: name), of: name)
            } catch {
                obstacles.append(error)
            }
        }
        self = adopted
        return (changed, obstacles)
    }

    // MARK: Saving

    /// The patterns to save: tuned ones, and saved ones that are back at their design.
    var unsaved: [String] { names.filter { tunings[$0] != nil || saved[$0] != nil } }

    /// The patterns whose last save is not what they are now.
    var changed: [String] { names.filter { tunings[$0] != saved[$0] } }

    /// Saves the `unsaved` patterns into a folder, with the sounds that they name and it lacks. A file written over its
    /// own design becomes the new design.
    ///
    /// - Parameter written: collects the names of the written files, even if an error is thrown.
    mutating func save(into target: String, written: inout [String]) throws(ThudError) {
        for name in unsaved {
            let (file, content) = (name + CueFolder.patternEnding, bytes(of: name))
            try SourceFile.write(content, to: "\(target)/\(file)")
            written.append(file)
            try copySounds(of: content, to: target, &written)
            if SourceFile.isSame("\(target)/\(file)", "\(folder)/\(file)") {
                (files[name], tunings[name]) = (content, nil)
            }
            saved[name] = tunings[name]
        }
    }

    /// Copies the sounds that a pattern names, unless they are there. A path that leads out of the folder stays a path.
    private func copySounds(of pattern: [UInt8], to target: String, _ written: inout [String]) throws(ThudError) {
        for sound in (try? AHAP.read(pattern, file: folder))?.soundPaths ?? [] where !SourceFile.isPath(sound) {
            guard !SourceFile.exists("\(target)/\(sound)"), SourceFile.exists("\(folder)/\(sound)") else { continue }
            try SourceFile.write(SourceFile.read("\(folder)/\(sound)"), to: "\(target)/\(sound)")
            written.append(sound)
        }
    }

    private func bytes(of name: String) -> [UInt8] {
        guard let tuning = tunings[name], let design = design(of: name) else { return files[name] ?? [] }
        return Array(AHAP.text(tuning.applied(to: design)).utf8)
    }

    private func design(of name: String) -> HapticPattern? {
        guard let file = files[name] else { return nil }
        return try? AHAP.read(file, file: "\(folder)/\(name)\(CueFolder.patternEnding)")
    }
}
