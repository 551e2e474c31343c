/// Whether a phone that is waited for has been taken up, and is at rest again. One that lies on a table reads as one that is held
/// level, so that only the movement tells them apart.
struct PickUp: Hashable, Sendable {
    /// A phone that turns over faster is moved, in rad/s. A hand that holds still trembles with a third of it.
    static let rotation = 0.5
    /// A phone is moved whose acceleration is so far from what it was at first, in g: it leans by 9 degrees, or is pushed.
    static let change = 0.15
    /// For how many seconds it is moved in order to be taken up. A knock against the table is shorter, and what comes of it is
    /// forgotten in as long a rest.
    static let shortest = 0.1

    /// The acceleration at first, in g.
    private var first: SIMD3<Double>?
    private var movedSeconds = 0.0
    private var isTakenUp = false
    private var isResting = false

    /// Whether the phone has been taken up and is at rest again.
    var isOver: Bool { isTakenUp && isResting }

    /// Takes the next sample.
    ///
    /// - Parameters:
    ///   - across: how fast the phone turns over, in rad/s.
    ///   - seconds: since the sample before.
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
