/// A stretch of a capture, without the samples that the engine's limiter has bent.
///
/// Overlapping sounds add up below the limiter's knee and do not above it, so what is louder tells nothing about where they
/// stand; it is left out of every product.
struct AudibleStretch {
    /// The samples; zero where they are left out.
    var samples: [Float]
    /// One for each sample that counts and zero for those left out; nil where all count.
    let weights: [Float]?

    /// Just under the knee of the engine's limiter, which is 0.9 of full scale.
    static let knee: Float = 0.89

    /// A stretch of which nothing is louder than the knee, or without what is.
    init(_ samples: [Float]) {
        guard samples.contains(where: { abs($0) > AudibleStretch.knee }) else {
            (self.samples, weights) = (samples, nil)
            return
        }
        weights = samples.map { abs($0) > AudibleStretch.knee ? 0 : 1 }
        self.samples = samples.map { abs($0) > AudibleStretch.knee ? 0 : $0 }
    }

    /// The product of a sound that begins at `start` with the samples.
    func product(_ sound: [Float], at start: Int) -> Double {
        // What is left out of the samples is left out of the product.
        AudibleStretch.sum(sound, at: start, samples, at: 0, nil)
    }

    /// The product of two sounds where samples count.
    func product(_ one: [Float], at start: Int, _ other: [Float], at otherStart: Int) -> Double {
        AudibleStretch.sum(one, at: start, other, at: otherStart, weights)
    }

    /// The energy of the samples under a sound that begins at `start` and lasts `count` frames.
    func energy(from start: Int, count: Int) -> Double {
        samples[max(0, min(samples.count, start))..<max(0, min(samples.count, start + count))]
            .reduce(0) { $0 + Double($1) * Double($1) }
    }

    /// Adds a sound, scaled, where samples count.
    mutating func add(_ sound: [Float], at start: Int, times gain: Float) {
        let (first, last) = (max(0, start), min(samples.count, start + sound.count))
        guard first < last else { return }
        if let weights {
            for index in first..<last { samples[index] += weights[index] * gain * sound[index - start] }
        } else {
            for index in first..<last { samples[index] += gain * sound[index - start] }
        }
    }

    private static func sum(
        _ one: [Float], at start: Int, _ other: [Float], at otherStart: Int, _ weights: [Float]?
    ) -> Double {
        var (first, last) = (max(start, otherStart), min(start + one.count, otherStart + other.count))
        if let weights { (first, last) = (max(first, 0), min(last, weights.count)) }
        guard first < last else { return 0 }
        return one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                guard let a = one.baseAddress, let b = other.baseAddress else { return 0 }
                guard let weights else { return sum(a + (first - start), b + (first - otherStart), last - first) }
                return weights.withUnsafeBufferPointer { weights in
                    guard let w = weights.baseAddress else { return 0 }
                    return sum(a + (first - start), b + (first - otherStart), w + first, last - first)
                }
            }
        }
    }

    private static func sum(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int) -> Double {
        var wide = SIMD8<Float>.zero
        for index in stride(from: 0, to: count / 8 * 8, by: 8) {
            wide += eight(a + index) * eight(b + index)
        }
        var rest: Float = 0
        for index in count / 8 * 8..<count { rest += a[index] * b[index] }
        return Double(wide.sum() + rest)
    }

    private static func sum(
        _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, _ count: Int
    ) -> Double {
        var wide = SIMD8<Float>.zero
        for index in stride(from: 0, to: count / 8 * 8, by: 8) {
            wide += eight(a + index) * eight(b + index) * eight(weights + index)
        }
        var rest: Float = 0
        for index in count / 8 * 8..<count { rest += a[index] * b[index] * weights[index] }
        return Double(wide.sum() + rest)
    }

    private static func eight(_ place: UnsafePointer<Float>) -> SIMD8<Float> {
        UnsafeRawPointer(place).loadUnaligned(as: SIMD8<Float>.self)
    }
}
