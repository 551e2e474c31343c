/// The silhouette by which a game is known, as polygons in the unit square, y downwards. Those that run clockwise are filled, those
/// that run the other way are holes in them.
public struct Emblem: Hashable, Sendable {
    /// A corner.
    public struct Corner: Hashable, Sendable {
        /// 0 (left) to 1.
        public let x: Double
        /// 0 (the top) to 1.
        public let y: Double

        /// A corner.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// The corners of each polygon.
    public let polygons: [[Corner]]

    /// No emblem.
    public static let none = Emblem(polygons: [])

    /// An emblem of these polygons.
    public init(polygons: [[Corner]]) { self.polygons = polygons }

    /// An emblem that is the same on both sides of its axis.
    ///
    /// - Parameters:
    ///   - half: the right half of the silhouette, clockwise from the axis to the axis; `x` is the distance from it, 0 to 0.5.
    ///   - holes: those of the right half, against the clock.
    public init(mirroring half: [Corner], holes: [[Corner]] = []) {
        func side(_ corners: [Corner], _ sign: Double) -> [Corner] {
            corners.map { Corner(x: 0.5 + sign * $0.x, y: $0.y) }
        }
        // What is mirrored runs the other way round, unless it is taken backwards. The corners on the axis stand there once.
        let left = side(half.dropFirst().dropLast().reversed(), -1)
        polygons = [side(half, 1) + left] + holes.flatMap { [side($0, 1), side($0.reversed(), -1)] }
    }
}
