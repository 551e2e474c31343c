import Testing
import ThudCore
import ThudGameKit

struct MotionReadingTests {
    private static let sample = MotionSample(
        instant: Instant(nanoseconds: 0), acceleration: SIMD3(0.25, 1, -0.5), rotationRate: SIMD3(0.00001, -3, 2))

    @Test("A reading is written as a line and read back")
    func line() {
        let words = Self.sample.line.split(separator: " ").map(String.init)
        #expect(words.first == MotionSample.word && words.count == 1 + MotionSample.argumentCount)
        #expect(MotionSample(arguments: Array(words.dropFirst())) == Self.sample)
    }

    @Test(
        "What is no reading is none",
        arguments: [
            "", "0 1 0 0 0", "0 1 0 0 0 0 0", "0 1 0 0 0 x", "0 1 nan 0 0 0", "0 1 0 inf 0 0", "0 1 0 1e999 0 0",
        ])
    func refused(line: String) {
        #expect(MotionSample(arguments: line.split(separator: " ").map(String.init)) == nil)
    }

    @Test("From behind left is right and near is far, and twice is not at all")
    func behind() {
        #expect(Self.sample.fromBehind.acceleration == SIMD3(-0.25, 1, 0.5))
        #expect(Self.sample.fromBehind.rotationRate == SIMD3(-0.00001, -3, -2))
        #expect(Self.sample.fromBehind.fromBehind == Self.sample)
    }

    @Test("Sensors are there from their first reading until they have been silent for half a second")
    func presence() {
        var presence = SensorPresence()
        let start = Instant(nanoseconds: 1_000_000_000)
        #expect(presence.silentFrom == nil && !presence.isLost(at: start))
        let (first, second) = (presence.note(at: start), presence.note(at: start + .milliseconds(400)))
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
