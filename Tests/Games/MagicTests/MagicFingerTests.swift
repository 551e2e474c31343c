import Foundation
import Testing
import ThudCore
import ThudGameKit
import ThudMagic

private let start = Instant(nanoseconds: 1_000_000_000)

private func after(_ seconds: Double) -> Instant { start + .seconds(seconds) }

private func session(_ script: String) throws -> Session<Magic> {
    try Session<Magic>(
        Magic.round(RoundSetup(mode: "stage", seed: 1)), by: .script(text: script, file: "test"), seed: 1, start: start)
}

@Suite("A small child's finger") struct MagicFingerTests {
    /// Presses long, trembles, ends on a character, and uses a terminal that reports no movements.
    private static let clumsy = """
        0.10 down 400 150
        0.90 up 400 150
        2.00 down 100 150
        2.05 move 113 150
        2.10 move 180 120
        2.15 up 160 120
        3.00 down 700 150
        3.05 move 600 150
        3.10 up 400 150
        4.00 down 700 150
        4.10 up 660 150
        """

    @Test func `a long or trembling press on free ground brings a character to the end of the touch`() throws {
        var play = try session(Self.clumsy)
        let effects = play.advance(to: after(5))
        let cues = effects.compactMap { effect -> (String, Instant)? in
            if case .cue(let cue, _) = effect.effect { (cue.name, effect.cause) } else { nil }
        }
        #expect(cues.map(\.0) == ["spawn", "spawn", "select", "spawn"])
        #expect(cues.map(\.1) == [0.7, 2.15, 3.1, 4.1].map(after))
        let spots = play.round.scene.characters.map(\.spot)
        #expect(spots == [Spot(x: 0.5, y: 0.5), Spot(x: 0.2, y: 0.4), Spot(x: 0.825, y: 0.5)])
        #expect(play.round.held == nil)
    }

    @Test func `a touch has the same effects however time is divided, and after a copy halfway through it`() throws {
        var whole = try session(Self.clumsy)
        let expected = whole.advance(to: after(5))
        var divided = try session(Self.clumsy)
        var effects: [SessionEffect] = []
        for step in 0...5_000 where step.isMultiple(of: 13) || step == 5_000 {
            effects += divided.advance(to: after(Double(step) / 1_000))
        }
        #expect(effects == expected)
        for seconds in [0.4, 0.8, 2.07, 2.12, 3.07] {
            var first = try session(Self.clumsy)
            let past = first.advance(to: after(seconds))
            var second = first
            second.round = try JSONDecoder().decode(MagicRound.self, from: JSONEncoder().encode(first.round))
            #expect(past + second.advance(to: after(5)) == expected, "after \(seconds) s")
        }
    }

    @Test func `a touch whose end is not reported brings nobody`() throws {
        var play = try session(
            """
            1.00 down 100 150
            1.10 move 200 150
            1.20 pause
            1.30 resume
            1.40 up 300 150
            2.00 down 100 150
            2.10 move 200 150
            2.20 down 600 150
            2.25 up 600 150
            3.00 down 100 150
            3.10 move 200 150
            3.20 help
            3.30 up 200 150
            3.80 close
            """)
        _ = play.advance(to: after(1.9))
        #expect(play.round.scene.characters.isEmpty, "a pause came between")
        _ = play.advance(to: after(2.9))
        #expect(play.round.scene.characters.map(\.spot) == [Spot(x: 0.75, y: 0.5)], "that is the next touch")
        _ = play.advance(to: after(3.7))
        #expect(play.round.panel == .help(0), "the help lies over the stage")
        _ = play.advance(to: after(4))
        #expect(play.round.scene.characters.count == 1)
    }

    @Test func `no ring is shown if nobody would come`() throws {
        var play = try session(
            """
            0.10 wheel-away 100 150
            0.15 down 100 150
            0.30 up 100 150
            1.00 down 100 150
            1.65 move 300 150
            1.70 up 300 150
            """)
        _ = play.advance(to: after(0.2))
        #expect(play.model.finger == nil, "just behind a turn of the wheel a press is none")
        _ = play.advance(to: after(1.1))
        #expect(play.model.finger == Spot(x: 0.125, y: 0.5))
        _ = play.advance(to: after(1.68))
        #expect(play.model.finger == nil, "the long press is decided")
        _ = play.advance(to: after(2))
        #expect(play.round.scene.characters.map(\.spot) == [Spot(x: 0.125, y: 0.5)])
    }

    @Test func `a long press on free ground is a tap in every way`() {
        var child = Child()
        #expect(child.does(.longPress(middle)).given == [.spawn] && child.round.panel == nil)
        let near = child.does(.longPress(Spot(x: 0.61, y: 0.5)))
        #expect(near.given == [.warning] && near.words == ["Somebody is already here."])
        #expect(child.does(.longPress(middle)).given == [.select] && child.round.panel != nil)
    }
}
