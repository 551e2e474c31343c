import Glibc
import Testing
import ThudCore
import ThudGameKit

/// A phone on a hinge, held at a pitch in degrees or turned there at a steady rate, without noise.
private struct Hinge {
    var detector = TiltDetector()
    var now = Instant(nanoseconds: 0)
    var pitch = 0.0
    var events: [TiltEvent] = []

    mutating func turn(to degrees: Double, seconds: Double) {
        let steps = Int((seconds * 100).rounded())
        let rate = (degrees - pitch) / seconds
        for _ in 0..<steps {
            pitch += rate / 100
            give(rate: rate)
        }
    }

    mutating func hold(seconds: Double) { turn(to: pitch, seconds: seconds) }

    mutating func give(rate: Double = 0, acceleration: SIMD3<Double>? = nil) {
        now = now + SyntheticMotion.sampleInterval
        let angle = pitch * Double.pi / 180
        let sample = MotionSample(
            instant: now, acceleration: acceleration ?? SIMD3(0, cos(angle), -sin(angle)),
            rotationRate: SIMD3(rate * Double.pi / 180, 0, 0))
        if let event = detector.take(sample) { events.append(event) }
    }

    mutating func kinds() -> [TiltEvent.Kind] {
        defer { events = [] }
        return events.map(\.kind)
    }

    static func placed() -> Hinge {
        var hinge = Hinge()
        hinge.hold(seconds: 1)
        hinge.events = []
        return hinge
    }
}

@Suite struct TiltDetectorTests {
    @Test func `a phone counts as on the forehead only once it is upright and held still`() {
        var hinge = Hinge()
        hinge.pitch = -85
        hinge.hold(seconds: 1)
        #expect(hinge.kinds() == [])
        hinge.turn(to: 0, seconds: 0.6)
        hinge.hold(seconds: 0.1)
        #expect(hinge.kinds() == [])
        hinge.hold(seconds: 0.5)
        #expect(hinge.kinds() == [.placedOnForehead])
        #expect(hinge.detector.isPlaced)
    }

    @Test(arguments: [(36.5, true), (37.5, false)])
    func `a phone is on the forehead if gravity along its long edge is more than 0.8 g`(
        pitch: Double, isPlaced: Bool
    ) {
        // The cosines are 0.804 and 0.793.
        var hinge = Hinge()
        hinge.pitch = pitch
        hinge.hold(seconds: 1)
        #expect(hinge.detector.isPlaced == isPlaced)
    }

    @Test func `a lowered phone is settled only far from upright`() {
        var hinge = Hinge()
        hinge.pitch = -85
        hinge.hold(seconds: 1)
        #expect(hinge.detector.isSettled)
        // Gravity along y is now 0.64 g: too little for the forehead, and more than half of what that takes.
        hinge.turn(to: -50, seconds: 0.5)
        hinge.hold(seconds: 1)
        #expect(!hinge.detector.isSettled && !hinge.detector.isPlaced)
    }

    @Test func `a nod of 40 degrees is a tilt down, and coming back is neutral`() {
        var hinge = Hinge.placed()
        hinge.turn(to: 40, seconds: 0.2)
        hinge.hold(seconds: 0.3)
        #expect(hinge.kinds() == [.tiltDown])
        hinge.turn(to: 0, seconds: 0.3)
        hinge.hold(seconds: 0.2)
        #expect(hinge.kinds() == [.returnedToNeutral])
    }

    @Test func `a tilt back is a tilt up`() {
        var hinge = Hinge.placed()
        hinge.turn(to: -50, seconds: 0.2)
        #expect(hinge.kinds() == [.tiltUp])
    }

    @Test func `33 degrees are not enough`() {
        var hinge = Hinge.placed()
        hinge.turn(to: 33, seconds: 0.2)
        hinge.turn(to: -33, seconds: 0.4)
        hinge.turn(to: 0, seconds: 0.2)
        #expect(hinge.kinds() == [])
    }

    @Test func `the crossing is estimated between two samples`() throws {
        var hinge = Hinge.placed()
        let start = hinge.now
        hinge.turn(to: 64, seconds: 0.2)  // 320 degrees a second: 35 after 109.4 ms, and 3.2 a sample.
        let event = try #require(hinge.events.first)
        #expect(event.instant == start + .milliseconds(120))
        let crossing = (event.instant - event.sinceCrossing - start).milliseconds
        #expect(abs(crossing - 109.4) < 6)
    }

    @Test func `a tilt held down counts once, and the next requires the way back`() {
        var hinge = Hinge.placed()
        hinge.turn(to: 60, seconds: 0.2)
        hinge.hold(seconds: 1)
        hinge.turn(to: 25, seconds: 0.2)
        hinge.turn(to: 60, seconds: 0.2)
        #expect(hinge.kinds() == [.tiltDown])
        hinge.turn(to: 0, seconds: 0.3)
        hinge.turn(to: 60, seconds: 0.2)
        #expect(hinge.kinds() == [.returnedToNeutral, .tiltDown])
    }

