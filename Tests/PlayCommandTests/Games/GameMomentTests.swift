import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTestSupport

@testable import thud

/// What every game says about a round for those who do not see it.
@Suite struct GameMomentTests {
    @Test(arguments: GameConformanceTests.Played.all)
    func `every moment of every mode has text on one line, and a prompt follows the game's word for it`(
        played: GameConformanceTests.Played
    ) throws {
        let status = StatusLine(hasColour: false)
        let game = played.game.description
        for seed in 1...20 as ClosedRange<UInt64> {
            var session = try played.session(seed: seed)
            var moments: [Moment] = []
            while session.stage != .finished, let next = session.nextDeadline {
                for case .show(let moment) in session.advance(to: next + .seconds(5)).map(\.effect) {
                    moments.append(moment)
                }
            }
            #expect(!moments.isEmpty, "seed \(seed)")
            for moment in moments {
                #expect(moment.text.contains { !$0.isWhitespace }, "seed \(seed): \(moments)")
                #expect(moment.text.allSatisfy { !$0.isNewline && $0 != "\u{1B}" }, "\(moment.text)")
                let line = status.moment(moment, of: game, at: .seconds(1.5))
                let words = moment.kind == .prompt ? "\(game.prompt): \(moment.text)" : moment.text
                #expect(line == "   1.500 s  \(words)")
            }
        }
    }
}

/// The lines of rounds without a screen.
@Suite(.live) struct PlainLineTests {
    @Test(arguments: GameConformanceTests.Played.all)
    func `plain lines are in order of time, with every moment and the end of the round in place`(
        played: GameConformanceTests.Played
    ) async throws {
        let game = played.game.description
        let length = game.isTimed ? ["--seconds", "12"] : []
        let outcome = try await Surroundings().thud(
            ["play", game.name, "--mode", played.mode, "--plain", "--bot", "3", "--clock", "virtual", "--json"] + length
        )
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        let lines = outcome.errorOutput.split(separator: "\n").map(String.init)
        let times = lines.compactMap { line -> Double? in
            let words = line.split(separator: " ", maxSplits: 2)
            return words.count == 3 && words[1] == "s" ? Double(words[0]) : nil
        }
        #expect(times.count > 2)
        for (line, next) in zip(times, times.dropFirst()) { #expect(line <= next, "\(lines)") }
        var rest = lines[...]
        let report = try JSONReader(Array(outcome.output.utf8), file: "the report")
        for moment in try report.member("moments").elements() {
            let text = try moment.member("text").string()
            let index = try #require(rest.firstIndex { $0.hasSuffix(text) }, "\(text) is not told in its place")
            rest = rest[(index + 1)...]
        }
    }
}

/// What a screen shows besides the moments of a round, told without one.
@Suite(.live) struct PlainScreenTests {
    private func lines(_ arguments: [String], script: String) async throws -> [String] {
        let surroundings = try Surroundings()
        let path = try surroundings.scratch.write(script, to: "script")
        let outcome = try await surroundings.thud(
            ["play"] + arguments + ["--script", path, "--plain", "--clock", "virtual"])
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        return outcome.errorOutput.split(separator: "\n").map(String.init)
    }

    /// Expects each of `words` in a separate line, in this order.
    private func expect(_ words: [String], inOrder lines: [String]) {
        var rest = lines[...]
        for word in words {
            guard let index = rest.firstIndex(where: { $0.contains(word) }) else {
                Issue.record("\(word) is not told in its place: \(lines)")
                return
            }
            rest = rest[(index + 1)...]
        }
    }

    @Test func `a pause gives time and score, and the end lists the right and passed words in order`() async throws {
        let lines = try await lines(
            ["kape", "--seconds", "8"],
            script: "4.6 tilt-down\n6 tilt-up\n7.0 pause\n7.5 resume\n20 quit\n")
        expect(
            ["right, 1", "pass", "paused: 6 seconds left, score 1", "MISH I HUAJ", "✓ ", "↷ "], inOrder: lines)
        let cards = lines.filter { $0.contains("card: ") }.compactMap {
            $0.split(separator: ": ").last.map(String.init)
        }
        #expect(lines.contains { $0.contains("✓") && $0.hasSuffix(": \(cards[0])") }, "\(lines)")
        #expect(lines.contains { $0.contains("↷") && $0.hasSuffix(": \(cards[1])") }, "\(lines)")
    }

    @Test func `an interruption is a pause that is reported once`() async throws {
        let lines = try await lines(["kape", "--seconds", "8"], script: "5.5 interruption\n6 quit\n")
        #expect(lines.count { $0.contains("paused: ") && $0.contains("score 0") } == 1, "\(lines)")
    }

    @Test func `Aria's Magic reports its panels, and its pauses have no clock`() async throws {
        let lines = try await lines(
            ["magic"], script: "1 help\n2 options\n3 close\n4 bring\n5 pause\n6 resume\n7 good-night\n9 quit\n")
        expect(
            [
                "Tap anywhere to add a princess!", "Settings. Face magic: on.", "The stage.", "is here.", "paused",
                "Good night.", "1 piece of magic", "They dream of you.", "on the stage",
            ], inOrder: lines)
    }
}
