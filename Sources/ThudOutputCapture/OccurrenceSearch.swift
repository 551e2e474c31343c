import ThudCore

/// A search for every occurrence of a learnt sound in a signal.
struct OccurrenceSearch {
    typealias Sound = AnswerFinder.Sound
    /// A frame of `heard` at which the signal resembles the sound most, and its likeness.
    private typealias Peak = (place: Int, confidence: Double)

    private let sound: LearnedSound
    private let filter: MatchedFilter
    /// The frames of the learnt sound.
    private let length: Int
    /// After how many frames the learnt sound resembles itself; nil for one without a pitch.
    private let period: Int?
    /// The signal as it was captured.
    private let centred: [Float]
    /// The signal with its background whitened. A silent frame at either end shows how far a peak at the edge lies
    /// between frames.
    private let heard: MatchedFilter.Excerpt
    /// The beginnings out of silence.
    private let jumps: [Onsets.Onset]

    /// Prepares the search; nil if the signal is shorter than the sound.
    init?(for sound: LearnedSound, in signal: [Float], sampleRate: Int) {
        guard signal.count > sound.template.count else { return nil }
        self.sound = sound
        filter = MatchedFilter(sound.template)
        length = sound.template.count
        period = sound.period
        centred = Whitening.centred(signal)
        let whitened = sound.whitening.applied(to: signal)
        heard = MatchedFilter.Excerpt(whitened, from: -1, count: whitened.count + 2)
        jumps = Onsets.find(in: whitened, sampleRate: sampleRate).filter { $0.rise >= Self.clearRise }
    }

    /// Returns the occurrences in order.
    func occurrences() -> [Sound] {
        let peaks = peaks()
        return peaks.indices.filter { !isShadow(peaks[$0], before: peaks[($0 + 1)...]) }.compactMap {
            occurrence(peaks[$0])
        }
    }

    // MARK: Peaks

    /// The least likeness of an occurrence.
    private static let leastConfidence = AnswerFinder.leastConfidence
    /// The softest occurrence relative to what was learnt.
    private static let leastGain = 0.1
    /// How many frames two occurrences are apart at least.
    private static let apart = AnswerFinder.apart
    /// The energy just before an occurrence relative to that just after, above which it is the tail of another one.
    private static let mostBefore = 0.5
    /// The frames before and after an onset whose energies are compared: 4 ms.
    private static let attack = 192

    /// Returns the places at which the signal resembles the sound most.
    private func peaks() -> [Peak] {
        var peaks: [Peak] = []
        for place in 1...heard.samples.count - 1 - length where filter.loudness(heard, at: place) > Self.leastGain {
            let confidence = filter.confidence(in: heard, at: place)
            // The tail of a tone resembles its beginning, but it does not begin there.
            guard confidence >= Self.leastConfidence, begins(at: place, in: heard) else { continue }
            if let last = peaks.last, place - last.place < Self.apart {
                if confidence > last.confidence { peaks[peaks.count - 1] = (place, confidence) }
            } else {
                peaks.append((place, confidence))
            }
        }
        return peaks
    }

    /// Whether a signal grows on the frame on which the sound would begin.
    private func begins(at place: Int, in signal: MatchedFilter.Excerpt) -> Bool {
        let onset = place + sound.lead
        return signal.energy(of: onset - Self.attack..<onset) <= Self.mostBefore * beginning(place, in: signal)
    }

    /// Returns the energy of a signal just after the frame on which the sound would begin.
    private func beginning(_ place: Int, in signal: MatchedFilter.Excerpt) -> Double {
        let onset = place + sound.lead
        return signal.energy(of: onset..<onset + Self.attack)
    }

    /// The share of the energy that is left of a sound of its own without a better match after it.
    private static let leastRest = 0.2

    /// Whether a peak is only a better one that begins later. A tone that grows resembles itself a period earlier.
    /// Nothing is left there without the better match.
    private func isShadow(_ peak: Peak, before later: ArraySlice<Peak>) -> Bool {
        let (place, end) = (peak.place, peak.place + length)
        let better = later.prefix { $0.place < end }.max { $0.confidence < $1.confidence }
        guard let better, better.confidence > peak.confidence else { return false }
        var rest = Array(heard.samples[place..<end])
        let gain = better.confidence * filter.loudness(heard, at: better.place)
        filter.add(-gain, at: Double(better.place - place), to: &rest)
        return DotProduct.of(rest.span, rest.span) < Self.leastRest * heard.energy(of: place..<end)
    }

    // MARK: Beginnings

    /// The energy of silence relative to a sound's: it is 60 dB softer.
    private static let silence = 1e-6

