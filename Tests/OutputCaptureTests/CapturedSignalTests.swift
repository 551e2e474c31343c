import Testing
import ThudCore

@testable import ThudOutputCapture

/// The frames of a capture and their instants.
@Suite struct CapturedSignalTests {
    /// Returns a capture with anchors every 1024 frames of a 48 kHz stream. Its first frame came out at 1 s, and each
    /// anchor is off by `error` of its number.
    private func signal(
        _ count: Int = 40, from first: Int = 1, gaps: [Int] = [], untimed: [Range<Int>] = [],
        error: (Int) -> Int64 = { _ in 0 }
    ) -> CapturedSignal {
        let anchors = (first...count).filter { number in
            !untimed.contains { 1024 * number > $0.lowerBound && 1024 * number <= $0.upperBound }
        }.map { number in
            let age = Int64(1024 * number) * 1_000_000_000 / 48_000
            return (1024 * number, Instant(nanoseconds: 1_000_000_000 + age + error(number)))
        }
        let silence = [Float](repeating: 0, count: 1024 * count)
        return CapturedSignal(
            samples: silence, sampleRate: 48_000, anchors: anchors, gaps: gaps, untimed: untimed)
    }

    @Test func `frames and instants convert into each other, even between frames`() throws {
        let signal = signal()
        for frame in [0, 0.5, 1000.25, 40_000] {
            let instant = try #require(signal.instant(ofFrame: frame))
            #expect(abs(Double(instant.nanoseconds) - 1e9 - frame * 1e9 / 48_000) < 2)
            #expect(abs(try #require(signal.frame(at: instant)) - frame) < 1e-3)
        }
    }

    /// Returns a capture whose reads took so many frames each.
    private func signal(reads lengths: [Int]) -> CapturedSignal {
        var frame = 0
        let anchors = lengths.map { length in
            frame += length
            return (frame, Instant(nanoseconds: Int64(frame) * 1_000_000_000 / 48_000))
        }
        return CapturedSignal(samples: [], sampleRate: 48_000, anchors: anchors)
    }

    @Test func `the shortest cycle is one that many reads show`() {
        let usual = [Int](repeating: 1024, count: 40)
        #expect(signal(reads: usual + [64, 2048] + usual).shortestCycle == 1024)
        #expect(signal(reads: usual + [Int](repeating: 64, count: 12) + usual).shortestCycle == 64)
        #expect(signal(reads: [1024, 1024]).shortestCycle == nil)
    }

    @Test func `a cycle changes if longer ones come back, but not because of an idle start or a late reader`() {
        let (long, short) = ([Int](repeating: 1024, count: 40), [Int](repeating: 256, count: 400))
        #expect(signal(reads: short + long + short).changesCycle)
        #expect(!signal(reads: long + short).changesCycle)
        #expect(!signal(reads: short + [512, 768] + short).changesCycle && !signal(reads: []).changesCycle)
        #expect(!signal(reads: short + [65_536] + short).changesCycle)
    }

    @Test func `the cycle near a frame is the shortest of the reads around it`() {
        let (long, short) = ([Int](repeating: 1024, count: 40), [Int](repeating: 256, count: 40))
        let changing = signal(reads: long + [2048] + short)
        #expect(changing.cycle(near: 10 * 1024) == 1024)
        #expect(changing.cycle(near: 43 * 1024 + 20 * 256) == 256)
        // Eight reads each way decide.
        #expect(changing.cycle(near: 30 * 1024) == 1024)
        #expect(changing.cycle(near: 38 * 1024) == 256)
        #expect(changing.cycle(near: 0) == 1024)
        #expect(changing.cycle(near: 1e9) == 256)
        #expect(signal(reads: []).cycle(near: 0) == nil)
    }

    @Test func `single readings that are milliseconds off do not matter`() throws {
        let signal = signal { $0 % 5 == 0 ? 2_700_000 : 0 }
        for frame in stride(from: 0.0, to: 40_000, by: 777) {
            let instant = try #require(signal.instant(ofFrame: frame))
            #expect(abs(Double(instant.nanoseconds) - 1e9 - frame * 1e9 / 48_000) < 30)
        }
    }

    @Test func `readings that are off at the very end do not matter either`() throws {
        let signal = signal { $0 >= 34 && $0 % 2 == 0 ? -2_700_000 : 0 }
        let instant = try #require(signal.instant(ofFrame: 40 * 1024))
        let expected = 1e9 + 40_960 * 1e9 / 48_000
        #expect(abs(Double(instant.nanoseconds) - expected) < 30)
    }

