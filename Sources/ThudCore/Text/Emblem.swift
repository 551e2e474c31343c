/// The silhouette that identifies a game, as polygons in the unit square, y downwards. Clockwise polygons are filled;
/// counterclockwise ones are holes in them.
public struct Emblem: Hashable, Sendable {
    /// A corner of a polygon.
    public struct Corner: Hashable, Sendable {
        /// The horizontal position, from 0 (left) to 1.
        public let x: Double
        /// The vertical position, from 0 (top) to 1.
        public let y: Double

        /// Creates a corner in the unit square.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// The corners of each polygon.
    public let polygons: [[Corner]]

    /// An emblem without polygons.
    public static let none = Emblem(polygons: [])

    /// Returns a polygon with corners at these places.
    package static func polygon(_ places: [(Double, Double)]) -> [Corner] { places.map { Corner(x: $0, y: $1) } }

    /// Creates an emblem from polygons.
    public init(polygons: [[Corner]]) { self.polygons = polygons }

    /// Creates an emblem that is symmetric about its vertical axis.
    ///
    /// - Parameters:
    ///   - half: the right half of the silhouette, clockwise from axis to axis. `x` is the distance from it, 0 to 0.5.
    ///   - holes: the holes of the right half, counterclockwise.
    public init(mirroring half: [Corner], holes: [[Corner]] = []) {
        func side(_ corners: [Corner], _ sign: Double) -> [Corner] {
            corners.map { Corner(x: 0.5 + sign * $0.x, y: $0.y) }
        }
        // Mirroring reverses the direction, so the corners are taken backwards. Corners on the axis appear only once.
        let left = side(half.dropFirst().dropLast().reversed(), -1)
        polygons = [side(half, 1) + left] + holes.flatMap { [side($0, 1), side($0.reversed(), -1)] }
    }
}
