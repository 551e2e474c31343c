import ThudCore
import ThudReports

extension BenchCue {
    /// Creates a press that was delivered to a program.
    init(press index: Int, at instant: Instant, replied: Instant? = nil, redrawn: Instant? = nil) {
        self.init(index: index, name: "press")
        (triggered, self.replied, self.redrawn) = (instant, replied, redrawn)
    }
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
    private var output = ReplyWatch()
    private var drawing = ReplyWatch()
    /// When the window first showed something else, until it has shown that for a while.
    private var change: Instant?
    /// The first press, which comes after a rest, and then the planned ones.
    private var instants: [Instant] = []
    /// When the stimulus must be released.
    private var release: Instant?
    /// How many streams the program had opened just before each press.
    private var openedStreams: [Int] = []
    /// Why the run ended before all presses were made, as a clause; nil if it did not.
    private(set) var breakOff: String?

    /// What the program has written since the last key of the preparation, and after what was found in it.
    private var written = WrittenText()
    /// The ends of all that the program and the commands have written, at most 2 KiB each.
    private var (ending, helperEnding): ([UInt8], [UInt8]) = ([], [])

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
    private static let pollInterval = Interval.milliseconds(50)
    /// How long before a press the window's pictures are compared, so that changes without a press are seen.
    private static let nearPress = Interval.milliseconds(150)
    /// How long the window must show something else. A program may clear it before it draws the same again, and the X
    /// server may take its time between the two.
    private static let settling = Interval.milliseconds(5)
    private static let silentPresses = 8
    private static let silence: Float = 1e-4
    /// After how many of the first presses streams are counted, and after how many of them one must open.
    private static let streamPresses = (counted: 4, opening: 3)
    /// How long a key, a button or a note is held: longer than a frame of a game.
    private static let hold = Interval.milliseconds(60)

    init(_ program: ChildProgram, _ request: ProgramRequest, _ ears: ProgramEars, _ interrupts: Interrupts) {
        (self.program, self.request, self.ears) = (program, request, ears)
        plan = BenchPlan(request.timing)
        loop = EventLoop(nil, interrupts)
        phase = .preparing(step: 0, since: .now())
    }

    /// Runs until all presses are made, the program ends or a signal comes, which is returned.
    func run() -> Int32? { loop.run(self) }

    /// The first press, numbered 0, and the planned ones.
    var presses: [BenchCue] {
        zip(instants, zip(output.proven, drawing.proven)).enumerated().map { index, press in
            BenchCue(press: index, at: press.0, replied: press.1.0, redrawn: press.1.1)
        }
    }

