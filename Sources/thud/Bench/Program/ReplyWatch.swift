import ThudCore

/// Times what a program shows, which may be its replies to presses.
struct ReplyWatch {
    /// For each press, when something was first shown afterwards.
    private var replies: [Instant?] = []
    private(set) var last = Instant.now()
    /// How many presses came just after something that nothing had asked for.
    private var unasked = 0

    /// How long before a press something counts as unasked for.
    private static let justBefore = Interval.milliseconds(50)

    mutating func press(at instant: Instant) {
        if instant - last < Self.justBefore { unasked += 1 }
        replies.append(nil)
    }

    mutating func show(at instant: Instant) {
        last = instant
        if let press = replies.indices.last, replies[press] == nil { replies[press] = instant }
    }

    /// Whether the last press has no reply yet.
    var isOpen: Bool { replies.last == .some(nil) }
    /// Whether there were replies, or so few presses that some may come.
    var isHopeful: Bool { replies.count <= Self.probe || replies.contains { $0 != nil } }

    /// How many presses without a reply show that there are none.
    private static let probe = 4

    /// The replies; all nil if the program shows things all the time, because the first then says nothing.
    var proven: [Instant?] { unasked * 5 <= replies.count ? replies : [Instant?](repeating: nil, count: replies.count) }
}
