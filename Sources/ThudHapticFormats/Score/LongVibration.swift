import ThudHaptics

/// A vibration of more than 30 s is several events in AHAP, one right after the other; other formats know no such limit.
enum LongVibration {
    /// Vibrations with the parts of long ones joined again: those of the full 30 s, with what follows them seamlessly.
    static func rejoined(
        _ vibrations: [Vibration], _ strength: PiecewiseLinear?, _ shift: PiecewiseLinear?
    ) -> [Vibration] {
        var joined: [Vibration] = []
        var partEnd = 0.0
        for vibration in vibrations {
            if let last = joined.last, abs(vibration.start - last.end) < 1e-6, partEnd == last.end,
                last.intensity == vibration.intensity, last.sharpness == vibration.sharpness
            {
                joined[joined.count - 1] = Vibration(
                    start: last.start, end: vibration.end, intensity: last.intensity, sharpness: last.sharpness,
                    strength: last.strength == nil && vibration.strength == nil
                        ? nil : strength?.restricted(from: last.start, to: vibration.end),
                    shift: last.shift == nil && vibration.shift == nil
                        ? nil : shift?.restricted(from: last.start, to: vibration.end))
            } else {
                joined.append(vibration)
            }
            let isFull = abs(vibration.end - vibration.start - HapticLimits.longestContinuous) < 1e-6
            // An envelope of the event's own ends here, and is no part of a control line.
            let control = strength?.restricted(from: vibration.start, to: vibration.end)
            let isFlat = vibration.strength.map { $0 == control } ?? true
            partEnd = isFull && isFlat ? vibration.end : 0
        }
        return joined
    }
}
