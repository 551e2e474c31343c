/// Conversions between the degrees that people write and the radians that sensors speak.
enum Angle {
    /// Radians of `degrees`.
    static func radians(_ degrees: Double) -> Double { degrees * (Double.pi / 180) }
}
