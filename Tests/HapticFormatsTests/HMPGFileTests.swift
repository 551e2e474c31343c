import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

/// Bits, the highest first, as in the standard's tables.
private struct Bits {
    var bits: [Bool] = []

    static func + (bits: Bits, other: Bits) -> Bits { Bits(bits: bits.bits + other.bits) }

    static func + (bits: Bits, field: (value: Int, width: Int)) -> Bits {
        Bits(bits: bits.bits + (0..<field.width).reversed().map { field.value >> $0 & 1 == 1 })
    }

    var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { first in
            (0..<8).reduce(0) { $0 << 1 | (first + $1 < bits.count && bits[first + $1] ? 1 : 0) }
        }
    }
}

private func packet(_ kind: Int, _ payload: Bits) -> [UInt8] {
    (Bits() + (kind, 6) + (payload.bytes.count, 17) + (0, 1)).bytes + payload.bytes
}

private func unit(_ kind: Int, duration: Int = 0, _ packets: [[UInt8]]) -> [UInt8] {
    let payload = packets.flatMap { $0 }
    return (Bits() + (kind, 6) + (0, 2) + (0, 4) + (duration, 24) + (payload.count, 32) + (0, 4)).bytes + payload
}

/// Returns the first unit of a file: 1000 ticks per second, a perception of some modality, a channel of gain 1, and a
/// band.
private func start(sense: Int = 6, band: Bits, library: Bits? = nil, timescale: Int = 1_000) -> [UInt8] {
    let perception = Bits() + (0, 8) + (0, 8) + (0, 8) + (sense, 8) + (0, 8) + (0, 16) + (0, 1) + (0, 8) + (0, 8)
    let channel =
        Bits() + (0, 16) + (0, 8) + (0, 8) + (0, 8) + (255, 8) + (2_147_698_396, 32) + (429_497, 32) + (1, 8) + (0, 32)
    var packets = [
        packet(11, Bits() + (0, 32) + (timescale, 32) + (128, 24) + (0, 24) + (0, 1)),
        packet(1, Bits() + (0, 8) + (0, 8) + (1, 8) + (0, 8) + (0, 8) + (1, 8) + (0, 8)),
        packet(2, perception + (0, 8) + (1, 16)),
    ]
    if let library { packets.append(packet(6, library)) }
    packets.append(packet(3, channel + (0, 32) + (0, 16) + (1, 8)))
    packets.append(packet(4, band))
    return unit(0, packets)
}

private let transients = Bits() + (3, 8) + (0, 8) + (0, 16) + (0, 8) + (0, 3) + (65, 16) + (300, 16) + (1, 16)
private let waves = Bits() + (3, 8) + (0, 8) + (0, 16) + (0, 8) + (2, 3) + (65, 16) + (300, 16) + (1, 16)
private let data = Bits() + (0, 1) + (0, 8) + (0, 16) + (3, 8)

/// Returns an effect of a unit, up to its keyframes.
private func wave(_ number: Int, at position: Int, frames: Int) -> Bits {
    data + (1, 16) + (number, 16) + (0, 2) + (position & 0x1FF_FFFF, 25) + (0, 1) + (frames, 16) + (0, 16) + (0, 4)
}

@Suite("MPEG's .hmpg files") struct HMPGFileTests {
    private func read(_ bytes: [UInt8]) throws(ThudError) -> PatternImport {
        try PatternFormat.hmpg.read(bytes, file: "a.hmpg")
    }

