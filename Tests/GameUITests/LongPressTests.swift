import Testing
import ThudCore
import ThudInput

@testable import ThudGameUI

@Suite struct LongPressTests {
    private static let start = Instant(nanoseconds: 5_000_000_000)

    private func instant(_ milliseconds: Int64) -> Instant { Self.start + .milliseconds(milliseconds) }

    /// The key to leave, its terminal, and an event loop that sleeps until something is due.
    private struct Key {
        private(set) var keyboard = HeldKeyDetector(careful: [.character("q")])
        var hold = LongPress()
        /// How many certain presses it has had.
        private(set) var presses = 0

        mutating func take(_ kind: KeyEvent.Kind, at time: Int64) {
            follow(keyboard.take(KeyEvent(.character("q"), kind), at: LongPressTests.start + .milliseconds(time)))
        }

        /// Advances the time and returns whether leaving is confirmed.
        mutating func advance(to time: Int64) -> Bool {
            let now = LongPressTests.start + .milliseconds(time)
            while let due = keyboard.nextDeadline, due <= now { follow(keyboard.advance(to: due)) }
            return hold.advance(to: now)
        }

        private mutating func follow(_ events: [KeyEvent]) {
            for event in events {
                hold.take(event)
                presses += event.isPress ? 1 : 0
            }
        }
    }

    /// Returns a key that sends presses at these times and reports no release.
    private func pressed(at times: [Int64]) -> Key {
        var key = Key()
        for time in times { key.take(.press, at: time) }
        return key
    }

    /// Returns the presses of a held key: one, half a second of silence, then one every 33 ms until `end`.
    private func stream(until end: Int64) -> [Int64] { [0] + Array(stride(from: 500, to: end, by: 33)) }

    @Test func `a second press after the wait is a first one`() {
        var hold = LongPress()
        hold.press(at: instant(0), reportsRelease: false)
        // Nothing has advanced the time since, as in an event loop that slept.
        hold.press(at: instant(2_500), reportsRelease: false)
        #expect(hold.advance(to: instant(2_500)) == false)
        hold.press(at: instant(4_999), reportsRelease: false)
        #expect(hold.advance(to: instant(4_999)) == true)
    }

    // MARK: Releases are reported

    @Test func `a hold is complete after a second and not before`() {
        var hold = LongPress()
        hold.press(at: instant(0), reportsRelease: true)
        #expect(hold.nextDeadline == instant(1_000))
        #expect(hold.advance(to: instant(990)) == false)
        #expect(hold.isActive)
        #expect(hold.advance(to: instant(1_000)) == true)
        #expect(!hold.isActive)
        #expect(hold.advance(to: instant(2_000)) == false)
    }

    @Test func `a release cancels`() {
        var hold = LongPress()
        hold.press(at: instant(0), reportsRelease: true)
        hold.release(at: instant(500))
        #expect(!hold.isActive)
        #expect(hold.nextDeadline == nil)
        #expect(hold.advance(to: instant(1_500)) == false)
    }

    @Test func `a second tap of a key whose releases are reported confirms`() {
        var key = pressed(at: [-900])
        key.take(.release, at: -800)
        key.hold.cancel()
        key.take(.press, at: 0)
        #expect(!key.hold.awaitsConfirmation)
        key.take(.release, at: 90)
        #expect(key.hold.awaitsConfirmation)
        #expect(key.advance(to: 1_200) == false)
        key.take(.press, at: 1_200)
        #expect(key.advance(to: 1_200) == true)
    }

    @Test func `a click waits for another, as a tap of the key does`() {
        var hold = LongPress()
        hold.press(at: instant(0), reportsRelease: true)
        hold.release(at: instant(110))
        #expect(hold.awaitsConfirmation)
        hold.press(at: instant(900), reportsRelease: true)
        #expect(hold.advance(to: instant(900)) == true)
    }

    @Test func `repeats of a held key do not restart the second`() {
        var hold = LongPress()
        for time in stream(until: 1_000) { hold.press(at: instant(time), reportsRelease: true) }
        #expect(hold.advance(to: instant(999)) == false)
        #expect(hold.advance(to: instant(1_000)) == true)
    }

    @Test func `the share grows from 0 to 1 and stays in between`() {
        var hold = LongPress()
        #expect(hold.share(at: instant(0)) == nil)
        hold.press(at: instant(0), reportsRelease: true)
        #expect(hold.share(at: instant(-100)) == 0)
        #expect(hold.share(at: instant(0)) == 0)
        #expect(hold.share(at: instant(500)) == 0.5)
        #expect(hold.share(at: instant(5_000)) == 1)
        #expect(!hold.awaitsConfirmation)
    }

