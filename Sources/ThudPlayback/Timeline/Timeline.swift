import ThudCore

/// The voices of a stream, each with an absolute start frame.
///
///     var timeline = Timeline()
///     _ = timeline.place(request.voice(sampleRate: 48_000))
///     Mixer.render(timeline, from: head, count: 128, into: block)   // reads the timeline, changes nothing
///     timeline.cut(id: request.id, at: head + 128)
///
/// Its size is fixed, so none of its methods allocates. It belongs to one thread: the audio thread changes it between
/// two renders. After a voice's last frame has been played, that thread removes the voice and sends the clip away to
/// be released. The timeline itself releases nothing.
struct Timeline: ~Copyable {
    /// The most voices that may sound at once before the least important is stolen.
    static var voiceLimit: Int { 64 }
    /// The most voices in total: sounding, ramping down after a cut, or due later.
    static var capacity: Int { 256 }

    private(set) var voices: UnsafeMutablePointer<Voice>
    private(set) var count = 0
    /// The cost of the last placing: normally 1, more if each start had to be checked against every voice.
    private(set) var effort = 1

    private static var searchEffort: Int { 8 }

    init() { voices = LockedMemory.allocate(of: Voice.self, capacity: Timeline.capacity) }

    deinit { LockedMemory.free(voices, capacity: Timeline.capacity) }

    /// Puts `voice` on the timeline. Wherever the voice limit is already reached on its frames, one voice that sounds
    /// there is cut when `voice` begins: the one of lowest priority and, among equals, the one that ends first, so that
    /// a sound without an end is not lost to short ones. Returns false if even that one has a higher priority than
    /// `voice`, which is then refused.
    @_noLocks @_noAllocation
    mutating func place(_ voice: Voice) -> Bool {
        effort = 1
        guard count < Timeline.capacity, crowdedFrame(for: voice, above: voice.priority) == nil else { return false }
        while let crowded = crowdedFrame(for: voice) { voices[weakest(on: crowded)].cutOff(at: voice.start) }
        voices[count] = voice
        count += 1
        return true
    }

    /// Returns the first frame of `voice` on which the voice limit is already reached; nil if there is none. Only the
    /// starts of voices need to be checked, because the number of voices only rises there.
    ///
    /// - Parameter priority: only frames count on which every voice has a higher priority than this.
    @_noLocks @_noAllocation
    private mutating func crowdedFrame(for voice: Voice, above priority: UInt8? = nil) -> Frame? {
        var beside = 0
        for index in 0..<count where overlaps(voices[index], voice) { beside += 1 }
        // With so few overlapping voices the limit cannot be reached. This is the usual case and quick to find out.
        guard beside >= Timeline.voiceLimit else { return nil }
        effort = Timeline.searchEffort
        if isCrowded(voice.start, above: priority) { return voice.start }
        var first: Frame?
        for index in 0..<count where overlaps(voices[index], voice) && voice.start < voices[index].start {
            let start = voices[index].start
            if let first, !(start < first) { continue }
            if isCrowded(start, above: priority) { first = start }
        }
        return first
    }

    @_noLocks @_noAllocation
    private func isCrowded(_ frame: Frame, above priority: UInt8?) -> Bool {
        guard sounding(on: frame) >= Timeline.voiceLimit else { return false }
        guard let priority else { return true }
        return voices[weakest(on: frame)].priority > priority
    }

    @_noLocks @_noAllocation
    private func overlaps(_ other: Voice, _ voice: Voice) -> Bool {
        other.cut == .never && voice.start < other.end && other.start < voice.end
    }

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

