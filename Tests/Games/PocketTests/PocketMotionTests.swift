import Testing
import ThudCore
import ThudGameKit

@testable import ThudPocket

/// Rounds in which the player moves real sensors. Here a synthetic phone provides them, at a pad's rate.
struct PocketMotionTests {
    /// Returns the readings from 0.5 s before to 1.5 s after an instant, at which the sensors move.
    private func readings(_ movement: PhoneMovement, at instant: Instant) -> [MotionSample] {
        var phone = SyntheticPhone(seed: 4, start: instant - .milliseconds(500))
        phone.perform(movement, at: instant)
        return stride(from: -500, to: 1_500, by: 5).map { phone.sample(at: instant + .milliseconds(Int64($0))) }
    }

    @Test(
        "Moving real sensors answers each prompt of movement",
        arguments: [PocketGesture.shake, .tiltLeft, .tiltRight, .raise, .lower])
    func movements(gesture: PocketGesture) throws {
        var harness = PocketHarness(seed: 3)
        let prompt = harness.play { asked, _ in asked.prompt?.answer == gesture }
        let asked = try #require(prompt)
        let made = try #require(gesture.made)
        let movement = try #require(PhoneMovement(made))
        let before = harness.session.round.progress.score
        for reading in readings(movement, at: asked.shown + .milliseconds(600)) {
            harness.session.give(.action(.motion(reading)), at: reading.instant)
            harness.advance(to: reading.instant)
            if harness.session.round.progress.score > before { break }
        }
        #expect(harness.session.round.progress.score == before + 1)
        #expect(harness.result == nil)
    }

    @Test("Sensors that fall silent leave no half-finished gesture")
    func silence() throws {
        var harness = PocketHarness(seed: 3)
        let prompt = harness.play { asked, _ in asked.prompt?.answer == .tiltLeft }
        let asked = try #require(prompt)
        // The phone leans, but the readings end before the lean has lasted long enough.
        for reading in readings(.tiltLeft, at: asked.shown + .milliseconds(600))
        where reading.instant < asked.shown + .milliseconds(800) {
            harness.session.give(.action(.motion(reading)), at: reading.instant)
        }
        harness.advance(to: asked.shown + .milliseconds(1_400))
        #expect(harness.asked?.shown == asked.shown)
        harness.session.give(.action(.gesture(.tiltLeft)), at: asked.shown + .milliseconds(1_500))
        let before = harness.session.round.progress.score
        harness.advance(to: asked.shown + .milliseconds(1_500))
        #expect(harness.session.round.progress.score == before + 1)
    }
}
