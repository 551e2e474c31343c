import Testing
import ThudCore

@testable import ThudPlayback

@Suite struct TimelineTests {
    /// Places voices of these `priorities` in order, each long and starting one frame after the previous one.
    private func place(_ priorities: [UInt8]) -> (placed: [Bool], sounding: [UInt64]) {
        var timeline = Timeline()
        var placed: [Bool] = []
        var owners: [Unmanaged<Clip>] = []
        for (index, priority) in priorities.enumerated() {
            let voice = makeVoice(
                id: UInt64(index), [Float](repeating: 0.01, count: 10_000), start: Int64(index), priority: priority
            ).voice(sampleRate: 48_000)
            owners.append(voice.owner)
            placed.append(timeline.place(voice))
        }
        defer { for owner in owners { owner.release() } }
        let sounding = (0..<timeline.count).map { timeline.voices[$0] }.filter { $0.cut == .never }.map(\.id)
        return (placed, sounding)
    }

    @Test func `sixty-four voices play, and the sixty-fifth replaces the first of lowest priority`() {
        var priorities = [UInt8](repeating: 100, count: 64)
        priorities[10] = 50
        priorities[20] = 50
        let (placed, sounding) = place(priorities + [100])
        #expect(!placed.contains(false))
        #expect(sounding.count == 64)
        #expect(!sounding.contains(10))
        #expect(sounding.contains(64))
    }

    @Test func `searching for a slot when all are taken counts as several commands`() {
        var timeline = Timeline()
        var owners: [Unmanaged<Clip>] = []
        var efforts: [Int] = []
        for id in 0..<66 as Range<UInt64> {
            let voice = makeVoice(id: id, [Float](repeating: 0.01, count: 1_000), start: 0, priority: 9)
                .voice(sampleRate: 48_000)
            owners.append(voice.owner)
            _ = timeline.place(voice)
            efforts.append(timeline.effort)
        }
        #expect(efforts.prefix(64).allSatisfy { $0 == 1 } && efforts[64] > 1)
        for owner in owners { owner.release() }
    }

    @Test func `later voices do not displace one that ends before they begin`() {
        var timeline = Timeline()
        var owners: [Unmanaged<Clip>] = []
        for id in 0..<65 as Range<UInt64> {
            let voice = makeVoice(
                id: id, [Float](repeating: 0.01, count: 1_000), start: id < 64 ? 480_000 : 0, priority: 9
            )
            .voice(sampleRate: 48_000)
            owners.append(voice.owner)
            let isPlaced = timeline.place(voice)
            #expect(isPlaced)
        }
        #expect(timeline.count == 65)
        #expect((0..<65).allSatisfy { timeline.voices[$0].cut == .never })
        for owner in owners { owner.release() }
    }

    @Test func `consecutive voices do not displace one that plays below them all`() {
        var timeline = Timeline()
        var owners: [Unmanaged<Clip>] = []
        func place(_ id: UInt64, start: Int64, frames: Int) {
            let voice = makeVoice(id: id, [Float](repeating: 0.01, count: frames), start: start, priority: 9)
                .voice(sampleRate: 48_000)
            owners.append(voice.owner)
            let isPlaced = timeline.place(voice)
            #expect(isPlaced)
        }
        defer { for owner in owners { owner.release() } }
        func cut() -> [UInt64] {
            (0..<timeline.count).map { timeline.voices[$0] }.filter { $0.cut != .never }.map(\.id)
        }
        // Two at a time, and 64 from frame 100,000 on.
        for id in 0..<64 as Range<UInt64> { place(id, start: Int64(id) * 1_000, frames: 1_500) }
        for id in 64..<127 as Range<UInt64> { place(id, start: 100_000, frames: 1_000) }
        place(127, start: 50, frames: 100_500)
        #expect(cut().isEmpty)
        // This makes 64 there, so one more is too many: the one that ends first makes room.
        place(128, start: 60, frames: 100_500)
        #expect(cut() == [127])
    }

    @Test func `short voices of the same priority replace one another, and not one without an end`() {
        var timeline = Timeline()
        var owners: [Unmanaged<Clip>] = []
        for id in 0..<66 as Range<UInt64> {
            let voice = makeVoice(
                id: id, [Float](repeating: 0.01, count: 1_000), start: Int64(id),
                loop: id == 0 ? .init(period: 1_000) : nil
            ).voice(sampleRate: 48_000)
            owners.append(voice.owner)
            let isPlaced = timeline.place(voice)
            #expect(isPlaced)
        }
        defer { for owner in owners { owner.release() } }
        let cut = (0..<timeline.count).map { timeline.voices[$0] }.filter { $0.cut != .never }.map(\.id)
        #expect(cut == [1, 2])
    }

    @Test func `a voice beside two crowds makes room in both, or is refused without a change`() {
        var timeline = Timeline()
        var owners: [Unmanaged<Clip>] = []
        func place(_ id: UInt64, start: Int64, frames: Int, priority: UInt8) -> Bool {
            let voice = makeVoice(id: id, [Float](repeating: 0.01, count: frames), start: start, priority: priority)
                .voice(sampleRate: 48_000)
            owners.append(voice.owner)
            return timeline.place(voice)
        }
        defer { for owner in owners { owner.release() } }
        func cut() -> [UInt64] {
            (0..<timeline.count).map { timeline.voices[$0] }.filter { $0.cut != .never }.map(\.id)
        }
        for id in 0..<128 as Range<UInt64> {
            _ = place(id, start: id < 64 ? 1_000 : 5_000, frames: 1_000, priority: id < 64 ? 9 : 20)
        }
        let isRefused = !place(128, start: 500, frames: 8_000, priority: 15)
        #expect(isRefused && cut().isEmpty)
        let isPlaced = place(129, start: 500, frames: 8_000, priority: 20)
        #expect(isPlaced && cut() == [0, 64])
    }

