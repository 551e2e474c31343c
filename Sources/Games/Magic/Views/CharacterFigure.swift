import Glibc
import ThudCore
import ThudGameUI
import ThudTerminal
import ThudTextRaster

/// A character in dots. Each of the five has her own shape, so that nobody needs colours to recognize her.
struct CharacterFigure {
    struct Pose: Hashable {
        /// How far she is raised, in heights.
        var lift = 0.0
        /// How far her head is to the right of her feet, in heights.
        var lean = 0.0
        /// Her visible width, 0...1, which shrinks while she turns.
        var width = 1.0
        /// How high the left and the right hand are raised, -1...1.
        var hands = (left: -0.6, right: -0.6)
        /// Her growth as she appears, from 0 to slightly above 1.
        var growth = 1.0

        static func == (first: Pose, second: Pose) -> Bool {
            first.lift == second.lift && first.lean == second.lean && first.width == second.width
                && first.hands == second.hands && first.growth == second.growth
        }

        func hash(into hasher: inout Hasher) { hasher.combine(lift) }
    }

    let kind: CharacterKind
    let pose: Pose

    /// The minimum height, in dots, at which she has eyes and a smile.
    private static let leastForEyes = 20.0

    /// Returns the rows above a figure of `rows` rows that its jump, its bob and its springs need.
    static func headroom(_ rows: Int) -> Int { Int((0.4 * Double(rows)).rounded(.up)) + 1 }

    /// Draws her.
    ///
    /// - Parameters:
    ///   - size: her size while she stands.
    ///   - headroom: the rows above that, into which she may rise.
    func bitmap(_ size: Size, headroom: Int = 0) -> Bitmap {
        var sketch = Sketch(Size(columns: size.columns, rows: size.rows + headroom))
        let (height, middle, ground) = (Double(2 * size.rows), sketch.width / 2, sketch.height)
        guard pose.growth > 0.05, height > 0 else { return sketch.bitmap }
        // Whole dots keep her shape the same in the air as on the ground.
        let lift = (pose.lift * height).rounded() / height
        /// Returns a dot's place relative to her: her height is 1, the point between her feet is 0, 0, and y points up.
        func place(_ point: Sketch.Point) -> Sketch.Point {
            let y = ((ground - point.y) / height - lift) / pose.growth
            let x = (point.x - middle) / height / pose.growth - pose.lean * max(0, y)
            return Sketch.Point(x: x / max(0.2, pose.width), y: y)
        }
        sketch.paint { point in
            let place = place(point)
            return isInside(x: place.x, y: place.y)
        }
        if height >= Self.leastForEyes { sketch.paint(false) { Self.isFace(place($0)) } }
        return sketch.bitmap
    }

    private static func isFace(_ point: Sketch.Point) -> Bool {
        let across = abs(point.x)
        let isEye = (across - 0.045) * (across - 0.045) + (point.y - 0.755) * (point.y - 0.755) <= 0.02 * 0.02
        let smile = 0.69 - 0.018 + 6 * across * across
        return isEye || (across <= 0.055 && abs(point.y - smile) <= 0.011)
    }

    private func isInside(x: Double, y: Double) -> Bool {
        guard y >= 0, y <= 1.05 else { return false }
        return dress(x, y) || head(x, y) || crown(x, y) || arm(x, y, pose.hands.right) || arm(-x, y, pose.hands.left)
    }

    /// Whether the dress covers a place. It reaches from the feet to the neck, at 0.62.
    private func dress(_ x: Double, _ y: Double) -> Bool {
        guard y < 0.62 else { return false }
        let fall = 1 - y / 0.62
        let half: Double =
            switch kind {
            case .sparkle: 0.05 + 0.20 * fall
            case .luna: 0.06 + 0.17 * fall * fall
            case .rosie: 0.06 + 0.19 * (1 - (1 - fall) * (1 - fall)).squareRoot()
            case .crystal: 0.05 + (fall > 0.5 ? 0.17 : 0.34 * fall)
            case .willow: 0.08 + 0.07 * fall
            }
        return abs(x) <= half
    }

    private func head(_ x: Double, _ y: Double) -> Bool {
        let (dx, dy) = (x, y - 0.73)
        return dx * dx + dy * dy <= 0.115 * 0.115
    }

