public import ThudCore
public import ThudPatterns

extension PatternFormat {
    /// Returns a pattern of this format after some edits, in their order.
    ///
    /// AHAP's curves act on all events. In every other format they leave taps alone, and each vibration has its own.
    /// There an added event gets the values that the edit names.
    ///
    /// - Parameter note: receives remarks as in `HapticPattern.edited(by:note:)`.
    /// - Throws: `ThudError` if an edit names an item that is not there.
    public func edited(
        _ pattern: HapticPattern, by script: EditScript, note: (String) -> Void = { _ in }
    ) throws(ThudError) -> HapticPattern {
        guard self != .ahap else { return try pattern.edited(by: script, note: note) }
        var edited = pattern.withoutNotches
        for part in script.parts {
            if case .add(let event)? = part.edits.first, event.kind == .continuous {
                edited = adding(event, to: edited.withNotches).withoutNotches
            } else {
                edited = try edited.edited(by: part, note: note)
            }
        }
        return edited.withNotches
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
}
