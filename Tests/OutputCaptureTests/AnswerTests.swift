import Glibc
import Testing
import ThudCore

@testable import ThudOutputCapture

/// The finder of a program's answers, on signals whose truth is known.
@Suite struct AnswerTests {
    private static let rate = 48_000.0

    /// A decaying tone, louder or softer, at each frame, in noise.
    private func signal(_ frames: [Int], noise: Double, gain: Double = 0.4, pitch: (Int) -> Double = { _ in 880 })
        -> [Float]
    {
        var random = SeededGenerator(seed: 1)
        var signal = (0..<(frames.last ?? 0) + 48_000).map { _ in Float(noise * random.bell()) }
        for (number, frame) in frames.enumerated() {
            for index in 0..<9_600 {
                let time = Double(index) / Self.rate
                signal[frame + index] += Float(gain * exp(-25 * time) * cos(2 * .pi * pitch(number) * time))
            }
        }
        return signal
    }

    @Test(arguments: [0, 0.003, 0.02])
    func `a sound is learnt and each of its onsets is found to a frame, also in noise`(noise: Double) throws {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let onsets = presses.enumerated().map { $1 + 480 + ($0 * 97) % 1_900 }
        let signal = signal(onsets, noise: noise)
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 19_000).first)
        let found = AnswerFinder.occurrences(of: sound, in: signal)
        #expect(found.count == onsets.count)
        #expect(
            zip(found, onsets).allSatisfy { abs($0.frame - Double($1)) <= 1 },
            "\(zip(found, onsets).map { $0.frame - Double($1) })")
    }

    /// Mains hum at 50 Hz with its harmonics, as a microphone's cable picks it up, and a little noise.
    private func hum(_ count: Int, level: Double) -> [Float] {
        var random = SeededGenerator(seed: 7)
        return (0..<count).map { frame in
            let time = Double(frame) / Self.rate
            let parts = [(1, 1), (2, 0.6), (3, 0.7), (5, 0.4), (7, 0.2), (9, 0.15), (15, 0.05)].map {
                $0.1 * sin(2 * .pi * 50.03 * $0.0 * time + 2 * $0.0)
            }
            return Float(level * parts.reduce(0, +) + 0.000_4 * random.bell())
        }
    }

    @Test(arguments: [(880.0, 25.0, 0.2), (2_000, 500, 0.2)])
    func `hum as loud as the answers hides and moves none`(pitch: Double, decay: Double, level: Double) throws {
        let presses = stimuli(16).map { Int($0 * Self.rate) }
        let onsets = presses.enumerated().map { $1 + 960 + ($0 * 97) % 1_400 }
        var signal = hum((onsets.last ?? 0) + 48_000, level: level)
        for onset in onsets {
            for index in 0..<9_600 {
                let time = Double(index) / Self.rate
                signal[onset + index] += Float(0.4 * exp(-decay * time) * cos(2 * .pi * pitch * time))
            }
        }
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 48_000).first)
        let found = AnswerFinder.occurrences(of: sound, in: signal).map(\.frame)
        #expect(found.count == onsets.count)
        let errors = zip(found, onsets).map { $0 - Double($1) }
        #expect(errors.allSatisfy { abs($0) <= 2 }, "\(errors)")
    }

    @Test func `a click of two milliseconds is learnt from noise 20 dB below its peak`() throws {
        let presses = stimuli(16).map { Int($0 * Self.rate) }
        let onsets = presses.map { $0 + 960 }
        var random = SeededGenerator(seed: 2)
        var signal = (0..<(onsets[15] + 48_000)).map { _ in Float(0.04 * random.bell()) }
        for onset in onsets {
            for index in 0..<480 {
                let time = Double(index) / Self.rate
                signal[onset + index] += Float(0.4 * exp(-500 * time) * cos(2 * .pi * 2_000 * time))
            }
        }
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 19_000).first)
        let found = AnswerFinder.occurrences(of: sound, in: signal)
        let answers = onsets.compactMap { onset in found.first { abs($0.frame - Double(onset)) < 24 } }
        #expect(answers.count == 16, "\(found.map(\.frame))")
    }

    @Test func `noise before a sound does not count as its beginning`() throws {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let signal = signal(presses.map { $0 + 480 }, noise: 0.005)
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 19_000).first)
        #expect(abs(sound.lead - 192) <= 1, "\(sound.lead)")
    }

    @Test func `a sound that is learnt late counts, although the first presses were ignored`() {
        let presses = stimuli(30).map { Int($0 * Self.rate) }
        let signal = signal(presses.suffix(10).map { $0 + 480 }, noise: 0)
        let sounds = LearnedSound.learn(from: signal, stimuli: presses, reach: 19_000)
        #expect(sounds.first.map { AnswerFinder.occurrences(of: $0, in: signal).count } == 10)
    }

    @Test(arguments: [110.0, 440])
    func `a tone that goes on unheard between the answers begins with its first sample`(pitch: Double) throws {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let onsets = presses.enumerated().map { $1 + 960 + $0 * 53 % 480 }
        var signal = [Float](repeating: 0, count: (onsets.last ?? 0) + 48_000)
        for onset in onsets {
            for frame in onset..<onset + 9_600 {
                signal[frame] = sin(2 * .pi * pitch * Double(frame) / Self.rate) < 0 ? -0.3 : 0.3
            }
        }
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 19_000).first)
        let found = AnswerFinder.occurrences(of: sound, in: signal)
        let answers = onsets.compactMap { onset in found.first { abs($0.frame - Double(onset)) < 24 } }
        #expect(answers.count == onsets.count, "\(found.map(\.frame)) \(onsets)")
        let sink = [Float](repeating: 0, count: 256) + signal
        let again = AnswerFinder.same(answers, of: signal, in: sink, reach: 9_600)
        #expect(zip(again, answers).allSatisfy { abs(($0?.frame ?? 0) - $1.frame - 256) < 1 })
    }

    @Test func `the same signal teaches the same sound every time`() throws {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let signal = signal(presses.map { $0 + 480 }, noise: 0.003)
        let found = try (0..<8).map { _ in
            let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 19_000).first)
            return AnswerFinder.occurrences(of: sound, in: signal)
        }
        #expect(Set(found).count == 1)
    }

    @Test func `of two sounds each is learnt once, although every stimulus has several in reach`() {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let others = presses.enumerated().filter { $0.offset % 2 == 0 }.map { $1 + 2_400 }
        let frames = (presses.map { $0 + 14_400 } + others).sorted()
        let signal = signal(frames, noise: 0) { others.contains(frames[$0]) ? 1_900 : 880 }
        let sounds = LearnedSound.learn(from: signal, stimuli: presses, reach: 48_000)
        #expect(sounds.map { AnswerFinder.occurrences(of: $0, in: signal).count }.sorted() == [12, 24])
    }

    @Test func `a constant offset hides no soft answer`() throws {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let onsets = presses.map { $0 + 480 }
        let signal = signal(onsets, noise: 0.000_1, gain: 0.03).map { $0 + 0.3 }
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 19_000).first)
        for found in [AnswerFinder.occurrences(of: sound, in: signal), AnswerFinder.onsets(in: signal)] {
            let places = found.map { Int($0.frame.rounded()) }
            #expect(onsets.allSatisfy { onset in places.contains { abs($0 - onset) <= 4 } }, "\(places)")
        }
    }

    @Test func `a learnt sound is found again in a mix with louder music`() throws {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let onsets = presses.map { $0 + 960 }
        let clean = signal(onsets, noise: 0)
        let sound = try #require(LearnedSound.learn(from: clean, stimuli: presses, reach: 19_000).first)
        let found = AnswerFinder.occurrences(of: sound, in: clean)
        var mix = [Float](repeating: 0, count: clean.count + 1_000)
        for (index, sample) in clean.enumerated() { mix[index + 256] = 0.5 * sample }
        for index in mix.indices {
            let time = Double(index) / Self.rate
            mix[index] += Float(0.3 * (sin(2 * .pi * 220 * time) + sin(2 * .pi * 331 * time)))
        }
        let again = AnswerFinder.same(found, of: clean, in: mix, reach: 9_600)
        #expect(again.count == onsets.count)
        #expect(zip(again, found).allSatisfy { abs(($0?.frame ?? 0) - $1.frame - 256) < 1 })
        let silence = [Float](repeating: 0, count: clean.count)
        #expect(AnswerFinder.same(found, of: clean, in: silence, reach: 9_600).allSatisfy { $0 == nil })
    }

    @Test func `answers under noise are found at the delay that they share`() throws {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let clean = signal(presses.map { $0 + 960 }, noise: 0)
        let sound = try #require(LearnedSound.learn(from: clean, stimuli: presses, reach: 19_000).first)
        let found = AnswerFinder.occurrences(of: sound, in: clean)
        var random = SeededGenerator(seed: 5)
        var mix = (0..<clean.count + 1_000).map { _ in Float(0.12 * random.bell()) }
        for (index, sample) in clean.enumerated() { mix[index + 256] += sample / 2 }
        let again = AnswerFinder.same(found, of: clean, in: mix, reach: 9_600)
        #expect(again.count == 24)
        #expect(zip(again, found).allSatisfy { abs(($0?.frame ?? 0) - $1.frame - 256) < 3 })
    }

    @Test(arguments: [true, false])
    func `a deep tone that grows, or lacks half a period, is not found a period before it`(grows: Bool) throws {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let onsets = presses.map { $0 + 1_900 }
        var signal = [Float](repeating: 0, count: presses[23] + 48_000)
        for (number, onset) in onsets.enumerated() {
            let isCut = !grows && number == 12
            for index in 0..<9_600 {
                let time = Double(index < 1_024 || !isCut ? index : index + 512) / Self.rate
                let level = grows ? 0.4 * sin(.pi * time / 0.2) : 0.5 * exp(-8 * time)
                signal[onset + index] = Float(level * sin(2 * .pi * (grows ? 40 : 50) * time))
            }
        }
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 19_000).first)
        let found = AnswerFinder.occurrences(of: sound, in: signal)
        for (number, onset) in onsets.enumerated() {
            let near = found.map { Int($0.frame) - onset }.filter { (-2_400...240).contains($0) }
            let isMissed = !grows && number == 12 && near.isEmpty
            #expect(isMissed || near.count == 1 && abs(near[0]) <= 240, "\(near)")
        }
    }

    @Test(arguments: [4 as UInt64, 5]) func `a drum just before an answer does not count as its beginning`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let presses = stimuli(60).map { Int($0 * Self.rate) }
        let onsets = presses.map { $0 + 960 + Int(480 * random.unit()) }
        var signal = signal(onsets, noise: 0, gain: 0.3, pitch: { _ in 1_200 })
        for beat in stride(from: 0, to: signal.count - 1_440, by: 12_000) {
            for frame in 0..<1_440 {
                signal[beat + frame] += Float(0.05 * exp(-150 * Double(frame) / Self.rate) * random.bell())
            }
        }
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 19_000).first)
        let certain = AnswerFinder.occurrences(of: sound, in: signal).filter { $0.rivalry <= 0.4 }
        let right = certain.filter { answer in onsets.contains { abs(Double($0) - answer.frame) < 2 } }
        #expect(right.count > 40 && right.count == certain.count, "\(right.count) of \(certain.count)")
    }

    @Test func `the same sound just beside an answer leaves its beginning in doubt`() throws {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let onsets = presses.map { $0 + 1_900 }
        let others = [onsets[5] - 206, onsets[11] + 134, onsets[17] - 700]
        let signal = signal((onsets + others).sorted(), noise: 0.000_1)
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 19_000).first)
        let certain = AnswerFinder.occurrences(of: sound, in: signal).filter { $0.rivalry <= 0.4 }
        let found = onsets.indices.filter { place in certain.contains { abs($0.frame - Double(onsets[place])) < 2 } }
        #expect(certain.count == 21 && found.count == 21, "\(found) \(certain.map(\.frame))")
    }

    @Test func `square waves that begin between two frames, as at another sample rate, are certain`() throws {
        let presses = stimuli(20, seed: 6).map { Int($0 * Self.rate) }
        var signal = [Float](repeating: 0, count: presses[19] + 48_000)
        for (index, press) in presses.enumerated() {
            // Two notes of a chip, from harmonics below 20 kHz.
            for frame in 0..<4_800 {
                let time = (Double(frame) + Double(index * 7 % 20) / 20) / 48_000
                let (pitch, level) = time < 0.07 ? (988.0, 0.3) : (1_319, 0.3 * exp(9 * (0.07 - time)))
                let harmonics = stride(from: 1, to: 20_000 / pitch, by: 2)
                signal[press + 1_900 + frame] = Float(
                    harmonics.reduce(0) { $0 + level * sin(2 * .pi * $1 * pitch * time) / $1 })
            }
        }
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 48_000).first)
        let certain = AnswerFinder.occurrences(of: sound, in: signal).filter { $0.rivalry <= 0.4 }
        #expect(certain.count == 20)
    }

    @Test func `clicks that an engine fades in over different times are certain`() throws {
        var random = SeededGenerator(seed: 3)
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let noise = (0..<2_400).map { (1 - Double($0) / 2_400) * random.between(-0.5, 0.5) }
        var signal = [Float](repeating: 0, count: presses[23] + 48_000)
        for (number, press) in presses.enumerated() {
            let fade = number % 8 == 7 ? 900 : random.between(1, 300)
            for (index, value) in noise.enumerated() {
                signal[press + 1_900 + index] = Float(value * pow(min(1, Double(index) / fade), 3))
            }
        }
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 48_000).first)
        let found = AnswerFinder.occurrences(of: sound, in: signal)
        #expect(found.count == 24 && found.allSatisfy { $0.rivalry <= 0.4 }, "\(found.map(\.rivalry))")
    }

    @Test func `answers under louder notes are found where they are expected, and no others`() throws {
        var random = SeededGenerator(seed: 6)
        let presses = stimuli(40).map { Int($0 * Self.rate) }
        let onsets = presses.map { $0 + 1_900 }
        let clean = signal(onsets.enumerated().filter { $0.offset % 5 != 3 }.map(\.element), noise: 0, gain: 0.4)
        var mix = clean
        var next = 0
        while next + 20_000 < mix.count {
            let pitch = 220 * exp2(random.between(0, 24).rounded(.down) / 12)
            let length = Int(random.between(7_000, 19_000))
            for index in 0..<length {
                let time = Double(index) / Self.rate
                mix[next + index] += Float(0.15 * exp(-4 * time) * sin(2 * .pi * pitch * time))
                if index < 1_440 { mix[next + index] += Float(random.between(-0.05, 0.05)) }
            }
            next += length
        }
        let sound = try #require(LearnedSound.learn(from: mix, stimuli: presses, reach: 48_000).first)
        let windows = onsets.map { $0 - 200...$0 + 200 }
        let found = AnswerFinder.hidden(sound, in: mix, windows, leastGain: 0.5)
        let sure = onsets.indices.filter { found[$0]?.isSure ?? false }
        #expect(sure.count >= 28 && sure.allSatisfy { $0 % 5 != 3 }, "\(sure)")
        for place in sure {
            let heard = try #require(found[place])
            #expect(abs(heard.frame - Double(onsets[place])) < 2, "\(place) \(heard)")
        }
    }

    @Test func `of two equal answers to a press the first is found in the mix`() throws {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let onsets = presses.flatMap { [$0 + 960, $0 + 960 + 7_200] }
        let clean = signal(onsets, noise: 0)
        let sound = try #require(LearnedSound.learn(from: clean, stimuli: presses, reach: 19_000).first)
        let found = AnswerFinder.occurrences(of: sound, in: clean)
        let answers = stride(from: 0, to: found.count, by: 2).map { found[$0] }
        let mix = signal(onsets.map { $0 + 256 }, noise: 0.02)
        let again = AnswerFinder.same(answers, of: clean, in: mix, reach: 12_000)
        #expect(again.count == presses.count)
        #expect(zip(again, answers).allSatisfy { abs(($0?.frame ?? 0) - $1.frame - 256) < 1 })
    }

    @Test func `onsets are found if no two sounds are alike`() {
        let frames = stimuli(20).map { Int($0 * Self.rate) }
        let found = AnswerFinder.onsets(in: signal(frames, noise: 0.001) { 300 + 170 * Double($0) })
        #expect(found.count == frames.count)
        #expect(
            zip(found, frames).allSatisfy { abs($0.frame - Double($1)) <= 4 },
            "\(zip(found, frames).map { $0.frame - Double($1) })")
    }

    @Test(arguments: [8_000, 48_000, 96_000, 192_000])
    func `a sound that fades in begins at its beginning at every sample rate`(rate: Int) {
        let frames = stimuli(24).map { Int($0 * Double(rate)) }
        var signal = [Float](repeating: 0, count: (frames.last ?? 0) + rate)
        for frame in frames {
            for index in 0..<rate / 10 {
                let time = Double(index) / Double(rate)
                signal[frame + index] += Float(min(1, time / 0.02) * exp(-40 * time) * cos(2 * .pi * 880 * time))
            }
        }
        let found = AnswerFinder.onsets(in: signal, sampleRate: rate).map(\.frame)
        for frame in frames {
            #expect(found.contains { abs($0 - Double(frame)) < 0.001 * Double(rate) }, "\(frame)")
        }
    }
}
