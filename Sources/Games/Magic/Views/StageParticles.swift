import Glibc
import ThudCore
import ThudTerminal

/// The particles of the active effects, and the sparks around a new character. They follow from the time alone, so that
/// the frame rate changes nothing.
struct StageParticles {
    /// The number of new particles per second.
    static let rate = 20.0
    /// How long sparks surround a new character, in seconds.
    static let welcome = 0.5

    private struct Particle {
        var x: Double
        var y: Double
        var glyph: String
    }

    /// The time in seconds of the day.
    private let seconds: Double

    /// The picture without motion: one moment, long after the first particles appeared.
    static let still = StageParticles(at: Instant(nanoseconds: 60_000_000_000))

    init(at now: Instant) { seconds = (now - Instant(nanoseconds: 0)).seconds.truncatingRemainder(dividingBy: 86_400) }

    /// Draws an effect in all empty cells.
    func draw(_ effect: StageEffect, in area: Area, on grid: inout Grid) {
        let life = effect.life
        let last = Int(seconds * Self.rate)
        for number in max(0, last - Int(life * Self.rate))...max(0, last) {
            let age = (seconds - Double(number) / Self.rate) / life
            guard (0..<1).contains(age) else { continue }
            put(particle(number, age, effect), Style(effect.colour), in: area, on: &grid)
        }
    }

    /// Draws sparks around the place of a character that came `age` seconds ago.
    func welcome(_ place: Area, age: Double, seed: Int, on grid: inout Grid) {
        guard (0..<Self.welcome).contains(age) else { return }
        let reach = 0.4 + age / Self.welcome
        for spark in 0..<8 {
            let angle = 2 * .pi * (Double(spark) / 8 + Self.chance(seed, spark))
            let x = 0.5 + 0.5 * reach * cos(angle)
            let y = 0.5 + 0.5 * reach * sin(angle)
            put(Particle(x: x, y: y, glyph: spark.isMultiple(of: 2) ? "*" : "·"), Style(.white), in: place, on: &grid)
        }
    }

    private func particle(_ number: Int, _ age: Double, _ effect: StageEffect) -> Particle {
        let (x, y) = (Self.chance(number, 1), Self.chance(number, 2))
        let sway = 0.015 * sin(2 * .pi * (age * 2 + y))
        let glyph = effect.glyphs[Int(Self.chance(number, 3) * Double(effect.glyphs.count))]
        switch effect {
        case .sparkles: return Particle(x: x, y: y, glyph: age > 0.25 && age < 0.75 ? glyph : "·")
        case .snow: return Particle(x: x + sway, y: age, glyph: glyph)
        case .bubbles: return Particle(x: x + sway, y: 1 - age, glyph: age > 0.94 ? "·" : glyph)
        }
    }

    private func put(_ particle: Particle, _ style: Style, in area: Area, on grid: inout Grid) {
        let position = Position(
            column: area.column + Int((particle.x * Double(area.columns)).rounded(.down)),
            row: area.row + Int((particle.y * Double(area.rows)).rounded(.down)))
        guard grid.character(at: position) == " ", !grid.isContinuation(at: position) else { return }
        grid.put(particle.glyph, at: position, style)
    }

    /// Returns a fixed pseudorandom number from 0 to 1 for two integers.
    private static func chance(_ number: Int, _ salt: Int) -> Double {
        var generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: number &* 31 &+ salt))
        return generator.unit()
    }
}

extension StageEffect {
    /// Its symbol and its colour, the glyphs of its particles, and how long one of them lives in seconds.
    private var look: (glyph: String, colour: Colour, glyphs: [String], life: Double) {
        switch self {
        case .sparkles: ("✦", Colour(0xFFE08A), ["*", "+", "·"], 1)
        case .snow: ("❄", Colour(0xE8F4FF), ["*", "·", "."], 4)
        case .bubbles: ("○", Colour(0x9ADCFF), ["o", "O", "°"], 3)
        }
    }

    fileprivate var life: Double { look.life }
    fileprivate var glyphs: [String] { look.glyphs }
    var colour: Colour { look.colour }
    var glyph: String { look.glyph }
}
