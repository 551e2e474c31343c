import ThudCore

/// Finds the sounds of a program in a capture: all occurrences of a learnt sound, or any onset.
package enum AnswerFinder {
    /// A place at which the program made a sound. The rivalry of an occurrence is what it leaves unexplained there,
    /// relative to what it would leave at the best other place nearby. An onset has confidence and gain 1, and rivalry
    /// 1 if another sound may hide its beginning.
    package typealias Sound = MatchedFilter.Match

    /// The least likeness of an occurrence.
    private static let leastConfidence = 0.6
    /// The softest occurrence relative to what was learnt.
    private static let leastGain = 0.1
    /// How many frames two occurrences are apart at least: 20 ms.
    private static let apart = 960
    /// The energy just before an occurrence relative to that just after, above which it is the tail of another one.
    private static let mostBefore = 0.5
    /// The energy of silence relative to a sound's: it is 60 dB softer.
    private static let silence = 1e-6

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
        let centred = Whitening.centred(signal)
        let signal = sound.whitening.applied(to: signal)
        guard signal.count > sound.template.count else { return [] }
        let filter = MatchedFilter(sound.template)
        // A silent frame at either end shows how far a peak at the edge lies between frames.
        let heard = MatchedFilter.Excerpt(signal, from: -1, count: signal.count + 2)
        var best: [(place: Int, confidence: Double)] = []
        for place in 1...1 + signal.count - sound.template.count where filter.loudness(heard, at: place) > leastGain {
            let confidence = filter.confidence(in: heard, at: place)
            guard confidence >= leastConfidence else { continue }
            let onset = place + sound.lead
            // The tail of a tone resembles its beginning, but it does not begin there.
            guard heard.energy(of: onset - attack..<onset) <= mostBefore * heard.energy(of: onset..<onset + attack)
            else { continue }
            if let last = best.last, place - last.place < apart {
                if confidence > last.confidence { best[best.count - 1] = (place, confidence) }
            } else {
                best.append((place, confidence))
            }
        }
        // A tone that grows resembles itself a period earlier. Nothing is left there without the better match.
        func isShadow(_ index: Int) -> Bool {
            let (place, end) = (best[index].place, best[index].place + sound.template.count)
            let others = best[(index + 1)...].prefix { $0.place < end }
            guard let better = others.max(by: { $0.confidence < $1.confidence }),
                better.confidence > best[index].confidence
            else { return false }
            var rest = Array(heard.samples[place..<end])
            let gain = better.confidence * filter.loudness(heard, at: better.place)
            filter.add(-gain, at: Double(better.place - place), to: &rest)
            return DotProduct.of(rest.span, rest.span) < leastRest * heard.energy(of: place..<end)
        }
        let jumps = Onsets.find(in: signal, sampleRate: sampleRate).filter { $0.rise >= clearRise }
        // A tone that begins in another phase than the learnt one resembles it best beside its beginning.
        func jump(beside frame: Double) -> Double? {
            let loudest = jumps.filter { abs(Double($0.frame) - frame) < Double(apart) }.max { $0.rise < $1.rise }
            guard let start = loudest?.frame, abs(Double(start) - frame) > mostOff, goesOn(from: start, to: Int(frame))
            else { return nil }
            func energy(_ frame: Int) -> Double { heard.energy(of: frame + 1..<frame + 1 + attack) }
            return energy(start) >= leastAttack * energy(Int(frame)) ? Double(start) : nil
        }
        let period = sound.period
        // What precedes the sound is another one, such as that of a drum, unless it is the same tone. A tone that
        // decays resembles the learnt one best within half a period of its beginning, and one that lasts anywhere.
        func goesOn(from start: Int, to end: Int) -> Bool {
            guard start < end else { return true }
            guard let period, end + period <= centred.count else { return false }
            let later = centred.span.extracting(start + period..<end + period)
            let length = sound.template.count
            let lasts =
                2 * heard.energy(of: start + length..<start + 2 * length) >= heard.energy(of: start..<start + length)
            return (lasts || 2 * (end - start) <= period)
                && MatchedFilter.likeness(centred.span.extracting(start..<end), later) >= LearnedSound.likeAgain
        }
        // Over the tail of the sound before it, a tone resembles the learnt one at several places, a period apart.
        func rivalry(_ place: Int) -> Double {
            let places = max(0, place - apart)...min(heard.samples.count - sound.template.count, place + apart)
            let likeness = places.map { filter.confidence(in: heard, at: $0) }
            let rivals = likeness.indices.dropFirst().dropLast().filter {
                likeness[$0] >= max(leastConfidence, likeness[$0 - 1], likeness[$0 + 1])
                    && abs(places.lowerBound + $0 - place) > Int(mostOff)
            }
            // What is merely disturbed, such as a click that is faded in, resembles the sound nowhere else.
            guard let rival = rivals.map({ MatchedFilter.crest(likeness, at: $0) }).max() else { return 0 }
            // A program whose sounds are converted to another rate begins them between two frames.
            let peak = MatchedFilter.crest(likeness, at: place - places.lowerBound)
            return min(1, max(0, 1 - peak * peak) / max(1e-9, 1 - rival * rival))
        }
        // A timer may make the same sound just before or after an answer. It is what is left without the better match.
        func isDouble(_ place: Double, _ gain: Double) -> Bool {
            let start = Int(place) - apart
            let own = Int(place) + sound.lead
            let least = leastDouble * heard.energy(of: own..<own + attack)
            var rest = MatchedFilter.Excerpt(heard.samples, from: start, count: 2 * apart + sound.template.count)
                .samples
            filter.add(-gain, at: place - Double(start), to: &rest)
            let left = MatchedFilter.Excerpt(rest, from: 0, count: rest.count)
            return (0...2 * apart).contains { other in
                let onset = other + sound.lead
                let energy = left.energy(of: onset..<onset + attack)
                return abs(other - apart) > Int(mostOff) && energy >= least
                    && left.energy(of: onset - attack..<onset) <= mostBefore * energy
                    && filter.confidence(in: left, at: other) >= likeness
            }
        }
        return best.indices.filter { !isShadow($0) }.compactMap { index in
            let (place, peak) = best[index]
            let fraction = filter.fraction(around: place, peak, heard)
            let (frame, gain) = (Double(place - 1 + sound.lead) + fraction, peak * filter.loudness(heard, at: place))
            let jump = jump(beside: frame)
            // If a gap moved the rest of a deep tone, it may resemble the learnt one most in the silence before it.
            let onset = place + sound.lead
            let least = silence * heard.energy(of: place..<place + sound.template.count)
            guard jump != nil || heard.energy(of: onset..<onset + attack) > least else { return nil }
            let isRival = isDouble(Double(place) + fraction, gain)
            return Sound(
                frame: jump ?? frame, confidence: min(1, peak), gain: gain,
                rivalry: isRival ? 1 : jump == nil ? rivalry(place) : 0)
        }
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

    /// The rise of a jump out of silence (40 dB), and by how many frames it must contradict the learnt sound.
    private static let clearRise = 10_000.0
    private static let mostOff = 24.0
    /// The energy at such a jump relative to that at the learnt beginning. What is softer only precedes the sound.
    private static let leastAttack = 0.1

    /// The share of the energy that is left of a sound of its own without a better match after it.
    private static let leastRest = 0.2
    /// The least likeness of the same sound within 20 ms, and the least energy of its beginning, relative to the other.
    private static let (likeness, leastDouble) = (0.75, 0.25)
    /// The frames before and after an onset whose energies are compared: 4 ms.
    private static let attack = 192

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
