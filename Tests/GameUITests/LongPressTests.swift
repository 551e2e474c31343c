import Testing
import ThudCore

@testable import ThudGameUI

@Suite struct LongPressTests {
    private static let start = Instant(nanoseconds: 5_000_000_000)

    private func instant(_ milliseconds: Int64) -> Instant { Self.start + .milliseconds(milliseconds) }

    /// A key that sends presses at these times and tells no release.
    private func pressed(at times: [Int64]) -> LongPress {
        var hold = LongPress()
        for time in times { hold.press(at: instant(time), reportsRelease: false) }
        return hold
    }

    /// A held key: a press, half a second of silence, then one every 33 ms until `end`.
    private func stream(until end: Int64) -> [Int64] { [0] + Array(stride(from: 500, to: end, by: 33)) }

    // MARK: Where releases are reported

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
        hold.release()
        #expect(!hold.isActive)
        #expect(hold.nextDeadline == nil)
        #expect(hold.advance(to: instant(1_500)) == false)
    }

    @Test func `repeats of a held key do not begin the second anew`() {
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

    // MARK: Where they may be

    @Test func `a tap whose release was not to be expected asks for another`() {
        var hold = pressed(at: [0])
        hold.release()
        #expect(hold.awaitsConfirmation)
        #expect(hold.advance(to: instant(1_500)) == false)
        #expect(hold.advance(to: instant(2_600)) == false)
        #expect(!hold.isActive)
    }

    @Test func `repeats that are told make it a hold from its press on, until its release`() {
        var hold = pressed(at: [0])
        for time in stream(until: 1_000).dropFirst() {
            hold.hold(at: instant(time))
            #expect(hold.advance(to: instant(time)) == false)
        }
        var complete = hold
        #expect(complete.advance(to: instant(1_000)) == true)
        hold.release()
        #expect(!hold.isActive)
        #expect(hold.advance(to: instant(1_000)) == false)
    }

    @Test func `a key that stays down after its hold means nothing until its release, however it is told then`() {
        var hold = LongPress()
        hold.press(at: instant(0), reportsRelease: true)
        for time in stream(until: 1_000).dropFirst() { hold.hold(at: instant(time)) }
        #expect(hold.advance(to: instant(1_000)) == true)
        // The menu asks for keys as text, so repeats look like presses.
        let isDown = [1_030, 1_060].map { hold.isStillDown(at: instant($0)) }
        #expect(isDown == [true, true])
        hold.release()
        let isStillDown = hold.isStillDown(at: instant(1_090))
        #expect(!isStillDown)
    }

    // MARK: Where they are not

    @Test func `a stream of presses after the keyboard's first pause is a hold of a second`() {
        var hold = LongPress()
        for time in stream(until: 1_000) {
            hold.press(at: instant(time), reportsRelease: false)
            #expect(hold.advance(to: instant(time)) == false)
        }
        #expect(!hold.awaitsConfirmation)
        #expect(hold.share(at: instant(600)) == 0.6)
        #expect(hold.advance(to: instant(999)) == false)
        #expect(hold.advance(to: instant(1_000)) == true)
    }

    @Test func `a stream that stops early cancels`() throws {
        var hold = pressed(at: stream(until: 700))
        let end = try #require(hold.nextDeadline)
        #expect(end == instant(698) + LongPress.repeatGap)
        #expect(hold.advance(to: end) == false)
        #expect(!hold.isActive)
        #expect(hold.advance(to: instant(1_500)) == false)
    }

    @Test func `a single press does nothing but wait, until patience runs out`() {
        var hold = pressed(at: [0])
        #expect(hold.awaitsConfirmation)
        #expect(hold.share(at: instant(1_000)) == nil)
        #expect(hold.nextDeadline == instant(2_500))
        #expect(hold.advance(to: instant(2_499)) == false)
        #expect(hold.awaitsConfirmation)
        #expect(hold.advance(to: instant(2_500)) == false)
        #expect(!hold.isActive)
    }

    @Test func `a second press confirms once it is clear that no stream follows`() {
        var hold = pressed(at: [0, 800])
        #expect(hold.awaitsConfirmation)
        #expect(hold.nextDeadline == instant(950))
        #expect(hold.advance(to: instant(949)) == false)
        #expect(hold.advance(to: instant(950)) == true)
        #expect(!hold.isActive)
    }

    @Test func `a third press that is slow takes nothing from the confirmation`() {
        var hold = pressed(at: [0, 800, 950])
        #expect(hold.awaitsConfirmation)
        #expect(hold.advance(to: instant(950)) == true)
    }

    @Test func `a release says nothing where none was promised`() {
        var hold = pressed(at: [0])
        hold.release()
        #expect(hold.isActive)
    }

    @Test(arguments: [[0], [0, 800], [0, 500, 533]])
    func `whatever is held can be given up`(times: [Int64]) {
        var hold = pressed(at: times)
        #expect(hold.isActive)
        hold.cancel()
        #expect(hold == LongPress())
    }
}
