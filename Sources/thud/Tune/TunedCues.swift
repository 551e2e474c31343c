import ThudCore
import ThudCues
import ThudFeedback
import ThudPatterns

/// The patterns of a game's folder and what is turned of each. What is heard of one that is turned is what its file would hold.
struct TunedCues: Hashable, Sendable {
    /// The folder that they were read from.
    let folder: String
    /// The patterns' names within the game, in the order of its catalog.
    let names: [String]
    private let catalog: CueCatalog
    private var files: [String: [UInt8]]
    private var tunings: [String: PatternTuning] = [:]
    /// The patterns that stand in another folder as they were turned when they were saved there.
    private var saved: Set<String> = []

    /// Reads the files of a game's folder.
    ///
    /// - Throws: `ThudError` where the catalog is broken, or a file cannot be read.
    init(folder: String) throws(ThudError) {
        let found = try CueFolder(folder)
        self.folder = folder
        catalog = found.catalog
        files = found.patterns
        let ordered = found.catalog.entries.map(\.name)
        names = ordered + found.patterns.keys.filter { !ordered.contains($0) }.sorted()
    }

    func tuning(of name: String) -> PatternTuning { tunings[name] ?? PatternTuning() }

    /// The patterns of which something is turned.
    var tuned: [String] { names.filter { tunings[$0] != nil } }

    /// The name of a cue that is made of a pattern: its first variant, where it has any.
    func cue(of name: String) -> String {
        let variant = catalog.entries.first { $0.name == name }?.variants.first
        return ([catalog.game, name] + [variant?.name].compactMap(\.self)).joined(separator: "/")
    }

    /// All cues as they stand.
    ///
    /// - Throws: `ThudError` where a pattern is broken or missing, or no cue can be made of it as it stands.
    func cues() throws(ThudError) -> [Cue] {
        var patterns = files
        for name in tuned { patterns[name] = bytes(of: name) }
        return Array(try catalog.cues(patterns: patterns).values)
    }

    /// The cues that are made of a pattern, as it stands: one, or one for each variant.
    ///
    /// - Throws: `ThudError` where no cue can be made of it as it stands.
    func cues(of name: String) throws(ThudError) -> [Cue] {
        guard files[name] != nil else { return [] }
        // A catalog makes all its cues at once, and reading all patterns for one key takes too long.
        var patterns = files.mapValues { _ in Self.unasked }
        patterns[name] = bytes(of: name)
        let made = try catalog.cues(patterns: patterns)
        let full = "\(catalog.game)/\(name)"
        return made.values.filter { $0.name == full || $0.name.hasPrefix("\(full)/") }
    }

    /// Stands for a pattern whose cues are not asked for: the shortest file of which a catalog makes every kind of cue.
    private static let unasked = Array(
        #"{"Pattern":[{"Event":{"Time":0,"EventType":"HapticContinuous","EventDuration":1}}]}"#.utf8)

    /// The files that some cues consist of: the catalog, the patterns, and the sounds that the cues name.
    func files(of cues: [Cue]) -> [String] {
        let sounds = Set(cues.flatMap(\.pattern.events).compactMap(\.waveformPath)).sorted()
        let patterns = names.map { $0 + CueFolder.patternEnding }
        return ([CueFolder.catalogName] + patterns + sounds).map { "\(folder)/\($0)" }
    }

    // MARK: Turning

    /// Turns a knob of a pattern by some steps.
    ///
    /// - Returns: the cues that are made of it now; nil where nothing more can be said in a file, or there is nothing to turn.
    /// - Throws: `ThudError` where no cue could be made of it then; nothing is turned.
    mutating func turn(_ knob: PatternTuning.Knob, by steps: Int, of name: String) throws(ThudError) -> [Cue]? {
        guard let design = design(of: name), let turned = tuning(of: name).turned(knob, by: steps, of: design) else {
            return nil
        }
        return try set(turned, of: name)
    }

    /// Has a pattern be turned so, and returns the cues that are made of it then.
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

    /// Has a pattern be as it was designed; false where it is.
    mutating func restore(_ name: String) -> Bool { tunings.removeValue(forKey: name) != nil }

    // MARK: Reading again

    /// The same tunings over what the folder holds by now, and all cues as they stand then.
    ///
    /// - Throws: `ThudError` as `init(folder:)` and `cues()`, and where a tuning does not fit any more.
    func reread() throws(ThudError) -> (read: TunedCues, made: [Cue]) {
        var read = try TunedCues(folder: folder)
        read.tunings = tunings.filter { read.files[$0.key] != nil }
        read.saved = saved
        return (read, try read.cues())
    }

    /// Goes on from a later reading of the folder, with the knobs as they stand here by now.
    ///
    /// - Returns: the cues that are others than those of the reading, and why some knobs could not be left as they stand.
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

    /// The patterns that are to be saved: those of which something is turned, and those that were saved so and are as designed again.
    var unsaved: [String] { names.filter { tunings[$0] != nil || saved.contains($0) } }

    /// Writes the patterns that are to be saved into a folder. What is written over its own design is the design from then on.
    ///
    /// - Parameter written: the names of the files that were written are added to it, also where it throws.
    /// - Throws: `ThudError` where a file cannot be written.
    mutating func save(into target: String, written: inout [String]) throws(ThudError) {
        for name in unsaved {
            let (file, content) = (name + CueFolder.patternEnding, bytes(of: name))
            try SourceFile.write(content, to: "\(target)/\(file)")
            written.append(file)
            if SourceFile.isSame("\(target)/\(file)", "\(folder)/\(file)") {
                (files[name], tunings[name]) = (content, nil)
            }
            if tunings[name] == nil { saved.remove(name) } else { saved.insert(name) }
        }
    }

    /// The file of a pattern as it stands.
    private func bytes(of name: String) -> [UInt8] {
        guard let tuning = tunings[name], let design = design(of: name) else { return files[name] ?? [] }
        return Array(AHAP.text(tuning.applied(to: design)).utf8)
    }

    private func design(of name: String) -> HapticPattern? {
        guard let file = files[name] else { return nil }
        return try? AHAP.read(file, file: "\(folder)/\(name)\(CueFolder.patternEnding)")
    }
}
