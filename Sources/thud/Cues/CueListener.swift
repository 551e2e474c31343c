import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGames
import ThudPlayback

/// Gives the cues that lines on standard input ask for.
final class CueListener {
    private let output: SoundOutput
    private let scheduler: FeedbackScheduler
    private let loader: CueLoader
    private var isLoaded = false
    private var names: Set<String> = []
    private let silentSwitch: SilentSwitch
    private let interrupts = Interrupts(.stopRequested)
    private let isJSON: Bool
    private let isVerbose: Bool
    private let start: Instant
    private var reader = CueLineReader(file: CueListener.source)
    private var isAtEnd = false
    /// The lines that were read and not taken: the first of them asks for a cue that may still be loaded.
    private var lines: ArraySlice<Result<CueLine, ThudError>> = []
    /// The cues that waited for the stream to begin, which is not the time that a cue takes.
    private var early: Set<UInt64> = []
    /// The cues that are not due for a while, in the order in which they are.
    private var waiting: [(due: Instant, line: CueLine)] = []
    private var log: SessionLog
    private var badLines = 0

    private static let source = "standard input"
    /// The most cues that may wait.
    private static let mostWaiting = 10_000
    /// So long before they are due the engine gets them.
    private static let horizon = Interval.milliseconds(500)
    /// How often to look whether the last cue has been heard out.
    private static let endingSleep = Interval.milliseconds(50)
    /// How long a cut may take until it is heard.
    private static let longestCut = Interval.milliseconds(300)
    private static let longestSleep = Interval.seconds(60)

    /// Opens the output, while the cues are loaded.
    ///
    /// - Throws: where a named device cannot be used, or a recording cannot be made; or is to be, and a cue is broken.
    init(_ options: SoundOptions, isJSON: Bool) throws {
        let assets = try Assets.find()
        try options.refuseRecording(over: Games.names.flatMap(assets.files))
        let early = CueLoader(assets, sampleRate: PCMRequest().sampleRate)
        // A broken cue costs no recording of before.
        if options.record != nil { try early.finish() }
        output = try SoundOutput.open(
            options, withoutDevice: .silence(instead: "--record FILE keeps what would be"))
        let sampleRate = output.engine.sampleRate
        if sampleRate == PCMRequest().sampleRate {
            loader = early
        } else {
            early.abandon()
            loader = CueLoader(assets, sampleRate: sampleRate)
        }
        scheduler = FeedbackScheduler(
            engine: output.engine, hapticEngine: output.hapticEngine, library: .none, settings: options.settings())
        silentSwitch = SilentSwitch(options.policy.silentSwitch ?? .follow)
        self.isJSON = isJSON
        isVerbose = options.verbose
        start = output.engine.now
        log = SessionLog(start: start, keepsReports: false)
        if isVerbose { Console.remark("Playing through \(output.engine.health.device)") }
    }

    /// Why it counts as failed; nil where every line was good and every cue was heard in time.
    var failure: ThudError? {
        guard badLines == 0 else {
            return ThudError(
                .badInput, "\(Count.of(badLines, "line")) of \(Self.source) asked for no cue that there is")
        }
        return verdict.failure
    }

    private var verdict: RoundVerdict {
        RoundVerdict(
            tally: log.tally, health: output.engine.health, hapticHealth: output.hapticEngine?.health,
            lostTriggers: scheduler.lostTriggers, isHeard: output.isHeard)
    }

    /// Listens until the input has ended and all of it has been heard, or until a signal comes, which is returned.
    func run() throws -> Int32? {
        do {
            try listen()
        } catch {
            try? output.close()
            throw error
        }
        if interrupts.received == nil { hearOut() } else { cut() }
        collect()
        if isVerbose { Console.remark(StatusLine.closing(verdict)) }
        try output.close()
        return interrupts.received
    }

    private func listen() throws {
        followSilentSwitch()
        while interrupts.received == nil {
            handOver()
            collect()
            if isAtEnd, isLoaded, lines.isEmpty, waiting.isEmpty, scheduler.pendingCount == 0, output.isQuiet { break }
            try sleep()
        }
    }

