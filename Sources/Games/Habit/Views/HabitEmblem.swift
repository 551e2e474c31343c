import Glibc
import ThudCore

/// A closed ring with a check mark, the emblem of the habits.
enum HabitEmblem {
    static let ring = Emblem(polygons: [circle(0.48), circle(0.37).reversed(), mark])

    private static func circle(_ radius: Double) -> [Emblem.Corner] {
        (0..<48).map { step in
            let angle = Double(step) / 24 * .pi
            return Emblem.Corner(x: 0.5 + radius * cos(angle), y: 0.5 + radius * sin(angle))
        }
    }

    private static let mark = Emblem.polygon([
        (0.27, 0.5), (0.34, 0.43), (0.46, 0.55), (0.68, 0.31), (0.75, 0.38), (0.46, 0.69),
    ])
}
