import Foundation
import TestTraits
import Testing
import ThudCore
import ThudCues
import ThudGameKit
import ThudPatterns
import ThudReports
import ThudTestSupport

@testable import ThudFeedback
@testable import ThudGameUI
@testable import ThudKape
@testable import ThudPlayback
@testable import thud

/// Messages that count something use the singular for one.
struct CountTests {
    private func verdict(_ count: Int) -> RoundVerdict {
        var health = EngineHealth()
        (health.xruns, health.framesLost, health.deviceLosses, health.lostReceipts) = (count, count, count, count)
        return RoundVerdict(
            tally: CueTally(), health: health, hapticHealth: health, lostTriggers: count, isHeard: true)
    }

    @Test func `a service that plays for days keeps no more latencies than there are microseconds in the longest`() {
        func report(_ latency: Int64) -> CueReport {
            let (cause, heard) = (Instant(nanoseconds: 0), Instant(nanoseconds: latency))
            let receipt = Receipt(
                id: 1, outcome: .played, triggered: cause, taken: cause, frame: .zero, predicted: heard)
            return CueReport(
                id: 1, name: "mine/tap", cause: cause, triggered: cause, isScheduled: latency.isMultiple(of: 2),
                plan: .nothing(of: Cue(name: "mine/tap", pattern: HapticPattern([])), by: .locked), thinned: nil,
                receipt: receipt, hapticReceipt: nil)
        }
        var log = SessionLog(start: .now(), keepsReports: false)
        for latency in 0..<5_000 { log.add(report(Int64(latency))) }
        for kept in [log.tally.latency, log.tally.inputToOutput, log.lateness] {
            #expect(kept.count == 2_500 && kept.entries.count <= 6)
        }
    }