    /// Waits for a line, a signal, a word of the audio thread, or until a cue is due.
    private func sleep() throws {
        let now = Instant.now()
        let own = [output.engine.signal] + (output.hapticEngine.map { [$0.signal] } ?? [])
        let others = [interrupts.descriptor, loader.descriptor] + own + silentSwitch.descriptors
        let deadlines = [
            waiting.first.map { $0.due - Self.horizon },
            isAtEnd && waiting.isEmpty ? now + Self.endingSleep : nil,
        ]
        let deadline = deadlines.compactMap(\.self).min() ?? now + Self.longestSleep
        let reads = !isAtEnd && lines.isEmpty
        let ready = Poller(others + (reads ? [STDIN_FILENO] : [])).wait(until: deadline)
        // The instant of the lines that can be read now: nothing comes before it.
        let readable = Instant.now()
        if ready[1] { try takeCues() }
        if reads, ready[others.count] { read() }
        takeLines(readable)
        if ready[0], interrupts.take().contains(.stopRequested) { output.whileStopped(Interrupts.stop) }
        if (own.count + 2..<others.count).contains(where: { ready[$0] }) { followSilentSwitch() }
    }

    /// Takes the cues that have been loaded.
    private func takeCues() throws {
        let (libraries, isComplete) = try loader.take()
        isLoaded = isComplete
        for library in libraries {
            scheduler.add(library)
            names.formUnion(library.cues.keys)
        }
    }

    // MARK: Lines

    private func read() {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        let count = block.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count < 0, [EINTR, EAGAIN].contains(errno) { return }
        if count < 0 {
            refuse(SourceFile.failure(Self.source, "cannot be read"))
        }
        isAtEnd = count <= 0
        lines += isAtEnd ? reader.finish() : reader.take(block[..<count])
    }

    /// Takes the lines that were read, in their order, up to one whose cue may still be loaded.
    private func takeLines(_ now: Instant) {
        while let next = lines.first {
            if case .success(let line) = next, !isLoaded, !names.contains(line.cue) { return }
            lines.removeFirst()
            do throws(ThudError) {
                try take(next.get(), now)
            } catch {
                refuse(error)
            }
        }
    }

    /// Gives a cue at once, or notes when it is due.
    private func take(_ line: CueLine, _ now: Instant) throws(ThudError) {
        guard names.contains(line.cue) else { throw line.unknown(file: Self.source) }
        guard let delay = line.delay, delay > .zero else {
            let isEarly = !output.engine.isClockKnown
            let handle = scheduler.trigger(line.cue, cause: now, now: now)
            if isEarly, let handle { early.insert(handle.id) }
            note(handle, of: line)
            return
        }
        guard waiting.count < Self.mostWaiting else {
            throw ThudError(
                file: Self.source, line: line.number, message: "\(Self.mostWaiting) cues wait already; write it later")
        }
        let due = now + delay
        let place = waiting.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
        waiting.insert((due, line), at: place)
    }

    private func refuse(_ error: ThudError) {
        badLines += 1
        Console.remark("thud: \(error)")
    }

    /// Gives the engine what is due before long.
    private func handOver() {
        let clocks = scheduler.clocks
        let end = Instant.now() + Self.horizon
        while let next = waiting.first, next.due <= end {
            waiting.removeFirst()
            note(scheduler.schedule(next.line.cue, cause: next.due, due: next.due, by: clocks), of: next.line)
        }
    }

    private func note(_ handle: CueHandle?, of line: CueLine) {
        guard handle == nil else { return }
        Console.remark("\(Self.source):\(line.number): \(line.cue) is not heard: too much at once")
    }

    // MARK: What became of the cues

    private func collect() {
        for report in scheduler.reports() {
            log.note(report, isTimed: early.remove(report.id) == nil)
            let time = log.gameTime(of: report)
            if isJSON { Console.result(JSONValue.object(report.members(at: time)).text(.compact)) }
            if isVerbose { Console.remark(StatusLine(hasColour: false).cue(report, at: time)) }
        }
        for event in output.events() { Console.remark(event) }
    }

    private func followSilentSwitch() {
        if silentSwitch.isFollowed { scheduler.settings.silent = silentSwitch.isOn() }
    }

    /// Waits until the device has put out what it holds.
    private func hearOut() {
        let end = Instant.now() + output.engine.buffered
        while interrupts.received == nil, Instant.now() < end {
            _ = Poller([interrupts.descriptor]).wait(until: end)
        }
    }

    /// Ends what sounds without a click.
    private func cut() {
        scheduler.silence(now: output.engine.now)
        let end = Instant.now() + Self.longestCut
        while !output.isQuiet, Instant.now() < end { usleep(1_000) }
        let heard = min(Instant.now() + output.engine.buffered, end)
        while Instant.now() < heard { usleep(1_000) }
    }
}
