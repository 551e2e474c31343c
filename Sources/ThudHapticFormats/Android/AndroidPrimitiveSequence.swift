import ThudHaptics

/// A score as the primitives of a composition.
struct AndroidPrimitiveSequence {
    struct Entry {
        let what: String
        let time: Double
        let primitive: AndroidPrimitive
        let scale: Double
    }

    /// In the order of time.
    private(set) var entries: [Entry] = []

    /// Vibrations that are no primitives.
    private(set) var others: [Vibration] = []

    /// By how much taps differ at worst from the primitives in their place.
    private(set) var sharpnessError = 0.0
    private(set) var intensityError = 0.0

    init(_ score: FlattenedPattern) {
        var hits: Set<Int> = []
        let times = score.taps.map(\.time)
        for vibration in score.vibrations {
            let index = times.partitioningIndex {
                $0 > vibration.start - AndroidPrimitive.sameness
            }
            let tap = index < score.taps.count ? score.taps[index] : nil
            guard let primitive = AndroidPrimitive(vibration, with: tap) else {
                others.append(vibration)
                continue
            }
            if primitive.hasHit { hits.insert(index) }
            entries.append(
                Entry(what: "vibration", time: vibration.start, primitive: primitive, scale: vibration.intensity))
        }
        for (index, tap) in score.taps.enumerated() where !hits.contains(index) { add(tap) }
        entries.sort { $0.time < $1.time }
    }

    private mutating func add(_ tap: Tap) {
        let nearest = AndroidPrimitive.nearest(to: tap)
        sharpnessError = max(sharpnessError, abs(nearest.sharpness - tap.sharpness))
        intensityError = max(intensityError, abs(nearest.intensity - tap.intensity))
        entries.append(Entry(what: "tap", time: tap.time, primitive: nearest.primitive, scale: nearest.scale))
    }
}