    private func refusal(_ bytes: [UInt8]) -> String? {
        do throws(ThudError) {
            _ = try read(bytes)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `a tap counts from its unit, and silent units pass time`() throws {
        let tap = data + (1, 16) + (0, 16) + (0, 2) + (20, 25) + (0, 1) + (1, 16) + (178, 8) + (30, 16) + (182, 16)
        let file = start(band: transients) + unit(3, duration: 256, []) + unit(1, duration: 128, [packet(5, tap)])
        let read = try read(file)
        #expect(read.diagnostics == [])
        let event = try #require(read.pattern.events.first)
        #expect(read.pattern.events.count == 1 && event.kind == .transient && abs(event.time - 0.306) < 1e-9)
        #expect(abs(event.intensity * event.intensity * 0.792 - 101.0 / 255) < 1e-6)
        #expect(abs(event.sharpness - 117.0 / 235) < 1e-9)
    }

    @Test func `an effect continues from unit to unit, at positions before the unit`() throws {
        let first = wave(7, at: 28, frames: 1) + (3, 2) + (255, 8) + (0, 16) + (65, 16)
        let second = wave(7, at: -100, frames: 2) + (1, 2) + (127, 8) + (200, 16) + (2, 2) + (200, 16) + (300, 16)
        let file =
            start(band: waves) + unit(1, duration: 128, [packet(5, first)])
            + unit(1, duration: 128, [packet(5, second)])
        let pattern = try read(file).pattern
        let evaluation = HapticEvaluation(pattern)
        #expect(pattern.events.count == 1 && abs(pattern.events[0].time - 0.028) < 1e-9)
        #expect(abs((pattern.events[0].duration ?? 0) - 0.2) < 1e-6)
        // The amplitude falls from 1, which is above full, to 0: code 127 is silent.
        #expect(evaluation.intensity(at: 0.03) == 1 && evaluation.intensity(at: 0.227_9) < 0.06)
        #expect(abs((evaluation.sharpness(at: 0.128) ?? 0) - 0.5) < 0.01)
    }

    @Test func `a vibration of exactly a minute is one effect`() throws {
        // 1.029 + 60 is a rounding error less than 61.029.
        let parts = [1.029, 31.029].map {
            HapticEvent(.continuous, at: $0, duration: 30, intensity: 0.8, sharpness: 0.4)
        }
        #expect(try read(PatternFormat.hmpg.write(HapticPattern(parts)).bytes).diagnostics == [])
    }

    @Test func `a reference plays an effect of the library`() throws {
        let library =
            Bits() + (0, 8) + (1, 16) + (9, 16) + (0, 2) + (0, 1) + (0, 25) + (0, 16) + (0, 4) + (1, 16) + (3, 3)
            + (5, 16) + (200, 8) + (0, 16)
        let reference = data + (1, 16) + (9, 16) + (1, 2) + (40, 25)
        let file = start(band: transients, library: library) + unit(1, duration: 128, [packet(5, reference)])
        #expect(try read(file).pattern.events.map(\.time) == [0.045])
    }

    @Test func `a curve and a texture are read`() throws {
        let curve = Bits() + (3, 8) + (0, 8) + (0, 16) + (0, 8) + (1, 3) + (2, 4) + (0, 16) + (300, 16) + (1, 16)
        let frames = [0, 10, 20, 30, 40, 50, 60].map { ($0 % 20 == 0 ? 200 : 55, $0) }
        let effect = data + (1, 16) + (0, 16) + (0, 2) + (0, 25) + (0, 1) + (frames.count, 16)
        let moved = frames.reduce(effect) { $0 + ($1.0, 8) + ($1.1, 16) }
        let read = try read(start(band: curve) + unit(1, duration: 128, [packet(5, moved)]))
        #expect(read.diagnostics.contains { $0.message.contains("a curve describes the movement itself") })
        #expect(HapticEvaluation(read.pattern).intensity(at: 0.03) > 0.5)
        // A spatial effect has no number.
        let spatial = data + (1, 16) + (0, 2) + (12, 25) + (1, 16) + (200, 8) + (3, 16) + (100, 16)
        let texture = start(sense: 10, band: transients) + unit(2, [packet(5, spatial)])
        #expect(try self.read(texture).pattern.events.map(\.time) == [0.015])
    }

    /// Returns a file of the older form: version 2023, profile Main, level 1, no avatar, a perception with a library
    /// and one channel.
    private func plain(library: Bits, bands: Int, _ body: Bits) -> Bits {
        let texts = ["2023", "Main"].map { Array($0.utf8).reduce(Bits() + ($0.utf8.count, 8)) { $0 + (Int($1), 8) } }
        let experience = texts[0] + texts[1] + (1, 8) + (4, 8) + (50, 8) + (48, 8) + (50, 8) + (54, 8) + (0, 8)
        let perception = experience + (0, 8) + (1, 8) + (0, 8) + (6, 8) + (0, 8) + (0, 8) + (253, 8) + (0, 8)
        let channel = Bits() + (0, 8) + (1, 16) + (0, 16) + (0, 8) + (255, 8) + (2_147_698_396, 32) + (429_497, 32)
        return perception + library + channel + (1, 8) + (0, 32) + (0, 32) + (0, 16) + (bands, 8) + body
    }

    @Test func `the older form without units is read`() throws {
        let library =
            Bits() + (1, 16) + (9, 16) + (77, 25) + (0, 2) + (0, 16) + (0, 4) + (1, 16) + (7, 3) + (5, 16) + (200, 8)
            + (65, 16) + (0, 16)
        let taps =
            Bits() + (0, 3) + (65, 16) + (300, 16) + (2, 16) + (0, 2) + (20, 25) + (1, 16) + (178, 8) + (30, 16)
            + (182, 16) + (1, 2) + (300, 25) + (9, 16)
        let wave =
            Bits() + (2, 3) + (65, 16) + (300, 16) + (1, 16) + (0, 2) + (400, 25) + (0, 16) + (0, 4) + (2, 16) + (3, 3)
            + (200, 8) + (0, 16) + (100, 16) + (0, 3) + (250, 16)
        let read = try read(plain(library: library, bands: 2, taps + wave).bytes)
        #expect(read.diagnostics == [] && read.pattern.metadata == [.init("Created", "2026")])
        let events = read.pattern.events.sorted { $0.time < $1.time }
        #expect(events.map(\.time) == [0.05, 0.305, 0.4] && abs((events[2].duration ?? 0) - 0.25) < 1e-9)
        #expect(abs(events[1].intensity * events[1].intensity * 0.792 - 145.0 / 255) < 1e-6)
        let wavelets =
            Bits() + (3, 3) + (1, 8) + (0, 16) + (8_000, 16) + (1, 16) + (0, 2) + (2, 16) + (38, 8) + (160, 8)
        let blocks = try self.read(plain(library: Bits() + (0, 16), bands: 1, wavelets).bytes)
        #expect(blocks.diagnostics.contains { $0.message.contains("wavelets describe the movement itself") })
        let composite = Bits() + (0, 3) + (65, 16) + (300, 16) + (1, 16) + (2, 2) + (20, 25)
        #expect(
            refusal(plain(library: Bits() + (0, 16), bands: 1, composite).bytes)?.contains(
                "expected a basis effect or a reference, found an effect of type 2") == true)
    }

    @Test func `a file with nothing to feel is an error`() {
        let heat = start(sense: 5, band: transients)
        #expect(refusal(heat) == "a.hmpg: byte 0: holds nothing that can be read as a vibration")
        let empty = wave(0, at: 0, frames: 0)
        let file = start(band: waves) + unit(1, duration: 128, [packet(5, empty)])
        #expect(refusal(file)?.contains("holds nothing that can be read") == true)
    }

    @Test func `errors name their byte`() {
        let whole = start(band: waves)
        #expect(refusal([]) == "a.hmpg: byte 0: ends too early")
        #expect(refusal(Array("{\"version\"".utf8)) == "a.hmpg: byte 0: expected the unit that begins a .hmpg file")
        #expect(
            refusal(whole.dropLast(3) + []) == "a.hmpg: byte 9: the unit should have 88 bytes, but only 85 are left")
        #expect(refusal(whole + [0xFF]) == "a.hmpg: byte 97: expected a unit of kind 0 to 3, found 63")
        let stray = Bits() + (0, 1) + (4, 8) + (0, 16) + (3, 8) + (0, 16)
        #expect(refusal(whole + unit(1, [packet(5, stray)])) == "a.hmpg: byte 109: there is no perception 4")
        #expect(
            refusal(start(band: waves, timescale: 0))?.contains("expected a timescale of 1 to 192000 ticks") == true)
        let shape = data + (1, 16) + (0, 16) + (0, 2) + (0, 25) + (0, 1) + (0, 16) + (0, 16) + (9, 4)
        #expect(
            refusal(whole + unit(1, [packet(5, shape)]))?.contains("expected a base signal of 0 to 4, found 9") == true)
        let frames = (0..<17_000).reduce(into: wave(0, at: 0, frames: 17_000).bits) { bits, index in
            bits += (Bits() + (0, 2) + (index, 16)).bits
        }
        #expect(
            refusal(whole + unit(1, [packet(5, Bits(bits: frames))]))?.contains("at most 16384 keyframes are read")
                == true)
        let early = wave(0, at: -5, frames: 1) + (1, 2) + (200, 8) + (0, 16)
        #expect(refusal(whole + unit(1, [packet(5, early)]))?.contains("is before the start") == true)
    }

    @Test func `thousands of mutations give a pattern or one error sentence`() throws {
        let sources = [11, 12, 13].map { PatternFormat.hmpg.write(composed($0, overlapping: false)).bytes }
        var dice = SeededGenerator(seed: 7)
        for round in 0..<3_000 {
            var bytes = sources[round % sources.count]
            for _ in 0...Int.random(in: 0...3, using: &dice) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &dice)
                switch Int.random(in: 0..<5, using: &dice) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
                case 2: bytes.remove(at: place)
                case 3: bytes.insert(UInt8.random(in: 0...255, using: &dice), at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 20))
                }
            }
            // The older form has no unit lengths, so every byte is reached.
            if round.isMultiple(of: 4) { bytes = [4, 50, 48, 50, 51, 0, 1, 0, 0, 0, 1] + bytes }
            do throws(ThudError) {
                let pattern = try read(bytes).pattern
                #expect(pattern.duration <= 400, "round \(round)")
                if round.isMultiple(of: 50) { _ = try read(PatternFormat.hmpg.write(pattern).bytes) }
            } catch {
                #expect(!error.message.isEmpty && !error.message.hasSuffix("."), "round \(round)")
            }
        }
    }

    @Test func `writing uses units of 128 ms, silent gaps, and a gain that fits the strongest`() throws {
        let pattern = HapticPattern([
            HapticEvent(.transient, at: 0.1, intensity: 0.2, sharpness: 0.5),
            HapticEvent(.continuous, at: 1, duration: 0.5, intensity: 0.1, sharpness: 0),
        ])
        let written = PatternFormat.hmpg.write(pattern)
        var kinds: [Int] = []
        var durations: [Int] = []
        var place = 0
        while place < written.bytes.count {
            let header = written.bytes[place..<place + 9].reduce(into: []) { $0.append(Int($1)) }
            kinds.append(header[0] >> 2)
            durations.append((header[1] & 15) << 20 | header[2] << 12 | header[3] << 4 | header[4] >> 4)
            let length = (header[4] & 15) << 28 | header[5] << 20 | header[6] << 12 | header[7] << 4 | header[8] >> 4
            place += 9 + length
        }
        #expect(kinds == [0, 1, 3, 1, 3, 1] && durations == [0, 128, 768, 128, 384, 128])
        #expect(place == written.bytes.count)
        // With gain 1 the vibration's 0.0061 would become 0.0039.
        let back = try read(written.bytes).pattern
        #expect(abs(back.events[0].intensity - 0.1) < 0.005 || abs(back.events[1].intensity - 0.1) < 0.005)
        #expect(difference(pattern, back) < 0.02)
        // Beside a full tap the weakest step still vibrates.
        let weak = HapticEvent(.continuous, at: 1, duration: 0.5, intensity: 0.067, sharpness: 0)
        let beside = HapticPattern([HapticEvent(.transient, intensity: 1, sharpness: 0.5), weak])
        let felt = HapticEvaluation(try read(PatternFormat.hmpg.write(beside).bytes).pattern)
        #expect(abs(felt.intensity(at: 1.2) - 0.08) < 0.001)
    }

    @Test func `long effects are split at the keyframe limit, and long texts are left out`() throws {
        let metadata = [
            JSONValue.Member("Description", .string(String(repeating: "ë", count: 128))),
            JSONValue.Member("Created", "2026-11-22"),
        ]
        let events = (0..<5).map {
            HapticEvent(.continuous, at: Double($0) * 30, duration: 30, intensity: 0.5, sharpness: 0.5)
        }
        let written = PatternFormat.hmpg.write(HapticPattern(events, metadata: metadata))
        #expect(written.losses.last == "a .hmpg file cannot hold Metadata.Description")
        let back = try read(written.bytes).pattern
        #expect(abs(back.duration - 150) < 0.001 && back.metadata == [metadata[1]])
        #expect(abs(HapticEvaluation(back).intensity(at: 100) - 0.5) < 0.005)
    }
}
