import CueSounds
import Glibc
import TestTraits
import Testing
import ThudCore
import ThudCues
import ThudGameKit
import ThudGameUI
import ThudGames
import ThudSoundFiles
import ThudTestSupport

@testable import thud

/// Whole rounds of every registered game, played by a simulated player through a private sound server and judged by its
/// sink's output.
@Suite(.heard)
struct GameSoundTests {
    struct Round: Sendable, CustomTestStringConvertible {
        let game: String
        /// The mode; nil for the first.
        var mode: String?
        let seed: UInt64

        var testDescription: String { ([game] + [mode].compactMap(\.self)).joined(separator: " ") }
    }

    /// Rounds that end soon, but not before they had cues to judge.
    private static let short = [
        Round(game: "pocket", seed: 2), Round(game: "pocket", mode: "tutorial", seed: 3),
        Round(game: "pocket", mode: "versus", seed: 8), Round(game: "pocket", mode: "memory", seed: 28),
        Round(game: "habit", seed: 33), Round(game: "magic", seed: 18),
    ]
    /// Those, and one of every other game.
    private static let rounds =
        Games.names.filter { name in !short.contains { $0.game == name } }.map { Round(game: $0, seed: 3) } + short

    /// The length of a round in seconds, if it can be chosen.
    private static let seconds = 4.0
    /// Rounds are cut after this time, because some games without a known short round may take minutes.
    private static let longest = Interval.seconds(30)
    /// In frames.
    private static let millisecond = 48

    private struct Played {
        let round: RoundPlayed
        let monitor: CapturedSound
        let recording: Sound
        /// The lines that the program printed about the round.
        let told: [(time: Interval, words: Substring)]

        /// Whether the server missed a cycle, as noticed by thud or by the recorder.
        var isTorn: Bool { round.xruns > 0 || !monitor.isSeamless }

        /// How many frames certainly came out: if the round was cut, the last recorded frames were still in a buffer.
        var whole: Int { recording.frameCount - 8_192 }

        /// The monitor's frame that corresponds to frame 0 of the stream: the median of the report's predictions for
        /// each cue.
        var offset: Int {
            let offsets = round.played.map { monitor.frame(at: $0.predicted) - $0.frame }.sorted()
            return offsets.isEmpty ? 0 : offsets[offsets.count / 2]
        }
    }

    private func play(_ planned: Round, of game: GameDescription) async throws -> Played {
        let scratch = try ScratchDirectory(prefix: "thud-game")
        let file = scratch.file("round.wav")
        let length = game.isTimed ? ["--seconds", "\(Self.seconds)"] : []
        let mode = planned.mode.map { ["--mode", $0] } ?? []
        return try await withPrivatePipeWire { server in
            // Latency does not matter here, and a long quantum is rarely missed.
            try await server.forceQuantum(1024)
            let recorder = try await MonitorRecorder(server)
            let program = try ThudProcess.start(
                [
                    "play", game.name, "--plain", "--bot", "\(planned.seed)", "--json", "--period", "1024", "--record",
                    file,
                ] + length + mode,
                environment: server.environment)
            try await poll("the round", within: .seconds(60)) {
                !program.isRunning || Self.told(of: game, program.errorOutput).contains { $0.time >= Self.longest }
            }
            program.send(SIGINT)
            let outcome = try await ThudProcess.outcome(of: program, within: .seconds(20))
            return Played(
                round: try RoundPlayed(outcome, isCut: true), monitor: try await recorder.finish(),
                recording: try SoundFile.read(file), told: Self.told(of: game, outcome.errorOutput))
        }
    }

