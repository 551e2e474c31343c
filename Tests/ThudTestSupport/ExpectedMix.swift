import ThudCore

/// What a program should have put out: sounds on their frames, one over the other, to be found again in what came out.
package struct ExpectedMix: Sendable {
    /// Where a sound was found.
    package struct Place: Sendable {
        /// How many frames later than where it should be.
        package var lag: Int
        /// The normalised correlation there, at most 1.
        package var confidence: Float
    }

    private var sounds: [(frame: Int, samples: [Float])] = []
    private var mix: [Float] = []

    /// Of a sound so many frames are compared: 200 ms hold its beginning and enough to know it by.
    package static let window = 9_600
    /// So much is silence.
    private static let silence: Float = 1e-4

    /// Nothing yet.
    package init() {}

    /// Puts a sound on a frame, 0 or more, and returns its index. Silence before its first sample is none of it.
    @discardableResult
    package mutating func add(_ samples: [Float], at frame: Int) -> Int {
        let end = frame + samples.count
        if mix.count < end { mix += [Float](repeating: 0, count: end - mix.count) }
        for (index, sample) in samples.enumerated() { mix[frame + index] += sample }
        let lead = samples.firstIndex { abs($0) > Self.silence } ?? 0
        sounds.append((frame + lead, Array(samples[lead...])))
        return sounds.count - 1
    }

    /// Seeks a sound in one channel, after all others have been subtracted from it as they should be.
    ///
    /// - Parameters:
    ///   - offset: the frame of `captured` on which frame 0 should lie.
    ///   - reach: how many frames sooner and later than its frame it is sought.
    /// - Returns: the best place; nil where the channel does not hold all of the stretch.
    package func find(sound index: Int, in captured: [Float], offset: Int, reach: Int) -> Place? {
        let (frame, samples) = sounds[index]
        let template = Array(samples.prefix(Self.window))
        let first = frame - reach
        let count = template.count + 2 * reach
        guard first + offset >= 0, first + offset + count <= captured.count, !template.isEmpty else { return nil }
        var rest = Array(captured[first + offset..<first + offset + count])
        for place in 0..<count where mix.indices.contains(first + place) { rest[place] -= mix[first + place] }
        for (place, sample) in samples.prefix(template.count + reach).enumerated() { rest[reach + place] += sample }
        let energy = DotProduct.of(template.span, template.span)
        let places = (0...2 * reach).map { start in
            Place(lag: start - reach, confidence: correlation(of: template, energy: energy, in: rest, at: start).value)
        }
        return places.max { $0.confidence < $1.confidence }
    }
}
