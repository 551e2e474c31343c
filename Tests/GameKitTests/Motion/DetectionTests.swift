import DetectorTrials
import Testing

@Suite struct DetectionTests {
    @Test func `over 200 party minutes nearly every tilt counts in time, and almost nothing else does`() async {
        let tally = await DetectionTally.party(minutes: 200)
        #expect(tally.minutes == 200)
        #expect(tally.deliberate > 2_000)
        #expect(tally.excusedShare < 0.1)
        #expect(tally.recall >= 0.99)
        #expect(tally.falseShare < 0.01)
        #expect((tally.delays.max() ?? .infinity) <= 60)
    }
}