    @Test(.heard.long, arguments: rounds)
    func `the monitor holds each cue on its frame and the whole mix, and every moment has its line`(
        planned: Round
    ) async throws {
        let game = try #require(Games.named(planned.game)).description
        let played = try await play(planned, of: game)
        try expectWords(of: planned, game, in: played)
        let (round, channel) = (played.round, played.monitor.channels[0])
        #expect(round.cues.allSatisfy { ["played", "late", "cancelled", "thinned"].contains($0.outcome) })
        // Only the pulses of Magic's effects are ever crowded out.
        #expect(round.cues.filter { $0.outcome == "thinned" }.allSatisfy { $0.name == "magic/pulse" })
        #expect(round.deviceLosses == 0)
        let (mix, placed) = try expected(of: game, round)
        try #require(placed.count >= 8, "too few cues to judge: add a longer round of \(planned.game) to `short`")

        func places(from offset: Int) -> [(name: String, place: ExpectedMix.Place)] {
            placed.compactMap { cue, index in
                guard cue.frame + ExpectedMix.window < played.whole else { return nil }
                return mix.find(sound: index, in: channel, offset: offset, reach: 2 * Self.millisecond)
                    .map { (cue.name, $0) }
            }
        }
        let lags = places(from: played.offset).map(\.place.lag).sorted()
        let lag = lags[lags.count / 2]
        #expect(abs(lag) < Self.millisecond, "\(lag) frames after what the report predicts")
        let found = places(from: played.offset + lag)
        #expect(found.count >= 6)
        let bent = found.filter { abs($0.place.lag) > 1 || $0.place.confidence < 0.8 }
        // A missed cycle may have damaged a cue or two; without one, none is damaged.
        #expect(bent.count <= (played.isTorn ? 2 : 0), "\(bent)")
        guard !played.isTorn else { return }
        // Sustained cues change while they play, so they are compared with thud's own recording.
        let first = played.offset + lag
        try #require(first >= 0 && first + played.whole <= channel.count)
        let error = zip(played.recording.channels[0].prefix(played.whole), channel[first...]).map { abs($0 - $1) }.max()
        #expect(try #require(error) < 1e-4)
    }

    /// Expects a line for every moment that the rules produce, in order, as far as the round got.
    private func expectWords(of planned: Round, _ game: GameDescription, in played: Played) throws {
        let shown = try #require(Games.named(game.name))
        let cards = try game.usualDeck.map { try Assets.find().deck($0, of: game.name).cards } ?? []
        let setup = RoundSetup(
            mode: game.mode(planned.mode)?.name ?? "", length: .seconds(Self.seconds), seed: planned.seed, cards: cards)
        let start = Instant(nanoseconds: 0)
        var session = try shown.session(setup, by: .bot(rounds: 1), start: start)
        let status = StatusLine(hasColour: false)
        let expected = session.advance(to: start + Self.longest * 2).flatMap { effect -> [(Interval, Substring)] in
            guard case .show(let moment) = effect.effect else { return [] }
            return Self.told(of: game, status.moment(moment, of: game, at: effect.cause - start)).map {
                ($0.time, $0.words)
            }
        }
        let spoken = played.told.map(\.words)
        guard expected.last.map({ $0.0 > Self.longest - .seconds(1) }) ?? true else {
            #expect(spoken == expected.map(\.1))
            return
        }
        // The output's scheduling lead may shift everything by a few milliseconds.
        #expect(spoken.count >= max(2, expected.count { $0.0 < Self.longest - .milliseconds(500) }))
        #expect(spoken == expected.prefix(spoken.count).map(\.1))
    }

    /// Returns the lines that begin with a game time, except those of its cues.
    private static func told(of game: GameDescription, _ text: String) -> [(time: Interval, words: Substring)] {
        text.split(separator: "\n").compactMap { line in
            guard let gap = line.firstRange(of: " s  ") else { return nil }
            let words = line[gap.upperBound...]
            guard !words.hasPrefix("\(game.name)/") else { return nil }
            return Double(line[..<gap.lowerBound].drop { $0 == " " }).map { (.seconds($0), words) }
        }
    }

    /// Returns the expected mix of a round's cues that are not sustained, and the cue of each of its sounds.
    private func expected(
        of game: GameDescription, _ round: RoundPlayed
    ) throws -> (ExpectedMix, [(cue: RoundPlayed.Cue, index: Int)]) {
        let shipped = try ShippedGame(game.name)
        var mix = ExpectedMix()
        var placed: [(RoundPlayed.Cue, Int)] = []
        for cue in round.played {
            let known = try #require(shipped.cues.first { $0.name == cue.name }, "\(cue.name)")
            guard known.lasts == nil else { continue }
            let sound = shipped.mix(known, FeedbackSettings())
            let index = mix.add(sound.channels[0], at: cue.frame)
            // A swell has no sharp onset by which to find its frame.
            if !known.isSwell { placed.append((cue, index)) }
        }
        return (mix, placed)
    }
}
