import ThudAudioToHaptics
import ThudCore
import ThudHapticFormats
import ThudPatterns
import ThudSoundFiles

/// Converts many patterns and sounds into several formats at once. A file that cannot be read costs only itself, and
/// what an earlier run converted from the same content is left alone.
struct BulkConversion: Sendable {
    let formats: [PatternFormat]
    let output: String
    var android = AndroidEffect.automatic
    var law = IntensityLaw.square
    var event: String?
    var transcription = SoundToHapticOptions.standard.settings
    var isStrict = false
    var isForced = false
    /// Whether it runs again and again. Then each conversion is a result, not only progress.
    var isWatched = false
    /// Whether no further source is to be converted. The manifest then holds what has been done.
    var isStopped: @Sendable () -> Bool = { false }

    struct Tally {
        private(set) var (converted, unchanged, broken, refused, leftOut, losses) = (0, 0, 0, 0, 0, 0)
        /// How many of the refused ones would have overwritten somebody's work.
        private(set) var kept = 0
        /// What is said about sources that others of the same name left out.
        fileprivate(set) var lost: [String] = []

        func line(of bulk: BulkConversion) -> String {
            "\(bulk.output): \(converted) converted, \(unchanged) unchanged, \(leftOut) left out, "
                + "\(broken) unreadable, \(refused - kept) refused" + (kept > 0 ? ", \(kept) kept" : "")
                + "; \(Count.of(losses, "loss", "losses")) in \(bulk.manifestPath)"
        }

        fileprivate mutating func add(_ entry: BulkManifest.Entry, _ isUnchanged: Bool) {
            if entry.outputs.contains(where: \.isKept) { kept += 1 }
            losses += entry.losses.count + entry.outputs.reduce(0) { $0 + $1.losses.count }
            switch entry {
            case _ where entry.leftOut != nil: leftOut += 1
            case _ where entry.error != nil: broken += 1
            case _ where !entry.isComplete: refused += 1
            case _ where isUnchanged: unchanged += 1
            default: converted += 1
            }
        }
    }

    /// Converts and writes the manifest; throws if nothing can be converted, or if another file has its name.
    func run(_ words: [String]) throws -> Tally {
        var earlier = try earlier()
        return try run(words, after: &earlier)
    }

    /// Converts the sources that may have changed since a run and those that it did not have, and writes the manifest.
    func run(
        _ words: [String], after earlier: inout BulkManifest.Earlier,
        where hasChanged: (BulkSource) -> Bool = { _ in true }
    ) throws -> Tally {
        let sources = try BulkSource.all(of: words, but: output, after: earlier)
        guard !sources.isEmpty else {
            throw ThudError(.badInput, "\(words.joined(separator: ", ")): there are no patterns or sounds")
        }
        let standing = sources.map { source in
            let entry = source.isLeftOut || hasChanged(source) ? nil : earlier.entries[source.name]
            return entry.flatMap { $0.leftOut == nil ? $0 : nil }
        }
        try SourceFile.makeFolder(output)
        let before = earlier
        let results = ParallelMap.values(sources.count) { index -> Converted? in
            if let standing = standing[index] { return (standing, true) }
            guard isStopped() else { return convert(sources[index], before) }
            return before.entries[sources[index].name].map { ($0, true) }
        }.compactMap(\.self)
        earlier.add(results.map(\.entry))
        let written = Set(results.flatMap(\.entry.outputs).filter { $0.hash != nil }.map(\.file))
        let others = earlier.hashes.filter { !written.contains($0.key) && SourceFile.exists("\(output)/\($0.key)") }
        let manifest = BulkManifest(settings: settings, entries: results.map(\.entry), others: others)
        try SourceFile.write(manifest.bytes, to: manifestPath)
        var tally = Tally()
        tally.lost = sources.compactMap(\.loss)
        for (entry, isUnchanged) in results { tally.add(entry, isUnchanged) }
        return tally
    }

    var manifestPath: String { "\(output)/\(BulkManifest.name)" }

    private var settings: [JSONValue.Member] {
        [
            .init("to", .array(formats.map { .string($0.rawValue) })), .init("android", .string(android.rawValue)),
            .init("intensity_law", .string(law.rawValue)), .init("event", event.map(JSONValue.string) ?? .null),
            .init("transcription", .string(ContentHash(transcription.line.utf8).text)),
        ]
    }

    /// Returns what an earlier run of the program wrote.
    func earlier() throws(ThudError) -> BulkManifest.Earlier {
        do throws(ThudError) {
            return try BulkManifest.earlier(in: manifestPath, settings)
        } catch {
            guard isForced else {
                throw ThudError(
                    .usage, "\(manifestPath) is no manifest of thud convert; choose another folder, or --force")
            }
            return BulkManifest.Earlier()
        }
    }

