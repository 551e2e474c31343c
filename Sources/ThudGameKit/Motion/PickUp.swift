/// Detects that a phone was picked up and is at rest again. A phone on a table reads like one held level, so that only
/// the movement distinguishes them.
struct PickUp: Hashable, Sendable {
    /// A phone that turns over faster than this is moved, in rad/s. The tremble of a still hand is a third of it.
    static let rotation = 0.5
    /// A phone is moved if its acceleration differs so much from the first, in g: it leans by 9 degrees or is pushed.
    static let change = 0.15
    /// The seconds of movement in a pick-up. A knock on the table is shorter, and an equally long rest cancels it.
    static let shortest = 0.1

    /// The first acceleration, in g.
    private var first: SIMD3<Double>?
    private var movedSeconds = 0.0
    private var isTakenUp = false
    private var isResting = false

    /// Whether the phone has been picked up and is at rest again.
    var isOver: Bool { isTakenUp && isResting }

    /// Takes the next sample, `seconds` after the last. `across` is how fast the phone turns over, in rad/s.
    mutating func take(_ sample: MotionSample, across: Double, seconds: Double) {
        let start = first ?? sample.acceleration
        first = start
        let isMoved = across > Self.rotation || Self.size(of: sample.acceleration - start) > Self.change
        movedSeconds = max(0, movedSeconds + (isMoved ? seconds : -seconds))
        if movedSeconds >= Self.shortest { isTakenUp = true }
        isResting = across <= Self.rotation && abs(Self.size(of: sample.acceleration) - 1) <= Self.change
    }

    private static func size(of vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }
}
