import ThudCore
import ThudOutputCapture
import ThudPlayback

/// A press that was delivered to a program.
struct Press: Hashable {
    let instant: Instant
    /// When the first bytes were read that the program wrote afterwards.
    var replied: Instant?
}

/// Runs a program and presses at the planned instants. It waits until the program is ready, presses once after a rest,
/// and stops early if the program makes no sound at all.
final class ProgramRunner: LoopClient {
    private let program: ChildProgram
    private let request: ProgramRequest
    private let plan: BenchPlan
    private let ears: ProgramEars
    private let loop: EventLoop
    private var phase: Phase
    private var lastOutput = Instant.now()
    /// How many presses came just after output that nothing had asked for.
    private var unaskedOutput = 0
    /// The first press, which comes after a rest, and then the planned ones.
    private(set) var presses: [Press] = []
    /// Why the run ended before all presses were made, as a clause; nil if it did not.
    private(set) var breakOff: String?

    /// What the program has written since the last step of the preparation.
    private var written: [UInt8] = []

    private enum Phase {
        case preparing(step: Int, since: Instant)
        case starting(since: Instant)
        case resting(until: Instant)
        case pressing(start: Instant, next: Int)
        case tail(end: Instant)
    }

    /// How long a program may take until it is ready, and how long its terminal must be quiet.
    private static let longestStart = Interval.seconds(4)
    private static let shortestStart = Interval.seconds(1)
    private static let quiet = Interval.milliseconds(400)
    private static let rest = Interval.milliseconds(1_500)
    private static let glance = Interval.milliseconds(50)
    private static let silentPresses = 8
    private static let silence: Float = 1e-4
    /// How long before a press output counts as unasked for.
    private static let justBefore = Interval.milliseconds(50)

    init(_ program: ChildProgram, _ request: ProgramRequest, _ ears: ProgramEars, _ interrupts: Interrupts) {
        (self.program, self.request, self.ears) = (program, request, ears)
        plan = BenchPlan(
            count: request.count, interval: request.interval, burst: 1, injected: .zero, seed: request.seed)
        loop = EventLoop(nil, interrupts)
        phase = .preparing(step: 0, since: .now())
    }

    /// Runs until all presses are made, the program ends or a signal comes.
    ///
    /// - Returns: the signal.
    func run() -> Int32? { loop.run(self) }

    /// Whether output of the program answers presses. If not, its first bytes after a press say nothing.
    var repliesToPresses: Bool { unaskedOutput * 5 <= presses.count }

    func register(in loop: EventLoop) {
        loop.wait(.timer, until: .earlier(deadline, .now() + Self.glance))
        if !program.hasEnded { loop.wait(.program, for: [program.controller], then: { [self] _ in takeOutput() }) }
    }

    private var deadline: Instant? {
        switch phase {
        case .preparing, .starting: nil
        case .resting(let end), .tail(let end): end
        case .pressing(let start, let next): start + plan.triggers[next].due
        }
    }

    func advance(to now: Instant) {
        program.look()
        if program.hasEnded, breakOff == nil, !isInTail {
            breakOff = "the program \(program.ending) before all presses were made"
            phase = .tail(end: now + .milliseconds(100))
        }
        switch phase {
        case .preparing(let step, let since): prepare(step, since, now)
        case .starting(let since): if isReady(since, now) { phase = .resting(until: now + Self.rest) }
        case .resting(let end):
            guard now >= end else { return }
            press()
            phase = .pressing(start: now + Self.rest, next: 0)
        case .pressing(let start, let next):
            guard now >= start + plan.triggers[next].due else { return }
            press()
            if presses.count == Self.silentPresses, ears.peak < Self.silence {
                breakOff = "nothing was heard after \(presses.count) presses"
            }
            let isLast = next + 1 == plan.triggers.count || breakOff != nil
            phase = isLast ? .tail(end: now + ProgramRequest.reach) : .pressing(start: start, next: next + 1)
        case .tail(let end): if now >= end { loop.finish() }
        }
    }

    /// Takes the next step of the preparation if it is due.
    private func prepare(_ step: Int, _ since: Instant, _ now: Instant) {
        guard step < request.preparation.count else {
            phase = .starting(since: now)
            return
        }
        switch request.preparation[step] {
        case .see(let text):
            guard WrittenText.plain(written).contains(text) else {
                guard now > since + Self.patience else { return }
                breakOff = "the program did not write \(TypedText.shown(text, most: 60)) within 15 s"
                phase = .tail(end: now)
                return
            }
        case .key(let key): _ = key.deliver(to: program)
        case .wait(let length): guard now >= since + length else { return }
        }
        written = []
        phase = .preparing(step: step + 1, since: now)
    }

    private static let patience = Interval.seconds(15)

    private var isInTail: Bool { if case .tail = phase { true } else { false } }

    private func isReady(_ since: Instant, _ now: Instant) -> Bool {
        let isSettled = now - lastOutput >= Self.quiet && ears.hasStream
        return now >= since + Self.shortestStart && isSettled || now >= since + Self.longestStart
    }

    private func press() {
        guard let instant = request.stimulus.deliver(to: program) else {
            breakOff = breakOff ?? "the program no longer takes what is sent to it"
            return
        }
        if ears.isMuted, breakOff == nil { breakOff = "the system's sound is muted" }
        if instant - lastOutput < Self.justBefore { unaskedOutput += 1 }
        presses.append(Press(instant: instant))
    }

    private func takeOutput() {
        let bytes = program.read()
        guard !bytes.isEmpty else { return }
        if case .preparing = phase { written += bytes }
        let now = Instant.now()
        lastOutput = now
        if let last = presses.indices.last, presses[last].replied == nil { presses[last].replied = now }
    }

    func collect() {}

    func whileStopped(_ stop: () -> Void) { stop() }
}
