import ThudCore
import ThudPlayback

/// An audition without a screen: plays each pattern and writes a line for each, and then plays watched files when they are
/// saved.
final class PlainAudition: LoopClient {
    private let request: AuditionRequest
    private let isJSON: Bool
    private let player: TakePlayback
    private let watch: SubjectWatch?
    private let loop: EventLoop
    /// Why no more can be played.
    private var obstacle: (any Error)?
    /// Those that are still to be played, by their places, and when the first of them is.
    private var waiting: [Int]
    private var nextAt = Instant.now()
    private var sounding: Sounding?
    private var rows: [JSONValue] = []

    /// The pattern that is played at present.
    private struct Sounding {
        let subject: AuditionSubject
        let take: AuditionTake
        var receipt: Receipt?
    }

    /// Between two patterns, so that they are heard as two.
    private static let pause = Interval.milliseconds(350)
    /// The interval at which the player is asked whether it is done.
    private static let glance = Interval.milliseconds(20)

    /// Opens the output once all that is to be played has been seen to be there: a recording replaces what stood there
    /// before, so it is begun when nothing else can fail any more.
    ///
    /// - Throws: where a pattern, the memory for its sounds, the watch or the device cannot be had.
    init(_ request: AuditionRequest, isJSON: Bool) throws {
        for subject in request.subjects {
            _ = try AuditionTake.sounds(
                of: subject.load(), request.settings, sampleRate: PCMRequest().sampleRate)
        }
        watch = request.watches ? try SubjectWatch(request.subjects, request.settings.search) : nil
        let output = try SoundOutput.open(
            request.sound, withoutDevice: .silence(instead: "--save keeps a pattern's sound"))
        // Without a screen nothing is drawn anew, so the terminal's size and a stop that is over do not matter.
        loop = EventLoop(output.engine, Interrupts(.stopRequested), longestSleep: .seconds(60))
        player = TakePlayback(output, volume: request.volume, drives: request.drives)
        waiting = Array(request.subjects.indices)
        self.request = request
        self.isJSON = isJSON
    }

    /// Plays them all: the signal that ended it early, if one did.
    func run() throws -> Int32? {
        let signal = loop.run(self)
        finishSounding()
        // The device is closed only after its buffer has been heard.
        loop.rest(until: .now() + player.output.engine.buffered)
        try player.output.close()
        if let obstacle { throw obstacle }
        if isJSON { Console.result(JSONValue.array(rows).text(.pretty)) }
        return signal
    }

    // MARK: A turn

    func register(in loop: EventLoop) {
        if let watch { loop.wait(.files, for: [watch.descriptor]) }
        if sounding != nil {
            loop.wait(.timer, until: loop.now + Self.glance)
        } else if !waiting.isEmpty {
            loop.wait(.timer, until: nextAt)
        }
    }

    func handle(_ token: EventLoop.Token, isReadable: Bool) {
        if token == .files { attempt(takeSaves) }
    }

    func advance(to now: Instant) {
        if sounding == nil, !waiting.isEmpty, now >= nextAt { attempt { try begin(waiting.removeFirst()) } }
    }

    func present(_ now: Instant) {
        if obstacle != nil || sounding == nil && waiting.isEmpty && watch == nil { loop.finish() }
    }

    func suspend(_ now: Instant) { player.pause() }
    func whileStopped(_ stop: () -> Void) { stop() }
    func resume(_ now: Instant) { player.resume() }

    private func attempt(_ act: () throws -> Void) {
        do { try act() } catch { obstacle = error }
    }

    /// Plays a pattern in place of what sounds. While it is watched, one that cannot be read is said, what sounds goes on,
    /// and the next save is awaited.
    private func begin(_ place: Int, isSaved: Bool = false) throws {
        let subject = request.subjects[place]
        do {
            let loaded = try subject.load()
            watch?.note(loaded, at: place)
            let take = try AuditionTake(loaded, request.settings, sampleRate: player.sampleRate)
            if !isJSON { Console.result(AuditionRow.line(subject, take)) }
            if let diagnostic = take.diagnostic { Console.remark("\(subject.name): \(diagnostic)") }
            player.play(take, loops: request.loops)
            sounding = Sounding(subject: subject, take: take)
            if isSaved { try AuditionExport(request).run() }
        } catch {
            guard watch != nil else { throw error }
            Console.remark("thud: \(error)")
        }
    }

    func collect() {
        // One that went on after a stop is told of as it began.
        if let receipt = player.collect(), sounding?.receipt == nil { sounding?.receipt = receipt }
        guard sounding != nil, !player.isSounding else { return }
        finishSounding()
        nextAt = .now() + Self.pause
    }

    /// Takes note that the pattern has been played.
    private func finishSounding() {
        guard let over = sounding else { return }
        if isJSON { rows.append(AuditionRow.json(over.subject, over.take, over.receipt)) }
        sounding = nil
    }

    /// Plays a file at once that was saved. If several were, the others wait, before those that were waiting already.
    private func takeSaves() throws {
        guard let saved = watch?.saved(), let first = saved.first else { return }
        waiting = saved.dropFirst() + waiting.filter { !saved.contains($0) }
        try begin(first, isSaved: true)
    }
}