    // MARK: Releases may be reported

    @Test func `a tap whose release was not expected waits for another`() {
        var key = pressed(at: [0])
        key.take(.release, at: 100)
        #expect(key.hold.awaitsConfirmation)
        #expect(key.advance(to: 1_500) == false)
        #expect(key.advance(to: 2_600) == false)
        #expect(!key.hold.isActive)
    }

    @Test func `reported repeats make a hold that lasts from the press to the release`() {
        var key = pressed(at: [0])
        for time in stream(until: 1_000).dropFirst() {
            key.take(.repeated, at: time)
            #expect(key.advance(to: time) == false)
        }
        var complete = key
        #expect(complete.advance(to: 1_000) == true)
        key.take(.release, at: 999)
        #expect(!key.hold.isActive)
        #expect(key.advance(to: 1_000) == false)
    }

    @Test func `a key that stays down after its hold does nothing until its release, however that is reported`() {
        var key = pressed(at: [-900])
        key.take(.release, at: -800)
        key.hold.cancel()
        key.take(.press, at: 0)
        for time in stream(until: 1_000).dropFirst() { key.take(.repeated, at: time) }
        #expect(key.advance(to: 1_000) == true)
        // The menu requests keys as text, so repeats look like presses.
        for time in [1_030, 1_060] as [Int64] { key.take(.press, at: time) }
        #expect(!key.hold.isActive && key.presses == 2)
        key.take(.release, at: 1_080)
        key.take(.press, at: 1_090)
        #expect(key.presses == 3)
    }

    // MARK: Releases are not reported

    @Test func `a stream of presses after the keyboard's delay is a hold of a second`() {
        var key = Key()
        for time in stream(until: 1_000) {
            key.take(.press, at: time)
            #expect(key.advance(to: time) == false)
        }
        #expect(!key.hold.awaitsConfirmation)
        #expect(key.hold.share(at: instant(600)) == 0.6)
        #expect(key.advance(to: 999) == false)
        #expect(key.advance(to: 1_000) == true)
        // It stays down, which is still the same press.
        for time in stride(from: 1_028, to: 2_000, by: 33) as StrideTo<Int64> { key.take(.press, at: time) }
        #expect(!key.hold.isActive && key.presses == 1)
    }

    @Test func `a stream that stops early cancels`() throws {
        var key = pressed(at: stream(until: 700))
        #expect(key.keyboard.nextDeadline == instant(698 + 150))
        #expect(key.advance(to: 848) == false)
        #expect(!key.hold.isActive)
        #expect(key.advance(to: 1_500) == false)
        // The result is the same however late the loop notices it.
        var short = pressed(at: stream(until: 800))
        #expect(short.advance(to: 1_500) == false)
        var long = pressed(at: stream(until: 900))
        #expect(long.advance(to: 1_500) == true)
    }

    @Test func `a single press only waits until its time is up`() {
        var key = pressed(at: [0])
        #expect(key.hold.awaitsConfirmation)
        #expect(key.hold.share(at: instant(1_000)) == nil)
        #expect(key.hold.nextDeadline == instant(2_500))
        #expect(key.advance(to: 2_499) == false)
        #expect(key.hold.awaitsConfirmation)
        #expect(key.advance(to: 2_500) == false)
        #expect(!key.hold.isActive)
    }

    @Test(arguments: [20, 150, 500, 800] as [Int64])
    func `a second press confirms once no stream can follow it`(second: Int64) {
        var key = pressed(at: [0, second])
        #expect(key.hold.awaitsConfirmation)
        #expect(key.keyboard.nextDeadline == instant(second + 150))
        #expect(key.advance(to: second + 149) == false)
        #expect(key.advance(to: second + 150) == true)
        #expect(!key.hold.isActive)
    }

    @Test func `a slow third press does not affect the confirmation`() {
        var key = pressed(at: [0, 800, 950])
        #expect(key.advance(to: 950) == true)
    }

    @Test func `an unexpected release changes nothing`() {
        var hold = LongPress()
        hold.press(at: instant(0), reportsRelease: false)
        hold.release(at: instant(100))
        #expect(hold.isActive)
    }

    @Test(arguments: [[0], [0, 800], [0, 500, 533]])
    func `any hold can be cancelled`(times: [Int64]) {
        var hold = pressed(at: times).hold
        #expect(hold.isActive)
        hold.cancel()
        #expect(hold == LongPress())
    }
}
