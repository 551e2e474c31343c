import Testing
import ThudCore

@Suite struct DetectionTests {
    @Test func `over 200 party minutes nearly every tilt counts, in time, and nearly nothing else`() async {
        let minutes = await withTaskGroup(of: [PartyMinute].self) { group in
            for lane in 0..<4 {
                group.addTask { (0..<50).map { PartyMinute(seed: UInt64(lane * 50 + $0)) } }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        var score = DetectionScore()
        for minute in minutes { score.add(minute) }
        print(score.report)
        #expect(score.minutes == 200)
        #expect(score.deliberate > 2_000)
        #expect(Double(score.excused) < 0.1 * Double(score.deliberate))
        #expect(score.recall >= 0.99)
        #expect(score.falseShare < 0.01)
        #expect((score.delays.max() ?? .infinity) <= 60)
    }
}
