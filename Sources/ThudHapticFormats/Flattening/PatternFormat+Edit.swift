public import ThudCore
public import ThudPatterns

extension PatternFormat {
    /// Returns a pattern of this format after some edits, in their order.
    ///
    /// AHAP's curves act on all events. In every other format a tap does not depend on them, and a vibration has its
    /// own curve. There an added event gets the values that the edit names, and a tap that moves or goes leaves no
    /// ``Notch`` behind.
    ///
    /// - Throws: `ThudError` if an edit names an item that is not there.
    public func edited(_ pattern: HapticPattern, by script: EditScript) throws(ThudError) -> HapticPattern {
        guard self != .ahap else { return try pattern.edited(by: script) }
        var edited = pattern
        for edit in script.edits {
            switch edit {
            case .add(let event) where event.kind == .continuous: edited = adding(event, to: edited)
            case .addPoint, .set(_, .value, _), .thin: edited = try edited.edited(by: EditScript([edit]))
            case .delete(.item(let name)) where name.kind.curve != nil,
                .shift(.item(let name), _) where name.kind.curve != nil,
                .copy(.item(let name), _) where name.kind.curve != nil:
                edited = try edited.edited(by: EditScript([edit]))
            default:
                edited = try withIndependentTaps(edited) { pattern throws(ThudError) in
                    try pattern.edited(by: EditScript([edit]))
                }
            }
        }
        return edited
    }

    /// Adds a vibration with a curve of its own. It is mixed with those that it overlaps.
    private func adding(_ event: HapticEvent, to pattern: HapticPattern) -> HapticPattern {
        var flattened = PatternReduction(pattern, format: rawValue).flattened
        let added = Vibration(
            start: event.time, end: event.time + (event.duration ?? 0), intensity: event.intensity,
            sharpness: event.sharpness)
        flattened.vibrations = VibrationMix(law: .layers).join(flattened.vibrations + [added]).vibrations
        return PatternAssembly.pattern(flattened, metadata: pattern.metadata)
    }

    /// Changes a pattern while the curves have no notches and the taps have their own values.
    private func withIndependentTaps(
        _ pattern: HapticPattern, _ change: (HapticPattern) throws(ThudError) -> HapticPattern
    ) throws(ThudError) -> HapticPattern {
        let flattened = PatternReduction(pattern, format: rawValue).flattened
        let still = FlattenedPattern(taps: [], vibrations: flattened.vibrations)
        var open = PatternAssembly.pattern(still, metadata: pattern.metadata)
        open.events += flattened.taps.map {
            HapticEvent(.transient, at: $0.time, intensity: $0.intensity, sharpness: $0.sharpness)
        }
        var changed = try change(open)
        let taps = changed.events.filter { $0.kind == .transient }.sorted { $0.time < $1.time }
        changed.events.removeAll { $0.kind == .transient }
        let whole = FlattenedPattern(
            taps: taps.map { Tap(time: $0.time, intensity: $0.intensity, sharpness: $0.sharpness) },
            vibrations: PatternReduction(changed, format: rawValue).flattened.vibrations)
        return PatternAssembly.pattern(whole, metadata: pattern.metadata)
    }
}
