import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudPlayback

/// Plays the cues that clients request, through one output, and reports to each client what became of its own.
///
/// Requests come through doors: standard input, a socket, a bus. The service knows none of them.
final class CueService: LoopClient {
    let feedback: FeedbackOutput
    private let loader: CueLoader
    private var doors: [any ServiceDoor]
    private let isVerbose: Bool
    private let interrupts: Interrupts
    private let loop: EventLoop
    /// The requests whose cues are to come or may still sound, by the cues' ids.
    private var owners: [UInt64: Owner] = [:]
    /// The requests that are not due for a while, in time order.
    private var waiting: [ServiceRequest] = []
    /// The cuts that are not due yet, although the engine has them. They also cut what is still requested before them.
    private var cuts: [ServiceRequest] = []
    private var library = CueLibrary.none
    private(set) var isLoaded = false
    /// How long the lines of one client are taken before it is the others' turn.
    private var turn = longestTurn
    /// Why the cues could not be loaded.
    private(set) var obstacle: (any Error)?

    /// The most lines of one client that may wait.
    private static let mostWaiting = 10_000
    /// How long lines are taken before other events are looked for. Clients that flood the service share this time.
    static let longestTurn = Interval.milliseconds(1)
    /// How long before they are due the engine gets lines, and how long if it has so many cues that others would find
    /// no room although they are due sooner.
    private static let horizon = Interval.milliseconds(500)
    private static let nearHorizon = Interval.milliseconds(100)
    private static let manyCues = 100
    /// So many voices leave a quarter of those that an engine has.
    private static let manyVoices = 192
    /// The longest wait for the stream's position, which some devices never report, and how often to look for it.
    private static let longestStart = Interval.milliseconds(500)
    private static let startingSleep = Interval.milliseconds(5)
    /// How often to check whether the last cue has been played to its end.
    private static let endingSleep = Interval.milliseconds(50)
    /// How often to look for reports that were lost.
    private static let longestReport = Interval.seconds(1)
    /// How much later than predicted a cue may end.
    private static let longestDelay = Interval.seconds(1)
    /// How long a cut may take until it is heard.
    private static let longestCut = Interval.milliseconds(300)
    /// Less than a frame apart means at the same time. A stop leaves what begins with it.
    private static let frame = Interval(nanoseconds: 20_000)
    /// The fade of a lasting cue whose client has gone.
    private static let departureFade = Interval.milliseconds(40)
    /// How long the end of the service waits for slow readers on a socket.
    private static let timeout = Interval.seconds(1)

    /// The request of a cue, and when the cue will certainly have ended; nil until it has been reported.
    private typealias Owner = (request: ServiceRequest, end: Instant?)

    /// - Parameter isVerbose: a line is written for each cue, for a person who watches.
    init(_ feedback: FeedbackOutput, _ loader: CueLoader, doors: [any ServiceDoor], isVerbose: Bool) {
        self.isVerbose = isVerbose
        self.feedback = feedback
        feedback.scheduler.mostTurns = FeedbackScheduler.fewTurns
        self.loader = loader
        self.doors = doors
        interrupts = Interrupts([.stopRequested, .continued])
        loop = EventLoop(feedback.output.engine, interrupts, longestSleep: .seconds(60))
    }

    /// Serves until every door is done and all cues have ended, or until a signal; returns that signal.
    func run() throws -> Int32? {
        feedback.followSilentSwitch()
        let signal = loop.run(self)
        if signal == nil { loop.rest(until: .now() + engine.buffered) } else { cut() }
        for client in clients { client.isReady = true }
        collect()
        let deadline = Instant.now() + Self.timeout
        for door in doors.reversed() { door.close(by: deadline) }
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
        for door in doors { door.register(in: loop, for: self) }
        loop.wait(
            .timer, until: waiting.first.map { isStarting ? loop.now + Self.startingSleep : $0.start - horizon })
        loop.wait(.timer, until: cuts.first?.start)
        if doors.allSatisfy(\.isDone), waiting.isEmpty { loop.wait(.timer, until: loop.now + Self.endingSleep) }
        // A flood goes on after this turn.
        if clients.contains(where: { !$0.lines.isEmpty && !mustWait($0) }) { loop.wait(.timer, until: loop.now) }
        // A lost receipt wakes nobody.
        if scheduler.pendingCount > 0 || clients.contains(where: { !$0.lasting.isEmpty }) {
            loop.wait(.timer, until: loop.now + Self.longestReport)
        }
    }

