import Glibc
import ThudCore

/// What a designer turns of a whole pattern by ear: each knob stands at so many steps from the pattern as it was designed.
///
///     var tuning = PatternTuning()
///     tuning[.volume] = -3                       // 3 dB
///     try AHAP.text(tuning.applied(to: pattern)) // a file like any other
public struct PatternTuning: Hashable, Sendable {
    /// What can be turned.
    public enum Knob: String, CaseIterable, Hashable, Sendable {
        /// How loud its sounds are.
        case volume
        /// How high its sounds are, in semitones, of which `AudioPitch` has twelve to each side.
        case pitch
        /// How strong its haptics are, in parts of what was designed.
        case intensity
        /// How crisp its haptics are, as `HapticSharpness` counts it.
        case sharpness
        /// How much later its haptics come than its sounds, beside what was designed.
        case delay

        /// The steps that it can be turned to.
        public var range: ClosedRange<Int> {
            switch self {
            case .volume: -40...40
            case .pitch: -24...24
            case .intensity: -20...60
            case .sharpness: -20...20
            case .delay: -40...40
            }
        }

        /// How much a step is, in the knob's unit.
        public var step: Double {
            switch self {
            case .volume, .pitch: 1
            case .intensity, .delay: 5
            case .sharpness: 0.05
            }
        }

        /// The unit, as it is written behind a number; nil for sharpness, which has none.
        public var unit: String? {
            switch self {
            case .volume: "dB"
            case .pitch: "st"
            case .intensity: "%"
            case .sharpness: nil
            case .delay: "ms"
            }
        }

        /// How much so many steps are, in the knob's unit.
        public func amount(of steps: Int) -> Double { Double(steps) * step }
    }

    private var steps: [Knob: Int] = [:]

    /// Everything as it was designed.
    public init() {}

    /// Whether anything is turned.
    public var isTuned: Bool { !steps.isEmpty }

    /// How many steps a knob stands from the design; clamped into its range.
    public subscript(knob: Knob) -> Int {
        get { steps[knob] ?? 0 }
        set { steps[knob] = newValue == 0 ? nil : min(max(newValue, knob.range.lowerBound), knob.range.upperBound) }
    }

    /// The tuning with a knob turned by some steps; nil where that changes nothing of `pattern`: it is at the end of what a file can
    /// say, or has no such part.
    public func turned(_ knob: Knob, by count: Int, of pattern: HapticPattern) -> PatternTuning? {
        var turned = self
        turned[knob] += count
        return turned.applied(to: pattern) == applied(to: pattern) ? nil : turned
    }

    /// The pattern with everything turned as it stands. Values are clamped as Core Haptics would.
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

    /// One part waits for the other, so that nothing begins before the pattern does.
    private func delayed(_ pattern: HapticPattern) -> HapticPattern {
        let kinds = Set(pattern.events.map(\.kind.isHaptic))
        guard kinds.count == 2 else { return pattern }
        let seconds = abs(amount(.delay)) / 1_000
        let isHapticLate = self[.delay] > 0
        func time(_ time: Double, isHaptic: Bool) -> Double {
            isHaptic == isHapticLate ? Self.short(time + seconds) : time
        }
        var delayed = pattern
        delayed.events = pattern.events.map { event in
            event.moved(to: time(event.time, isHaptic: event.kind.isHaptic), lasting: event.duration)
        }
        delayed.parameters = pattern.parameters.map { step in
            DynamicParameter(step.id, at: time(step.time, isHaptic: step.id.isHaptic), value: step.value)
        }
        delayed.curves = pattern.curves.map { curve in
            ParameterCurve(curve.id, at: time(curve.time, isHaptic: curve.id.isHaptic), points: curve.points)
        }
        return delayed
    }

    /// As many decimals as a person would read in a file.
    private static func short(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}

extension DynamicParameterID {
    /// Whether it changes haptic events rather than sounds.
    fileprivate var isHaptic: Bool {
        switch self {
        case .hapticIntensity, .hapticSharpness, .hapticAttackTime, .hapticDecayTime, .hapticReleaseTime: true
        case .audioVolume, .audioPan, .audioBrightness, .audioPitch, .audioAttackTime, .audioDecayTime,
            .audioReleaseTime:
            false
        }
    }
}
