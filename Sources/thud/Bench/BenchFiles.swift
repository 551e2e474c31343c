import ArgumentParser
import Glibc
import ThudCore
import ThudReports
import ThudSoundFiles

/// The options for the output files of a bench. They are probed before measuring starts.
struct BenchFiles: ParsableArguments {
    @Option("Write a line for each trigger.", value: "file") var triggerLog: String?
    @Option("Write all results as JSON.", value: "file") var json: String?
    @Option("Write the results as an HTML page.", value: "file") var html: String?
    @Option("Write percentiles for HdrHistogram's tools.", value: "file") var hgrm: String?
    /// It is written as soon as the captured signal is available.
    @Option("Save the capture as a sound file.", value: "file") var keepCapture: String?

    func validate() throws {
        let options = [
            ("--trigger-log", triggerLog), ("--json", json), ("--html", html), ("--hgrm", hgrm),
            ("--keep-capture", keepCapture),
        ]
        try Usage.refuseEmpty(options.map { ($0, "a file", $1) })
    }

    var paths: [String] { [triggerLog, json, html, hgrm, keepCapture].compactMap(\.self) }

    /// The place of the first program's percentiles, which HdrHistogram's tools read from a file of their own:
    /// `b.first.hgrm` for `b.hgrm`. Nil if the second one's go to a pipe or a device.
    var firstHgrm: String? {
        guard let hgrm, Self.isReplaced(hgrm) else { return nil }
        let start = SourceFile.withoutEnding(hgrm)
        return "\(start).first\(hgrm.dropFirst(start.count))"
    }

    /// Returns a file that several of `paths` lead to, though it may not exist yet. Pipes and devices may be shared.
    static func shared(among paths: [String]) -> String? {
        let files = paths.filter(isReplaced).map { ($0, place(of: $0)) }
        return files.indices.first { index in files[..<index].contains { $0.1 == files[index].1 } }.map { files[$0].0 }
    }

    /// Returns the first output that would overwrite one of `files` or the earlier run; nil if none would. The JSON may
    /// replace the earlier run, which it is compared with.
    func first(over files: [String], earlier: String?) -> String? {
        paths.first { path in
            let inputs = path == json ? files : files + [earlier].compactMap(\.self)
            return inputs.contains { SourceFile.isSame($0, path) }
        }
    }

    /// Returns one canonical text for all spellings of a file's path.
    private static func place(of path: String) -> String {
        SourceFile.realPath(SourceFile.folder(of: path)).map { "\($0)/\(SourceFile.name(of: path))" } ?? path
    }

    /// Checks that each file can be written before minutes of measuring are spent.
    func probe() throws(ThudError) {
        for path in paths { try Self.probe(path) }
        if let keepCapture { _ = try SoundFile.writableFormat(of: keepCapture) }
    }

    /// Writes all files, even if one fails; throws the first error after that.
    func write(_ summary: BenchSummary, _ comparison: BenchComparison?, _ ratio: BenchRatio?) throws(ThudError) {
        let run = summary.run
        let contents: [(path: String?, text: () -> String)] = [
            (triggerLog, { Self.triggers([ratio?.first.run, run].compactMap(\.self)) }),
            (json, { run.json(comparison: comparison, ratio: ratio).text(.pretty) + "\n" }),
            (html, { summary.page(comparison: comparison, ratio: ratio) }), (hgrm, { summary.percentileText }),
            (ratio == nil ? nil : firstHgrm, { ratio?.first.percentileText ?? "" }),
        ]
        var failure: ThudError?
        for (path, text) in contents {
            guard let path else { continue }
            do throws(ThudError) {
                try SourceFile.write(Array(text().utf8), to: path)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Saves what was captured as a sound file, if requested, so that other tools can search it. A program's channels
    /// are mixed, and are saved softer if they are together too loud for the file. Returns why that failed.
    static func keep(_ channels: [[Float]], sampleRate: Int, in path: String?) -> ThudError? {
        let channels = channels.filter { !$0.isEmpty }
        guard let path, !channels.isEmpty else { return nil }
        let peak = channels.joined().reduce(1) { max($0, abs($1)) }
        do throws(ThudError) {
            let fitting = channels.map { $0.map { $0 / peak } }
            try SoundFile.write(Sound(sampleRate: sampleRate, channels: fitting), to: path)
        } catch {
            return error
        }
        return nil
    }

    /// Returns the triggers in order, one a line, for external measurements: CLOCK_MONOTONIC just before the call, cue
    /// and predicted output, in nanoseconds, between tabs. Of two programs the first one's presses come first.
    private static func triggers(_ runs: [BenchRun]) -> String {
        runs.enumerated().flatMap { place, run in
            let mark = runs.count > 1 ? " \(place + 1)" : ""
            return run.cues.map { cue in
                let triggered = cue.triggered.map { "\($0.nanoseconds)" } ?? ""
                let predicted = cue.predictedLatency == nil ? "" : cue.predicted.map { "\($0.nanoseconds)" } ?? ""
                return "\(triggered)\t\(cue.name)\(mark)\t\(predicted)\n"
            }
        }.joined()
    }

    private static func probe(_ path: String) throws(ThudError) {
        guard !FolderFiles.isFolder(path) else {
            throw ThudError(file: path, message: "cannot be written: it is a folder")
        }
        try SourceFile.checkWritable(path)
        guard isReplaced(path) else { return }
        // A file system may take no file from root either, although root has every permission.
        var name = Array("\(SourceFile.folder(of: SourceFile.target(of: path)))/.thud-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw SourceFile.failure(path, .write) }
        close(descriptor)
        unlink(name)
    }

    /// Whether writing replaces the file at the path, which needs a writable folder. A pipe or device is not replaced.
    private static func isReplaced(_ path: String) -> Bool { SourceFile.kind(of: path) ?? S_IFREG == S_IFREG }
}
