import ThudCore

/// The beginning of a sound that nobody described in advance, learnt from places at which a signal repeats it.
///
/// Signals are compared after their background is whitened, which weakens hum and the bass of music.
package struct LearnedSound: Sendable {
    /// The whitened sound, with a little of what precedes it.
    let template: [Float]
    let whitening: Whitening
    /// How many frames of the template precede the sound's first sample.
    let lead: Int

    /// The most frames that are compared, and how many of them precede a candidate.
    static let length = 2_048
    static let preroll = 192
    /// How many stimuli that sounds follow, and how many candidates after each, are looked at.
    private static let stimuli = 16
    private static let candidates = 3
    /// How many frames before that are compared with a sound's first ones. With the preroll's first quarter they last
    /// 7 ms, in which the tail of a tone from 70 Hz on swings once.
    private static let quiet = 288
    /// How far a candidate's place may be wrong, in frames.
    private static let slack = 144
    /// The least likeness of two candidates that are the same sound.
    private static let likeness = 0.8
    /// The fewest stimuli that the same sound must follow.
    private static let fewest = 3
    /// The share of the peak at which a sound begins.
    private static let beginning: Float = 0.01

    /// Returns the sounds that follow several of the first stimuli, the most frequent one first.
    ///
    /// - Parameters:
    ///   - signal: the captured signal.
    ///   - stimuli: their frames in the signal.
    ///   - reach: how many frames after a stimulus an answer may begin.
    package static func learn(
        from signal: [Float], stimuli: [Int], reach: Int, sampleRate: Int = 48_000
    ) -> [LearnedSound] {
        let whitening = Whitening(of: signal)
        let signal = whitening.applied(to: signal)
        let onsets = Onsets.find(in: signal, sampleRate: sampleRate)
        var segments: [(stimulus: Int, frame: Int)] = []
        var number = 0
        for stimulus in stimuli where number < Self.stimuli {
            let near = onsets.filter { $0.frame >= stimulus && $0.frame < stimulus + reach }
            if !near.isEmpty { number += 1 }
            segments += near.sorted { $0.rise > $1.rise }.prefix(candidates).map {
                (stimulus: number, frame: $0.frame)
            }
        }
        let length = loudLength(of: segments.map { $0.frame - preroll }, in: signal)
        // An onset within reach of several stimuli is a segment of each, so what counts as taken is the onset.
        var taken: Set<Int> = []
        var sounds: [LearnedSound] = []
        let alike = segments.map { partners(of: $0, among: segments, in: signal, length) }
        for place in segments.indices.sorted(by: { alike[$0].count > alike[$1].count }) {
            let onsets = (alike[place].map(\.segment) + [place]).map { segments[$0].frame }
            guard onsets.count >= fewest, taken.isDisjoint(with: onsets) else { continue }
            taken.formUnion(onsets)
            let frames = [segments[place].frame - preroll] + alike[place].map(\.frame)
            if let sound = LearnedSound(frames, in: signal, length, whitening) { sounds.append(sound) }
        }
        return sounds
    }

    /// Averages what is heard at these frames, and cuts the silence before its first sample; nil if there is nothing.
    private init?(_ frames: [Int], in signal: [Float], _ length: Int, _ whitening: Whitening) {
        let heard = (-Self.quiet..<length).map { offset in
            frames.map { $0 + offset }.filter(signal.indices.contains).map { signal[$0] }
        }
        let average = heard.map { $0.reduce(0, +) / Float(max(1, $0.count)) }
        let peak = average.map(abs).max() ?? 0
        guard peak > 0 else { return nil }
        let before = average.prefix(Self.quiet + Self.preroll / 4).map(abs).max() ?? 0
        let least = max(peak * Self.beginning, 2 * before)
        // Another sound just before a single one of them is in the average, but not in the median.
        let first = heard.indices.dropFirst(Self.quiet).first { offset in
            let samples = heard[offset].sorted()
            return abs(average[offset]) > least && abs(samples[samples.count / 2]) > least / 2
        }
        let onset = first ?? Self.quiet
        lead = min(onset - Self.quiet, Self.preroll)
        template = Array(average[(onset - lead)...])
        self.whitening = whitening
    }

    /// After how many frames the sound resembles itself again, as a tone does; nil for a sound without a pitch.
    var period: Int? {
        let likeness = (1...template.count / 2).map { lag in
            let span = template.span
            return MatchedFilter.likeness(span.extracting(droppingLast: lag), span.extracting(droppingFirst: lag))
        }
        let later = likeness.indices.drop { likeness[$0] > 0 }
        return later.max { likeness[$0] < likeness[$1] }.flatMap { likeness[$0] >= Self.likeAgain ? $0 + 1 : nil }
    }

    /// The least likeness of a tone and the same tone a period later.
    static let likeAgain = 0.5

    /// Returns for how many frames the sounds that begin at these frames are well above what precedes them. Noise that
    /// follows a short sound would make all of them unlike.
    private static func loudLength(of frames: [Int], in signal: [Float]) -> Int {
        let heard = MatchedFilter.Excerpt(signal, from: 0, count: signal.count)
        let energies = stride(from: 0, to: length, by: step).map { offset in
            frames.reduce(0.0) { $0 + heard.energy(of: $1 + offset..<$1 + offset + step) }
        }
        let noise = (energies[0] + energies[1]) / 2
        let excess = energies.map { max(0, $0 - noise) }
        var missing = enough * excess.reduce(0, +)
        let needed = excess.prefix { energy in
            defer { missing -= energy }
            return missing > 0
        }
        return max(2 * preroll, needed.count * step)
    }

    /// The frames whose energies are compared, and the share of a sound's energy that identifies it.
    private static let (step, enough) = (64, 0.9)

    /// Returns the segments of other stimuli that sound alike, the best one for each, with their exact beginnings.
    private static func partners(
        of segment: (stimulus: Int, frame: Int), among all: [(stimulus: Int, frame: Int)], in signal: [Float],
        _ length: Int
    ) -> [(segment: Int, frame: Int)] {
        let start = segment.frame - preroll
        guard start >= 0, start + length <= signal.count else { return [] }
        let filter = MatchedFilter(Array(signal[start..<start + length]))
        var best: [Int: (confidence: Double, segment: Int, frame: Int)] = [:]
        for (place, other) in all.enumerated() where other.stimulus != segment.stimulus {
            let middle = other.frame - preroll
            guard let match = filter.best(in: signal, middle - slack...middle + slack), match.confidence >= likeness,
                match.confidence > best[other.stimulus]?.confidence ?? 0
            else { continue }
            best[other.stimulus] = (match.confidence, place, Int(match.frame.rounded()))
        }
        // In order, because the order in which samples are summed changes the sum.
        return best.values.map { (segment: $0.segment, frame: $0.frame) }.sorted { $0.segment < $1.segment }
    }
}

