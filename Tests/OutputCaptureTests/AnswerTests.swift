import Glibc
import Testing
import ThudCore

@testable import ThudOutputCapture

/// The finder of a program's answers, on signals and lists of instants whose truth is known.
@Suite struct AnswerTests {
    /// Stimuli at random instants, in seconds.
    private func stimuli(_ count: Int, seed: UInt64 = 3) -> [Double] {
        var random = SeededGenerator(seed: seed)
        var next = 1.0
        return (0..<count).map { _ in
            next += random.between(0.4, 0.9)
            return next
        }
    }

    @Test(arguments: [0.0, 20, 60, 300]) func `answers at one distance are paired with their stimuli`(late: Double) {
        let stimuli = stimuli(40)
        let pairing = AnswerPairing(stimuli: stimuli, sounds: stimuli.map { $0 + late / 1000 }, reach: 1)
        #expect(pairing.isProven && pairing.answers == Array(0..<40).map(Optional.some))
    }

    @Test(arguments: [0.06, 0.5]) func `of two sounds to each stimulus the first is the answer`(later: Double) {
        let stimuli = stimuli(40)
        // What comes before hides some of the first ones.
        let heard = stimuli.indices.filter { $0 % 20 != 7 }
        let sounds = heard.map { stimuli[$0] + 0.03 } + stimuli.map { $0 + 0.03 + later }
        let sorted = sounds.sorted()
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sorted, reach: 1)
        for index in heard { #expect(pairing.answers[index].map { sorted[$0] } == stimuli[index] + 0.03) }
    }

