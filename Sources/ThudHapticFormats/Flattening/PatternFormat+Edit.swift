public import ThudCore
public import ThudPatterns

/// Patterns of formats in which curves change vibrations and leave taps alone. Such a file is read with a ``Notch`` at
/// each tap, and so it is written as AHAP. An edit must not see the notches: a tap that is moved would leave its own
/// behind, and the curve would silence it.
extension HapticPattern {
    package var withoutNotches: HapticPattern { changingControls { Notch.close($0, of: $1, at: $2).curve } }

    package var withNotches: HapticPattern { withNotches(but: []) }

    fileprivate func withNotches(but free: [HapticEvent]) -> HapticPattern { changingControls(but: free, Notch.open) }

    /// The taps that curves change, in a file in which notches keep other taps as they are: an AHAP file that was
    /// converted from another format and then got more taps. nil if no tap has a notch.
    fileprivate var freeTaps: [HapticEvent]? {
        let closed = withoutNotches
        let evaluations = [self, closed, closed.withNotches].map { HapticEvaluation($0) }
        var (free, hasNotch): ([HapticEvent], Bool) = ([], false)
        for tap in events where tap.kind == .transient {
            let values = evaluations.map { [$0.intensity(of: tap, at: tap.time), $0.sharpness(of: tap, at: tap.time)] }
            func isAsWritten(_ other: Int) -> Bool { zip(values[0], values[other]).allSatisfy { abs($0 - $1) < 1e-6 } }
            if !isAsWritten(2) { free.append(tap) } else if !isAsWritten(1) { hasNotch = true }
        }
        return hasNotch ? free : nil
    }

    /// Whether there is a vibration at a time in seconds, of whatever intensity.
    fileprivate func vibrates(at time: Double) -> Bool {
        events.contains { $0.kind == .continuous && ($0.time...$0.time + $0.lasting).contains(time) }
    }

    /// Changes each curve and step of intensity and sharpness, given the taps on which it acts, except for free ones.
    private func changingControls(
        but free: [HapticEvent] = [], _ change: (PiecewiseLinear, DynamicParameterID, [Double]) -> PiecewiseLinear
    ) -> HapticPattern {
        var changed = self
        let free = Set(free)
        let taps = events.filter { $0.kind == .transient && !free.contains($0) }.map(\.time).sorted()
        var replaced: Set<DynamicParameter> = []
        for id in [DynamicParameterID.hapticIntensity, .hapticSharpness] {
            let times = curves.filter { $0.id == id }.map(\.time) + parameters.filter { $0.id == id }.map(\.time)
            let starts = times.sorted() + [.infinity]
            func points(of line: [PiecewiseLinear.Point], from start: Double) -> [PiecewiseLinear.Point] {
                let end = starts[starts.partitionPoint { $0 > start }]
                let under = taps[taps.partitionPoint { $0 >= start }..<taps.partitionPoint { $0 >= end }]
                guard let whole = PiecewiseLinear(line), !under.isEmpty else { return line }
                return change(whole, id, Array(under)).points.filter { $0.time >= start }
            }
            changed.curves = changed.curves.map { old in
                guard old.id == id else { return old }
                return ParameterCurve(id, at: old.time, through: points(of: old.placedPoints, from: old.time))
            }
            // A step on a tap becomes a curve with a notch.
            for step in parameters where step.id == id {
                let points = points(of: [.init(time: step.time, value: step.value)], from: step.time)
                guard points.count > 1 else { continue }
                replaced.insert(step)
                changed.curves.append(ParameterCurve(id, at: step.time, through: points))
            }
        }
        changed.parameters.removeAll { replaced.contains($0) }
        return changed
    }
}

