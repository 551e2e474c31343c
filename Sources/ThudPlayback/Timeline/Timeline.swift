import ThudCore

/// The voices of a stream, each with an absolute start frame. Rendering reads it; only placing, cutting and retiring
/// change it. Fixed in size, and wholly the audio thread's own.
struct Timeline: ~Copyable {
    /// Voices that may sound at once before the least important is stolen.
    static var voiceLimit: Int { 64 }
    /// Voices and the ramps of those that were cut.
    static var capacity: Int { 128 }

    /// What became of a voice that was to be placed.
    enum Placement: BitwiseCopyable {
        case placed
        /// Placed, and the voice with this id was cut to make room.
        case stole(UInt64)
        /// Every voice that sounds is more important.
        case refused
    }

    private(set) var voices: UnsafeMutableBufferPointer<Voice>
    private(set) var count = 0

    init() {
        voices = .allocate(capacity: Timeline.capacity)
    }

    deinit {
        voices.deallocate()
    }

    /// Puts `voice` on the timeline. A full house makes room by cutting, on the new voice's first frame, the voice of
    /// least priority and among equals the oldest; never one more important than the newcomer.
    @_noLocks @_noAllocation
    mutating func place(_ voice: Voice) -> Placement {
        guard count < Timeline.capacity else { return .refused }
        var sounding = 0
        var victim = -1
        for index in 0..<count {
            let other = voices[index]
            guard other.cut == .never, voice.start < other.end else { continue }
            sounding += 1
            if victim < 0 || isWeaker(other, than: voices[victim]) { victim = index }
        }
        var placement = Placement.placed
        if sounding >= Timeline.voiceLimit {
            guard voices[victim].priority <= voice.priority else { return .refused }
            voices[victim].cutOff(at: voice.start)
            placement = .stole(voices[victim].id)
        }
        voices[count] = voice
        count += 1
        return placement
    }

    @_noLocks @_noAllocation
    private func isWeaker(_ a: Voice, than b: Voice) -> Bool {
        a.priority == b.priority ? a.start < b.start : a.priority < b.priority
    }

    /// Moves each voice that follows the clock and has not begun to the frame on which `clock` now puts its instant.
    ///
    /// A stream jumps where its server missed a cycle, and drifts where its crystal is not the computer's; a frame that
    /// was right when a voice was scheduled is then milliseconds off. Within a millisecond a voice stays where it is, so
    /// that voices scheduled together keep their exact distances.
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

    /// Moves each voice that answers something, and would begin between `first` and `next`, to `next`: an answer that comes
    /// late is better than none. One that was asked for before `oldest` is left where it is; nobody waits for it any more.
    @_noLocks @_noAllocation
    mutating func postpone(from first: Frame, to next: Frame, askedSince oldest: Instant) {
        for index in 0..<count where !voices[index].isScheduled && voices[index].triggered > oldest {
            guard !(voices[index].start < first), voices[index].start < next else { continue }
            voices[index].isLate = true
            voices[index].move(to: next)
        }
    }

    /// Where the voice with `id` stands that has not been cut; nil where there is none.
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

    /// The voice at `index`, taken off the timeline; the others keep their order, on which the exact sum depends.
    @_noLocks @_noAllocation
    mutating func remove(at index: Int) -> Voice {
        let removed = voices[index]
        count -= 1
        for later in index..<count { voices[later] = voices[later + 1] }
        return removed
    }
}
