extension Vibration {
    /// A vibration from its intensity and sharpness over time. Where both stay, they stand in the event itself;
    /// otherwise the event has the highest intensity and the first sharpness, and curves do the rest.
    init(_ intensity: PiecewiseLinear, _ sharpness: PiecewiseLinear, from start: Double, to end: Double) {
        let strongest = intensity.points.map(\.value).max() ?? 0
        let first = sharpness.points[0].value
        self.init(
            start: start, end: end, intensity: strongest, sharpness: first, isMade: true,
            strength: intensity.isConstant ? nil : intensity.map { strongest > 0 ? $0 / strongest : 0 },
            shift: sharpness.isConstant ? nil : sharpness.map { $0 - first })
    }
}
