import ThudCore
import ThudPlayback

/// Auditions without a screen: plays each pattern and prints a line for it, then plays watched files when saved. In
/// silence it prints the lines alone.
final class PlainAudition: LoopClient {
    private let request: AuditionRequest
    private let isJSON: Bool
    /// Plays the patterns; nil in silence.
    private let player: TakePlayback?
    private let watch: SubjectWatch?
    private let loop: EventLoop
    /// Why nothing more can be played.
    private var obstacle: (any Error)?
    /// The indices of the patterns still to play, and when the next one starts.
    private var waiting: [Int]
    private var nextAt = Instant.now()
    private var sounding: (subject: AuditionSubject, take: AuditionTake, receipt: Receipt?)?
    /// The patterns of sounds that were converted to check them, until they are played or saved again.
    private var converted: [Int: AuditionSubject.Loaded] = [:]
    private var rows: [JSONValue] = []
    private var unreadable = 0

    /// The pause between two patterns, so that they are heard as separate.
    private static let pause = Interval.milliseconds(350)
    /// How often to check whether playback has ended.
    private static let pollInterval = Interval.milliseconds(20)

    /// Opens the output after checking every pattern and its sounds. A recording replaces an earlier file, so it must
    /// start only when nothing else can fail.
    init(_ request: AuditionRequest, isJSON: Bool) throws {
        watch = request.watches ? try SubjectWatch(request.subjects, request.settings.search) : nil
        for (place, subject) in request.subjects.enumerated() where !request.isSilent {
            let loaded = try subject.load()
            _ = try AuditionTake.sounds(of: loaded, request.settings, sampleRate: PCMRequest().sampleRate)
            if case .sound = subject.source { converted[place] = loaded }
        }
        let output =
            try request.isSilent
            ? nil : SoundOutput.open(request.sound, withoutDevice: .silence(instead: "use --save to keep the sound"))
        // Nothing is redrawn without a screen, so resizes and resumes do not matter.
        loop = EventLoop(output?.engine, Interrupts(.stopRequested), longestSleep: .seconds(60))
        player = output.map { TakePlayback($0, volume: request.volume) }
        waiting = Array(request.subjects.indices)
        self.request = request
        self.isJSON = isJSON
    }

    /// Plays all patterns and returns the signal that ended playback early, if any.
    func run() throws -> Int32? {
        let signal = loop.run(self)
        finishSounding()
        if let output = player?.output {
            // The device closes only after its buffer has played out.
            loop.rest(until: .now() + output.engine.buffered)
            try output.close()
        }
        if let obstacle { throw obstacle }
        Console.result(isJSON: isJSON, .array(rows), [])
        guard unreadable == 0 || watch != nil else {
            throw ThudError(.badInput, "\(Count.of(unreadable, "pattern")) cannot be read")
        }
        return signal
    }

    // MARK: An iteration of the loop

    func register(in loop: EventLoop) {
        player?.output.register(in: loop)
        if let watch {
            loop.wait(.files, for: [watch.descriptor], until: watch.nextLook) { [self] _ in attempt(takeSaves) }
        }
        if sounding != nil {
            loop.wait(.timer, until: loop.now + Self.pollInterval)
        } else if !waiting.isEmpty {
            loop.wait(.timer, until: nextAt)
        }
    }

    func advance(to now: Instant) {
        if sounding == nil, !waiting.isEmpty, now >= nextAt { attempt { try begin(waiting.removeFirst()) } }
    }

    func present(_ now: Instant) {
        if obstacle != nil || sounding == nil && waiting.isEmpty && watch == nil { loop.finish() }
    }

    func suspend(_ now: Instant) { player?.pause() }
    func resume(_ now: Instant) { player?.resume() }

    private func attempt(_ act: () throws -> Void) {
        do { try act() } catch { obstacle = error }
    }

    /// Plays a pattern in place of the current one. An unreadable one is only reported in watch mode, and of several in
    /// silence.
    private func begin(_ place: Int, isSaved: Bool = false) throws {
        let subject = request.subjects[place]
        do {
            let loaded = try converted.removeValue(forKey: place) ?? subject.load()
            watch?.watchFiles(of: loaded, at: place)
            let take = try AuditionTake(
                loaded, request.settings, sampleRate: player?.sampleRate ?? AuditionExport.sampleRate)
            if !isJSON { Console.result(AuditionRow.line(subject, take)) }
            if let diagnostic = take.diagnostic { Console.remark("\(subject.name): \(diagnostic)") }
            sounding = (subject, take, nil)
            player?.play(take, loops: request.loops)
            if isSaved { try AuditionExport(request: request).run() }
        } catch {
            guard watch != nil || request.isSilent && request.subjects.count > 1 else { throw error }
            Console.remark("thud: \(error)")
            unreadable += 1
        }
    }

    func collect() {
        // A pattern that resumed after a stop keeps its first receipt.
        if let receipt = player?.collect(), sounding?.receipt == nil { sounding?.receipt = receipt }
        for event in player?.output.events().words ?? [] { Console.remark(event) }
        guard sounding != nil, player?.isSounding != true else { return }
        finishSounding()
        nextAt = .now() + (player == nil ? .zero : Self.pause)
    }

    private func finishSounding() {
        guard let over = sounding else { return }
        if isJSON { rows.append(AuditionRow.json(over.subject, over.take, over.receipt)) }
        sounding = nil
    }

    /// Plays a saved file at once. Other saved files wait, ahead of those that were waiting already.
    private func takeSaves() throws {
        for loss in watch?.losses(at: .now()) ?? [] { Console.remark(loss) }
        guard let saved = watch?.saved(), let first = saved.first else { return }
        for place in saved { converted[place] = nil }
        waiting = saved.dropFirst() + waiting.filter { !saved.contains($0) }
        try begin(first, isSaved: true)
    }
}
