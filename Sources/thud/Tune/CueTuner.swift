import ThudCore
import ThudFeedback
import ThudPatterns

/// Tunes the cues of a game while it is played, follows changes to their files, and saves what was tuned.
///
/// It belongs to the thread that triggers cues; another one reads and renders. Only `save` waits for the disk.
final class CueTuner {
    private(set) var cues: TunedCues
    /// Increases whenever the scheduler gets new cues.
    private(set) var revision = 0
    private let target: String
    private let renderer: BackgroundCueRenderer
    /// Reports saved files; nil if the system has no file watch left.
    private let watch: FileWatch?
    private var readings = FolderReadings()
    /// The timings in the target folder; nil if they are as designed.
    private var savedTimings: [UInt8]?
    /// The remarks for the next call of `collect`.
    private var remarks: [String] = []

    /// Creates a tuner of the cues in `folder` for a stream of `sampleRate` Hz. It saves into `target`.
    ///
    /// - Parameter watch: reports saved files. Without one they are not followed, and a remark says so.
    /// - Throws: `ThudError` if the cues cannot be read.
    init(
        folder: String, sampleRate: Int, savingInto target: String,
        watching watch: Result<FileWatch, ThudError> = Result { () throws(ThudError) in try FileWatch() }
    ) throws(ThudError) {
        self.target = target
        self.watch = try? watch.get()
        // Watched before the first read, so that a save in between is not missed.
        self.watch?.add(["\(folder)/\(CueFolder.catalogName)"])
        cues = try TunedCues(folder: folder)
        self.watch?.add(cues.files(of: try cues.cues()))
        renderer = BackgroundCueRenderer(folder: folder, sampleRate: sampleRate)
        if case .failure(let error) = watch { remarks = ["changed files are not reloaded: \(error)"] }
    }

    deinit { renderer.worker.stop() }

    /// Readable when there is something to collect.
    var descriptors: [Int32] { [renderer.worker.descriptor] + [watch?.descriptor].compactMap(\.self) }
    /// When to call `collect` even if no descriptor is readable.
    var nextDeadline: Instant? { readings.nextDeadline }

    /// Turns a knob of a pattern by some steps; returns why it cannot be turned, or nil.
    func turn(_ knob: PatternTuning.Knob, by steps: Int, of name: String) -> String? {
        do throws(ThudError) {
            guard let turned = try cues.turn(knob, by: steps, of: name) else { return "\(name): \(knob.limit)" }
            renderer.render(turned)
            return nil
        } catch {
            return error.description
        }
    }

    func restore(_ name: String) {
        guard cues.restore(name), let designed = try? cues.cues(of: name) else { return }
        renderer.render(designed)
    }

    /// Gives the scheduler the cues rendered since the last call, and requests a new reading if someone else saved
    /// one of the files. Returns remarks: errors, and what was read.
    func collect(into scheduler: FeedbackScheduler, now: Instant = .now()) -> [String] {
        for outcome in renderer.worker.take() {
            switch outcome {
            case .rendered(.success(let library)): play(library, by: scheduler)
            case .rendered(.failure(let error)): remarks.append(error.description)
            case .read(let reading): if readings.accept(reading.number) { take(reading, by: scheduler, now) }
            }
        }
        checkForSaves()
        if readings.isWanted(at: now) { renderer.read(cues, number: readings.ask(at: now)) }
        defer { remarks = [] }
        return remarks
    }

    private func play(_ library: CueLibrary, by scheduler: FeedbackScheduler) {
        scheduler.add(library)
        revision += 1
    }

    private func take(_ reading: BackgroundCueRenderer.Reading, by scheduler: FeedbackScheduler, _ now: Instant) {
        if let read = reading.cues {
            // If a sound cannot be read, the watch on its folder reports when it appears.
            watch?.add(reading.files)
            let (changed, obstacles) = cues.adopt(read)
            renderer.render(changed)
            remarks += obstacles.map(\.description)
        }
        switch reading.library {
        case .success(let library):
            readings.succeed()
            play(library, by: scheduler)
            remarks.append("reloaded the cues in \(cues.folder)")
        case .failure(let error):
            if readings.fail(reading.number, at: now) { remarks.append(error.description) }
        }
    }

    /// Marks the readings as stale if a file of the cues was saved, unless it is one of `own`, or if their folder was
    /// gone and is back.
    private func checkForSaves(but own: [String] = []) {
        guard let saved = watch?.saved() else { return }
        let isOthers = saved.names.contains { CueFolder.holds($0) && !own.contains($0) }
        if isOthers || saved.hasNewFolder(of: [cues.folder]) { readings.isStale = true }
    }
}

// MARK: Saving

extension CueTuner {
    /// Saves all tuned patterns, and the timings in a file of their own. What was saved before and is now back at its
    /// design is written again as designed. Returns what was written, or why not.
    func save(_ timings: TriedTimings) -> String {
        let timingFile = timings.file ?? (savedTimings == nil ? nil : TriedTimings.untried)
        guard timingFile != nil || !cues.unsaved.isEmpty else {
            return "nothing has changed, so there is nothing to save"
        }
        checkForSaves()
        var written: [String] = []
        defer { disregard(written) }
        do throws(ThudError) {
            try SourceFile.makeFolder(target)
            try cues.save(into: target, written: &written)
            if let timingFile {
                try SourceFile.write(timingFile, to: "\(target)/\(TriedTimings.fileName)")
                savedTimings = timings.file
                written.append(TriedTimings.fileName)
            }
            return "saved \(written.joined(separator: ", ")) in \(target)"
        } catch {
            return written.isEmpty
                ? "not saved: \(error)" : "saved only \(written.joined(separator: ", ")) in \(target): \(error)"
        }
    }

    func isSaved(_ timings: TriedTimings) -> Bool { timings.file == savedTimings }

    /// Ignores our own saves into the design folder, because their cues are already playing.
    private func disregard(_ written: [String]) {
        guard !written.isEmpty, SourceFile.isSame(target, cues.folder) else { return }
        checkForSaves(but: written)
        readings.discard()
    }
}

extension PatternTuning.Knob {
    fileprivate var limit: String {
        switch self {
        case .volume: "a file cannot be louder or softer than this, or the cue has no sound"
        case .pitch: "a sound moves up or down by one octave at most"
        case .intensity: "the haptics are as strong or as weak as a file allows"
        case .sharpness: "the haptics are as crisp or as round as a file allows"
        case .delay: "only a cue with sound and haptics can delay its haptics"
        }
    }
}
