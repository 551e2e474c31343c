import Glibc
import ThudCore

/// How a princess stands, moves and looks at one moment.
struct CharacterPose: Hashable {
    struct Arms: Hashable {
        var left = CharacterArt.Part.down
        var right = CharacterArt.Part.down
    }

    var arms = Arms()
    var isBlinking = false
    var isLaughing = false
    /// Whether she shows her back.
    var isTurned = false
    /// Whether her head is a pixel lower, because she has breathed out.
    var isBreathing = false
    /// How far she is raised, in heights.
    var lift = 0.0
    /// How far her head is to the right of her feet, in heights.
    var lean = 0.0
    /// Her visible width, 0...1, which shrinks while she turns.
    var width = 1.0
    /// Her growth as she appears, from 0 to slightly above 1.
    var growth = 1.0
}

extension CharacterPose {
    /// The rate of her breath in Hz, and the seconds between two blinks and of each.
    private static let breath = 0.5
    private static let blinking = (pause: 3.7, length: 0.14)
    /// The seconds in which she appears, and the bend of the curve, which overshoots 1 by 8 %.
    private static let growing = (length: 0.35, back: 1.5)

    /// Creates the pose of a character. Without motion she stands still, and appears at once.
    init(of character: StageCharacter, at now: Instant, allowsMotion: Bool) {
        guard allowsMotion else { return }
        let seconds = (now - Instant(nanoseconds: 0)).seconds.truncatingRemainder(dividingBy: 86_400)
        // Each keeps her own time, so that they do not move like one.
        let own = seconds + Double(character.id) * 0.74
        isBreathing = (own * Self.breath).truncatingRemainder(dividingBy: 1) > 0.5
        isBlinking = (own * 1.3).truncatingRemainder(dividingBy: Self.blinking.pause) < Self.blinking.length
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
        (isLaughing, isBlinking) = (true, false)
        switch action {
        case .wave: arms.right = sin(6 * .pi * share) > 0 ? .up : .out
        case .twirl:
            width = max(0.35, abs(cos(2 * .pi * share)))
            isTurned = (0.25..<0.75).contains(share)
            arms = Arms(left: .out, right: .out)
        case .jump:
            lift += 0.9 * share * (1 - share)
            arms = Arms(left: .up, right: .up)
        case .dance:
            // One step per beat, from side to side, on four beats.
            let swing = sin(.pi * share * 4)
            lean = 0.08 * swing
            lift += 0.06 * abs(swing)
            arms = swing > 0 ? Arms(left: .out, right: .up) : Arms(left: .up, right: .out)
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
