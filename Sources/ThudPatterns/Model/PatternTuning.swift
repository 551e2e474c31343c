import Glibc
import ThudCore

/// Adjustments to a whole pattern by ear. Each knob is a number of steps away from the pattern as designed.
///
///     var tuning = PatternTuning()
///     tuning[.volume] = -3                                  // 3 dB softer
///     let file = AHAP.text(tuning.applied(to: pattern))     // a file like any other
public struct PatternTuning: Hashable, Sendable {
    /// A property of the pattern that can be adjusted.
    public enum Knob: String, CaseIterable, Hashable, Sendable {
        /// The loudness of its sounds.
        case volume
        /// The pitch of its sounds in semitones. `AudioPitch` covers twelve on each side.
        case pitch
        /// The strength of its haptics, in percent of the design.
        case intensity
        /// The crispness of its haptics, on the scale of `HapticSharpness`.
        case sharpness
        /// How much later its haptics come relative to its sounds, compared with the design.
        case delay

        /// The steps that the knob can be set to.
        public var range: ClosedRange<Int> { scale.range }
        /// The size of a step, in the knob's unit.
        public var step: Double { scale.step }
        /// The unit that is written after a number; nil for sharpness, which has none.
        public var unit: String? { scale.unit }

        private var scale: (range: ClosedRange<Int>, step: Double, unit: String?) {
            switch self {
            case .volume: (-40...40, 1, "dB")
            case .pitch: (-24...24, 1, "st")
            case .intensity: (-20...60, 5, "%")
            case .sharpness: (-20...20, 0.05, nil)
            case .delay: (-40...40, 5, "ms")
            }
        }

        /// Returns the size of a number of steps, in the knob's unit.
        public func amount(of steps: Int) -> Double { Double(steps) * step }
    }

    private var steps: [Knob: Int] = [:]

    /// Creates a tuning that leaves everything as designed.
    public init() {}

    /// Whether any knob is away from the design.
    public var isTuned: Bool { !steps.isEmpty }

    /// How many steps a knob is from the design, clamped to its range.
    public subscript(knob: Knob) -> Int {
        get { steps[knob] ?? 0 }
        set { steps[knob] = newValue == 0 ? nil : newValue.clamped(to: knob.range) }
    }

    /// Returns the tuning with a knob moved by some steps; nil if that does not change `pattern`. Either the value has
    /// reached the end of its range, or the pattern has no such part.
    public func turned(_ knob: Knob, by count: Int, of pattern: HapticPattern) -> PatternTuning? {
        var turned = self
        turned[knob] += count
        return turned.applied(to: pattern) == applied(to: pattern) ? nil : turned
    }

    /// Returns the pattern with all adjustments applied. Values are clamped as Core Haptics clamps them.
    public func applied(to pattern: HapticPattern) -> HapticPattern {
        guard isTuned else { return pattern }
        var tuned = pattern
        tuned.events = pattern.events.map { $0.kind.isHaptic ? felt($0) : heard($0) }
        return self[.delay] == 0 ? tuned : delayed(tuned)
    }

    private func amount(_ knob: Knob) -> Double { knob.amount(of: self[knob]) }

    private func heard(_ event: HapticEvent) -> HapticEvent {
        var event = event
        if self[.volume] != 0 { event.volume = Self.short(event.volume * pow(10, amount(.volume) / 20)) }
        if self[.pitch] != 0 { event.pitch = Self.short(event.pitch + amount(.pitch) / 12) }
        return event
    }

    private func felt(_ event: HapticEvent) -> HapticEvent {
        var event = event
        if self[.intensity] != 0 { event.intensity = Self.short(event.intensity * (1 + amount(.intensity) / 100)) }
        if self[.sharpness] != 0 { event.sharpness = Self.short(event.sharpness + amount(.sharpness)) }
        return event
    }

    /// Delays either the haptics or the sounds, so that nothing starts before the pattern does.
    private func delayed(_ pattern: HapticPattern) -> HapticPattern {
        let kinds = Set(pattern.events.map(\.kind.isHaptic))
        guard kinds.count == 2 else { return pattern }
        let seconds = abs(amount(.delay)) / 1_000
        let isHapticLate = self[.delay] > 0
        func time(_ time: Double, isHaptic: Bool) -> Double {
            isHaptic == isHapticLate ? (time + seconds).wholeMicroseconds : time
        }
        var delayed = pattern
        delayed.events = pattern.events.map { event in
            event.moved(to: time(event.time, isHaptic: event.kind.isHaptic), lasting: event.duration)
        }
        delayed.parameters = pattern.parameters.map { $0.moved(to: time($0.time, isHaptic: $0.id.isHaptic)) }
        delayed.curves = pattern.curves.map { $0.moved(to: time($0.time, isHaptic: $0.id.isHaptic)) }
        return delayed
    }

    /// Rounds a value to the decimals that a person would read in a file.
    private static func short(_ value: Double) -> Double { value.rounded(decimals: 4) }
}