extension PatternFormat {
    /// Returns a pattern of this format after some edits, in their order.
    ///
    /// AHAP's curves act on all events, except for taps with a notch. In every other format they leave taps alone, and
    /// each vibration has its own. There an added event gets the values that the edit names.
    ///
    /// - Parameters:
    ///   - pattern: the pattern that the file holds.
    ///   - script: the edits.
    ///   - note: receives remarks as in `HapticPattern.edited(by:note:)`, and names taps that a curve weakens by half.
    /// - Throws: `ThudError` if an edit names an item that is not there.
    public func edited(
        _ pattern: HapticPattern, by script: EditScript, note: (String) -> Void = { _ in }
    ) throws(ThudError) -> HapticPattern {
        guard var free = self == .ahap ? pattern.freeTaps : [] else {
            let edited = try pattern.edited(by: script, note: note)
            lazy var evaluation = HapticEvaluation(edited)
            var weakened: [(tap: HapticEvent, left: Double)] = []
            for case .add(let tap) in script.edits where tap.kind == .transient {
                let left = evaluation.intensity(of: tap, at: tap.time)
                if left < tap.intensity / 2 { weakened.append((tap, left)) }
            }
            if let (tap, left) = weakened.first {
                let words = [left, tap.intensity, tap.time].map { Decimals.short($0, atMost: 3) }
                let rest = weakened.count > 1 ? ", and less than half of \(weakened.count - 1) more" : ""
                note("a curve leaves \(words[0]) of the intensity \(words[1]) of the tap at \(words[2]) s\(rest)")
            }
            return edited
        }
        var edited = editable(pattern)
        for part in script.parts {
            guard let edit = part.edits.first else { continue }
            if self != .ahap, edit.concernsVibrations {
                edited = try changingVibrations(of: edited, by: part, edit, note)
            } else {
                edited = try edited.edited(by: part, along: line, note: note)
                if case .addPoint(_, let time, _) = edit, self != .ahap, !edited.vibrates(at: time) {
                    note("“\(part.texts[0])” changes nothing, because nothing vibrates then")
                }
            }
            // An edit that names another item finds no free tap.
            if case .add = edit { continue }
            if let moved = try? HapticPattern(free).edited(by: part) { free = moved.events }
        }
        return (self == .haptic ? edited.withInsertedPoints : edited).withNotches(but: free)
    }

    /// Returns whether curves leave taps of a pattern of this format alone. Edits then do not see the notches.
    public func leavesTapsAlone(in pattern: HapticPattern) -> Bool { self != .ahap || pattern.freeTaps != nil }

    /// Returns a pattern of this format with what edits can name. In `.haptic` each vibration between two silences is
    /// an event, and curves have the points of the file alone.
    public func parts(of pattern: HapticPattern) -> HapticPattern {
        guard leavesTapsAlone(in: pattern) else { return pattern }
        var named = editable(pattern)
        if self == .haptic, let parts = EnvelopeParts(named) { named.events = parts.events }
        return named
    }

    private func editable(_ pattern: HapticPattern) -> HapticPattern {
        self == .haptic ? pattern.withoutNotches.withoutInsertedPoints : pattern.withoutNotches
    }

    /// Returns the value of a curve between two points. In `.haptic` the amplitude is linear there.
    private func line(_ id: DynamicParameterID, from: Double, to: Double, share: Double) -> Double {
        guard self == .haptic, id == .hapticIntensity else { return from + (to - from) * share }
        return (from * from + (to * to - from * from) * share).squareRoot()
    }

    private func changingVibrations(
        of pattern: HapticPattern, by script: EditScript, _ edit: EditScript.Edit, _ note: (String) -> Void
    ) throws(ThudError) -> HapticPattern {
        let parts = self == .haptic ? EnvelopeParts(pattern) : nil
        let old = parts?.pattern ?? pattern
        // Limits are those of the values that a person sees.
        _ = try HapticPattern(parts?.events ?? pattern.events, parameters: old.parameters, curves: old.curves)
            .edited(by: script, note: note)
        let plain = try old.edited(by: script)
        let edited = changingVibration(of: old, by: edit, plain) ?? plain
        return parts?.joined(edited) ?? edited
    }