    func advance(to now: Instant) {
        let busy = clients.filter { !$0.lines.isEmpty }
        turn = Interval(nanoseconds: Self.longestTurn.nanoseconds / Int64(max(1, busy.count)))
        for client in busy { takeLines(of: client) }
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

    private var clients: [ServiceClient] { doors.flatMap(\.clients) }

    /// Opens another door, for example that of a client on a socket.
    func add(_ door: any ServiceDoor) {
        doors.append(door)
        if isLoaded { for client in door.clients { greet(client) } }
    }

    func remove(_ door: any ServiceDoor) { doors.removeAll { $0 === door } }

    /// Ends the lasting cues that no line of a client that is gone will end.
    private func endOrphans(of client: ServiceClient) {
        guard client.isGone, client.lines.isEmpty else { return }
        let open = client.lasting.filter { !$0.cue.isEnded }
        guard !open.isEmpty else { return }
        let lines = waiting.lazy.filter { $0.client === client }.map(\.line)
        let tags = Set(lines.compactMap(\.tag))
        guard !lines.contains(where: { $0.verb == .stop }) else { return }
        for lasting in open where !tags.contains(lasting.tag) {
            scheduler.end(lasting.cue, fade: Self.departureFade, now: engine.now)
        }
    }

    /// Cancels the waiting lines of a client that is away, if such clients have more than one client may have.
    func limit(_ client: ServiceClient) {
        if waiting.count(where: \.client.isAway) > Self.mostWaiting { withdraw { $0.client === client } }
    }

    private func greet(_ client: ServiceClient) {
        client.greet(.ready(device: engine.health.device, cues: library.cues.count))
    }

    private func takeCues() {
        guard !isLoaded else { return }
        for part in loader.worker.take() {
            switch part {
            case .cues(let cues): add(cues)
            case .broken(let error), .remark(let error): Console.remark("thud: \(error)")
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
        let (now, end) = (engine.now, Instant.now() + turn)
        while let next = client.lines.first, !mustWait(client) {
            client.lines.removeFirst()
            attempt(for: client) { () throws(ThudError) in
                try take(next.result.get(), of: client, next, client.start(of: next, now))
            }
            if Instant.now() >= end { break }
        }
    }

    /// Calls `body`, and tells the client of its error.
    private func attempt(for client: ServiceClient, _ body: () throws(ThudError) -> Void) {
        do throws(ThudError) {
            try body()
        } catch {
            client.refuse(error)
        }
    }

    /// Performs a line now, or puts it in the queue until it is due.
    private func take(
        _ line: CueLine, of client: ServiceClient, _ source: ServiceClient.Line, _ now: Instant
    ) throws(ThudError) {
        if let cue = line.cue, library.cues[cue] == nil {
            throw line.unknown(file: client.name, among: library.cues.keys)
        }
        var (start, cause) = (now, source.read - source.waited)
        switch line.time {
        case nil: break
        case .after(let delay): start = max(now, now + delay)
        case .at(let instant):
            guard max(instant, now) - min(instant, now) <= .seconds(CueLine.longest) else {
                throw line.error(
                    "the instant is more than \(Int(CueLine.longest)) s away; give it in nanoseconds of CLOCK_MONOTONIC",
                    file: client.name)
            }
            if instant > now { start = instant } else { cause = instant }
        }
        let request = ServiceRequest(
            line: line, client: client, waited: source.waited, isEarly: source.isEarly || !engine.isClockKnown,
            cause: start > now ? start : cause, start: start, isTimed: start > now)
        guard request.isTimed else { return try perform(request, scheduler.clocks, now) }
        guard client.outstanding < Self.mostWaiting else {
            throw request.error("\(Self.mostWaiting) lines already wait; send it later")
        }
        waiting.insert(request, at: (waiting.lastIndex { $0.start <= start } ?? -1) + 1)
        client.outstanding += 1
    }

    /// Whether the stream's position is still a guess, which can be off by the whole queue.
    private var isStarting: Bool {
        let isKnown = engine.isClockKnown && feedback.output.hapticEngine?.isClockKnown != false
        return !isKnown && engine.now - feedback.log.start < Self.longestStart
    }

    private var horizon: Interval { scheduler.pendingCount < Self.manyCues ? Self.horizon : Self.nearHorizon }

    /// Gives the engine what is due soon.
    private func handOver() {
        let (clocks, now) = (scheduler.clocks, engine.now)
        cuts.removeAll { $0.start <= now }
        while !isStarting, let next = waiting.first, next.start <= now + horizon {
            waiting.removeFirst()
            next.client.outstanding -= 1
            attempt(for: next.client) { () throws(ThudError) in try perform(next, clocks, now) }
        }
        for client in clients { endOrphans(of: client) }
    }

    private func perform(
        _ request: ServiceRequest, _ clocks: FeedbackScheduler.Clocks, _ now: Instant
    ) throws(ThudError) {
        let (client, cause, due) = (request.client, request.cause, request.due)
        if let cue = request.line.cue, !hasRoom(for: client) { return refuse(request, cue, now) }
        switch request.line.verb {
        case .play(let cue, let gain, _):
            let handle =
                if let due {
                    scheduler.schedule(cue, cause: cause, due: due, by: clocks, gain: gain)
                } else {
                    scheduler.trigger(cue, cause: cause, now: now, gain: gain)
                }
            guard let handle else { return refuse(request, cue, now) }
            register(handle.id, of: request)
            if let cut = cut(of: request) { scheduler.cut(handle.id, at: cut) }
        case .begin(let cue, let tag):
            guard library.cues[cue]?.cue.lasts != nil else {
                throw request.error("\(cue) ends by itself; play it, or give it \"lasts\" in \(CueFolder.catalogName)")
            }
            guard client.lasting(tag, at: request.start) == nil else {
                throw request.error("the tag \(TypedText.shown(tag)) is already in use; end its cue first")
            }
            guard let live = scheduler.begin(cue, cause: cause, at: due, now: now) else {
                return refuse(request, cue, now)
            }
            client.lasting.append((tag, live, request.start))
            register(live.id, of: request)
            if let cut = cut(of: request) { scheduler.end(live, fade: .zero, at: cut, now: now) }
        case .turn(let tag, let control, let value, let duration):
            let live = try client.lastingCue(tag, request.line, at: request.start)
            scheduler.turn(live, control, to: value, over: duration, at: due, now: now)
        case .end(let tag, let fade):
            let live = try client.lastingCue(tag, request.line, at: request.start)
            scheduler.end(live, fade: fade, at: due, now: now)
        case .cancel, .stop: cancel(request, now)
        case .names: client.send(.names(library.cues.values.sorted { $0.cue.name < $1.cue.name }))
        }
    }

    /// Whether a client may have a further voice. If many sound, one that has more than its share leaves the rest to
    /// the others, even if it is alone: who connects next is heard at once.
    private func hasRoom(for client: ServiceClient) -> Bool {
        guard engine.voiceCount >= Self.manyVoices else { return true }
        let players = owners.values.map { ObjectIdentifier($0.request.client) }
        let own = players.count { $0 == ObjectIdentifier(client) }
        return own == 0 || own * Set(players).count < players.count
    }

    private func register(_ id: UInt64, of request: ServiceRequest) {
        owners[id] = (request, nil)
        request.client.outstanding += 1
    }

    private func refuse(_ request: ServiceRequest, _ cue: String, _ now: Instant) {
        let error = request.error("\(cue) is not heard: too much is requested at once")
        request.client.send(.notTaken(error, cue: cue, tag: request.line.tag, at: now - feedback.log.start))
    }

    /// Cuts and cancels the client's cues with the request's tag. Without a tag, it concerns all of them, or with a
    /// time those that begin before.
    private func cancel(_ request: ServiceRequest, _ now: Instant) {
        let (client, due) = (request.client, request.due)
        let end = request.line.tag == nil ? due : nil
        func isMeant(_ tag: String?, _ start: Instant) -> Bool {
            request.means(tag) && end.map { start + Self.frame < $0 } ?? true
        }
        for (id, owner) in owners where owner.request.client === client {
            guard case .play(_, _, let tag) = owner.request.line.verb, isMeant(tag, owner.request.start) else {
                continue
            }
            scheduler.cut(id, at: due)
        }
        for lasting in client.lasting where isMeant(lasting.tag, lasting.start) {
            scheduler.end(lasting.cue, fade: .zero, at: due, now: now)
        }
        if end == nil { withdraw { $0.client === client && request.means($0.line.tag) && $0.line.verb != .names } }
        if due != nil { cuts.append(request) }
    }

    /// Returns when the first of the coming cuts ends the cue of a request.
    private func cut(of request: ServiceRequest) -> Instant? {
        cuts.first {
            $0.client === request.client && $0.means(request.line.tag) && request.start + Self.frame < $0.start
        }?.start
    }

    /// Removes the waiting requests that are meant, and reports their cues as cancelled.
    private func withdraw(where isMeant: (ServiceRequest) -> Bool) {
        for request in waiting where isMeant(request) {
            let (client, time) = (request.client, request.start - feedback.log.start)
            client.outstanding -= 1
            if let cue = request.line.cue { client.send(.cancelled(cue: cue, tag: request.line.tag, at: time)) }
            if case .begin(let cue, let tag) = request.line.verb { client.send(.ended(cue: cue, tag: tag)) }
        }
        waiting.removeAll(where: isMeant)
    }

    // MARK: Reports

    func collect() {
        let (reports, events, device) = feedback.collect(isTimed: { self.owners[$0.id]?.request.isEarly != true })
        for report in reports {
            guard let owner = owners.removeValue(forKey: report.id)?.request else { continue }
            if report.receipt.outcome.isHeard || report.receipt.outcome == .unheard {
                let length = Interval.seconds(seconds(of: report.name) ?? 0)
                owners[report.id] = (owner, report.receipt.predicted + length + Self.longestDelay)
            }
            let time = feedback.log.gameTime(of: report)
            owner.client.outstanding -= 1
            if isVerbose {
                let latency = ServiceReport.latency(of: report)
                Console.remark(StatusLine(hasColour: false).cue(report, at: time, latency: latency))
            }
            owner.client.send(.cue(report, tag: owner.line.tag, at: time, waited: owner.waited))
        }
        let now = engine.now
        if !reports.isEmpty { owners = owners.filter { $0.value.end.map { $0 > now } ?? true } }
        for client in clients { client.takeEnds() }
        for event in events { Console.remark(event) }
        for report in device.map(ServiceReport.device) where report.json != nil {
            for client in clients { client.send(report) }
        }
        for door in doors { door.settle(for: self) }
    }

    /// Ends what sounds without a click, and takes back the rest.
    private func cut() {
        withdraw { _ in true }
        scheduler.silence(now: engine.now)
        scheduler.endAll(fade: .zero, now: engine.now)
        feedback.output.letOut(within: Self.longestCut)
    }
}
