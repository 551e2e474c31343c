import ThudHaptics

extension AndroidPrimitive {
    /// The primitive at a scale from a time in milliseconds on: a tap, a vibration, or a vibration with a tap at its
    /// start.
    func parts(scale: Double, atMilliseconds time: Double) -> (tap: Tap?, vibration: Vibration?) {
        let start = time / 1e3
        switch shape {
        case .tap(let intensity, let sharpness):
            return (Tap(time: start, intensity: intensity * scale, sharpness: sharpness), nil)
        case .swell(let intensity, let sharpness, let hasHit):
            // The sum in milliseconds, so that what follows starts at the same instant.
            let end = (time + Double(length)) / 1e3
            let strength = Self.line(intensity, from: start, to: end)
            let shift = Self.line(sharpness, from: start, to: end)
            let hit = Tap(
                time: start, intensity: strength.value(at: start) * scale, sharpness: shift.value(at: start))
            let swell = Vibration(
                start: start, end: end, intensity: scale, sharpness: 0, strength: strength, shift: shift)
            return (hasHit ? hit : nil, swell)
        }
    }

    private static func line(_ values: [Double], from start: Double, to end: Double) -> PiecewiseLinear {
        let points = values.enumerated().map { index, value in
            let part = Double(index) / Double(max(values.count - 1, 1))
            return PiecewiseLinear.Point(time: microseconds(start + (end - start) * part), value: value)
        }
        return PiecewiseLinear(points) ?? PiecewiseLinear(constant: 1, from: start, to: end)
    }

    /// The primitive that is read as this vibration at some scale, where the tap stands at its start that it has there;
    /// nil for any other vibration.
    init?(_ vibration: Vibration, with tap: Tap?) {
        let found = Self.allCases.first { primitive in
            let own = primitive.parts(scale: vibration.intensity, atMilliseconds: vibration.start * 1e3)
            guard let swell = own.vibration, abs(vibration.end - swell.end) < Self.sameness else { return false }
            return abs(vibration.sharpness - swell.sharpness) < Self.sameness
                && Self.isSame(vibration.strength, swell.strength) && Self.isSame(vibration.shift, swell.shift)
                && (own.tap.map { hit in tap.map { Self.isSame($0, hit) } ?? false } ?? true)
        }
        guard let found else { return nil }
        self = found
    }

    /// Whether a tap at its start is part of the primitive.
    var hasHit: Bool {
        if case .swell(_, _, let hasHit) = shape { hasHit } else { false }
    }

    /// How far times in seconds and values may be from a primitive's: less than six decimals tell.
    static let sameness = 0.000_001_5

    private static func isSame(_ tap: Tap, _ other: Tap) -> Bool {
        abs(tap.time - other.time) < sameness && abs(tap.intensity - other.intensity) < sameness
            && abs(tap.sharpness - other.sharpness) < sameness
    }

    private static func isSame(_ line: PiecewiseLinear?, _ other: PiecewiseLinear?) -> Bool {
        guard let line, let other, line.points.count == other.points.count else { return false }
        return zip(line.points, other.points).allSatisfy {
            abs($0.time - $1.time) < sameness && abs($0.value - $1.value) < sameness
        }
    }

    /// A primitive in the place of a tap, and what it would be felt as.
    struct Nearest {
        let primitive: AndroidPrimitive
        let scale: Double
        let intensity: Double
        let sharpness: Double
    }

    /// The primitive of one tap that is nearest in sharpness among those that can be as strong; the strongest where
    /// none can.
    static func nearest(to tap: Tap) -> Nearest {
        let taps = allCases.compactMap { primitive -> Nearest? in
            guard case .tap(let intensity, let sharpness) = primitive.shape else { return nil }
            let scale = min(1, tap.intensity / intensity)
            return Nearest(
                primitive: primitive, scale: scale, intensity: intensity * scale, sharpness: sharpness)
        }
        let strongest = taps.map(\.intensity).max() ?? 0
        let candidates = taps.filter { $0.intensity > strongest - 1e-9 }
        let fallback = Nearest(primitive: .click, scale: 1, intensity: tap.intensity, sharpness: tap.sharpness)
        return candidates.min { abs($0.sharpness - tap.sharpness) < abs($1.sharpness - tap.sharpness) } ?? fallback
    }
}
