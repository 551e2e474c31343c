import ThudCore

/// The expected output of a program: overlapping sounds on their frames, to be found in the actual output.
package struct ExpectedMix: Sendable {
    /// The position at which a sound was found.
    package struct Place: Sendable {
        /// How many frames it is late.
        package var lag: Int
        /// The normalised correlation there, at most 1.
        package var confidence: Float
    }

    private var sounds: [(frame: Int, samples: [Float])] = []
    private var mix: [Float] = []

    /// How many frames of a sound are compared: 200 ms hold its beginning and enough to recognise it.
    package static let window = 9_600
    /// Samples below this count as silence.
    private static let silence: Float = 1e-4

    package init() {}

    /// Adds a sound on a frame, 0 or more, and returns its index. Leading silence does not count as part of it.
    @discardableResult
    package mutating func add(_ samples: [Float], at frame: Int) -> Int {
        let end = frame + samples.count
        if mix.count < end { mix += [Float](repeating: 0, count: end - mix.count) }
        for (index, sample) in samples.enumerated() { mix[frame + index] += sample }
        let lead = samples.firstIndex { abs($0) > Self.silence } ?? 0
        sounds.append((frame + lead, Array(samples[lead...])))
        return sounds.count - 1
    }

    /// Looks for a sound in one channel after subtracting all other sounds at their expected positions.
    ///
    /// - Parameters:
    ///   - offset: the frame of `captured` that corresponds to frame 0.
    ///   - reach: how many frames before and after its expected frame to search.
    /// - Returns: the best position; nil if the channel does not cover the whole search range.
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