    @Test func `the losses of a round are counted`() {
        #expect(verdict(0).losses.isEmpty)
        #expect(
            verdict(1).losses == [
                "1 frame lost", "1 device loss", "haptics: 1 xrun", "haptics: 1 frame lost", "haptics: 1 device loss",
                "1 trigger lost", "2 receipts lost",
            ])
        #expect(
            verdict(2).losses == [
                "2 frames lost", "2 device losses", "haptics: 2 xruns", "haptics: 2 frames lost",
                "haptics: 2 device losses", "2 triggers lost", "4 receipts lost",
            ])
        #expect(verdict(1).failure?.message.hasPrefix("1 trigger was lost, 2 receipts were lost;") == true)
        #expect(verdict(2).failure?.message.hasPrefix("2 triggers were lost, 4 receipts were lost;") == true)
    }

    @Test(arguments: [1, 2]) func `what was lost in an Albanian round is told in Albanian`(count: Int) throws {
        let latency = DurationHistogram(
            Array(repeating: Interval.milliseconds(9), count: count), resolution: .microsecond)
        let lost = verdict(count)
        let round = RoundVerdict(
            tally: CueTally(latency: latency, inputToOutput: latency, unheard: count, hapticsUnheard: count),
            health: lost.health, hapticHealth: lost.hapticHealth, lostTriggers: count, isHeard: true)
        let complaint = try #require(StatusLine.complaint(round))
        #expect(complaint.hasPrefix("\(count) of \(count) triggered cues within 50 ms, "))
        let translated = Kape.theme.words.translated(notice: complaint)
        for (own, english) in zip(translated.split(separator: ", "), complaint.split(separator: ", ")) {
            #expect(own != english && !own.contains("#"), "\(own)")
        }
        #expect(translated.hasPrefix("\(count) nga \(count) tinguj erdhën brenda 50 ms, "))
        #expect(!Kape.theme.words.translated(notice: "No sound device, \(lost.losses[2])").contains(lost.losses[2]))
    }

    @Test func `the cues of a round are counted`() {
        func verdict(late: Int = 0, unheard: Int = 0, isHeard: Bool = true) -> RoundVerdict {
            let latency = DurationHistogram(
                Array(repeating: Interval.milliseconds(51), count: late), resolution: .microsecond)
            return RoundVerdict(
                tally: CueTally(latency: latency, unheard: unheard, hapticsUnheard: unheard), health: EngineHealth(),
                hapticHealth: EngineHealth(), lostTriggers: 0, isHeard: isHeard)
        }
        // Without a device nothing can be heard, so no cue counts as lost.
        let silent = verdict(unheard: 2, isHeard: false)
        #expect(silent.losses.allSatisfy { !$0.contains("heard") })
        #expect(StatusLine.complaint(silent)?.hasPrefix("No sound device") == true)
        #expect(verdict(unheard: 1).losses == ["haptics: 1 cue not felt", "1 cue not heard"])
        #expect(verdict(unheard: 2).losses == ["haptics: 2 cues not felt", "2 cues not heard"])
        let reasons = [verdict(late: 1), verdict(late: 2), verdict(unheard: 1), verdict(unheard: 2)].map {
            $0.failure?.message.split(separator: ";").first ?? ""
        }
        #expect(
            reasons == [
                "1 cue came later than 50 ms", "2 cues came later than 50 ms",
                "1 cue was not heard, 1 cue was not felt", "2 cues were not heard, 2 cues were not felt",
            ])
    }

    @Test(arguments: [
        (2, 1, "2 cues were not heard, 1 trigger was lost; too much was requested at once"),
        (1, 0, "2 cues were not heard; `thud doctor` looks for the cause"),
    ]) func `if cues found no room, that is the advice`(refused: Int, lost: Int, message: String) {
        let verdict = RoundVerdict(
            tally: CueTally(unheard: 2, refused: refused), health: EngineHealth(), hapticHealth: nil,
            lostTriggers: lost, isHeard: true)
        #expect(verdict.failure?.message == message)
    }

    @Test(arguments: [(0.4, "1 second left"), (12, "12 seconds left"), (125, "2:05 minutes left")])
    func `the time left has the right unit`(seconds: Double, words: String) {
        let figures = RoundFigures(remaining: .seconds(seconds), score: 3)
        #expect(StatusLine.standing("paused", figures, isScored: true) == "          paused: \(words), score 3")
        let done = RoundFigures(score: 3)
        #expect(StatusLine.standing("paused", done, isScored: false) == "          paused: 3 done")
    }

    @Test func `a list of a result has its count before its name`() {
        func line(_ entries: [String], _ name: String, count: Int) -> String {
            StatusLine.list(
                .init(mark: "✓", phrase: Phrase(name), colour: Neon.green, entries: entries, count: count), \.text)
        }
        #expect(line(["Besa", "Pite"], "got", count: 2) == "          ✓ 2 got: Besa, Pite")
        #expect(line(["tap"], "right, the last:", count: 9) == "          ✓ 9 right, the last: tap")
        #expect(line([], "right", count: 0) == "          ✓ 0 right")
    }

    @Test func `the cards of a round and the players of a tournament are counted`() throws {
        let status = StatusLine(hasColour: false)
        let (one, two) = (
            KapeResult(got: ["Pite"], passed: [], seen: []).outcome,
            KapeResult(got: ["Pite"], passed: ["Byrek"], seen: []).outcome
        )
        #expect(one.summary.contains(": 1 of 1 card, "))
        #expect(two.summary.contains(": 1 of 2 cards, "))
        var tournament = try Tournament(players: ["A", "B", "C"])
        tournament.add(result: one)
        func places(inEnglish: Bool = false) -> [String] {
            status.places(tournament, of: Kape.self, inEnglish: inEnglish)
        }
        #expect(places() == ["1 of 3 players has played"])
        tournament.add(result: two)
        #expect(places() == ["2 of 3 players have played"])
        tournament.add(result: KapeResult(got: [], passed: [], seen: []).outcome)
        #expect(places() == ["1. A: 1 (Legjendë)", "2. B: 1 (Argjend)", "3. C: 0 (Bronz)"])
        #expect(places(inEnglish: true) == ["1. A: 1 (Legend)", "2. B: 1 (Silver)", "3. C: 0 (Bronze)"])
    }
}