    /// Returns a pattern after an edit of one vibration, which takes its curves along. One that is added is mixed with
    /// those that it overlaps. nil for other edits, which `plain` already has.
    private func changingVibration(
        of pattern: HapticPattern, by edit: EditScript.Edit, _ plain: HapticPattern
    ) -> HapticPattern? {
        var flattened = PatternReduction(pattern.withNotches, format: rawValue).flattened
        var vibrations = flattened.vibrations
        func place(_ name: ItemName) -> Int? {
            name.kind == .vibration ? vibrations.firstIndex { $0.start == name.time } : nil
        }
        switch edit {
        case .add(let event):
            vibrations.append(
                Vibration(
                    start: event.time, end: event.time + (event.duration ?? 0), intensity: event.intensity,
                    sharpness: event.sharpness))
        case .shift(.item(let name), let distance), .copy(.item(let name), let distance):
            guard let index = place(name) else { return nil }
            vibrations.append(vibrations[index].moved(by: distance))
            if case .shift = edit { vibrations.remove(at: index) }
        case .delete(.item(let name)):
            guard let index = place(name) else { return nil }
            vibrations.remove(at: index)
        case .set(let name, .intensity, let value) where self == .haptic:
            guard let index = place(name) else { return nil }
            vibrations[index].scaleStrength(by: value / vibrations[index].intensityCurve.largest)
        case .set(let name, .sharpness, let value) where self == .haptic:
            guard let index = place(name), let first = vibrations[index].shift?.points[0].value else { return nil }
            vibrations[index].shift = vibrations[index].shift.map { $0.map { $0 + value - first }.clamped(to: 0...1) }
        case .scale(let span, let id, let factor) where self == .haptic:
            flattened.taps = PatternReduction(plain.withNotches, format: rawValue).flattened.taps
            for index in vibrations.indices where span.includes(vibrations[index].start) {
                if id == .hapticIntensity {
                    vibrations[index].scaleStrength(by: factor)
                } else {
                    vibrations[index].shift = vibrations[index].shift.map { $0.map { $0 * factor }.clamped(to: 0...1) }
                }
            }
        default: return nil
        }
        flattened.vibrations = mixed(vibrations)
        return PatternAssembly.pattern(flattened, metadata: pattern.metadata).withoutNotches
            .resting(until: pattern.restEnd)
    }

    /// Mixes vibrations that overlap. Those of a .haptic file are straight in its amplitude, not in what is felt.
    private func mixed(_ vibrations: [Vibration]) -> [Vibration] {
        let mix = VibrationMix(law: .layers)
        guard self == .haptic else { return mix.join(vibrations).vibrations }
        let straight = vibrations.map { $0.changingStrength { AmplitudeLine.expanded($0.points) } }
        return mix.join(straight).vibrations.map { mixed in
            guard mixed.isComputed else { return mixed.changingStrength { AmplitudeLine.condensed($0).points } }
            let curve = mixed.intensityCurve.map { ($0 * $0).rounded(decimals: 6).squareRoot() }
            return Vibration(
                start: mixed.start, end: mixed.end, intensity: 1, sharpness: mixed.sharpness,
                strength: AmplitudeLine.condensed(curve), shift: mixed.shift)
        }
    }
}

extension EditScript.Edit {
    /// Whether an edit moves, adds or changes vibrations as a whole, in a format in which each has its own curves.
    fileprivate var concernsVibrations: Bool {
        switch self {
        case .add(let event): event.kind == .continuous
        case .set(let name, _, _), .delete(.item(let name)), .shift(.item(let name), _), .copy(.item(let name), _):
            name.kind == .vibration
        case .delete, .scale, .shift, .copy: true
        case .addPoint, .thin: false
        }
    }
}

extension Vibration {
    fileprivate func moved(by distance: Double) -> Vibration {
        let step = max(0, (start + distance).wholeMicroseconds) - start
        func moved(_ time: Double) -> Double { (time + step).wholeMicroseconds }
        return timed(from: moved(start), to: moved(end)) { $0.mapTimes(moved) }
    }

    /// Multiplies the intensity of a vibration whose amplitude is linear between two points, up to 1.
    fileprivate mutating func scaleStrength(by factor: Double) {
        strength = strength.map { curve in
            let amplitude = curve.map { $0 * factor * $0 * factor }
            return amplitude.clamped(to: 0...1).map { $0.squareRoot() }
        }
    }

    fileprivate func changingStrength(_ change: (PiecewiseLinear) -> [PiecewiseLinear.Point]) -> Vibration {
        var changed = self
        changed.strength = strength.flatMap { PiecewiseLinear(change($0)) }
        return changed
    }
}
