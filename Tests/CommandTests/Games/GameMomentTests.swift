import TestTraits
import Testing
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTestSupport

@testable import thud

/// What every game says of a round to those who do not see it.
@Suite struct GameMomentTests {
    @Test(arguments: GameConformanceTests.Played.all)
    func `whatever a round asks for is answered in words before it asks for anything else`(
        played: GameConformanceTests.Played
    ) throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            var session = try played.session(seed: seed)
            var asked: Moment?
            while session.stage != .finished, let next = session.nextDeadline {
                for case .show(let moment) in session.advance(to: next).map(\.effect) {
                    switch moment.kind {
                    case .prompt:
                        #expect(asked == nil, "seed \(seed): \(moment.text) follows a prompt that nobody has judged")
                        asked = moment
                    case .answer: asked = nil
                    case .note: break
                    }
                }
            }
        }
    }

    @Test(arguments: GameConformanceTests.Played.all)
    func `every moment of every mode has words on one line, a prompt behind the game's word for it`(
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
    func `plain lines are in the order of time, with every moment and the end of the round in its place`(
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
