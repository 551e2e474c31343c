import Testing
import ThudCore
import ThudGameKit
import ThudGameUI

@testable import thud

/// What every game says of a round to those who do not see it.
@Suite struct GameMomentTests {
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