/// The places of a signal at which its loudness jumps.
package enum Onsets {
    /// A frame, and the energy after it relative to that before.
    package typealias Onset = (frame: Int, rise: Double)

    /// How many blocks, whose energies are compared, precede a jump, and how far apart two onsets are at least.
    private static let before = 10
    private static let apart = 30
    /// By how much the energy must rise.
    private static let leastRise = 6.0
    /// Energies below this share of the loudest block are silence: 60 dB.
    private static let silence = 1e-6

    /// Returns the onsets of a signal in order, each on the first sample that stands out.
    package static func find(in signal: [Float], sampleRate: Int) -> [Onset] {
        // A block lasts a millisecond at any rate. In shorter ones a sound that fades in would not jump.
        let block = max(1, sampleRate / 1000)
        let energies = DotProduct.energies(of: signal, inBlocksOf: block)
        let count = energies.count
        let floor = max(1e-9, silence * (energies.max() ?? 0))
        var onsets: [Onset] = []
        var next = before
        while next < count {
            let earlier = energies[next - before..<next].reduce(0, +) / Double(before) + floor
            let rise = energies[next] / earlier
            guard rise >= leastRise else {
                next += 1
                continue
            }
            // The energy may rise further in the next blocks, which belong to the same onset.
            let loudest = (next..<min(count, next + 3)).max { energies[$0] < energies[$1] } ?? next
            let frame = beginning(in: signal, around: next * block, block, earlier)
            onsets.append((frame, energies[loudest] / earlier))
            next += apart
        }
        return onsets
    }

    /// Returns the first sample around the start of a block that is well above the noise before it.
    private static func beginning(in signal: [Float], around frame: Int, _ block: Int, _ earlier: Double) -> Int {
        let window = max(0, frame - block)..<min(signal.count, frame + block)
        let noise = Float((earlier / Double(block)).squareRoot())
        let peak = signal[window].map(abs).max() ?? 0
        return window.first { abs(signal[$0]) > max(4 * noise, 0.02 * peak) } ?? frame
    }
}
