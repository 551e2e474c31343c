import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudPlayback

/// Plays the cues that clients request, through one output, and reports to each client what became of its own.
///
/// Requests come through doors: standard input, a socket, a bus. The service knows none of them.
final class CueService: LoopClient {
    let feedback: FeedbackOutput
    private let loader: CueLoader
    private let doors: [any ServiceDoor]
    private let isVerbose: Bool
    private let interrupts: Interrupts
    private let loop: EventLoop
    private var clients: [ServiceClient] = []
    private var owners: [UInt64: Owner] = [:]
    /// The cues that are not due for a while, in time order.
    private var waiting: [(due: Instant, owner: Owner, line: CueLine)] = []
    private var library = CueLibrary.none
    private(set) var isLoaded = false
    /// Why the cues could not be loaded.
    private(set) var obstacle: (any Error)?

    /// The most cues of one client that may wait.
    private static let mostWaiting = 10_000
    /// How long before they are due the engine gets cues.
    private static let horizon = Interval.milliseconds(500)
    /// How often to check whether the last cue has been heard out.
    private static let endingSleep = Interval.milliseconds(50)
    /// How often to look for reports that were lost.
    private static let longestReport = Interval.seconds(1)
    /// How long a cut may take until it is heard.
    private static let longestCut = Interval.milliseconds(300)
    /// The fade of a lasting cue whose client has gone.
    private static let goodbye = Interval.milliseconds(40)
    /// The farthest instant that a line may state.
    private static let farthest = Interval.seconds(CueLine.longest)

    /// The client of a cue, and what it called the cue.
    private struct Owner {
        let client: ServiceClient
        let tag: String?
        /// The longest that the line can have waited before it was read.
        let waited: Interval
        /// Whether the cue came before the stream had begun. That wait is not the cue's latency.
        let isEarly: Bool
    }

    /// - Parameter isVerbose: a line is written for each cue, for a person who watches.
    init(_ feedback: FeedbackOutput, _ loader: CueLoader, doors: [any ServiceDoor], isVerbose: Bool) {
        self.isVerbose = isVerbose
        self.feedback = feedback
        self.loader = loader
        self.doors = doors
        interrupts = Interrupts([.stopRequested, .continued])
        loop = EventLoop(feedback.output.engine, interrupts, longestSleep: .seconds(60))
    }

    /// Serves until every door is done and all cues have been heard out, or until a signal; returns that signal.
    func run() throws -> Int32? {
        feedback.followSilentSwitch()
        let signal = loop.run(self)
        if signal == nil { loop.rest(until: .now() + engine.buffered) } else { cut() }
        collect()
        for client in clients { client.sendHeld() }
        for door in doors { door.close() }
        let closing = Result { try feedback.output.close() }
        if let obstacle { throw obstacle }
        try closing.get()
        return interrupts.received
    }

    private var engine: Engine { feedback.output.engine }
    private var scheduler: FeedbackScheduler { feedback.scheduler }

    // MARK: An iteration of the loop

    func register(in loop: EventLoop) {
        feedback.register(in: loop)
        loop.wait(.worker, for: [loader.descriptor]) { [self] _ in takeCues() }
        loop.wait(.lines, for: doors.flatMap(\.descriptors)) { [self] _ in for door in doors { door.handle(for: self) }
        }
        loop.wait(.timer, until: waiting.first.map { $0.due - Self.horizon })
        for door in doors { loop.wait(.timer, until: door.deadline) }
        if doors.allSatisfy(\.isDone), waiting.isEmpty { loop.wait(.timer, until: loop.now + Self.endingSleep) }
        // A lost receipt wakes nobody.
        if scheduler.pendingCount > 0 { loop.wait(.timer, until: loop.now + Self.longestReport) }
    }

    func advance(to now: Instant) { handOver() }

    func present(_ now: Instant) {
        let isIdle = waiting.isEmpty && clients.allSatisfy(\.lines.isEmpty) && feedback.isQuiet
        if obstacle != nil || (doors.allSatisfy(\.isDone) && isLoaded && isIdle) { loop.finish() }
    }

    func whileStopped(_ stop: () -> Void) { feedback.output.whileStopped(stop) }

    /// The longest that an event of this iteration can have waited until now.
    var longestWait: Interval { loop.longestWait }

    // MARK: Clients

