import ThudCore

/// The voices of a stream, each with an absolute start frame.
///
///     var timeline = Timeline()
///     _ = timeline.place(request.voice(sampleRate: 48_000))
///     Mixer.render(timeline, from: head, count: 128, into: block)   // reads the timeline, changes nothing
///     timeline.cut(id: request.id, at: head + 128)
///
/// Its size is fixed, so none of its methods allocates. It belongs to one thread: the audio thread places, follows and cuts
/// between two renders, and once a voice's last frame has been played it removes the voice and sends the clip to be
/// released. The timeline itself releases nothing.
struct Timeline: ~Copyable {
    /// Voices that may sound at once before the least important is stolen.
    static var voiceLimit: Int { 64 }
    /// Places for voices: those that sound, those that are cut and still ramp down, and those that are due later.
    static var capacity: Int { 256 }

    /// How placing a voice ended.
    enum Placement: BitwiseCopyable {
        case placed
        /// Placed, and the voice with this id was cut to make room.
        case stole(UInt64)
        /// Every voice that sounds is more important.
        case refused
    }

    private(set) var voices: UnsafeMutablePointer<Voice>
    private(set) var count = 0
    /// What the last placing cost: 1 as a rule, and more where each start had to be held against every voice.
    private(set) var effort = 1

    /// What such a search costs.
    private static var searchEffort: Int { 8 }

    init() {
        voices = LockedMemory.allocate(of: Voice.self, capacity: Timeline.capacity)
    }

    deinit {
        LockedMemory.free(voices, capacity: Timeline.capacity)
    }

    /// Puts `voice` on the timeline. Where as many voices sound at once as may, room is made by cutting one of them on the new
    /// voice's first frame: the voice of least priority, among equals the oldest, and never one of higher priority than `voice`.
    @_noLocks @_noAllocation
    mutating func place(_ voice: Voice) -> Placement {
        guard count < Timeline.capacity else { return .refused }
        var placement = Placement.placed
        if let crowded = crowdedFrame(for: voice) {
            let victim = weakest(on: crowded)
            guard voices[victim].priority <= voice.priority else { return .refused }
            voices[victim].cutOff(at: voice.start)
            placement = .stole(voices[victim].id)
        }
        voices[count] = voice
        count += 1
        return placement
    }

    /// The first frame of `voice` on which as many others sound as may; nil where there is none. The number that sounds rises only
    /// where one of them begins.
    @_noLocks @_noAllocation
    private mutating func crowdedFrame(for voice: Voice) -> Frame? {
        var beside = 0
        for index in 0..<count where overlaps(voices[index], voice) { beside += 1 }
        // With so few it is crowded nowhere, which is the rule and soon known.
        effort = beside < Timeline.voiceLimit ? 1 : Timeline.searchEffort
        guard beside >= Timeline.voiceLimit else { return nil }
        if sounding(on: voice.start) >= Timeline.voiceLimit { return voice.start }
        var first: Frame?
        for index in 0..<count where overlaps(voices[index], voice) && voice.start < voices[index].start {
            let start = voices[index].start
            if let first, !(start < first) { continue }
            if sounding(on: start) >= Timeline.voiceLimit { first = start }
        }
        return first
    }

    @_noLocks @_noAllocation
    private func overlaps(_ other: Voice, _ voice: Voice) -> Bool {
        other.cut == .never && voice.start < other.end && other.start < voice.end
    }

    /// Whether the voice at `index` sounds on `frame` and is not cut.
    @_noLocks @_noAllocation
    private func sounds(_ index: Int, on frame: Frame) -> Bool {
        voices[index].cut == .never && !(frame < voices[index].start) && frame < voices[index].end
    }

    @_noLocks @_noAllocation
    private func sounding(on frame: Frame) -> Int {
        var sum = 0
        for index in 0..<count where sounds(index, on: frame) { sum += 1 }
        return sum
    }

    /// The index of the least important voice that sounds on `frame`, on which one does.
    @_noLocks @_noAllocation
    private func weakest(on frame: Frame) -> Int {
        var victim = -1
        for index in 0..<count where sounds(index, on: frame) {
            if victim < 0 || isWeaker(voices[index], than: voices[victim]) { victim = index }
        }
        return victim
    }

    @_noLocks @_noAllocation
    private func isWeaker(_ a: Voice, than b: Voice) -> Bool {
        a.priority == b.priority ? a.start < b.start : a.priority < b.priority
    }

