import ThudCore
import ThudCues
import ThudFeedback
import ThudPlayback

/// A client of the service: the sender of requests, and the receiver of the reports on them.
final class ServiceClient {
    /// A line that has been read, and the longest that it can have waited before.
    struct Line {
        let result: Result<CueLine, ThudError>
        let read: Instant
        let waited: Interval
        /// Whether cues were still being loaded. A wait for them is not a cue's latency.
        let isEarly: Bool
    }

    /// The name of its requests in errors: `standard input`, `client 3`.
    let name: String
    /// The lines that are not yet taken. The first of them may name a cue that is still being loaded.
    var lines: ArraySlice<Line> = []
    /// Its lasting cues. A tag may be in use again while the cue before it fades.
    var lasting: [(tag: String, cue: LiveCue, start: Instant)] = []
    private(set) var badLines = 0
    private(set) var tags: [UInt64: String] = [:]
    private(set) var recent: [(id: UInt64, start: Instant)] = []
    /// Whether it requests nothing more. Its lasting cues then end.
    var isGone = false
    /// The cues that have not been reported yet.
    var outstanding = 0
    private let report: (ServiceReport) -> Void
    private var held: [ServiceReport] = []
    private var earlyStart: Instant?
    private var isReady = false

    /// Its cues that can be cut: more than an engine has voices.
    private static let mostRecent = 256

    /// - Parameter report: gets each report, and must not block.
    init(_ name: String, report: @escaping (ServiceReport) -> Void) {
        self.name = name
        self.report = report
    }

    /// Whether it still waits for answers.
    var isBusy: Bool { !isReady || outstanding > 0 || !lines.isEmpty || !lasting.isEmpty }

    /// Sends a report. All others wait until the client has been told that the service is ready.
    func send(_ report: ServiceReport) {
        if case .ready = report {
            self.report(report)
            sendHeld()
        } else if isReady {
            self.report(report)
        } else {
            held.append(report)
        }
    }

    /// Sends the reports that wait, now that the service is ready or ends.
    func sendHeld() {
        isReady = true
        for report in held { self.report(report) }
        held = []
    }

    /// Returns the instant from which a line counts: when it was read. Early lines count from the moment at which the
    /// first of them was taken, because the wait for their cues is no latency. If that is too late for one, it and
    /// those after it count from `now`.
    func start(of line: Line, _ now: Instant) -> Instant {
        guard line.isEarly else { return line.read }
        let delay = (try? line.result.get())?.delay
        if let earlyStart, now <= earlyStart + (delay ?? .zero) { return earlyStart }
        if delay != nil || earlyStart == nil { earlyStart = now }
        return now
    }

    func refuse(_ error: ThudError) {
        badLines += 1
        send(.refused(error))
    }

    /// Remembers a cue, so that it can be cut.
    func note(_ id: UInt64, as tag: String?, start: Instant) {
        recent.append((id, start))
        tags[id] = tag
        if recent.count > Self.mostRecent { tags[recent.removeFirst().id] = nil }
    }

    func lastingCue(_ tag: String, _ line: CueLine) throws(ThudError) -> LiveCue {
        if let open = lasting.last(where: { $0.tag == tag && !$0.cue.isEnded }) { return open.cue }
        throw line.error(
            "no cue with the tag \(TypedText.shown(tag)) is playing; begin one with `begin CUE as \(TypedText.shown(tag))`",
            file: name)
    }

    /// Reports the lasting cues that have ended, and forgets them. `present` are those that the scheduler still knows.
    func takeEnds(among present: [LiveCue]) {
        func isOver(_ cue: LiveCue) -> Bool { cue.isEnded && !present.contains { $0 === cue } }
        for (tag, cue, _) in lasting where isOver(cue) { send(.ended(cue: cue.name, tag: tag)) }
        lasting.removeAll { isOver($0.cue) }
    }
}