    func add(_ client: ServiceClient) {
        clients.append(client)
        if isLoaded { greet(client) }
    }

    /// Ends the client's lasting cues, because it requests nothing more.
    func endLasting(of client: ServiceClient) {
        for cue in client.lasting.values where !cue.isEnded {
            scheduler.end(cue, fade: Self.goodbye, now: engine.now)
        }
    }

    func remove(_ client: ServiceClient) { clients.removeAll { $0 === client } }

    private func greet(_ client: ServiceClient) {
        client.send(.ready(device: engine.health.device, cues: library.cues.count))
        takeLines(of: client)
    }

    private func takeCues() {
        guard !isLoaded else { return }
        for part in loader.take() {
            switch part {
            case .cues(let cues): add(cues)
            case .broken(let error): Console.remark("thud: \(error)")
            case .failed(let error): obstacle = error
            case .complete: isLoaded = true
            }
        }
        for client in clients { if isLoaded { greet(client) } else { takeLines(of: client) } }
    }

    /// Adds cues, for example those of a door, which must have been rendered at the engine's sample rate.
    func add(_ cues: CueLibrary) {
        library = library.adding(cues)
        scheduler.add(cues)
    }

    /// Returns how long a cue is heard, in seconds; nil if there is no such cue.
    func seconds(of cue: String) -> Double? { library.cues[cue]?.seconds }

    // MARK: Requests

    /// Takes the lines of a client in order, up to one whose cue may still be loaded.
    func takeLines(of client: ServiceClient) {
        // Early lines count from here, because the wait for their cues is no latency.
        let now = engine.now
        while let next = client.lines.first {
            let line = try? next.result.get()
            if !isLoaded, line?.verb == .names || line?.cue.map({ library.cues[$0] == nil }) == true { return }
            client.lines.removeFirst()
            do throws(ThudError) {
                try perform(next.result.get(), for: client, next, next.isEarly ? now : next.read)
            } catch {
                client.refuse(error)
            }
        }
    }

    private func perform(
        _ line: CueLine, for client: ServiceClient, _ source: ServiceClient.Line, _ now: Instant
    ) throws(ThudError) {
        func owner(_ tag: String?) -> Owner {
            Owner(
                client: client, tag: tag, waited: source.waited, isEarly: source.isEarly || !engine.isClockKnown)
        }
        switch line.verb {
        case .play(let cue, let gain, let tag):
            guard library.cues[cue] != nil else { throw line.unknown(file: client.name, among: library.cues.keys) }
            try play(line, cue, gain, owner(tag), cause: source.read - source.waited, now)
        case .begin(let cue, let tag):
            guard let prepared = library.cues[cue] else {
                throw line.unknown(file: client.name, among: library.cues.keys)
            }
            guard prepared.cue.lasts != nil else {
                throw line.error("\(cue) ends by itself; write its name alone to play it", file: client.name)
            }
            guard client.lasting[tag] == nil else {
                throw line.error(
                    "the tag \(TypedText.shown(tag)) is already in use; end its cue first", file: client.name)
            }
            guard let live = scheduler.begin(cue, cause: source.read - source.waited, now: now) else {
                return refuse(line, client)
            }
            client.lasting[tag] = live
            client.outstanding += 1
            owners[live.id] = owner(tag)
        case .turn(let tag, let control, let value, let duration):
            let live = try client.lastingCue(tag, line)
            scheduler.turn(live, LiveControl(control), to: value, over: duration, now: now)
        case .end(let tag, let fade): scheduler.end(try client.lastingCue(tag, line), fade: fade, now: now)
        case .cancel(let tag): cancel(of: client) { $0 == tag }
        case .stop: cancel(of: client) { _ in true }
        case .names: client.send(.names(library.cues.values.sorted { $0.cue.name < $1.cue.name }))
        }
    }

