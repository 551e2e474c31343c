import Glibc
import Testing
import ThudCore

@testable import ThudOutputCapture

/// The finder of a program's answers, on tones and clicks that overlap each other.
@Suite struct OverlappingAnswerTests {
    private static let rate = 48_000.0

    /// Tones with an overtone that fade in and decay by 40 dB, at each frame.
    private func tones(_ frames: [Int], pitch: Double, overtone: Double, attack: Double, decay: Double) -> [Float] {
        var signal = [Float](repeating: 0, count: (frames.last ?? 0) + 48_000)
        for frame in frames {
            for index in 0..<min(Int(4.6 / decay * Self.rate), signal.count - frame) {
                let time = Double(index) / Self.rate
                let level = 0.3 * min(1, time / attack) * exp(-decay * time)
                let wave = sin(2 * .pi * pitch * time) + overtone * sin(2 * .pi * 2.005 * pitch * time)
                signal[frame + index] += Float(level * wave)
            }
        }
        return signal
    }

    @Test(arguments: [3 as UInt64, 4], [1.0, 3]) func `most tones over the tails of others are in doubt`(
        seed: UInt64, pauses: Double
    ) throws {
        let presses = stimuli(30, seed: seed).map { Int(pauses * $0 * Self.rate) }
        let onsets = presses.map { $0 + 1_900 }
        let signal = tones(onsets, pitch: 330, overtone: 0, attack: 0.08, decay: 6)
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 48_000).first)
        let found = AnswerFinder.occurrences(of: sound, in: signal)
        let certain = found.filter { $0.rivalry <= 0.4 }
        guard pauses > 1 else {
            #expect(certain.count < 27 && certain.count < found.count, "\(certain.count)")
            return
        }
        #expect(certain.count == 30)
        #expect(zip(certain, onsets).allSatisfy { abs($0.frame - Double($1)) < 48 }, "\(certain.map(\.frame))")
    }

    @Test(arguments: [0.6, 1]) func `the onsets of tones over the tails of others are found to a frame`(
        pauses: Double
    ) {
        let onsets = stimuli(30).map { Int(pauses * $0 * Self.rate) }
        let found = AnswerFinder.onsets(in: tones(onsets, pitch: 220, overtone: 0.5, attack: 1e-6, decay: 2))
        #expect(found.count == onsets.count && found.count { $0.rivalry == 0 } >= 27)
        let errors = zip(found, onsets).map { $0.frame - Double($1) }
        #expect(errors.allSatisfy { abs($0) <= 2 }, "\(errors)")
    }

    @Test func `the place at which a sound is cut off over another one is no certain onset`() {
        let onsets = stimuli(20).map { Int($0 * Self.rate) }
        let signal = tones(onsets, pitch: 220, overtone: 0.5, attack: 1e-6, decay: 1.5)
        // Each tone ends with a step of 1 % of its peak.
        let certain = AnswerFinder.onsets(in: signal).filter { $0.rivalry == 0 }
        let others = certain.filter { sound in !onsets.contains { abs(sound.frame - Double($0)) < 48 } }
        #expect(certain.count >= 17 && others.isEmpty, "\(certain.count) \(others)")
    }

    @Test func `onsets that the tails of others hide are in doubt, or covered`() {
        let onsets = stimuli(30).map { Int($0 * Self.rate) }
        let signal = tones(onsets, pitch: 330, overtone: 0, attack: 0.08, decay: 6)
        let certain = AnswerFinder.onsets(in: signal).filter { $0.rivalry == 0 }
        func isFound(_ onset: Int, within frames: Double) -> Bool {
            certain.contains { abs($0.frame - Double(onset)) < frames }
        }
        let lost = onsets.filter { !isFound($0, within: 48) }
        #expect(lost.count >= 5 && lost.count <= 20 && lost.allSatisfy { !isFound($0, within: 960) }, "\(lost)")
        #expect(AnswerFinder.covers(lost, in: signal, certain).allSatisfy { $0 })
        #expect(!AnswerFinder.covers([onsets[0] - 9_600], in: signal, certain)[0])
    }

    @Test(arguments: [2 as UInt64, 4]) func `the tails of low tones do not move the beginnings of the next ones`(
        seed: UInt64
    ) throws {
        let presses = stimuli(30, seed: seed).map { Int(2.5 * $0 * Self.rate) }
        let onsets = presses.map { $0 + 1_900 }
        let signal = tones(onsets, pitch: 220, overtone: 0.5, attack: 1e-6, decay: 2)
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 48_000).first)
        let found = AnswerFinder.occurrences(of: sound, in: signal)
        #expect(found.count == onsets.count)
        let errors = zip(found, onsets).map { $0.frame - Double($1) }
        #expect(errors.allSatisfy { abs($0) < 10 }, "\(errors)")
    }

    @Test func `clicks within 20 ms of each other are in doubt, and no others`() throws {
        let presses = stimuli(24).map { Int($0 * Self.rate) }
        let onsets = presses.map { $0 + 1_900 }
        let others = zip(onsets.dropFirst(5), [-700, -486, -272, 157, 371, 585, 800]).map { $0 + $1 }
        let signal = tones((onsets + others).sorted(), pitch: 514, overtone: 0.5, attack: 1e-6, decay: 290)
        let sound = try #require(LearnedSound.learn(from: signal, stimuli: presses, reach: 19_000).first)
        let certain = AnswerFinder.occurrences(of: sound, in: signal).filter { $0.rivalry <= 0.4 }
        let errors = certain.map { found in onsets.map { abs(found.frame - Double($0)) }.min() ?? 0 }
        #expect(certain.count == 17 && errors.allSatisfy { $0 < 2 }, "\(errors)")
    }
}
