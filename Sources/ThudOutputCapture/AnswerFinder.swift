import ThudCore

/// Finds the sounds of a program in a capture: all occurrences of a learnt sound, or any onset.
package enum AnswerFinder {
    /// A place at which the program made a sound. The rivalry of an occurrence is what it leaves unexplained there,
    /// relative to what it would leave at the best other place nearby. An onset has confidence and gain 1, and rivalry
    /// 1 if another sound may hide its beginning.
    package typealias Sound = MatchedFilter.Match

    /// The least likeness of an occurrence.
    static let leastConfidence = 0.6
    /// How many frames two occurrences are apart at least: 20 ms.
    static let apart = 960

    package static func onsets(in signal: [Float], sampleRate: Int = 48_000) -> [Sound] {
        let centred = Whitening.centred(signal)
        let (block, near) = (max(1, sampleRate / 200), 30 * sampleRate / 1_000)
        let new = Onsets.find(in: Novelty.of(centred, sampleRate: sampleRate), sampleRate: sampleRate)
        let loud = Onsets.find(in: Whitening(of: signal).applied(to: signal), sampleRate: sampleRate)
        // In noise the loudness may rise before anything new stands out.
        let clearest = new.map { onset in
            let other = loud.first { onset.rise < clearNovelty && abs($0.frame - onset.frame) < near } ?? onset
            return (frame: min(onset.frame, other.frame), rise: max(onset.rise, other.rise))
        }
        let others = loud.filter { other in !new.contains { abs($0.frame - other.frame) < near } }
        let energies = DotProduct.energies(of: centred, inBlocksOf: block)
        let quiet = energies.sorted().prefix(1 + energies.count / 20)
        let background = quiet.reduce(0, +) / Double(max(1, quiet.count))
        return (clearest + others).sorted { $0.frame < $1.frame }.map { onset in
            let place = onset.frame / block
            let (before, after) = (energies.prefix(place).suffix(2), energies.dropFirst(place).prefix(4))
            let isHidden = onset.rise < clearNovelty && before.reduce(0, +) / 2 > mostBackground * background
            let isEnd = (after.max() ?? 0) < leastGrowth * (before.max() ?? 0)
            return Sound(frame: Double(onset.frame), confidence: 1, gain: 1, rivalry: isHidden || isEnd ? 1 : 0)
        }
    }

    /// The rise of what is new at a beginning that is certain (15 dB), and the energy before any other one relative to
    /// the background's, above which another sound may hide its first milliseconds.
    private static let (clearNovelty, mostBackground) = (30.0, 4.0)
    /// The energy within 20 ms of a beginning, relative to that before it. What grows less may be a sound's cut end.
    private static let leastGrowth = 1.2

    /// Returns at which frames a signal is so loud that it may hide the beginning of a sound as soft as the softest of
    /// `sounds`.
    package static func covers(_ frames: [Int], in signal: [Float], _ sounds: [Sound]) -> [Bool] {
        let heard = MatchedFilter.Excerpt(Whitening.centred(signal), from: 0, count: signal.count)
        func energy(_ frame: Int) -> Double { heard.energy(of: frame..<frame + apart) }
        let softest = sounds.map { energy(Int($0.frame)) }.min() ?? 0
        return frames.map { energy($0) > leastCover * softest }
    }

    /// The energy of what may hide a sound, relative to the sound's own: it is 12 dB softer.
    private static let leastCover = 0.0625

    /// Returns every occurrence of a sound in the signal, in order.
    package static func occurrences(of sound: LearnedSound, in signal: [Float], sampleRate: Int = 48_000) -> [Sound] {
        OccurrenceSearch(for: sound, in: signal, sampleRate: sampleRate)?.occurrences() ?? []
    }

    /// Looks for a learnt sound under others at the places at which it is expected.
    ///
    /// - Parameters:
    ///   - windows: the first and last frame on which each sound may begin.
    ///   - leastGain: the least loudness, relative to what was learnt.
    /// - Returns: the best match in each window, which is not the sound itself unless it is sure.
    package static func hidden(
        _ sound: LearnedSound, in signal: [Float], _ windows: [ClosedRange<Int>], leastGain: Double
    ) -> [Sound?] {
        let signal = sound.whitening.applied(to: signal)
        let filter = MatchedFilter(sound.template)
        return windows.map { window in
            let places = window.lowerBound - sound.lead...window.upperBound - sound.lead
            guard var found = filter.best(in: signal, places, leastGain: leastGain) else { return nil }
            // A tone has its rivals a period away, and something else nearby may be more like the sound.
            let around = filter.best(in: signal, places.lowerBound - apart...places.upperBound + apart)
            found.rivalry = around?.frame == found.frame ? around?.rivalry ?? 1 : 1
            found.frame += Double(sound.lead)
            return found
        }
    }

    /// Finds each sound of a program's stream again in the sink's signal of the same time line, at most `reach` frames
    /// later; nil if it is not heard there. Other sounds may be louder there, so the delay that most of them have in
    /// common decides.
    package static func same(_ sounds: [Sound], of stream: [Float], in sink: [Float], reach: Int) -> [Sound?] {
        let whitening = Whitening(of: sink)
        let (stream, sink) = (whitening.applied(to: stream), whitening.applied(to: sink))
        // What the stream holds there is the best template, because two answers are seldom quite the same.
        let filters = sounds.map { heard in
            let start = Int(heard.frame.rounded()) - LearnedSound.preroll
            return MatchedFilter(MatchedFilter.Excerpt(stream, from: start, count: LearnedSound.length).samples)
        }
        func match(_ place: Int, _ window: ClosedRange<Int>) -> Sound? {
            let start = Int(sounds[place].frame.rounded()) - LearnedSound.preroll
            var found = filters[place].best(in: sink, start + window.lowerBound...start + window.upperBound)
            found?.frame += sounds[place].frame - Double(start)
            return found
        }
        // A program may make the same sound twice within `reach`, so a match that is nearly as good but earlier counts.
        func first(_ place: Int) -> Sound? {
            var best = match(place, 0...reach)
            while let later = best, case let end = Int(later.frame - sounds[place].frame) - apart, end >= 0,
                let earlier = match(place, 0...end), earlier.confidence >= mostlyAlike * later.confidence
            {
                best = earlier
            }
            return best
        }
        let anywhere = sounds.indices.map(first)
        let usual = usual(zip(sounds, anywhere).compactMap { heard, found in found.map { $0.frame - heard.frame } })
        return zip(sounds.indices, anywhere).map { place, anywhere in
            let near = usual.flatMap { match(place, max(0, $0 - closeness)...$0 + closeness) }
            if let near, near.confidence >= leastHeard { return near }
            return anywhere.flatMap { $0.confidence >= leastConfidence ? $0 : nil }
        }
    }

    /// Returns the delay, in frames, that at least half of the sounds share; nil if there is none.
    private static func usual(_ delays: [Double]) -> Int? {
        func sharing(_ delay: Double) -> Int { delays.count { abs($0 - delay) < Double(closeness) / 2 } }
        guard let best = delays.max(by: { sharing($0) < sharing($1) }), 2 * sharing(best) >= max(4, delays.count) else {
            return nil
        }
        return Int(best.rounded())
    }

    /// The likeness of an earlier match, relative to the best one, that makes both the same sound.
    private static let mostlyAlike = 0.97
    /// How far from the usual delay a sound is looked for first, in frames: a millisecond.
    private static let closeness = 48
    /// The least likeness at the usual delay, at which chance hardly ever puts anything.
    private static let leastHeard = 0.3
}
