import ThudCore

/// Finds frames that arrived faster than real time. A server that stood still produces at once what it missed, and says
/// that it came out evenly until now. Nobody knows when such frames came out.
struct CaptureBacklog {
    /// In frames per second.
    private let rate: Double
    /// By how many frames more arrived than real time allows, since nothing was left to read.
    private var excess = 0.0
    /// The frames that have arrived.
    private var frame = 0
    /// The frame at which the excess began.
    private var start = 0
    private var isTooFast = false
    /// How many times in a row frames came in real time.
    private var timely = 0
    /// The frames that usually arrive at once: at first the longest cycle of a sound server.
    private var cycle = 8_192
    private let begin: Instant
    private var (lastLook, lastRead): (Instant, Instant)

    /// How much faster than the clock a source may be in the long run. Real crystals deviate by less than a thousandth.
    private static let most = 1.5
    /// How many extra seconds may arrive at once: a full buffer, and samples that a plugin has stored.
    private static let ahead = 3.0
    /// How many cycles may arrive too early.
    private static let mostCycles = 4
    /// How many times in a row frames come in real time before a server's clock is believed again.
    private static let settling = 4

    init(sampleRate: Int, start: Instant) {
        rate = Double(sampleRate)
        begin = start
        (lastLook, lastRead) = (start, start)
    }

    /// Returns whether so many frames in total are plausible by `now`. A source such as `null` delivers any amount at
    /// once and would fill the memory.
    func allows(_ frames: Int, at now: Instant) -> Bool {
        Double(frames) <= rate * (Self.ahead + Self.most * (now - begin).seconds)
    }

    /// Counts frames that were read at an instant. Once they have come in real time for some cycles, returns the frames
    /// before them that came too fast.
    mutating func read(_ count: Int, at now: Instant) -> Range<Int>? {
        look(at: now)
        let pace = Double(count) / max(1, rate * (now - lastRead).seconds)
        lastRead = now
        timely = pace <= Self.most ? timely + 1 : 0
        let tooFast = timely >= Self.settling ? end() : nil
        if excess <= 0, !isTooFast { start = frame }
        excess += Double(count)
        frame += count
        isTooFast = isTooFast || excess > Double(Self.mostCycles * cycle)
        if (1 / Self.most...Self.most).contains(pace) { cycle = count }
        return tooFast
    }

    /// Nothing was left to read at an instant, so whatever comes later has not arrived yet.
    mutating func findNothing(at now: Instant) {
        look(at: now)
        excess = max(0, excess)
    }

    /// Returns the last frames if they came too fast.
    mutating func end() -> Range<Int>? {
        guard isTooFast else { return nil }
        (isTooFast, excess) = (false, 0)
        return start..<frame
    }

    private mutating func look(at now: Instant) {
        excess -= Self.most * rate * (now - lastLook).seconds
        lastLook = now
    }
}