    /// Returns the sound at a peak; nil if there is only silence at its beginning.
    private func occurrence(_ peak: Peak) -> Sound? {
        let place = peak.place
        let fraction = filter.fraction(around: place, peak.confidence, heard)
        let frame = Double(place - 1 + sound.lead) + fraction
        let gain = peak.confidence * filter.loudness(heard, at: place)
        let jump = jump(beside: frame)
        // If a gap moved the rest of a deep tone, it may resemble the learnt one most in the silence before it.
        let least = Self.silence * heard.energy(of: place..<place + length)
        guard jump != nil || beginning(place, in: heard) > least else { return nil }
        let isRival = isDouble(Double(place) + fraction, gain)
        return Sound(
            frame: jump ?? frame, confidence: min(1, peak.confidence), gain: gain,
            rivalry: isRival ? 1 : jump == nil ? rivalry(place) : 0)
    }

    /// The rise of a jump out of silence (40 dB), and by how many frames it must contradict the learnt sound.
    private static let clearRise = 10_000.0
    private static let mostOff = 24.0
    /// The energy at such a jump relative to that at the learnt beginning. What is softer only precedes the sound.
    private static let leastAttack = 0.1

    /// Returns the frame of a jump at which the sound really begins. A tone that begins in another phase than the
    /// learnt one resembles it best beside its beginning.
    private func jump(beside frame: Double) -> Double? {
        let near = jumps.filter { abs(Double($0.frame) - frame) < Double(Self.apart) }
        guard let start = near.max(by: { $0.rise < $1.rise })?.frame, abs(Double(start) - frame) > Self.mostOff,
            goesOn(from: start, to: Int(frame))
        else { return nil }
        func energy(_ frame: Int) -> Double { heard.energy(of: frame + 1..<frame + 1 + Self.attack) }
        return energy(start) >= Self.leastAttack * energy(Int(frame)) ? Double(start) : nil
    }

    /// Whether the same tone goes on between two frames. Otherwise what precedes the sound is another one, such as that
    /// of a drum. A tone that decays resembles the learnt one best within half a period of its beginning, and one that
    /// lasts anywhere.
    private func goesOn(from start: Int, to end: Int) -> Bool {
        guard start < end else { return true }
        guard let period, end + period <= centred.count else { return false }
        let middle = start + length
        let lasts = 2 * heard.energy(of: middle..<middle + length) >= heard.energy(of: start..<middle)
        guard lasts || 2 * (end - start) <= period else { return false }
        let later = centred.span.extracting(start + period..<end + period)
        return MatchedFilter.likeness(centred.span.extracting(start..<end), later) >= LearnedSound.likeAgain
    }

    // MARK: Rivals

    /// Returns how much this place leaves unexplained, relative to the best other one nearby. Over the tail of the
    /// sound before it, a tone resembles the learnt one at several places, a period apart.
    private func rivalry(_ place: Int) -> Double {
        let places = max(0, place - Self.apart)...min(heard.samples.count - length, place + Self.apart)
        let likeness = places.map { filter.confidence(in: heard, at: $0) }
        let rivals = likeness.indices.dropFirst().dropLast().filter {
            likeness[$0] >= max(Self.leastConfidence, likeness[$0 - 1], likeness[$0 + 1])
                && abs(places.lowerBound + $0 - place) > Int(Self.mostOff)
        }
        // What is merely disturbed, such as a click that is faded in, resembles the sound nowhere else.
        guard let rival = rivals.map({ MatchedFilter.crest(likeness, at: $0) }).max() else { return 0 }
        // A program whose sounds are converted to another rate begins them between two frames.
        let peak = MatchedFilter.crest(likeness, at: place - places.lowerBound)
        return min(1, max(0, 1 - peak * peak) / max(1e-9, 1 - rival * rival))
    }

    /// The least likeness of the same sound within 20 ms, and the least energy of its beginning, relative to the other.
    private static let (likeness, leastDouble) = (0.75, 0.25)

    /// Whether the same sound begins just before or after this one, as a timer may make it beside an answer. It is what
    /// is left without the better match.
    private func isDouble(_ place: Double, _ gain: Double) -> Bool {
        let start = Int(place) - Self.apart
        let least = Self.leastDouble * beginning(Int(place), in: heard)
        var rest = MatchedFilter.Excerpt(heard.samples, from: start, count: 2 * Self.apart + length).samples
        filter.add(-gain, at: place - Double(start), to: &rest)
        let left = MatchedFilter.Excerpt(rest, from: 0, count: rest.count)
        return (0...2 * Self.apart).contains { other in
            abs(other - Self.apart) > Int(Self.mostOff) && beginning(other, in: left) >= least
                && begins(at: other, in: left) && filter.confidence(in: left, at: other) >= Self.likeness
        }
    }
}
