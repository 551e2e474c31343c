import Testing
import ThudCore

@testable import ThudOutputCapture

/// Stimuli at random instants, in seconds.
func stimuli(_ count: Int, seed: UInt64 = 3) -> [Double] {
    var random = SeededGenerator(seed: seed)
    var next = 1.0
    return (0..<count).map { _ in
        next += random.between(0.4, 0.9)
        return next
    }
}

/// Which sounds answer which stimuli, on lists of instants whose truth is known.
@Suite struct AnswerPairingTests {
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

    @Test(arguments: [0, 0.01]) func `a stimulus without an answer is not given that of the next one soon after`(
        jitter: Double
    ) {
        var random = SeededGenerator(seed: 2)
        var next = 1.0
        let stimuli = (0..<100).map { _ in
            next += random.between(0.06, 0.12)
            return next
        }
        let answered = stimuli.indices.filter { $0 != 30 && $0 != 70 }
        let sounds = answered.map { stimuli[$0] + 0.026 + random.between(0, jitter) }
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sounds, reach: 1)
        #expect(pairing.isProven && stimuli.indices.filter { pairing.answers[$0] == nil } == [30, 70])
        #expect(pairing.answers.compactMap(\.self) == Array(sounds.indices))
    }

    @Test func `a sound answers only one of two stimuli close together`() {
        var random = SeededGenerator(seed: 6)
        var stimuli = stimuli(40)
        var sounds = stimuli.map { $0 + random.between(0.02, 0.05) }
        (sounds[20], stimuli) = (stimuli[20] + 0.035, stimuli[...20] + [stimuli[20] + 0.012] + stimuli[21...])
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sounds, reach: 1)
        #expect(pairing.isProven && pairing.answers[20] == 20 && pairing.answers[21] == nil)
    }

    @Test func `a sound after the next stimulus is no late answer`() {
        let stimuli = stimuli(40)
        let sounds = (stimuli.indices.filter { $0 != 17 }.map { stimuli[$0] + 0.02 } + [stimuli[18] + 0.09]).sorted()
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sounds, reach: 1)
        #expect(pairing.isProven && pairing.answers[17] == nil && pairing.ambiguous.isEmpty)
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

    @Test func `a first sound counts even if its place is uncertain after every fourth press`() {
        let stimuli = stimuli(40)
        let (certain, uncertain) = (stimuli.indices.filter { $0 % 4 != 1 }, stimuli.indices.filter { $0 % 4 == 1 })
        let sounds = (certain.map { stimuli[$0] + 0.03 } + stimuli.map { $0 + 0.33 }).sorted()
        let unplaced = uncertain.map { stimuli[$0] + 0.03 }
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sounds, unplaced: unplaced, reach: 1)
        for index in certain { #expect(pairing.answers[index].map { sounds[$0] } == stimuli[index] + 0.03) }
        #expect(pairing.ambiguous == Set(uncertain))
    }

    @Test func `a first sound whose place is nearly always uncertain leaves the second one the answer`() {
        let stimuli = stimuli(40)
        let (certain, uncertain) = (stimuli.indices.filter { $0 % 4 == 1 }, stimuli.indices.filter { $0 % 4 != 1 })
        let sounds = (certain.map { stimuli[$0] + 0.03 } + stimuli.map { $0 + 0.33 }).sorted()
        let unplaced = uncertain.map { stimuli[$0] + 0.03 }
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sounds, unplaced: unplaced, reach: 1)
        #expect(pairing.isProven && pairing.answers.map { $0.map { sounds[$0] } } == stimuli.map { $0 + 0.33 })
    }

    @Test func `a sound just before an unanswered stimulus is no answer, however much answers vary`() {
        var random = SeededGenerator(seed: 9)
        let stimuli = stimuli(60)
        let sounds = stimuli.indices.map { $0 == 30 ? stimuli[30] - 0.02 : stimuli[$0] + random.between(0, 0.1) }
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sounds, reach: 1)
        #expect(pairing.isProven && pairing.answers[30] == nil && pairing.answers.count { $0 != nil } == 59)
    }

    @Test func `several late answers count, unless an uncertain sound may be the answer in time`() {
        let stimuli = stimuli(40)
        let late: Set = [3, 9, 17, 24, 30, 36]
        let sounds = stimuli.indices.map { stimuli[$0] + (late.contains($0) ? 0.27 : 0.02) }
        let pairing = AnswerPairing(stimuli: stimuli, sounds: sounds, reach: 1)
        #expect(pairing.isProven && pairing.answers == Array(0..<40).map(Optional.some))
        let doubtful = AnswerPairing(stimuli: stimuli, sounds: sounds, unplaced: [stimuli[17] + 0.02], reach: 1)
        #expect(doubtful.answers[17] == nil && doubtful.ambiguous == [17] && doubtful.answers[24] == 24)
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
}
