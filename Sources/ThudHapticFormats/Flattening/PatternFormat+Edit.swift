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
            func curve(through points: [PiecewiseLinear.Point], from start: Double) -> ParameterCurve {
                ParameterCurve(
                    id, at: start,
                    points: points.map {
                        .init(time: ParameterCurveTrack.elapsed($0.time, since: start), value: $0.value)
                    })
            }
            changed.curves = changed.curves.map { old in
                guard old.id == id else { return old }
                let line = old.points.map { point in
                    PiecewiseLinear.Point(
                        time: ParameterCurveTrack.time(point.time, after: old.time), value: point.value)
                }
                return curve(through: points(of: line, from: old.time), from: old.time)
            }
            // A step on a tap becomes a curve with a notch.
            for step in parameters where step.id == id {
                let points = points(of: [.init(time: step.time, value: step.value)], from: step.time)
                guard points.count > 1 else { continue }
                replaced.insert(step)
                changed.curves.append(curve(through: points, from: step.time))
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
        var edited = pattern.withoutNotches
        for part in script.parts {
            let added: HapticEvent? = if case .add(let event)? = part.edits.first { event } else { nil }
            if let added, self != .ahap, added.kind == .continuous {
                edited = adding(added, to: edited.withNotches).withoutNotches
            } else {
                edited = try edited.edited(by: part, note: note)
                if case .addPoint(_, let time, _)? = part.edits.first, self != .ahap, !edited.vibrates(at: time) {
                    note("“\(part.texts[0])” changes nothing, because nothing vibrates then")
                }
            }
            // An edit that names another item finds no free tap.
            if added == nil, let moved = try? HapticPattern(free).edited(by: part) { free = moved.events }
        }
        return edited.withNotches(but: free)
    }

    /// Returns whether curves leave taps of a pattern of this format alone. Edits then do not see the notches.
    public func leavesTapsAlone(in pattern: HapticPattern) -> Bool { self != .ahap || pattern.freeTaps != nil }

    /// Adds a vibration with a curve of its own. It is mixed with those that it overlaps.
    private func adding(_ event: HapticEvent, to pattern: HapticPattern) -> HapticPattern {
        var flattened = PatternReduction(pattern, format: rawValue).flattened
        let added = Vibration(
            start: event.time, end: event.time + (event.duration ?? 0), intensity: event.intensity,
            sharpness: event.sharpness)
        flattened.vibrations = VibrationMix(law: .layers).join(flattened.vibrations + [added]).vibrations
        return PatternAssembly.pattern(flattened, metadata: pattern.metadata)
    }
}
