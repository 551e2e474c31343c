import Testing
import ThudCore

@testable import thud

/// When a folder that others write to is read again.
@Suite struct FolderReadingsTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test func `one reading covers everything saved before it was requested`() {
        var readings = FolderReadings()
        #expect(!readings.isWanted(at: at(0)))
        readings.isStale = true
        readings.isStale = true
        #expect(readings.isWanted(at: at(0)))
        let number = readings.ask(at: at(0))
        #expect(!readings.isWanted(at: at(1)) && readings.nextDeadline == nil)
        let counts = readings.accept(number)
        #expect(counts)
    }

    @Test func `a failure is reported if a reading after 200 ms fails too`() {
        var readings = FolderReadings()
        let first = readings.ask(at: at(0))
        let isTold = readings.fail(first, at: at(10))
        #expect(!isTold && readings.nextDeadline == at(210))
        // A reading that was requested too early does not decide, although it fails later.
        readings.isStale = true
        let soon = readings.ask(at: at(100))
        #expect(!readings.isWanted(at: at(209)) && readings.isWanted(at: at(210)))
        let decisive = readings.ask(at: at(210))
        #expect(readings.nextDeadline == nil && !readings.isWanted(at: at(500)))
        let (isSoonTold, isDecisiveTold) = (readings.fail(soon, at: at(220)), readings.fail(decisive, at: at(230)))
        #expect(!isSoonTold && isDecisiveTold)
        // The next failure is a new one.
        let next = readings.ask(at: at(300))
        let isNextTold = readings.fail(next, at: at(310))
        #expect(!isNextTold && readings.nextDeadline == at(510))
    }

    @Test func `a failure repaired in time is forgotten`() {
        var readings = FolderReadings()
        let first = readings.ask(at: at(0))
        let isTold = readings.fail(first, at: at(10))
        readings.succeed()
        #expect(!isTold && readings.nextDeadline == nil && !readings.isWanted(at: at(1_000)))
    }

    @Test func `a reading in progress during our own write does not count`() {
        var readings = FolderReadings()
        readings.discard()
        #expect(!readings.isStale)
        let old = readings.ask(at: at(0))
        readings.discard()
        #expect(readings.isWanted(at: at(1)))
        let new = readings.ask(at: at(1))
        let (oldCounts, newCounts) = (readings.accept(old), readings.accept(new))
        #expect(!oldCounts && newCounts)
        readings.discard()
        #expect(!readings.isStale)
    }
}
