import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGames
import ThudPlayback

/// Plays the cues that lines on standard input request.
final class CueListener: LoopClient {
    private let feedback: FeedbackOutput
    private let loader: CueLoader
    private var isLoaded = false
    private var names: Set<String> = []
    private let interrupts = Interrupts(.stopRequested)
    private let loop: EventLoop
    private var obstacle: (any Error)?
    private let isJSON: Bool
    private let isVerbose: Bool
    private var reader = CueLineReader(file: CueListener.source)
    private var isAtEnd = false
    /// The lines that were read and not yet taken. The first of them requests a cue that may still be loading.
    private var lines: ArraySlice<Result<CueLine, ThudError>> = []
    /// The ids of cues triggered before the stream began, whose latency does not count.
    private var early: Set<UInt64> = []
    /// The cues that are not due yet, in order of their times.
    private var waiting: [(due: Instant, line: CueLine)] = []
    private var badLines = 0

    private static let source = "standard input"
    private static let mostWaiting = 10_000
    /// How long before its time a cue is passed to the engine.
    private static let horizon = Interval.milliseconds(500)
    /// How often to check whether the last cue has ended.
    private static let endingSleep = Interval.milliseconds(50)
    /// How long to wait at most until a cut has been heard.
    private static let longestCut = Interval.milliseconds(300)
    private static let longestSleep = Interval.seconds(60)

    /// Opens the output while the cues load in the background. Throws if a named device cannot be used or a recording
    /// cannot be made. A broken cue also throws if there is a recording.
    init(_ options: SoundOptions, isJSON: Bool) throws {
        let assets = try Assets.find()
        try options.refuseRecording(over: Games.names.flatMap(assets.files))
        let early = CueLoader(assets, sampleRate: PCMRequest().sampleRate)
        // Opening a recording overwrites the file of that name, so all cues are checked first.
        if options.record != nil { try early.finish() }
        let output = try SoundOutput.open(
            options, withoutDevice: .silence(instead: "use --record FILE to keep the sound"))
        let sampleRate = output.engine.sampleRate
        if sampleRate == PCMRequest().sampleRate {
            loader = early
        } else {
            early.abandon()
            loader = CueLoader(assets, sampleRate: sampleRate)
        }
        let scheduler = FeedbackScheduler(
            engine: output.engine, hapticEngine: output.hapticEngine, library: .none, settings: options.settings())
        feedback = FeedbackOutput(
            output: output, scheduler: scheduler,
            silentSwitch: SilentSwitch(options.policy.silentSwitch ?? .follow), keepsReports: false, settling: .zero)
        loop = EventLoop(output.engine, interrupts, longestSleep: Self.longestSleep)
        self.isJSON = isJSON
        isVerbose = options.verbose
        if isVerbose { Console.remark("Playing through \(output.engine.health.device)") }
    }

    /// Why listening counts as failed; nil if every line was valid and every cue was heard in time.
    var failure: ThudError? {
        guard badLines == 0 else {
            return ThudError(
                .badInput, "skipped \(Count.of(badLines, "invalid line")) of \(Self.source)")
        }
        return feedback.verdict.failure
    }

    /// Listens until the input has ended and all of it has been heard, or until a signal arrives; returns that signal.
    func run() throws -> Int32? {
        feedback.followSilentSwitch()
        let signal = loop.run(self)
        if signal == nil { loop.rest(until: .now() + output.engine.buffered) } else { cut() }
        collect()
        if obstacle == nil, isVerbose { Console.remark(StatusLine.closing(feedback.verdict)) }
        let closing = Result { try output.close() }
        if let obstacle { throw obstacle }
        try closing.get()
        return interrupts.received
    }

    private var output: SoundOutput { feedback.output }
    private var scheduler: FeedbackScheduler { feedback.scheduler }

    // MARK: A turn

    func register(in loop: EventLoop) {
        feedback.register(in: loop)
        loop.wait(.worker, for: [loader.descriptor])
        if !isAtEnd, lines.isEmpty { loop.wait(.lines, for: [STDIN_FILENO]) }
        loop.wait(.timer, until: waiting.first.map { $0.due - Self.horizon })
        if isAtEnd, waiting.isEmpty { loop.wait(.timer, until: loop.now + Self.endingSleep) }
    }

    func handle(_ token: EventLoop.Token, isReadable: Bool) {
        switch token {
        case .lines:
            // The cause of these cues. It is taken before the read, so that the read counts towards the latency.
            let readable = Instant.now()
            read()
            takeLines(readable)
        case .worker:
            takeCues()
            takeLines(.now())
        case .mute: feedback.followSilentSwitch()
        case .keys, .motion, .files, .feedback, .timer: break
        }
    }

    func advance(to now: Instant) { handOver() }

    func present(_ now: Instant) {
        let isDone = isAtEnd && isLoaded && lines.isEmpty && waiting.isEmpty && feedback.isQuiet
        if isDone || obstacle != nil { loop.finish() }
    }

    func whileStopped(_ stop: () -> Void) { output.whileStopped(stop) }

    private func takeCues() {
        do {
            let (libraries, isComplete) = try loader.take()
            isLoaded = isComplete
            for library in libraries {
                scheduler.add(library)
                names.formUnion(library.cues.keys)
            }
        } catch {
            obstacle = error
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

    /// Takes the lines in order, and stops at the first whose cue may still be loading.
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

    /// Triggers a cue now, or queues it until it is due.
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
                file: Self.source, line: line.number, message: "\(Self.mostWaiting) cues already wait; send it later")
        }
        let due = now + delay
        let place = waiting.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
        waiting.insert((due, line), at: place)
    }

    private func refuse(_ error: ThudError) {
        badLines += 1
        Console.remark("thud: \(error)")
    }

    /// Passes the cues that are due within `horizon` to the engine.
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
        Console.remark("\(Self.source):\(line.number): \(line.cue) is not heard: too many cues at once")
    }

    // MARK: Outcomes of the cues

    func collect() {
        let (reports, events) = feedback.collect(isTimed: { early.remove($0.id) == nil })
        for report in reports {
            let time = feedback.log.gameTime(of: report)
            if isJSON { Console.result(JSONValue.object(report.members(at: time)).text(.compact)) }
            if isVerbose { Console.remark(StatusLine(hasColour: false).cue(report, at: time)) }
        }
        for event in events { Console.remark(event) }
    }

    /// Fades out everything that sounds, and waits until the fade has been heard.
    private func cut() {
        scheduler.silence(now: output.engine.now)
        let end = Instant.now() + Self.longestCut
        while !output.isQuiet, Instant.now() < end { usleep(1_000) }
        let heard = min(Instant.now() + output.engine.buffered, end)
        while Instant.now() < heard { usleep(1_000) }
    }
}