    /// Moves each voice that follows the clock and has not begun to the frame on which `clock` now puts its instant.
    ///
    /// A stream jumps where its server missed a cycle, and drifts where the device's crystal is not the computer's. The
    /// frame of a voice that was scheduled before is then milliseconds off. A voice that is off by a millisecond or less
    /// stays where it is, so that voices that were scheduled together keep their exact distances.
    @_noLocks @_noAllocation
    mutating func follow(_ clock: StreamClock, from head: Frame) {
        let tolerance = clock.sampleRate / 1000
        for index in 0..<count where voices[index].followsClock && !(voices[index].start < head) {
            let due = clock.frame(at: voices[index].triggered)
            let error = due - voices[index].start
            guard error > tolerance || error < -tolerance else { continue }
            voices[index].isLate = due < head
            voices[index].move(to: due < head ? head : due)
        }
    }

    /// Moves each unscheduled voice that would begin in the gap from `first` to `next` to its end, `next`: it answers what
    /// somebody did, and a late answer is better than none. A voice that was triggered before `oldest` stays where it is,
    /// because nobody waits for it any more.
    @_noLocks @_noAllocation
    mutating func postpone(from first: Frame, to next: Frame, askedSince oldest: Instant) {
        for index in 0..<count where !voices[index].isScheduled && voices[index].triggered > oldest {
            guard !(voices[index].start < first), voices[index].start < next else { continue }
            voices[index].isLate = true
            voices[index].move(to: next)
        }
    }

    /// Moves each voice that would begin in the stretch from `first` to `next`, which the device has taken without it, to
    /// `next`; those whose start has been told stay.
    @_noLocks @_noAllocation
    mutating func delay(from first: Frame, to next: Frame) {
        for index in 0..<count {
            // The lanes of a voice that has not begun move with it.
            guard let live = voices[index].clip.live, voices[index].start < first else { continue }
            live.pointee.delay(from: first - voices[index].start, to: next - voices[index].start)
        }
        for index in 0..<count where !voices[index].hasReceipt {
            guard !(voices[index].start < first), voices[index].start < next else { continue }
            voices[index].isLate = voices[index].isLate || voices[index].isScheduled
            voices[index].move(to: next)
        }
    }

    /// The voice at `index` where it lies, valid until the timeline changes.
    @_noLocks @_noAllocation
    borrowing func voice(at index: Int) -> UnsafePointer<Voice> {
        UnsafePointer(voices + index)
    }

    /// Notes that the caller of the voice at `index` has been told what became of it.
    @_noLocks @_noAllocation
    mutating func noteReceipt(at index: Int) { voices[index].hasReceipt = true }

    /// Whether any voice is one that is turned while it plays.
    var hasLiveVoices: Bool {
        @_noLocks @_noAllocation get {
            for index in 0..<count where voices[index].clip.live != nil { return true }
            return false
        }
    }

    /// The index of the voice with `id` that has not been cut; nil where there is none.
    @_noLocks @_noAllocation
    func index(of id: UInt64) -> Int? {
        for index in 0..<count where voices[index].id == id && voices[index].cut == .never { return index }
        return nil
    }

    /// Cuts every voice with `id` at `frame`.
    @_noLocks @_noAllocation
    mutating func cut(id: UInt64, at frame: Frame) {
        for index in 0..<count where voices[index].id == id { voices[index].cutOff(at: frame) }
    }

    /// No frame before `frame` is rendered any more: live voices forget what only those need.
    @_noLocks @_noAllocation
    func settle(before frame: Frame) {
        for index in 0..<count {
            guard let live = voices[index].clip.live else { continue }
            live.pointee.settle(before: frame - voices[index].start)
        }
    }

    /// Lets the voice at `index` end at `frame`, unless it ends sooner.
    @_noLocks @_noAllocation
    mutating func end(at index: Int, on frame: Frame) {
        if frame < voices[index].end { voices[index].end = frame }
    }

    /// Takes the voice at `index` off the timeline. The others keep their order, on which the exact sum depends.
    @_noLocks @_noAllocation
    mutating func remove(at index: Int) -> Voice {
        let removed = voices[index]
        count -= 1
        for later in index..<count { voices[later] = voices[later + 1] }
        return removed
    }
}
