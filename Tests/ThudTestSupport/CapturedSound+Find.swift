import ThudCore

extension CapturedSound {
    /// A position at which a template was found.
    package struct Occurrence: Sendable {
        /// The frame at which the template starts.
        package var frame: Int
        /// When that frame came out.
        package var instant: Instant
        /// The normalised correlation there, at most 1: 1 is the template alone, at any loudness.
        package var confidence: Float
        /// The loudness relative to the template.
        package var gain: Float
    }

    /// Returns every position in one channel at which `template` sounds, found by normalised cross-correlation.
    ///
    /// It first looks for the template's 512 loudest frames, and compares the whole template only at the positions
    /// found. Long templates thus stay cheap. Of overlapping positions it returns the best.
    ///
    /// - Parameter confidence: the least correlation that counts; music below the template lowers the correlation.
    package func find(_ template: [Float], confidence: Float = 0.5, channel: Int = 0) -> [Occurrence] {
        let samples = channels[channel]
        guard !template.isEmpty, samples.count >= template.count else { return [] }
        let coreStart = loudestPart(of: template, frames: 512)
        let core = Array(template[coreStart..<min(coreStart + 512, template.count)])
        let energy = DotProduct.of(template.span, template.span)
        var found: [Occurrence] = []
        let places = correlations(of: core, in: samples, offset: coreStart, last: samples.count - template.count)
        for (frame, coarse) in places where coarse >= 0.8 * confidence {
            let (whole, gain) = correlation(of: template, energy: energy, in: samples, at: frame)
            guard whole >= confidence else { continue }
            let occurrence = Occurrence(
                frame: frame, instant: instant(ofFrame: frame), confidence: whole, gain: gain)
            if let last = found.last, frame - last.frame < template.count {
                if whole > last.confidence { found[found.count - 1] = occurrence }
            } else {
                found.append(occurrence)
            }
        }
        return found
    }
}

/// Returns the start of the loudest run of `frames` frames.
private func loudestPart(of template: [Float], frames: Int) -> Int {
    guard template.count > frames else { return 0 }
    var energy = template[..<frames].reduce(0) { $0 + $1 * $1 }
    var best = (energy: energy, start: 0)
    for start in 1...(template.count - frames) {
        energy += template[start + frames - 1] * template[start + frames - 1]
        energy -= template[start - 1] * template[start - 1]
        if energy > best.energy { best = (energy, start) }
    }
    return best.start
}

/// Returns the frames 0...last at which `core`, shifted by `offset`, correlates at all, with the normalised
/// correlation.
private func correlations(of core: [Float], in samples: [Float], offset: Int, last: Int) -> [(Int, Float)] {
    let energy = DotProduct.of(core.span, core.span)
    var result: [(Int, Float)] = []
    for frame in 0...last {
        let (value, _) = correlation(of: core, energy: energy, in: samples, at: frame + offset)
        if value > 0.1 { result.append((frame, value)) }
    }
    return result
}

/// Returns the normalised correlation of a template of known energy with the samples from `start`, and the best gain.
func correlation(
    of template: [Float], energy: Double, in samples: [Float], at start: Int
) -> (value: Float, gain: Float) {
    let part = samples.span.extracting(start..<start + template.count)
    let product = DotProduct.of(template.span, part)
    let scale = (DotProduct.of(part, part) * energy).squareRoot()
    guard scale > 1e-6 else { return (0, 0) }
    // Single-precision rounding may exceed 1 slightly.
    return (Float(min(1, product / scale)), Float(product / energy))
}