/// Counts in the output of whole commands.
@Suite(.live) struct CommandCountTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    private func thud(_ arguments: String...) async throws -> ThudProcess.Outcome {
        try await surroundings.thud(arguments, in: surroundings.scratch.path)
    }

    private func write(_ events: Int, to name: String) throws {
        let list = (1...events).map {
            "{\"Event\": {\"Time\": 0.\($0), \"EventType\": \"HapticTransient\", \"Strange\($0)\": 1}}"
        }.joined(separator: ",")
        try surroundings.scratch.write(#"{"Version": 1, "Pattern": [\#(list)]}"#, to: name)
    }

    @Test func `events, patterns and remarks are counted`() async throws {
        try write(1, to: "one.ahap")
        try write(2, to: "two.ahap")
        #expect(try await thud("convert", "one.ahap", "a.hjif").output.contains(": 1 event, "))
        #expect(try await thud("convert", "two.ahap", "b.hjif").output.contains(": 2 events, "))
        let loud = #"{"ParameterID": "HapticIntensity", "ParameterValue": 7}"#
        let event = #"{"Time": 0, "EventType": "HapticTransient", "Strange": 1, "EventParameters": [\#(loud)]}"#
        try surroundings.scratch.write(#"{"Version": 1, "Pattern": [{"Event": \#(event)}]}"#, to: "odd.ahap")
        for (file, told) in [("one.ahap", "1 loss,"), ("odd.ahap", "2 losses,")] {
            let strict = try await thud("convert", file, "c.ahap", "--strict")
            #expect(strict.errorOutput.contains("c.ahap was not written: \(told)"), "\(strict)")
        }
        #expect(try await thud("gallery", "a.html", "one.ahap").output == "a.html: 1 pattern\n")
        #expect(try await thud("gallery", "b.html", "one.ahap", "two.ahap").output == "b.html: 2 patterns\n")
        #expect(surroundings.scratch.text(of: "a.html").contains(">1 pattern</p>"))
        #expect(surroundings.scratch.text(of: "b.html").contains(">2 patterns</p>"))
        #expect(try await thud("audition", "--lint", "one.ahap").errorOutput == "thud: one remark\n")
        #expect(try await thud("audition", "--lint", "two.ahap").errorOutput == "thud: 2 remarks\n")
    }

    @Test func `broken files are counted`() async throws {
        for name in ["a.ahap", "b.ahap", "a.json", "b.json"] { try surroundings.scratch.write("{", to: name) }
        let lint = try await (thud("audition", "--lint", "a.ahap"), thud("audition", "--lint", "a.ahap", "b.ahap"))
        #expect(lint.0.errorOutput == "thud: one file is not a pattern\n")
        #expect(lint.1.errorOutput == "thud: 2 files are not patterns\n")
        let decks = try await (thud("decks", "check", "a.json"), thud("decks", "check", "a.json", "b.json"))
        #expect(decks.0.errorOutput.hasSuffix("thud: one deck cannot be played\n"))
        #expect(decks.1.errorOutput.hasSuffix("thud: 2 decks cannot be played\n"))
    }

    @Test func `the failed checks of the doctor are counted`() async throws {
        let one = try await thud("doctor")
        #expect(one.errorOutput.contains(/thud: 1 of \d+ checks failed/), "\(one)")
        var bare = surroundings
        bare.environment["THUD_ASSETS"] = "/dev"
        let two = try await bare.thud(["doctor"])
        #expect(two.errorOutput.contains(/thud: 2 of \d+ checks failed/), "\(two)")
    }
}
