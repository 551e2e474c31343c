import Glibc
import ThudCore
import ThudGameKit

/// The effects that are on, each with a cue that lasts.
struct EffectLoops: Hashable, Sendable, Codable {
    static let attack = Interval.milliseconds(120)
    static let release = Interval.milliseconds(250)
    /// How much quieter each further effect is than the one before it, in decibels.
    static let step = -4.0

    /// Those that are on, in the order in which they came.
    private(set) var order: [StageEffect] = []

    /// Whether each is on at most once.
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

    /// Begins all that are on, after a pause.
    func beginAll() -> [MagicRoundEffect] { order.enumerated().flatMap { begin($1, at: $0) } }

    /// Ends all that are on; they stay on for whoever goes on after a pause.
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
    /// What its cue is called while it lasts.
    var key: LiveKey { LiveKey(Self.allCases.firstIndex(of: self) ?? 0) }
}

/// What is felt while a character becomes larger or smaller: the faster, the stronger, and the larger, the sharper.
struct PinchTexture: Hashable, Sendable, Codable {
    static let key = LiveKey(StageEffect.allCases.count)
    static let strongest = 0.6
    static let smoothing = Interval.milliseconds(60)
    static let rest = Interval.milliseconds(80)
    static let release = Interval.milliseconds(40)
    /// Two movements closer together than this count as this far apart: two reports of one moment.
    private static let shortest = Interval.milliseconds(8)

    /// The last movement; nil where nothing lasts.
    private(set) var last: Instant?
    /// How strong it is, 0...0.6: the outline is as thick.
    private(set) var strength = 0.0

    /// When it ends unless the hand moves on.
    var nextDeadline: Instant? { last.map { $0 + Self.rest } }

    /// The size has changed by the natural logarithm of a factor, to `scale`.
    mutating func move(by change: Double, to scale: Double, at now: Instant) -> [MagicRoundEffect] {
        let since = last.map { min(max(now - $0, Self.shortest), Self.rest) } ?? Self.rest
        strength = min(Self.strongest, abs(change) / since.seconds / 3)
        var effects: [MagicRoundEffect] = []
        if last == nil {
            effects = [.begin(.pinch, as: Self.key), .turn(Self.key, .intensity, to: 0, over: .zero)]
        }
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

/// Finds when a face does something: once as it passes the threshold, and again only after it was well below for a while.
struct FaceTrigger: Hashable, Sendable, Codable {
    /// How far below the threshold, and for how long, before it can happen again.
    static let drop = 0.1
    static let rearming = Interval.milliseconds(300)

    private var isArmed = true
    private var below: Instant?

    /// Whether it happens with this strength, 0...1.
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

    /// The same without an instant.
    var standing: FaceTrigger { FaceTrigger() }
}