    @Test func `a scheduled voice whose frame was taken without it is late, and a response is not`() {
        var timeline = Timeline()
        var owners: [Unmanaged<Clip>] = []
        for id in 0..<2 as Range<UInt64> {
            var voice = makeVoice(id: id, [0.5, 0.5], start: 1_000).voice(sampleRate: 48_000)
            voice.isScheduled = id == 0
            owners.append(voice.owner)
            _ = timeline.place(voice)
        }
        defer { for owner in owners { owner.release() } }
        timeline.delay(from: Frame(900), to: Frame(1_064))
        #expect((0..<2).map { timeline.voices[$0].start.index } == [1_064, 1_064])
        #expect((0..<2).map { timeline.voices[$0].isLate } == [true, false])
    }

    @Test func `a voice of lower priority than all playing ones is refused`() {
        let (placed, sounding) = place([UInt8](repeating: 100, count: 64) + [99])
        #expect(!placed[64])
        #expect(!sounding.contains(64))
    }

    /// Returns the starts of three voices that were all meant for 1 s of a 48 kHz stream, after its clock turns out to
    /// be `frames` ahead and the head is at `head`. One follows the clock, one does not, and one's frame is off by 47.
    private func follow(clockAheadBy frames: Int64, head: Int64 = 20_000) -> [(
        start: Int64, length: Int64, isLate: Bool
    )] {
        var timeline = Timeline()
        var owners: [Unmanaged<Clip>] = []
        for (id, frame) in [48_000, 48_000, 48_047].enumerated() as EnumeratedSequence<[Int64]> {
            var request = makeVoice(id: UInt64(id), [Float](repeating: 1, count: 500), start: frame)
            request.triggered = Instant(nanoseconds: 1_000_000_000)
            request.followsClock = id != 1
            let voice = request.voice(sampleRate: 48_000)
            owners.append(voice.owner)
            _ = timeline.place(voice)
        }
        defer { for owner in owners { owner.release() } }
        let clock = StreamClock(frame: Frame(frames), instant: Instant(nanoseconds: 0), sampleRate: 48_000)
        timeline.follow(clock, from: Frame(head))
        return (0..<timeline.count).map { index in
            let voice = timeline.voices[index]
            return (voice.start.index, voice.end - voice.start, voice.isLate)
        }
    }

    @Test func `a voice for an instant moves with the stream's clock, and one for a frame stays on it`() {
        let voices = follow(clockAheadBy: 256)
        #expect(voices.map(\.start) == [48_256, 48_000, 48_256])
        #expect(voices.allSatisfy { $0.length == 500 && !$0.isLate })
    }

    @Test func `within a millisecond voices keep the distances at which they were scheduled`() {
        #expect(follow(clockAheadBy: 0).map(\.start) == [48_000, 48_000, 48_047])
        #expect(follow(clockAheadBy: 48).map(\.start) == [48_000, 48_000, 48_047])
    }

    @Test func `a voice whose instant the stream skipped begins at once and is late`() {
        let voices = follow(clockAheadBy: -10_000, head: 40_000)
        #expect(voices.map(\.start) == [40_000, 48_000, 40_000])
        #expect(voices.map(\.isLate) == [true, false, true])
        #expect(follow(clockAheadBy: 256, head: 48_001).map(\.start) == [48_000, 48_000, 48_256])
    }

    @Test func `a response in a gap comes after it, late, and scheduled voices in it are skipped`() {
        var timeline = Timeline()
        var owners: [Unmanaged<Clip>] = []
        // A response in the gap, one that has begun, one after the gap, one that is too old, and a scheduled voice.
        for (id, frame) in [1000, 900, 5000, 1100, 1200].enumerated() as EnumeratedSequence<[Int64]> {
            var request = makeVoice(id: UInt64(id), [Float](repeating: 1, count: 500), start: frame)
            request.triggered = Instant(nanoseconds: id == 3 ? 10 : 1000)
            request.isRevocable = id == 4
            let voice = request.voice(sampleRate: 48_000)
            owners.append(voice.owner)
            _ = timeline.place(voice)
        }
        defer { for owner in owners { owner.release() } }
        timeline.postpone(from: Frame(1000), to: Frame(3000), askedSince: Instant(nanoseconds: 500))
        let voices = (0..<timeline.count).map { timeline.voices[$0] }
        #expect(voices.map(\.start.index) == [3000, 900, 5000, 1100, 1200])
        #expect(voices.map(\.isLate) == [true, false, false, false, false])
        #expect(voices.allSatisfy { $0.end - $0.start == 500 })
    }

    @Test func `a displaced voice ramps down from the new voice's first frame`() {
        var timeline = Timeline()
        var owners: [Unmanaged<Clip>] = []
        for id in 0..<65 {
            let voice = makeVoice(
                id: UInt64(id), [Float](repeating: id == 0 ? 0.4 : 0, count: 3000), start: id == 64 ? 1000 : 0
            ).voice(sampleRate: 48_000)
            owners.append(voice.owner)
            _ = timeline.place(voice)
        }
        defer { for owner in owners { owner.release() } }
        let left = render(timeline, count: 2000, chunk: 512)[0]
        #expect(left[999] == 0.4)
        #expect(left[1120] > 0.15 && left[1120] < 0.25)
        #expect(left[1240...].allSatisfy { $0 == 0 })
    }

    @Test func `an endless loop with an overlong request neither overflows nor ends`() {
        let left = render([makeVoice([0.5], loop: .init(period: 1), frames: .max)], count: 100, chunk: 7)[0]
        #expect(left.allSatisfy { $0 == 0.5 })
    }
}