    /// Plays a cue now, or notes when it is due.
    private func play(
        _ line: CueLine, _ cue: String, _ gain: Double, _ owner: Owner, cause: Instant, _ now: Instant
    ) throws(ThudError) {
        var cause = cause
        var due: Instant?
        switch line.time {
        case nil: break
        case .after(let delay): due = delay > .zero ? now + delay : nil
        case .at(let instant):
            guard max(instant, now) - min(instant, now) <= Self.farthest else {
                throw line.error(
                    "the instant is more than \(Int(CueLine.longest)) s away; give it in nanoseconds of CLOCK_MONOTONIC",
                    file: owner.client.name)
            }
            if instant > now { due = instant } else { cause = instant }
        }
        guard let due else {
            return note(scheduler.trigger(cue, cause: cause, now: now, gain: gain), of: line, owner)
        }
        guard owner.client.outstanding < Self.mostWaiting else {
            throw line.error("\(Self.mostWaiting) cues already wait; send it later", file: owner.client.name)
        }
        let place = waiting.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
        waiting.insert((due, owner, line), at: place)
        owner.client.outstanding += 1
    }

    /// Gives the engine what is due soon.
    private func handOver() {
        let clocks = scheduler.clocks
        let end = engine.now + Self.horizon
        while let next = waiting.first, next.due <= end {
            waiting.removeFirst()
            next.owner.client.outstanding -= 1
            guard case .play(let cue, let gain, _) = next.line.verb else { continue }
            note(
                scheduler.schedule(cue, cause: next.due, due: next.due, by: clocks, gain: gain), of: next.line,
                next.owner)
        }
    }

    private func note(_ handle: CueHandle?, of line: CueLine, _ owner: Owner) {
        guard let handle else { return refuse(line, owner.client) }
        owners[handle.id] = owner
        owner.client.outstanding += 1
        owner.client.note(handle.id, as: owner.tag)
    }

    private func refuse(_ line: CueLine, _ client: ServiceClient) {
        client.send(.notTaken(cue: line.cue ?? "", line: line.number))
    }

    /// Cuts and cancels the cues of a client whose tag is meant.
    private func cancel(of client: ServiceClient, _ isMeant: (String?) -> Bool) {
        let now = engine.now
        for entry in waiting where entry.owner.client === client && isMeant(entry.owner.tag) {
            client.outstanding -= 1
            client.send(.cancelled(cue: entry.line.cue ?? "", tag: entry.owner.tag))
        }
        waiting.removeAll { $0.owner.client === client && isMeant($0.owner.tag) }
        for id in client.recent where isMeant(client.tags[id]) { scheduler.cut(id) }
        for (tag, live) in client.lasting where isMeant(tag) { scheduler.end(live, fade: .zero, now: now) }
    }

    // MARK: Reports

    func collect() {
        let (reports, events, device) = feedback.collect(isTimed: { self.owners[$0.id]?.isEarly != true })
        for report in reports {
            guard let owner = owners.removeValue(forKey: report.id) else { continue }
            let time = feedback.log.gameTime(of: report)
            owner.client.outstanding -= 1
            if isVerbose { Console.remark(StatusLine(hasColour: false).cue(report, at: time)) }
            owner.client.send(.cue(report, tag: owner.tag, at: time, waited: owner.waited))
        }
        for client in clients where !client.lasting.isEmpty { client.takeEnds(among: scheduler.lasting) }
        for event in events { Console.remark(event) }
        for event in device { for client in clients { client.send(.device(event)) } }
        for door in doors { door.settle(for: self) }
    }

    /// Ends what sounds without a click.
    private func cut() {
        scheduler.silence(now: engine.now)
        scheduler.endAll(fade: .zero, now: engine.now)
        let end = Instant.now() + Self.longestCut
        while !feedback.output.isQuiet, Instant.now() < end { usleep(1_000) }
        let heard = min(Instant.now() + engine.buffered, end)
        while Instant.now() < heard { usleep(1_000) }
    }
}

/// A way into the service. All calls come from the thread that triggers cues, so none may block.
protocol ServiceDoor: AnyObject {
    /// The descriptors to wait for.
    var descriptors: [Int32] { get }
    /// When `settle` is to be called at the latest; nil for no matter when.
    var deadline: Instant? { get }
    /// Whether no more requests will come.
    var isDone: Bool { get }
    /// Takes what can be read, and gives it to the service.
    func handle(for service: CueService)
    /// Takes the reports of this turn, and lets go of clients that request nothing more and have been answered.
    func settle(for service: CueService)
    /// Ends the door with the service.
    func close()
}

extension ServiceDoor {
    var deadline: Instant? { nil }
}

extension LiveControl {
    init(_ control: CueControl) {
        self =
            switch control {
            case .gain: .gain
            case .pitch: .pitch
            case .intensity: .intensity
            case .sharpness: .sharpness
            }
    }
}