    @Test(arguments: [(2.7, false), (4.5, true)])
    func `neutral follows a tilt held for more than three seconds as a change of posture`(
        seconds: Double, isFollowed: Bool
    ) {
        var hinge = Hinge.placed()
        hinge.turn(to: 60, seconds: 0.2)
        hinge.hold(seconds: seconds)
        // Just outside the band if neutral stayed, and inside if it followed at two degrees a second.
        hinge.turn(to: 15.5, seconds: 0.2)
        hinge.hold(seconds: 0.05)
        #expect(hinge.kinds() == (isFollowed ? [.tiltDown, .returnedToNeutral] : [.tiltDown]))
    }

    @Test func `nothing counts within 500 ms of a tilt, not even a way back and down again`() {
        var hinge = Hinge.placed()
        hinge.turn(to: 40, seconds: 0.1)
        hinge.turn(to: 0, seconds: 0.1)
        hinge.turn(to: 40, seconds: 0.1)
        hinge.turn(to: 0, seconds: 0.1)
        #expect(hinge.kinds() == [.tiltDown])
        hinge.hold(seconds: 0.3)
        #expect(hinge.kinds() == [.returnedToNeutral])
    }

    @Test func `a head that comes back at once is locked for exactly 500 ms`() throws {
        var hinge = Hinge.placed()
        hinge.turn(to: 40, seconds: 0.1)
        hinge.turn(to: 0, seconds: 0.1)
        hinge.hold(seconds: 0.6)
        #expect(hinge.events.map(\.kind) == [.tiltDown, .returnedToNeutral])
        let (tilt, back) = (try #require(hinge.events.first), try #require(hinge.events.last))
        #expect(back.instant - tilt.instant == .milliseconds(500))
    }

    @Test func `neutral follows a slow drift of 30 degrees`() {
        var hinge = Hinge.placed()
        hinge.turn(to: 30, seconds: 60)
        #expect(abs(hinge.detector.angle) < 0.05)
        hinge.turn(to: 62, seconds: 0.2)
        #expect(hinge.kinds() == [])
        hinge.turn(to: 30, seconds: 0.2)
        hinge.turn(to: 75, seconds: 0.2)
        #expect(hinge.kinds() == [.tiltDown])
    }

    @Test func `one NaN pauses input for half a second and no longer`() {
        var hinge = Hinge.placed()
        hinge.give(acceleration: SIMD3(.nan, 1, 0))
        let paused = hinge.now
        hinge.hold(seconds: 0.1)
        hinge.turn(to: 50, seconds: 0.1)
        hinge.turn(to: 0, seconds: 0.1)
        #expect(hinge.detector.isPaused)
        hinge.hold(seconds: 0.5)
        #expect(hinge.events.map(\.kind) == [.inputPaused, .inputResumed])
        #expect(hinge.events.last?.instant == paused + TiltDetector.pause)
        hinge.turn(to: 50, seconds: 0.2)
        #expect(hinge.events.last?.kind == .tiltDown)
    }

    @Test(arguments: [SIMD3(0, 17.0, 0), SIMD3(.infinity, 0, 0), SIMD3(0, 0, -40.0)])
    func `an acceleration that no phone can measure pauses input`(acceleration: SIMD3<Double>) {
        var hinge = Hinge.placed()
        hinge.give(acceleration: acceleration)
        #expect(hinge.kinds() == [.inputPaused])
    }

    @Test func `a rotation that no phone can measure pauses input`() {
        var hinge = Hinge.placed()
        hinge.give(rate: 2_100)
        #expect(hinge.kinds() == [.inputPaused])
    }

    @Test func `free fall pauses input, and a moment of weightlessness does not`() {
        var hinge = Hinge.placed()
        for _ in 0..<4 { hinge.give(acceleration: SIMD3(0, 0.1, 0)) }
        hinge.hold(seconds: 0.1)
        #expect(hinge.kinds() == [])
        for _ in 0..<9 { hinge.give(acceleration: SIMD3(0, 0.1, 0)) }
        #expect(hinge.kinds() == [.inputPaused])
    }

    @Test func `a clock that jumps back or ahead pauses input, and is then accepted`() {
        var hinge = Hinge.placed()
        hinge.now = Instant(nanoseconds: -3_600_000_000_000)
        hinge.hold(seconds: 1)
        #expect(hinge.kinds() == [.inputPaused, .inputResumed])
        hinge.now = hinge.now + .milliseconds(200)
        hinge.hold(seconds: 1)
        #expect(hinge.kinds() == [.inputPaused, .inputResumed])
        hinge.now = Instant(nanoseconds: .max - 20_000_000_000)
        hinge.hold(seconds: 1)
        #expect(hinge.kinds() == [.inputPaused, .inputResumed])
        hinge.turn(to: 50, seconds: 0.2)
        #expect(hinge.kinds() == [.tiltDown])
    }

    @Test func `a clock that is set back during a tilt does not prolong its lock`() {
        var hinge = Hinge.placed()
        hinge.turn(to: 40, seconds: 0.2)
        hinge.now = Instant(nanoseconds: -3_600_000_000_000)
        hinge.hold(seconds: 0.6)
        hinge.turn(to: 0, seconds: 0.2)
        #expect(hinge.kinds() == [.tiltDown, .inputPaused, .inputResumed, .returnedToNeutral])
    }

    @Test func `absurd data while the phone is being placed begins its hold again`() {
        var hinge = Hinge()
        hinge.hold(seconds: 0.3)
        hinge.give(acceleration: SIMD3(.nan, 1, 0))
        hinge.hold(seconds: 0.8)
        #expect(hinge.kinds() == [.inputPaused, .inputResumed])
        hinge.hold(seconds: 0.2)
        #expect(hinge.kinds() == [.placedOnForehead])
    }

    @Test func `a few lost samples are bridged`() {
        var hinge = Hinge.placed()
        hinge.now = hinge.now + .milliseconds(60)
        hinge.turn(to: 50, seconds: 0.2)
        #expect(hinge.kinds() == [.tiltDown])
    }

    @Test func `after another hand-over the phone must be placed again`() {
        var hinge = Hinge.placed()
        hinge.detector.awaitForehead()
        hinge.turn(to: 50, seconds: 0.2)
        #expect(hinge.kinds() == [])
        hinge.turn(to: 0, seconds: 0.3)
        hinge.hold(seconds: 0.5)
        #expect(hinge.kinds() == [.placedOnForehead])
    }

    @Test func `a phone that lies level is placed only after it is picked up and at rest`() {
        var hinge = Hinge()
        hinge.detector.awaitForehead(afterPickUp: true)
        hinge.hold(seconds: 5)
        #expect(hinge.kinds() == [])
        #expect(!hinge.detector.isPlaced)
        hinge.turn(to: -30, seconds: 0.3)
        hinge.turn(to: 0, seconds: 0.3)
        hinge.hold(seconds: 0.3)
        #expect(hinge.kinds() == [])
        hinge.hold(seconds: 0.2)
        #expect(hinge.kinds() == [.placedOnForehead])
        // Each wait requires its own movement.
        hinge.detector.awaitForehead(afterPickUp: true)
        hinge.hold(seconds: 2)
        #expect(hinge.kinds() == [])
        hinge.detector.awaitForehead()
        hinge.hold(seconds: 0.5)
        #expect(hinge.kinds() == [.placedOnForehead])
    }

    @Test func `a phone that is picked up is not placed while it turns`() {
        var hinge = Hinge()
        hinge.detector.awaitForehead(afterPickUp: true)
        for _ in 0..<5 {
            hinge.turn(to: 20, seconds: 0.25)
            hinge.turn(to: -20, seconds: 0.25)
        }
        #expect(hinge.kinds() == [])
        hinge.turn(to: 0, seconds: 0.2)
        hinge.hold(seconds: 0.5)
        #expect(hinge.kinds() == [.placedOnForehead])
    }

    @Test func `neither knocks on the table nor a trembling hand count as a pick-up`() {
        var hinge = Hinge()
        hinge.detector.awaitForehead(afterPickUp: true)
        hinge.hold(seconds: 0.5)
        for _ in 0..<20 {
            for _ in 0..<3 { hinge.give(acceleration: SIMD3(0.2, 1.4, 0)) }
            hinge.hold(seconds: 0.2)
        }
        for _ in 0..<50 {
            hinge.turn(to: 0.3, seconds: 0.05)
            hinge.turn(to: -0.3, seconds: 0.05)
        }
        #expect(hinge.kinds() == [])
    }

    @Test func `lifting a phone without turning it counts as a pick-up`() {
        var hinge = Hinge()
        hinge.detector.awaitForehead(afterPickUp: true)
        hinge.hold(seconds: 1)
        for _ in 0..<15 { hinge.give(acceleration: SIMD3(0, 1.3, 0)) }
        for _ in 0..<15 { hinge.give(acceleration: SIMD3(0, 0.7, 0)) }
        #expect(hinge.kinds() == [])
        hinge.hold(seconds: 0.5)
        #expect(hinge.kinds() == [.placedOnForehead])
    }

    @Test func `a change of posture becomes neutral after a while`() {
        var hinge = Hinge.placed()
        hinge.turn(to: 45, seconds: 0.3)
        hinge.hold(seconds: 25)
        #expect(hinge.kinds() == [.tiltDown, .returnedToNeutral])
    }
}