    /// Returns the index of the least important voice that sounds on `frame`. At least one must sound there.
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
        a.priority == b.priority ? a.end < b.end : a.priority < b.priority
    }

    /// Moves each voice that follows the clock and has not begun to the frame that `clock` now gives for its instant.
    ///
    /// A stream jumps if its server misses a cycle, and drifts if the device's crystal differs from the computer's.
    /// The frame of a voice that was scheduled before is then milliseconds off. A voice that is off by a millisecond
    /// or less stays put, so that voices that were scheduled together keep their exact distances.
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

    /// Moves each unscheduled voice that would begin in the gap from `first` up to `next` to `next`: a late answer to a
    /// user's action is better than none. Voices triggered before `oldest` stay, because nobody expects them any more.
    @_noLocks @_noAllocation
    mutating func postpone(from first: Frame, to next: Frame, askedSince oldest: Instant) {
        for index in 0..<count where !voices[index].isScheduled && voices[index].triggered > oldest {
            guard !(voices[index].start < first), voices[index].start < next else { continue }
            voices[index].isLate = true
            voices[index].move(to: next)
        }
    }

    /// Moves each voice that would begin from `first` up to `next` to `next`, because the device has already taken
    /// those frames. Voices that have a receipt are not moved. Turns of live voices that have begun are moved too.
    @_noLocks @_noAllocation
    mutating func delay(from first: Frame, to next: Frame) {
        for index in 0..<count {
            // The lanes of a voice that has not begun move with it.
            guard let live = voices[index].clip.live, voices[index].start < first else { continue }
            let begin = voices[index].start
            let shift = live.pointee.delay(from: first - begin, to: next - begin)
            if voices[index].cut == .never { voices[index].end = voices[index].end + shift }
        }
        for index in 0..<count where !voices[index].hasReceipt {
            guard !(voices[index].start < first), voices[index].start < next else { continue }
            voices[index].isLate = voices[index].isLate || voices[index].isScheduled
            voices[index].move(to: next)
        }
    }

    /// Returns a pointer to the voice at `index`, valid until the timeline changes.
    @_noLocks @_noAllocation
    borrowing func voice(at index: Int) -> UnsafePointer<Voice> { UnsafePointer(voices + index) }

    @_noLocks @_noAllocation
    mutating func markReceipt(at index: Int) { voices[index].hasReceipt = true }

    var hasLiveVoices: Bool {
        @_noLocks @_noAllocation get {
            for index in 0..<count where voices[index].clip.live != nil { return true }
            return false
        }
    }

    /// Returns the index of the voice with `id` that has not been cut; nil if there is none.
    @_noLocks @_noAllocation
    func index(of id: UInt64) -> Int? {
        for index in 0..<count where voices[index].id == id && voices[index].cut == .never { return index }
        return nil
    }

    @_noLocks @_noAllocation
    mutating func cut(id: UInt64, at frame: Frame) {
        for index in 0..<count where voices[index].id == id { voices[index].cutOff(at: frame) }
    }

    /// Cuts the voices at `frame` that are scheduled for an exact frame from `start` on.
    @_noLocks @_noAllocation
    mutating func cutScheduled(from start: Frame, at frame: Frame) {
        for index in 0..<count where voices[index].isScheduled && !(voices[index].start < start) {
            voices[index].cutOff(at: frame)
        }
    }

    /// Advances the state of live voices to `frame`, because no earlier frame is rendered again.
    @_noLocks @_noAllocation
    func settle(before frame: Frame) {
        for index in 0..<count {
            guard let live = voices[index].clip.live else { continue }
            live.pointee.settle(before: frame - voices[index].start)
        }
    }

    /// Ends the voice at `index` at `frame`, unless it ends sooner.
    @_noLocks @_noAllocation
    mutating func end(at index: Int, on frame: Frame) { if frame < voices[index].end { voices[index].end = frame } }

    /// Removes and returns the voice at `index`. The others keep their order, because the exact sum depends on it.
    @_noLocks @_noAllocation
    mutating func remove(at index: Int) -> Voice {
        let removed = voices[index]
        count -= 1
        for later in index..<count { voices[later] = voices[later + 1] }
        return removed
    }
}
