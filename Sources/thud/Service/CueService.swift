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
    /// The lines that are not due for a while, in time order.
    private var waiting: [(due: Instant, owner: Owner, line: CueLine)] = []
    /// The cuts that are not due yet, although the engine has them. They also cut what is still requested before them.
    private var cuts: [(due: Instant, owner: Owner)] = []
    private var library = CueLibrary.none
    private(set) var isLoaded = false
    /// Why the cues could not be loaded.
    private(set) var obstacle: (any Error)?

    /// The most lines of one client that may wait.
    private static let mostWaiting = 10_000
    /// How long the lines of one client are read and taken before it is the others' turn.
    static let longestTurn = Interval.milliseconds(1)
    /// How long before they are due the engine gets lines.
    private static let horizon = Interval.milliseconds(500)
    /// How often to check whether the last cue has been heard out.
    private static let endingSleep = Interval.milliseconds(50)
    /// How often to look for reports that were lost.
    private static let longestReport = Interval.seconds(1)
    /// How long a cut may take until it is heard.
    private static let longestCut = Interval.milliseconds(300)
    /// Less than a frame apart means at the same time. A stop leaves what begins with it.
    private static let frame = Interval(nanoseconds: 20_000)
    /// The fade of a lasting cue whose client has gone.
    private static let goodbye = Interval.milliseconds(40)
    /// The farthest instant that a line may state.
    private static let farthest = Interval.seconds(CueLine.longest)

    /// The client of a line, and what it called the cue.
    private struct Owner {
        let client: ServiceClient
        let tag: String?
        /// The longest that the line can have waited before it was read.
        let waited: Interval
        /// Whether the cue came before the stream had begun. That wait is not the cue's latency.
        let isEarly: Bool

        /// Whether a cut of this owner's concerns a cue with the tag `other`.
        func means(_ other: String?) -> Bool { tag == nil || tag == other }
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
        loop.wait(.worker, for: [loader.worker.descriptor]) { [self] _ in takeCues() }
        let deadline: Instant? = doors.reduce(nil) { .earlier($0, $1.deadline) }
        loop.wait(.lines, for: doors.flatMap(\.descriptors), until: deadline) { [self] _ in
            for door in doors { door.handle(for: self) }
        }
        loop.wait(.timer, until: waiting.first.map { $0.due - Self.horizon })
        loop.wait(.timer, until: cuts.first?.due)
        if doors.allSatisfy(\.isDone), waiting.isEmpty { loop.wait(.timer, until: loop.now + Self.endingSleep) }
        // A flood goes on after this turn.
        if clients.contains(where: { !$0.lines.isEmpty && !mustWait($0) }) { loop.wait(.timer, until: loop.now) }
        // A lost receipt wakes nobody.
        if scheduler.pendingCount > 0 { loop.wait(.timer, until: loop.now + Self.longestReport) }
    }

    func advance(to now: Instant) {
        for client in clients where !client.lines.isEmpty { takeLines(of: client) }
        handOver()
    }

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

    /// Ends the lasting cues that no line of a client that is gone will end.
    private func endOrphans(of client: ServiceClient) {
        guard client.isGone, client.lines.isEmpty else { return }
        for lasting in client.lasting where !lasting.cue.isEnded {
            let isAwaited = waiting.contains {
                $0.owner.client === client && ($0.line.tag == lasting.tag || $0.line.verb == .stop)
            }
            if !isAwaited { scheduler.end(lasting.cue, fade: Self.goodbye, now: engine.now) }
        }
    }

    func remove(_ client: ServiceClient) { clients.removeAll { $0 === client } }

    private func greet(_ client: ServiceClient) {
        client.send(.ready(device: engine.health.device, cues: library.cues.count))
    }

    private func takeCues() {
        guard !isLoaded else { return }
        for part in loader.worker.take() {
            switch part {
            case .cues(let cues): add(cues)
            case .broken(let error): Console.remark("thud: \(error)")
            case .failed(let error): obstacle = error
            case .complete: isLoaded = true
            }
        }
        if isLoaded { for client in clients { greet(client) } }
    }

    /// Adds cues, for example those of a door, which must have been rendered at the engine's sample rate.
    func add(_ cues: CueLibrary) {
        library.add(cues)
        scheduler.add(cues)
    }

    /// Returns how long a cue is heard, in seconds; nil if there is no such cue.
    func seconds(of cue: String) -> Double? { library.cues[cue]?.seconds }

    // MARK: Requests

    /// Whether the next line of a client must wait for its cue, which may still be loaded.
    private func mustWait(_ client: ServiceClient) -> Bool {
        guard !isLoaded, let line = try? client.lines.first?.result.get() else { return false }
        return line.verb == .names || line.cue.map { library.cues[$0] == nil } == true
    }

    /// Takes the lines of a client in order, up to one that must wait. The rest of a flood comes after the others'.
    func takeLines(of client: ServiceClient) {
        let (now, end) = (engine.now, Instant.now() + Self.longestTurn)
        while let next = client.lines.first, !mustWait(client), Instant.now() < end {
            client.lines.removeFirst()
            do throws(ThudError) {
                try take(next.result.get(), of: client, next, client.start(of: next, now))
            } catch {
                client.refuse(error)
            }
        }
    }

    /// Performs a line now, or notes when it is due.
    private func take(
        _ line: CueLine, of client: ServiceClient, _ source: ServiceClient.Line, _ now: Instant
    ) throws(ThudError) {
        if let cue = line.cue, library.cues[cue] == nil {
            throw line.unknown(file: client.name, among: library.cues.keys)
        }
        let owner = Owner(
            client: client, tag: line.tag, waited: source.waited, isEarly: source.isEarly || !engine.isClockKnown)
        var cause = source.read - source.waited
        var due: Instant?
        switch line.time {
        case nil: break
        case .after(let delay): due = delay > .zero ? now + delay : nil
        case .at(let instant):
            guard max(instant, now) - min(instant, now) <= Self.farthest else {
                throw line.error(
                    "the instant is more than \(Int(CueLine.longest)) s away; give it in nanoseconds of CLOCK_MONOTONIC",
                    file: client.name)
            }
            if instant > now { due = instant } else { cause = instant }
        }
        guard let due else { return try perform(line, owner, cause: cause, at: nil, scheduler.clocks, now) }
        guard client.outstanding < Self.mostWaiting else {
            throw line.error("\(Self.mostWaiting) lines already wait; send it later", file: client.name)
        }
        let place = waiting.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
        waiting.insert((due, owner, line), at: place)
        client.outstanding += 1
    }

    /// Gives the engine what is due soon.
    private func handOver() {
        let (clocks, now) = (scheduler.clocks, engine.now)
        cuts.removeAll { $0.due <= now }
        while let next = waiting.first, next.due <= now + Self.horizon {
            waiting.removeFirst()
            next.owner.client.outstanding -= 1
            do throws(ThudError) {
                try perform(next.line, next.owner, cause: next.due, at: next.due, clocks, now)
            } catch {
                next.owner.client.refuse(error)
            }
        }
        for client in clients { endOrphans(of: client) }
    }

    /// - Parameter due: when it is to take effect; nil for as soon as possible.
    private func perform(
        _ line: CueLine, _ owner: Owner, cause: Instant, at due: Instant?, _ clocks: FeedbackScheduler.Clocks,
        _ now: Instant
    ) throws(ThudError) {
        let client = owner.client
        switch line.verb {
        case .play(let cue, let gain, _):
            let handle =
                if let due {
                    scheduler.schedule(cue, cause: due, due: due, by: clocks, gain: gain)
                } else {
                    scheduler.trigger(cue, cause: cause, now: now, gain: gain)
                }
            guard let handle else { return refuse(line, client, now) }
            note(handle.id, of: owner)
            client.note(handle.id, as: owner.tag, start: due ?? now)
            if let cut = cut(of: owner, after: due ?? now) { scheduler.cut(handle.id, at: cut) }
        case .begin(let cue, let tag):
            guard library.cues[cue]?.cue.lasts != nil else {
                throw line.error("\(cue) ends by itself; write its name alone to play it", file: client.name)
            }
            guard !client.lasting.contains(where: { $0.tag == tag && !$0.cue.isEnded }) else {
                throw line.error(
                    "the tag \(TypedText.shown(tag)) is already in use; end its cue first", file: client.name)
            }
            guard let live = scheduler.begin(cue, cause: cause, at: due, now: now) else {
                return refuse(line, client, now)
            }
            client.lasting.append((tag, live, due ?? now))
            note(live.id, of: owner)
            if let cut = cut(of: owner, after: due ?? now) { scheduler.end(live, fade: .zero, at: cut, now: now) }
        case .turn(let tag, let control, let value, let duration):
            let live = try client.lastingCue(tag, line)
            scheduler.turn(live, control, to: value, over: duration, at: due, now: now)
        case .end(let tag, let fade): scheduler.end(try client.lastingCue(tag, line), fade: fade, at: due, now: now)
        case .cancel, .stop: cancel(owner, at: due, now)
        case .names: client.send(.names(library.cues.values.sorted { $0.cue.name < $1.cue.name }))
        }
    }

    private func note(_ id: UInt64, of owner: Owner) {
        owners[id] = owner
        owner.client.outstanding += 1
    }

    private func refuse(_ line: CueLine, _ client: ServiceClient, _ now: Instant) {
        let time = now - feedback.log.start
        client.send(.notTaken(cue: line.cue ?? "", tag: line.tag, at: time, line: line.number))
    }

    /// Cuts and cancels the cues of the client with the owner's tag. Without a tag, it concerns all of them, or with a
    /// time those that begin before.
    private func cancel(_ owner: Owner, at due: Instant?, _ now: Instant) {
        let client = owner.client
        let end = owner.tag == nil ? due : nil
        func isMeant(_ tag: String?, _ start: Instant) -> Bool {
            owner.means(tag) && end.map { start + Self.frame < $0 } ?? true
        }
        for cue in client.recent where isMeant(client.tags[cue.id], cue.start) { scheduler.cut(cue.id, at: due) }
        for lasting in client.lasting where isMeant(lasting.tag, lasting.start) {
            scheduler.end(lasting.cue, fade: .zero, at: due, now: now)
        }
        if end == nil { withdraw(owner) }
        if let due { cuts.append((due, owner)) }
    }

    /// Returns when the first of the coming cuts ends a cue that begins at `start`.
    private func cut(of owner: Owner, after start: Instant) -> Instant? {
        cuts.first { $0.owner.client === owner.client && $0.owner.means(owner.tag) && start + Self.frame < $0.due }?.due
    }

    /// Takes back the lines of the client that wait, with the owner's tag if it has one.
    private func withdraw(_ owner: Owner) {
        let client = owner.client
        func isMeant(_ other: Owner) -> Bool { other.client === client && owner.means(other.tag) }
        for entry in waiting where isMeant(entry.owner) {
            client.outstanding -= 1
            let time = entry.due - feedback.log.start
            if let cue = entry.line.cue { client.send(.cancelled(cue: cue, tag: entry.owner.tag, at: time)) }
        }
        waiting.removeAll { isMeant($0.owner) }
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
    /// When `handle` and `settle` are to be called at the latest; nil for no matter when.
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

extension ServiceDoor { var deadline: Instant? { nil } }
