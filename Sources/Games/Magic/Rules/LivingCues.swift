import Glibc
import ThudCore
import ThudGameKit

/// The active effects, each with a continuous cue.
struct EffectLoops: Hashable, Sendable, Codable {
    static let attack = Interval.milliseconds(120)
    static let release = Interval.milliseconds(250)
    /// The gain of each further effect relative to the one before it, in decibels.
    static let step = -4.0

    /// The active effects, in the order in which they were switched on.
    private(set) var order: [StageEffect] = []

    var isPossible: Bool { Set(order).count == order.count }

    mutating func toggle(_ effect: StageEffect) -> [MagicRoundEffect] {
        guard let index = order.firstIndex(of: effect) else {
            order.append(effect)
            return begin(effect, at: order.count - 1)
        }
        order.remove(at: index)
        let others = order.enumerated().dropFirst(index).map { place, other in
            MagicRoundEffect.turn(other.key, .gain, to: Self.gain(place), over: Self.release)
        }
        return [.end(effect.key, fade: Self.release)] + others
    }

    /// Begins the cues of all active effects after a pause.
    func beginAll() -> [MagicRoundEffect] { order.enumerated().flatMap { begin($1, at: $0) } }

    /// Ends the cues of all active effects. The effects stay active, so that they can resume after a pause.
    func endAll(fade: Interval) -> [MagicRoundEffect] { order.map { .end($0.key, fade: fade) } }

    private func begin(_ effect: StageEffect, at place: Int) -> [MagicRoundEffect] {
        [
            .begin(effect.cue, as: effect.key), .turn(effect.key, .gain, to: 0, over: .zero),
            .turn(effect.key, .gain, to: Self.gain(place), over: Self.attack),
        ]
    }

    private static func gain(_ place: Int) -> Double { pow(10, step * Double(place) / 20) }
}

extension StageEffect {
    var key: LiveKey { LiveKey(Self.allCases.firstIndex(of: self) ?? 0) }
}

/// The texture felt while a character grows or shrinks. Faster changes are stronger, and larger characters are sharper.
struct PinchTexture: Hashable, Sendable, Codable {
    static let key = LiveKey(StageEffect.allCases.count)
    static let strongest = 0.6
    static let smoothing = Interval.milliseconds(60)
    static let rest = Interval.milliseconds(80)
    static let release = Interval.milliseconds(40)
    /// The shortest interval between two movements. Closer ones are reports of one moment and count as this far apart.
    private static let shortest = Interval.milliseconds(8)

    /// The last movement. nil if no texture is playing.
    private(set) var last: Instant?
    /// The current strength, 0...0.6. The outline's thickness follows it.
    private(set) var strength = 0.0

    /// When the texture ends unless the hand moves again.
    var nextDeadline: Instant? { last.map { $0 + Self.rest } }

    /// Applies a change of size, the natural logarithm of a factor, that leads to `scale`.
    mutating func move(by change: Double, to scale: Double, at now: Instant) -> [MagicRoundEffect] {
        let since = last.map { min(max(now - $0, Self.shortest), Self.rest) } ?? Self.rest
        strength = min(Self.strongest, abs(change) / since.seconds / 3)
        var effects: [MagicRoundEffect] = []
        if last == nil { effects = [.begin(.pinch, as: Self.key), .turn(Self.key, .intensity, to: 0, over: .zero)] }
        last = now
        return effects + [
            .turn(Self.key, .intensity, to: strength, over: Self.smoothing),
            .turn(Self.key, .sharpness, to: 0.4 * log2(scale), over: Self.smoothing),
        ]
    }

    mutating func end(fade: Interval = release) -> [MagicRoundEffect] {
        guard last != nil else { return [] }
        last = nil
        strength = 0
        return [.end(Self.key, fade: fade)]
    }
}

/// Detects when an expression passes the threshold. It triggers again only after a while well below the threshold.
struct FaceTrigger: Hashable, Sendable, Codable {
    /// How far below the threshold, and for how long, the strength must stay before the next trigger.
    static let drop = 0.1
    static let rearming = Interval.milliseconds(300)
    private var isArmed = true
    private var below: Instant?

    /// Whether a strength, 0...1, triggers now.
    mutating func takes(_ strength: Double, threshold: Double, at now: Instant) -> Bool {
        if let below, now - below >= Self.rearming { isArmed = true }
        guard strength < threshold - Self.drop else {
            below = nil
            guard isArmed, strength >= threshold else { return false }
            isArmed = false
            return true
        }
        below = below ?? now
        return false
    }
}
