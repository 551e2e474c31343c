import Glibc
import Testing
import ThudCore
import ThudKape

@testable import ThudGameKit

/// Scripts with as many readings as a pad gives in minutes.
struct LongScriptTests {
    private typealias Script = InputScript<KapeSession.Command>

    private static let start = Instant(nanoseconds: 5_000_000_000_000)

    private static func session(_ entries: [Script.Entry]) -> KapeSession {
        let dealer = CardDealer(cards: (0..<100).map { "card \($0)" }, seed: 1)
        return KapeSession(
            state: KapeState(settings: KapeSettings(), dealer: dealer), seed: 1, script: Script(entries), start: start)
    }

    /// The processor time that this thread has taken, in seconds.
    private var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The seconds of processor time that a script of `count` readings takes, 4 ms apart.
    private func cost(of count: Int) -> Double {
        let level = MotionSample(instant: Self.start, acceleration: SIMD3(0, 1, 0), rotationRate: .zero)
        var session = Self.session(
            (0..<count).map {
                Script.Entry(time: .milliseconds(4 * Int64($0)), command: .action(.motion(level)))
            })
        let before = processorTime
        _ = session.advance(to: Self.start + .seconds(400))
        #expect(session.isSimulationDone)
        return processorTime - before
    }

    @Test func `the longest script takes at most about eight times as long as an eighth of it`() {
        func least(_ count: Int) -> Double { (0..<3).map { _ in cost(of: count) }.min() ?? 0 }
        // Removing each input from the front of the queue would make it 64 times.
        #expect(least(Script.mostEntries) < 24 * least(Script.mostEntries / 8))
    }

    @Test func `presses during a script come in the order of their times`() throws {
        // A script long enough that the presses below fall between its entries.
        let script = (0..<400).map { Script.Entry(time: .milliseconds(10 * Int64($0)), command: .reduceMotion(true)) }
        var session = Self.session(script + [Script.Entry(time: .seconds(4), command: .quit)])
        var effects: [SessionEffect] = []
        for step in 0..<400 as Range<Int64> {
            let now = Self.start + .milliseconds(10 * step)
            if step == 250 {
                // The later one is pressed first.
                session.press(.resume, at: now + .milliseconds(500))
                session.press(.pause, at: now + .milliseconds(300))
            }
            effects += session.advance(to: now)
        }
        let buttons = effects.compactMap { effect -> Instant? in
            if case .cue(KapeCue.button.name, _) = effect.effect { effect.cause } else { nil }
        }
        #expect(buttons == [Self.start + .milliseconds(2_800), Self.start + .milliseconds(3_000)])
        #expect(session.round.stage != .paused && !session.isSimulationDone)
        _ = session.advance(to: Self.start + .seconds(5))
        #expect(session.round.stage == .left && session.isSimulationDone)
    }
}
