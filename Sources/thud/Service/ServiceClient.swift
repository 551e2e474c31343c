import ThudCore
import ThudCues
import ThudFeedback

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

    /// The name of its requests in errors: `standard input`, `request`.
    let name: String
    /// The lines that are not yet taken. The first of them may name a cue that is still being loaded.
    var lines: ArraySlice<Line> = []
    /// Its lasting cues. A tag may be in use again while the cue before it fades.
    var lasting: [(tag: String, cue: LiveCue, start: Instant)] = []
    private(set) var badLines = 0
    /// Whether it requests nothing more. Its lasting cues then end.
    var isGone = false
    /// Whether nobody reads its reports any more. Its lines for later still take effect.
    var isAway = false
    /// The cues that have not been reported yet.
    var outstanding = 0
    /// Whether it has been told that the service is ready, or will not be.
    var isReady = false
    private var reports: [ServiceReport] = []
    private var earlyStart: Instant?

    init(_ name: String) { self.name = name }

    /// Whether it still waits for answers.
    var isBusy: Bool { !isReady || outstanding > 0 || !lines.isEmpty || !lasting.isEmpty }

    /// Tells it that the service is ready, before anything else.
    func greet(_ report: ServiceReport) {
        reports.insert(report, at: 0)
        isReady = true
    }

    func send(_ report: ServiceReport) { reports.append(report) }

    /// Returns the reports since the last call, for the client's door. They wait until the service is ready.
    func takeReports() -> [ServiceReport] {
        guard isReady else { return [] }
        defer { reports = [] }
        return reports
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

    /// Returns the lasting cue that has a tag at an instant. One whose end is still to come keeps it until then.
    func lasting(_ tag: String, at instant: Instant) -> LiveCue? {
        lasting.first { $0.tag == tag && $0.cue.ending.map { instant < $0.start } ?? !$0.cue.isEnded }?.cue
    }

    func lastingCue(_ tag: String, _ line: CueLine, at instant: Instant) throws(ThudError) -> LiveCue {
        if let open = lasting(tag, at: instant) { return open }
        throw line.error(
            "no cue with the tag \(TypedText.shown(tag)) is playing; begin one with that tag first", file: name)
    }

    /// Reports the lasting cues that have ended, and forgets them.
    func takeEnds() {
        for (tag, cue, _) in lasting where cue.isOver { send(.ended(cue: cue.name, tag: tag)) }
        lasting.removeAll(where: \.cue.isOver)
    }
}