    @Test func `answers after random times are paired, and one in ten left out is missing`() {
        var random = SeededGenerator(seed: 9)
        let stimuli = stimuli(60)
        let answered = stimuli.indices.filter { $0 % 10 != 4 }
        let sounds = answered.map { stimuli[$0] + random.between(0, 0.1) }
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sounds, reach: 1)
        #expect(pairing.isProven && pairing.ambiguous.isEmpty)
        #expect(stimuli.indices.filter { pairing.answers[$0] == nil } == stride(from: 4, to: 60, by: 10).map(\.self))
    }

    @Test(arguments: [0.2, 0.5, 0.65, 1]) func `a regular beat answers nothing`(beat: Double) {
        let stimuli = stimuli(40)
        let sounds = (0..<Int(32 / beat)).map { 1 + beat * Double($0) }
        #expect(!AnswerPairing(stimuli: stimuli, sounds: sounds, reach: 1).isProven)
    }

    @Test func `of few stimuli answers that vary are nearly always proven, and sounds at random never`() {
        var proven = 0
        for seed in 0..<40 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let stimuli = stimuli(11, seed: seed + 50)
            let answers = stimuli.map { $0 + random.between(0.056, 0.076) }
            if AnswerPairing(stimuli: stimuli, sounds: answers, reach: 1).isProven { proven += 1 }
            let sounds = stimuli.indices.map { _ in random.between(stimuli[0], stimuli[10] + 1) }.sorted()
            #expect(!AnswerPairing(stimuli: stimuli, sounds: sounds, reach: 1).isProven, "\(seed)")
        }
        #expect(proven >= 38, "\(proven) of 40")
    }

    @Test func `an answer that comes much later than the others is late, not missing`() {
        let stimuli = stimuli(40)
        var sounds = stimuli.map { $0 + 0.02 }
        sounds[17] += 0.25
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sounds, reach: 1)
        #expect(pairing.isProven && pairing.answers[17] == 17)
    }

    @Test(arguments: 0..<20) func `sounds at random instants answer nothing`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let stimuli = stimuli(60, seed: UInt64(seed) + 100)
        let sounds = (0..<80).map { _ in random.between(stimuli[0] - 1, stimuli[59] + 1) }.sorted()
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sounds, reach: 1)
        #expect(!pairing.isProven && pairing.answers.allSatisfy { $0 == nil })
    }

    @Test(arguments: 0..<10) func `shuffled stimuli find no answers among sounds that answer the real ones`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let stimuli = stimuli(50)
        let shuffled = AnswerPairing.shuffled(stimuli, using: &random)
        #expect(!AnswerPairing(stimuli: shuffled, sounds: stimuli.map { $0 + 0.03 }, reach: 1).isProven)
    }

    @Test func `sounds of its own beside the answers make an outlier ambiguous`() {
        var random = SeededGenerator(seed: 5)
        let stimuli = stimuli(60)
        let own = (0..<60).map { _ in random.between(stimuli[0], stimuli[59]) }
        let answers = stimuli.indices.filter { $0 != 30 }.map { stimuli[$0] + 0.02 }
        let sounds = (own + answers).sorted()
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sounds, reach: 1)
        #expect(pairing.isProven && pairing.answers.count { $0 != nil } >= 59)
        // Whether a sound of its own follows the unanswered press depends on chance, but it never counts as certain
        // unless it keeps the usual distance.
        if let place = pairing.answers[30] { #expect(sounds[place] - stimuli[30] < 0.03) }
    }

    @Test func `an answer just beside the others counts, although each press has further sounds`() {
        let stimuli = stimuli(14)
        var answers = stimuli.indices.map { stimuli[$0] + 0.04 + 0.0001 * Double($0 % 7) }
        answers[5] += 0.008
        let sounds = (answers + answers.map { $0 + 0.15 }).sorted()
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sounds, reach: 1)
        #expect(pairing.isProven && pairing.ambiguous.isEmpty)
        #expect(pairing.answers.map { $0.map { sounds[$0] } } == answers)
    }

    @Test func `answers at random times beside sounds of its own are still told apart`() {
        var random = SeededGenerator(seed: 8)
        let stimuli = stimuli(60)
        let answers = stimuli.map { $0 + random.between(0.02, 0.065) }
        let own = (0..<50).map { _ in random.between(stimuli[0], stimuli[59]) }
        let sounds = (own + answers).sorted()
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sounds, reach: 1)
        let right = stimuli.indices.count { pairing.answers[$0].map { sounds[$0] } == answers[$0] }
        #expect(pairing.isProven && right >= 54, "\(right)")
    }

    @Test(arguments: [5, 8, 12])
    func `a program that stops answering is told from one that plays on its own`(few: Int) {
        var random = SeededGenerator(seed: 4)
        let stimuli = stimuli(40)
        let pairing = AnswerPairing(
            stimuli: stimuli, sounds: stimuli.prefix(few).map { $0 + random.between(0.03, 0.034) }, reach: 1)
        #expect(pairing.isProven && pairing.answers == stimuli.indices.map { $0 < few ? $0 : nil })
        let own = (0..<few).map { _ in random.between(stimuli[0], stimuli[39]) }.sorted()
        #expect(!AnswerPairing(stimuli: stimuli, sounds: own, reach: 1).isProven)
    }

    // MARK: Signals

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

    @Test func `a deep tone that grows is not found a period before it`() throws {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let onsets = presses.map { $0 + 1_900 }
        var signal = [Float](repeating: 0, count: presses[23] + 48_000)
        for onset in onsets {
            for index in 0..<9_600 {
                let time = Double(index) / Self.rate
                signal[onset + index] = Float(0.4 * sin(2 * .pi * 40 * time) * sin(.pi * time / 0.2))
            }
        }
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 19_000).first)
        let found = AnswerFinder.occurrences(of: sound, in: signal)
        for onset in onsets {
            let near = found.map { Int($0.frame) - onset }.filter { (-2_400...240).contains($0) }
            #expect(near.count == 1 && abs(near[0]) <= 240, "\(near)")
        }
    }

    @Test func `of two equal answers to a press the first is found in the mix`() throws {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let onsets = presses.flatMap { [$0 + 960, $0 + 960 + 7_200] }
        let clean = signal(onsets, noise: 0)
        let sound = try #require(LearnedSound.learn(from: clean, stimuli: presses, reach: 19_000).first)
        let found = AnswerFinder.occurrences(of: sound, in: clean)
        let answers = stride(from: 0, to: found.count, by: 2).map { found[$0] }
        let mix = signal(onsets.map { $0 + 256 }, noise: 0.003)
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