    private typealias Converted = (entry: BulkManifest.Entry, isUnchanged: Bool)
    /// A pattern, also with the settings by which it was made of a sound, and what was lost while reading.
    private typealias Reading = (pattern: HapticPattern, described: HapticPattern, losses: [String])

    private func convert(_ source: BulkSource, _ earlier: BulkManifest.Earlier) -> Converted {
        var entry = BulkManifest.Entry(source: source.name)
        if case .leftOut(let reason, _) = source.content {
            entry.leftOut = reason
            return (entry, false)
        }
        do throws(ThudError) {
            let hash = try hash(source)
            if let old = earlier.entries[source.name], old.hash == hash, isStanding(old) { return (old, true) }
            entry.hash = hash
            let reading = try read(source)
            entry.losses = reading.losses
            // A folder may be converted into itself.
            let others = formats.filter { !SourceFile.isSame(source.path ?? "", "\(output)/\(source.file($0))") }
            entry.outputs = others.map { write(reading, source, $0, earlier) }
            if others.isEmpty { entry.leftOut = "it would be converted into itself" }
            let written = entry.outputs.filter { $0.error == nil }.map(\.format)
            guard !written.isEmpty else { return (entry, false) }
            let line = "\(source.name): \(written.joined(separator: ", "))"
            if isWatched { Console.result(line) } else { Console.remark(line) }
        } catch {
            entry.error = "\(error)"
            Console.remark("thud: \(error)")
        }
        return (entry, false)
    }

    /// Whether all that was written is still there, and may stay.
    private func isStanding(_ entry: BulkManifest.Entry) -> Bool {
        let isLossless = entry.losses.isEmpty && entry.outputs.allSatisfy(\.losses.isEmpty)
        return entry.isComplete && (isLossless || !isStrict)
            && entry.outputs.allSatisfy { (try? ContentHash(ofFile: "\(output)/\($0.file)").text) == $0.hash }
    }

    private func hash(_ source: BulkSource) throws(ThudError) -> String {
        switch source.content {
        case .sound(let path): try ContentHash(ofFile: path).text
        case .pattern(let subject): ContentHash(try subject.text().bytes).text
        case .broken(_, let error): throw error
        case .leftOut: ""
        }
    }

    private func read(_ source: BulkSource) throws(ThudError) -> Reading {
        switch source.content {
        case .sound(let path):
            let conversion = SoundConversion(try SoundFile.read(path), of: path, transcription)
            return (conversion.transcription.pattern, conversion.pattern, conversion.losses)
        case .pattern(let subject):
            let read = try subject.read(event: event)
            return (read.pattern, read.pattern, read.diagnostics.filter(\.disposition.isLoss).map(\.description))
        case .broken(_, let error): throw error
        case .leftOut: return (HapticPattern(), HapticPattern(), [])
        }
    }

    /// Writes one file, unless it holds what somebody else wrote.
    private func write(
        _ reading: Reading, _ source: BulkSource, _ format: PatternFormat, _ earlier: BulkManifest.Earlier
    ) -> BulkManifest.Output {
        let name = SourceFile.name(of: source.place)
        let pattern = SoundToHapticOptions.holdsSettings(format) ? reading.described : reading.pattern
        let export = format.write(pattern, android: android, law: law, event: event ?? name)
        var result = BulkManifest.Output(file: source.file(format), format: format.rawValue)
        let path = "\(output)/\(result.file)"
        // Whether the sound is there changes while the source does not, so the manifest names it in any case.
        let sounds = format == .ahap ? reading.pattern.soundPaths : []
        result.losses = export.losses + sounds.map { "the pattern needs the sound \($0) beside it" }
        do throws(ThudError) {
            let missing = sounds.filter { !SourceFile.exists("\(SourceFile.folder(of: path))/\($0)") }
            let lost = export.losses.count + reading.losses.count + missing.count
            guard !isStrict || lost == 0 else {
                let losses = Count.of(lost, "loss", "losses")
                throw ThudError(.checkFailed, "\(path) was not written: \(losses), and --strict allows none")
            }
            let isOwn = earlier.hashes[result.file].map { $0 == (try? ContentHash(ofFile: path).text) } ?? false
            if !isForced, !isOwn { try PatternOutput.keepOthersWork(in: path, export.bytes) }
            try SourceFile.makeFolder(SourceFile.folder(of: path))
            try SourceFile.write(export.bytes, to: path)
            result.hash = ContentHash(export.bytes).text
            // A smaller file never has too many parts, and most need not be read.
            if export.bytes.count > 32_768 { _ = PatternOutput.readAgain(export.bytes, format, at: path) }
        } catch {
            result.error = "\(error)"
            result.isKept = error.code == .usage
            Console.remark("thud: \(error)")
        }
        return result
    }
}