    /// Whether her hair or headdress covers a place.
    private func crown(_ x: Double, _ y: Double) -> Bool {
        let across = abs(x)
        func ball(_ dx: Double, _ dy: Double, _ radius: Double) -> Bool { dx * dx + dy * dy <= radius * radius }
        switch kind {
        // A star.
        case .sparkle: return y > 0.82 && (across + abs(y - 0.93) * 0.6 <= 0.06 || across * 0.6 + abs(y - 0.92) <= 0.07)
        // A crescent that opens upwards.
        case .luna: return ball(x, y - 0.90, 0.12) && !ball(x, y - 0.96, 0.11) && y < 0.99
        // Two buns.
        case .rosie: return ball(across - 0.11, y - 0.84, 0.065)
        // A crown with three points.
        case .crystal:
            return y > 0.80 && across <= 0.13
                && y <= 0.86 + 0.14 * abs(1 - (across * 23).truncatingRemainder(dividingBy: 2))
        // Long hair on both sides, and a leaf.
        case .willow:
            let hair = across >= 0.10 && across <= 0.16 && y > 0.38 && y < 0.78
            return hair || ball(x - 0.03, y - 0.89, 0.05) || (ball(x, y - 0.76, 0.15) && y > 0.76)
        }
    }

    /// Whether the right arm covers a place. It extends from the shoulder outwards, and up or down.
    private func arm(_ x: Double, _ y: Double, _ raised: Double) -> Bool {
        guard x > 0.04, x < 0.24 else { return false }
        let along = (x - 0.04) / 0.2
        return abs(y - (0.56 + raised * 0.2 * along)) <= 0.028
    }
}

extension CharacterFigure.Pose {
    /// The height of her bob in rows, and its rate in Hz.
    private static let bob = (rows: 1.0, rate: 0.5)
    /// The seconds in which she appears, and the bend of the curve, which overshoots 1 by 8 %.
    private static let growing = (length: 0.35, back: 1.5)

    /// Creates the pose of a character of `rows` rows. Without motion she stands still, and appears at once.
    init(of character: StageCharacter, rows: Int, at now: Instant, allowsMotion: Bool) {
        guard allowsMotion else { return }
        let seconds = (now - Instant(nanoseconds: 0)).seconds.truncatingRemainder(dividingBy: 86_400)
        let phase = seconds * Self.bob.rate + Double(character.id) * 0.37
        lift = Self.bob.rows / Double(max(1, rows)) * (1 + sin(2 * .pi * phase)) / 2
        if let birth = character.birth { growth = Self.grown((now - birth).seconds) }
        if let act = character.act { perform(act.action, (now - act.start).seconds) }
    }

    /// Returns the value of a spring that comes to rest at 1.
    static func grown(_ age: Double) -> Double {
        guard age < growing.length else { return 1 }
        let left = 1 - max(0, age) / growing.length
        return 1 + growing.back * left * left - (growing.back + 1) * left * left * left
    }

    /// The seconds in which a picked character springs and by how much, and those in which a released one settles.
    private static let picking = (length: 0.3, growth: 0.1)
    private static let settling = (length: 0.15, give: 0.12)

    /// Adds the spring of a character that was just picked or released.
    mutating func spring(after touch: MagicTouch?, of id: Int, at now: Instant) {
        guard let touch else { return }
        let age = (now - touch.instant).seconds
        switch touch.thing {
        case .character(id): growth *= Self.picked(age)
        case .landed(id): growth *= Self.settled(age)
        default: break
        }
    }

    static func picked(_ age: Double) -> Double {
        guard (0..<picking.length).contains(age) else { return 1 }
        return 1 + picking.growth * sin(.pi * age / picking.length)
    }

    /// Returns the value of a compressed spring that comes to rest at 1.
    static func settled(_ age: Double) -> Double {
        guard (0..<settling.length).contains(age) else { return 1 }
        let share = age / settling.length
        return 1 - settling.give * (1 - share) * (1 - share) * cos(3 * .pi * share)
    }

    private mutating func perform(_ action: CharacterAction, _ age: Double) {
        let share = age / action.length.seconds
        guard (0..<1).contains(share) else { return }
        switch action {
        case .wave: hands.right = 1 + 0.5 * sin(6 * .pi * share)
        case .twirl: width = max(0.15, abs(cos(2 * .pi * share)))
        case .jump:
            lift += 0.9 * share * (1 - share)
            hands = (0.8, 0.8)
        case .dance:
            // One step per beat, from side to side, on four beats.
            let beat = share * 4
            let swing = sin(.pi * beat)
            lean = 0.14 * swing
            lift += 0.06 * abs(swing)
            hands = (swing, -swing)
        }
    }
}

extension CharacterAction {
    /// The symbol beside the name of a character that performs it.
    var glyph: String {
        switch self {
        case .wave: "~"
        case .dance: "♪"
        case .twirl: "↻"
        case .jump: "↑"
        }
    }
}
