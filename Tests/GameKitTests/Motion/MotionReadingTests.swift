import Testing
import ThudCore
import ThudGameKit

struct MotionReadingTests {
    private static let sample = MotionSample(
        instant: Instant(nanoseconds: 0), acceleration: SIMD3(0.25, 1, -0.5), rotationRate: SIMD3(0.00001, -3, 2))

    @Test("The words of a line give a reading")
    func line() {
        let words = "0.25 1 -0.5 0.00001 -3.0 2".split(separator: " ").map(String.init)
        #expect(MotionSample(arguments: words) == Self.sample)
        #expect(MotionSample.scriptWord.word == "motion" && MotionSample.scriptWord.argumentCount == words.count)
    }

    @Test(
        "A malformed line gives no reading",
        arguments: [
            "", "0 1 0 0 0", "0 1 0 0 0 0 0", "0 1 0 0 0 x", "0 1 nan 0 0 0", "0 1 0 inf 0 0", "0 1 0 1e999 0 0",
        ])
    func refused(line: String) {
        #expect(MotionSample(arguments: line.split(separator: " ").map(String.init)) == nil)
    }

    @Test("Seen from behind, x and z are reversed, and twice from behind changes nothing")
    func behind() {
        #expect(Self.sample.fromBehind.acceleration == SIMD3(-0.25, 1, 0.5))
        #expect(Self.sample.fromBehind.rotationRate == SIMD3(-0.00001, -3, -2))
        #expect(Self.sample.fromBehind.fromBehind == Self.sample)
    }

    @Test("Sensors are present from their first reading until half a second of silence")
    func presence() {
        var presence = SensorPresence()
        let start = Instant(nanoseconds: 1_000_000_000)
        #expect(presence.silentFrom == nil && !presence.isLost(at: start))
        let first = presence.recordReading(at: start)
        let second = presence.recordReading(at: start + .milliseconds(400))
        #expect(first && !second)
        #expect(presence.silentFrom == start + .milliseconds(900))
        let (early, due, again) = (
            presence.isLost(at: start + .milliseconds(899)), presence.isLost(at: start + .milliseconds(900)),
            presence.isLost(at: start + .milliseconds(901))
        )
        #expect(!early && due && !again)
        #expect(presence.silentFrom == nil)
    }
}