    @Test func `a gap beside a missed cycle makes no instant certain`() {
        // The cycle before the 18th period was missed, or one up to the 22nd.
        let signal = signal(gaps: [20 * 1024]) { $0 > 17 ? 2_666_667 : 0 }
        for period in [14, 17, 19, 21] { #expect(signal.instant(ofFrame: Double(period * 1024)) == nil, "\(period)") }
        #expect(signal.instant(ofFrame: 12 * 1024) != nil && signal.instant(ofFrame: 23 * 1024) != nil)
    }

    @Test func `a sink that pauses has two times, each right on its side`() throws {
        // 100 ms pass between the 20th and the 21st period.
        let signal = signal(gaps: [20 * 1024]) { $0 > 20 ? 100_000_000 : 0 }
        let before = try #require(signal.instant(ofFrame: 20 * 1024 - 1))
        let after = try #require(signal.instant(ofFrame: 20 * 1024))
        #expect(abs((after - before).milliseconds - 100.02) < 0.01)
    }

    @Test func `what a server caught up on has no instants, and no sample is missing there`() throws {
        // Ten periods came at once, 3 s later than they should.
        let untimed = 20 * 1024..<30 * 1024
        let signal = signal(60, untimed: [untimed]) { $0 > 30 ? 3_000_000_000 : 0 }
        for frame in [untimed.lowerBound, 25 * 1024, untimed.upperBound - 1] {
            #expect(signal.instant(ofFrame: Double(frame)) == nil)
        }
        let (last, first) = (Double(untimed.lowerBound - 1), Double(untimed.upperBound))
        let before = try #require(signal.instant(ofFrame: last))
        let after = try #require(signal.instant(ofFrame: first))
        #expect(abs((after - before).milliseconds - 3_000 - 10_241.0 / 48) < 0.01)
        #expect(signal.frame(at: before + .seconds(1)) == nil)
        #expect(!signal.isWhole(from: last, to: first) && !signal.hasGap(from: last, to: first))
    }

    @Test func `a capture may end with what a server caught up on`() {
        let signal = signal(untimed: [30 * 1024..<40 * 1024])
        #expect(signal.instant(ofFrame: 30 * 1024 - 1) != nil && signal.instant(ofFrame: 30 * 1024) == nil)
        #expect(signal.instant(ofFrame: 39 * 1024) == nil && signal.instant(ofFrame: 1e9) == nil)
    }

    @Test func `a silently missed cycle is noticed, and a span across it is not whole`() throws {
        // From the 21st period on everything comes out 2.7 ms later, without a reported overrun.
        let signal = signal { $0 > 20 ? 2_666_667 : 0 }
        let seam = 20.0 * 1024
        // Four periods on each side, because its exact position is unknown.
        for frame in [seam - 3000, seam + 500, seam + 4000] { #expect(signal.instant(ofFrame: frame) == nil) }
        let (last, first) = (seam - 5000, seam + 6000)
        let before = try #require(signal.instant(ofFrame: last))
        let after = try #require(signal.instant(ofFrame: first))
        #expect(abs((after - before).milliseconds - (11_000.0 / 48 + 2.666667)) < 0.001)
        #expect(!signal.isWhole(from: last, to: first))
        #expect(signal.isWhole(from: 0, to: last) && signal.isWhole(from: first, to: 39_000))
        #expect(abs(try #require(signal.frame(at: after)) - first) < 0.01)
        #expect(abs(try #require(signal.frame(at: before)) - last) < 0.01)
    }

    @Test func `between two missed cycles that are close together no instant is known`() throws {
        // The 20th and the 28th period each come 2.7 ms later than they should.
        let signal = signal(60) { $0 > 27 ? 5_333_334 : $0 > 19 ? 2_666_667 : 0 }
        for period in [20, 23, 25, 27, 30] { #expect(signal.instant(ofFrame: Double(period * 1024)) == nil) }
        #expect(!signal.isWhole(from: 22 * 1024, to: 29 * 1024))
        let (before, after) = (12 * 1024.0, 40 * 1024.0)
        let (first, last) = (signal.instant(ofFrame: before), signal.instant(ofFrame: after))
        let length = (try #require(last) - #require(first)).milliseconds
        #expect(abs(length - (28 * 1024 / 48.0 + 5.333334)) < 0.001)
    }

    @Test func `without anchors there is no instant`() {
        let signal = CapturedSignal(samples: [0], sampleRate: 48_000, anchors: [])
        #expect(signal.instant(ofFrame: 0) == nil)
        #expect(signal.frame(at: Instant(nanoseconds: 5)) == nil)
    }
}

@Suite struct LoopbackChoiceTests {
    @Test func `the choice is auto, off or a PCM`() {
        #expect(LoopbackChoice("auto") == .automatic)
        #expect(LoopbackChoice("off") == .off)
        #expect(LoopbackChoice("hw:1,0") == .pcm("hw:1,0"))
    }

    /// Returns the end of a chain as alsa-lib describes it.
    private func card(_ number: Int, _ name: String = "Loopback", device: Int, subdevice: Int = 0) -> String {
        "Hardware PCM card \(number) '\(name)' device \(device) subdevice \(subdevice)\n"
    }

    @Test(arguments: [
        ("", "plughw:2,1,3"), ("Plug PCM: ", "plughw:2,1,3"), ("Direct Stream Mixing PCM\n", "plughw:2,1,3"),
        ("Plug PCM: Linear conversion PCM (S16_LE)\nSlave: Direct Stream Mixing PCM\n", "plughw:2,1,3"),
    ])
    func `the other end of a loopback card is found, whatever precedes the card`(start: String, twin: String) {
        let chain = start + card(2, "It's 1 device 7", device: 0, subdevice: 3) + "Its setup is:\n  stream : PLAYBACK\n"
        #expect(LoopbackCard.twin(chain: chain) { $0 == 2 } == twin)
        #expect(LoopbackCard.twin(chain: chain) { _ in false } == nil)
    }

    @Test func `a chain that does not end in one loopback card has no other end`() {
        for chain in ["", "Null PCM\n", card(1, device: 7), card(1, device: 0) + card(2, device: 0)] {
            #expect(LoopbackCard.twin(chain: chain) { _ in true } == nil, "\(chain)")
        }
        #expect(LoopbackCard.twin(chain: card(1, device: 1)) { _ in true } == "plughw:1,0,0")
    }

    @Test func `a number without a card is not a loopback card`() { #expect(!LoopbackCard.isLoopback(31)) }

    @Test func `an output that cannot be captured gives an error that says what to do`() throws {
        #expect(try LoopbackSource.find(for: "null", .off) == nil)
        let error = #expect(throws: ThudError.self) { try LoopbackSource.find(for: "null", .automatic) }
        #expect(error?.description.contains("--loopback") == true)
    }
}
