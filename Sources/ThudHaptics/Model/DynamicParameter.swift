/// A parameter that steps to a value at a time and stays there, for all events of the pattern.
public struct DynamicParameter: Hashable, Sendable {
    /// What it changes.
    public let id: DynamicParameterID

    /// When, in seconds from the start of the pattern, 0 to 300.
    public let time: Double

    /// The value, within the range of `id`.
    public let value: Double

    /// A step; time and value are clamped into their ranges.
    public init(_ id: DynamicParameterID, at time: Double, value: Double) {
        self.id = id
        self.time = HapticLimits.clampStart(time)
        self.value = id.clamp(value)
    }
}

/// A parameter that moves on straight lines from point to point, for all events of the pattern.
public struct ParameterCurve: Hashable, Sendable {
    /// A point of a curve.
    public struct Point: Hashable, Sendable {
        /// When, in seconds from the curve's own start, 0 to 300.
        public let time: Double

        /// The value, within the range of the curve's parameter.
        public let value: Double

        /// A point.
        public init(time: Double, value: Double) {
            self.time = time
            self.value = value
        }
    }

    /// What it changes.
    public let id: DynamicParameterID

    /// When it starts, in seconds from the start of the pattern, 0 to 300.
    public let time: Double

    /// The points in the order of time; of points at one time the last stands from then on.
    public let points: [Point]

    /// A curve; times and values are clamped into their ranges, and the points sorted by time.
    public init(_ id: DynamicParameterID, at time: Double, points: [Point]) {
        self.id = id
        self.time = HapticLimits.clampStart(time)
        let clamped = points.map { Point(time: HapticLimits.clampStart($0.time), value: id.clamp($0.value)) }
        // `sorted` is stable in the standard library, though only by custom; the index makes it certain.
        self.points = clamped.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }
}
