import ThudCore
import ThudCues
import ThudHaptics

/// The patterns of a game's folder and what is turned of each. What is heard of one that is turned is what its file would hold.
struct TunedCues: Hashable, Sendable {
    /// The folder that they were read from.
    let folder: String
    /// The patterns' names within the game, in the order of its catalog.
    let names: [String]
    private let catalog: CueCatalog
    private var files: [String: [UInt8]] = [:]
    private var designs: [String: HapticPattern] = [:]
    private var tunings: [String: PatternTuning] = [:]

    /// Reads a game's folder.
    ///
    /// - Throws: `ThudError` where the catalog or a pattern is broken or cannot be read.
    init(folder: String) throws(ThudError) {
        self.folder = folder
        let path = "\(folder)/catalog.json"
        catalog = try CueCatalog.parse(SourceFile.read(path), file: path)
        for file in try SourceFile.names(in: folder, endingIn: Self.ending) {
            let name = String(file.dropLast(Self.ending.count))
            let bytes = try SourceFile.read("\(folder)/\(file)")
            designs[name] = try AHAP.read(bytes, file: "\(folder)/\(file)")
            files[name] = bytes
        }
        let ordered = catalog.entries.map(\.name)
        names = ordered + designs.keys.filter { !ordered.contains($0) }.sorted()
        _ = try cues(of: names)
    }

    private static let ending = ".ahap"

    /// What is turned of a pattern.
    func tuning(of name: String) -> PatternTuning { tunings[name] ?? PatternTuning() }

    /// The patterns of which something is turned.
    var tuned: [String] { names.filter { tunings[$0] != nil } }

    /// The cues that are made of some patterns, as they stand.
    ///
    /// - Throws: `ThudError` where a cue cannot be made of a pattern as it stands.
    func cues(of names: [String]) throws(ThudError) -> [Cue] {
        var patterns = files
        for name in tuned { patterns[name] = bytes(of: name) }
        let made = try catalog.cues(patterns: patterns)
        let prefixes = names.map { "\(catalog.game)/\($0)" }
        return made.values.filter { cue in prefixes.contains { cue.name == $0 || cue.name.hasPrefix("\($0)/") } }
    }

    /// Turns a knob of a pattern by some steps; false where nothing more can be said in a file, or there is nothing to turn.
    ///
    /// - Throws: `ThudError` where no cue could be made of it then; nothing is turned.
    mutating func turn(_ knob: PatternTuning.Knob, by steps: Int, of name: String) throws(ThudError) -> Bool {
        guard let design = designs[name], let turned = tuning(of: name).turned(knob, by: steps, of: design) else {
            return false
        }
        let before = tunings[name]
        tunings[name] = turned.isTuned ? turned : nil
        do throws(ThudError) {
            _ = try cues(of: [name])
        } catch {
            tunings[name] = before
            throw error
        }
        return true
    }

    /// Has a pattern be as it was designed; false where it is.
    mutating func restore(_ name: String) -> Bool { tunings.removeValue(forKey: name) != nil }

    /// The same tunings over what the folder holds by now.
    ///
    /// - Throws: as `init(folder:)`, and where a tuning does not fit any more.
    func reread() throws(ThudError) -> TunedCues {
        var read = try TunedCues(folder: folder)
        read.tunings = tunings.filter { read.names.contains($0.key) }
        _ = try read.cues(of: read.names)
        return read
    }

    /// Writes the patterns of which something is turned into a folder. What is written over its own design is the design from then
    /// on.
    ///
    /// - Returns: the names of the files.
    /// - Throws: `ThudError` where a file cannot be written.
    mutating func save(into target: String) throws(ThudError) -> [String] {
        var written: [String] = []
        for name in tuned {
            let (file, bytes) = (name + Self.ending, bytes(of: name))
            try SourceFile.write(bytes, to: "\(target)/\(file)")
            written.append(file)
            guard SourceFile.isSame("\(target)/\(file)", "\(folder)/\(file)") else { continue }
            designs[name] = try AHAP.read(bytes, file: file)
            (files[name], tunings[name]) = (bytes, nil)
        }
        return written
    }

    /// The file of a pattern as it stands.
    private func bytes(of name: String) -> [UInt8] {
        guard let tuning = tunings[name], let design = designs[name] else { return files[name] ?? [] }
        return Array(AHAP.text(tuning.applied(to: design)).utf8)
    }
}