    func register(in loop: EventLoop) {
        ears.register(in: loop, for: program)
        if let window = request.stimulus.watched, let events = window.descriptor {
            // Xlib may have read events while it sent something. They do not make the descriptor readable.
            look(at: window)
            loop.wait(.window, for: [events], then: { [self] _ in look(at: window) })
        }
        let soon = Instant.earlier(release, .now() + Self.pollInterval)
        loop.wait(.timer, until: .earlier(.earlier(deadline, change.map { $0 + Self.settling }), soon))
        if !program.hasEnded { loop.wait(.program, for: program.outputs, then: { [self] _ in takeOutput() }) }
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
            takeOutput()
            end(at: now + .milliseconds(100), because: "the program \(program.ending) before all presses were made")
        }
        if let end = release, now >= end { releaseStimulus() }
        if isPressNear(now) { request.stimulus.watched?.remember() }
        switch phase {
        case .preparing(let step, let since): prepare(step, since, now)
        case .starting(let since): start(since, now)
        case .resting(let end):
            guard now >= end else { return }
            press()
            Console.remark("Pressing \(Count.of(plan.triggers.count, "time"))", lasting: plan.duration)
            phase = .pressing(start: now + Self.rest, next: 0)
        case .pressing(let start, let next):
            guard now >= start + plan.triggers[next].due else { return }
            press()
            if instants.count == Self.silentPresses, ears.peak < Self.silence { breakOff = silenceInWords }
            if opensStreams, breakOff == nil {
                breakOff = "it opens a stream for each sound, whose beginning is missed; use --ear sink"
            }
            let isLast = next + 1 == plan.triggers.count || breakOff != nil
            phase = isLast ? .tail(end: now + ProgramRequest.reach) : .pressing(start: start, next: next + 1)
        case .tail(let end): if now >= end { loop.finish() }
        }
    }

    /// What was found out about a program that has made no sound, as a clause.
    private var silenceInWords: String {
        let isSinkSilent = ears.sinkPeak < Self.silence
        return "nothing was heard\(isSinkSilent ? "" : " in its own streams") after \(instants.count) presses"
            + (request.stimulus.watched?.hasWindow ?? true ? "" : ", and the program showed no window")
            + (ears.hasStream ? "" : ", and the program opened no stream on PipeWire")
            + (request.stimulus is KeyStimulus && program.takesLines
                ? ", and the program's terminal gives it whole lines alone: use --line" : "")
            + (program.helperFailure.map { ", and the command \($0)\(Self.lastLine(of: helperEnding))" } ?? "")
            + (isSinkSilent
                ? "" : "; the sink has sound: if another process makes it for the program, use --ear sink")
            + (request.preparation.isEmpty ? "; if it starts slowly or with a menu, use --prepare" : "")
            + lastLine
    }

    /// Whether the program opens a stream for nearly each press. Its beginning is over until it can be captured.
    var opensStreams: Bool {
        let counted = openedStreams.prefix(Self.streamPresses.counted + 1)
        return zip(counted.dropFirst(), counted).count { $0 > $1 } >= Self.streamPresses.opening
    }

    /// Takes the next step of the preparation if it is due.
    private func prepare(_ step: Int, _ since: Instant, _ now: Instant) {
        guard step < request.preparation.count else {
            phase = .starting(since: now)
            return
        }
        switch request.preparation[step] {
        case .see(let text):
            guard written.drop(through: text) else {
                guard now > since + Self.timeout else { return }
                let words = TypedText.shown(text, most: 60)
                return end(at: now, because: "the program did not write `\(words)` within 15 s of the last step")
            }
        case .key(let key):
            // A window may open after a while.
            guard request.stimulus.obstacle(program) == nil || now > since + Self.longestStart else { return }
            written.dropAll()
            if let window = request.stimulus.watched { window.type(key) } else { _ = key.deliver(to: program) }
        case .wait(let length): guard now >= since + length else { return }
        }
        phase = .preparing(step: step + 1, since: now)
    }

    private static let timeout = Interval.seconds(15)

    private var isInTail: Bool { if case .tail = phase { true } else { false } }

    /// Waits until the program can be pressed, and is ready or has had its time.
    private func start(_ since: Instant, _ now: Instant) {
        let isSettled = now - output.last >= Self.quiet && ears.hasStream
        guard now >= since + Self.shortestStart && isSettled || now >= since + Self.longestStart else { return }
        guard let obstacle = request.stimulus.obstacle(program) else {
            phase = .resting(until: now + Self.rest)
            return
        }
        if now > since + Self.timeout { end(at: now, because: obstacle) }
    }

    private func end(at end: Instant, because reason: String) {
        breakOff = reason + lastLine
        phase = .tail(end: end)
    }

    private func press() {
        releaseStimulus()
        openedStreams.append(ears.openedStreams)
        guard let instant = request.stimulus.deliver(to: program) else {
            breakOff = breakOff ?? request.stimulus.obstacle(program) ?? request.stimulus.refusal
            return
        }
        if ears.isMuted, breakOff == nil { breakOff = "the system's sound is muted" }
        release = instant + Self.hold
        output.press(at: instant)
        drawing.press(at: instant)
        instants.append(instant)
    }

    /// Releases the last press, if that was not done yet.
    private func releaseStimulus() {
        guard release != nil else { return }
        request.stimulus.release()
        release = nil
    }

    private func takeOutput() {
        helperEnding = (helperEnding + program.readHelpers()).suffix(2_048)
        let bytes = program.read()
        guard !bytes.isEmpty else { return }
        output.show(at: .now())
        written.take(bytes)
        if case .preparing = phase {} else { written.dropAll() }
        program.takesApplicationKeys = written.asksForApplicationKeys
        ending = (ending + bytes).suffix(2_048)
    }

    /// What the program wrote last, as a clause, because its terminal is not shown; empty if it wrote nothing.
    private var lastLine: String { Self.lastLine(of: ending) }

    private static func lastLine(of output: [UInt8]) -> String {
        let lines = output.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map(WrittenText.text)
        let last = lines.last { !$0.allSatisfy(\.isWhitespace) }
        return last.map { "; it wrote last: \(TypedText.shown($0, most: 160))" } ?? ""
    }

    /// Compares the window's pictures around a press alone, because that takes time of both processors and X server.
    private func look(at window: WindowStimulus) {
        let now = Instant.now()
        let isDrawn = window.takeDrawing()
        if let first = change {
            guard now >= first + Self.settling else { return }
            change = nil
            let lasts = window.showsOther(keeping: true)
            // One that began before the press is no reply to it.
            if lasts, instants.last.map({ $0 <= first }) ?? true { drawing.show(at: first) }
        } else if isDrawn, drawing.isHopeful && drawing.isOpen || isPressNear(now) {
            if window.showsOther(keeping: false) { change = now }
        } else if isDrawn {
            window.forget()
        }
    }

    private func isPressNear(_ now: Instant) -> Bool {
        drawing.isHopeful && !isInTail && deadline.map { $0 - now < Self.nearPress } ?? false
    }
}
