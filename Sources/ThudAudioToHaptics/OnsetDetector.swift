import Glibc
import ThudCore
import ThudSoundFiles

/// Finds onsets, each at the beginning of its attack, from two signs: a jump of the amplitude that is new in many
/// bands, and a peak of the flux of narrow bands. Neither sign is enough alone. A drum roll repeats the same
/// frequencies, but each stroke stands out from the ring of the one before. A soft note within a chord adds little
/// amplitude, but new frequencies.
struct OnsetDetector {
    private let sound: AnalysedSound
    private let middles: AnalysedSound
    private let highs: AnalysedSound
    private let features: SoundFeatures
    private let contour: AmplitudeContour
    private let flux: BandFlux
    private let options: TranscriptionOptions
    private let loudest: Double

    /// The share of the loudest level that quieter windows are raised to. Near silence everything would be new.
    private static let floor = 0.1
    /// The share of the amplitude that must be new for a jump at the default novelty: the amplitude must double. Less
    /// is not enough, because the beats of three low tones grow by four fifths as suddenly.
    private static let jump = 0.5
    /// The frequencies, in hertz, in which soft strikes stand out from a loud bass, and a drum without high ones does.
    private static let (high, middle) = (2_500.0...24_000, 300.0...2_500)
    /// The seconds before a covered strike. A low tone has high frequencies at one moment of its period alone.
    private static let hold = 0.045
    /// The mean rise of the audible bands that a jump needs for a novelty of 1, in decibels. At the default that is 2.2
    /// dB; a rumble reaches 2.
    private static let rise: Float = 7.3
    /// The same for a covered strike.
    private static let coveredRise: Float = 1
    /// How many times as large as any shortly before a jump must be that is not new in many bands.
    private static let unusual: Float = 5
    /// The fewest gaps between onsets that tell a rhythm.
    private static let beats = 3
    /// How many times as much as a strike of a texture sharp onsets stand out from what was before them.
    private static let farMore: Float = 2.5
    /// The flux for a novelty of 1, in decibels.
    private static let fullFlux: Float = 0.3
    /// The share, the rise and the flux of a soft strike, relative to the ones that suffice alone. A rise of the flux
    /// that lasts may begin as softly, as in a bowed note.
    private static let (softJump, softRise, softFlux): (Double, Float, Float) = (0.5, 0.25, 0.25)
    /// How many times the energy of a range must grow at a covered strike, and its least share of the largest.
    private static let (ratio, leastEnergy) = (2.0, 0.01)
    /// The least number of audible bands at a covered strike: a gliding tone has few.
    private static let bands = 12
    /// The hops on each side among which a peak of the flux must be the largest: 30 ms.
    private static let reach = 6
    /// The farthest hops on each side that, beyond ``reach``, raise the threshold: 80 ms. A note may follow after 100.
    private static let surroundings = 16
    /// Seconds around a peak of the flux in which its attack begins.
    private static let (before, after) = (0.015, 0.03)
    /// A peak of the flux this close to a jump, in seconds, is the same attack.
    private static let sameAttack = 0.05
    /// The same for a rise of the energy, whose place is better known.
    private static let sameRise = 0.04

    /// Analyses `sound`, whose samples and features are known.
    init<Stop>(
        of sound: Sound, _ analysed: AnalysedSound, _ features: SoundFeatures, _ options: TranscriptionOptions,
        checkpoint: () throws(Stop) -> Void
    ) throws(Stop) {
        self.sound = analysed
        middles = AnalysedSound(sound.limited(to: Self.middle))
        highs = AnalysedSound(sound.limited(to: Self.high))
        self.features = features
        self.options = options
        contour = AmplitudeContour(of: analysed, full: 0.025)
        loudest = features.loudest
        flux = try BandFlux(of: analysed, loudest: loudest, checkpoint: checkpoint)
    }

    /// Returns the onsets in chronological order, at least ``TranscriptionOptions/gap`` apart.
    func onsets() -> [Onset] {
        guard loudest > 0 else { return [] }
        var analyser = SpectrumAnalyser(sound, window: attackWindow())
        return candidates().compactMap { candidate in
            let spectrum = analyser.analyse(from: candidate.sample - rise)
            guard let centroid = spectrum.centroid else { return nil }
            let time = (Double(candidate.sample) / sound.sampleRate).wholeMicroseconds
            return Onset(time: time, level: spectrum.level, centroid: centroid)
        }
    }

    // MARK: - Candidates

    /// The beginning of an attack, and how much amplitude is new there.
    private struct Candidate {
        let sample: Int
        let growth: Float
    }

    /// Returns the attacks of all jumps and peaks in chronological order; of those too close, the strongest.
    private func candidates() -> [Candidate] {
        let strong = (strikes() + softStrikes()).sorted()
        let covered = coveredStrikes().filter { isFar($0, from: strong, seconds: Self.sameRise) }
        let sure = (strong + covered).sorted()
        let weak = textureStrikes(beside: sure).filter { isFar($0, from: sure, seconds: options.gap) }
        let struck = (sure + weak).sorted()
        let newer = peaks(above: Self.softFlux * threshold, lasting: threshold).compactMap(attack).filter {
            isFar($0, from: struck, seconds: Self.sameAttack)
        }
        return farApart((struck + newer).sorted().map(candidate))
    }

    /// Returns the strikes that peaks of a tone or of noise hide, as in a roll over an equally loud bass: there the
    /// energy of middle or high frequencies rises, and many bands with it. A pulse of a tone may come before the strike
    /// and lengthen the rise, so the strike is sought within it. The best of several places in noise proves nothing.
    private func coveredStrikes() -> [Int] {
        var test = StrikeTest(sound, loudest: loudest, before: Self.hold)
        var noise = NoiseTest(sound)
        let step = max(1, Int(0.004 * sound.sampleRate))
        return [middles, highs].flatMap {
            EnergyContour(of: $0).rises(ratio: Self.ratio, least: Self.leastEnergy)
        }.compactMap { start in
            let last = noise.isTone(at: start) ? start + 3 * step : start
            let rises = stride(from: start, through: last, by: step).map {
                (sample: $0, rise: test.rise(at: $0, across: Self.bands))
            }
            let best = rises.max { $0.rise < $1.rise }
            return best.flatMap { $0.rise >= Self.coveredRise * Float(options.novelty) ? $0.sample : nil }
        }
    }

    /// Returns the onsets in the second around a sample.
    private func near(_ sample: Int, of onsets: [Int]) -> ArraySlice<Int> {
        let reach = Int(0.5 * sound.sampleRate)
        return onsets[onsets.partitionPoint { $0 >= sample - reach }..<onsets.partitionPoint { $0 > sample + reach }]
    }

    /// Whether onsets follow each other like beats.
    private func isRhythm(_ onsets: ArraySlice<Int>) -> Bool {
        let least = options.gap * sound.sampleRate
        // Several signs of one onset lie close together.
        let gaps = zip(onsets.dropFirst(), onsets).map { Double($0 - $1) }.filter { $0 >= least }.sorted()
        return gaps.count >= Self.beats && TextureStrikes.areAlike(gaps)
    }

    /// Whether most onsets stand out from what was before them far more than a strike of which `share` is new.
    private func areSharp(_ onsets: ArraySlice<Int>, beside share: Float) -> Bool {
        guard onsets.count > Self.beats else { return false }
        let edge = Int(0.004 * sound.sampleRate)
        let shares = onsets.map { onset in
            contour.sharpest(in: max(0, onset - edge)..<min(onset + edge, sound.count))?.share ?? 0
        }.sorted()
        return 1 - share > Self.farMore * (1 - shares[shares.count / 2])
    }

    private func isFar(_ sample: Int, from others: [Int], seconds: Double) -> Bool {
        let index = others.partitionPoint { $0 >= sample }
        return others[max(0, index - 1)..<min(others.count, index + 1)].allSatisfy {
            Double(abs($0 - sample)) > seconds * sound.sampleRate
        }
    }

    /// Returns the strikes of textures. In a rhythm of other onsets weak ones are none. Between sharp onsets there are
    /// none at all: what jumps there is the rattle of a snare, or a cymbal.
    private func textureStrikes(beside others: [Int]) -> [Int] {
        TextureStrikes(sound, high: highs, scale: share / Self.jump).strikes().compactMap { strike in
            guard let sample = attack(of: strike.jump, in: strike.contour) else { return nil }
            let near = near(sample, of: others)
            return strike.isWeak && isRhythm(near) || areSharp(near, beside: strike.jump.share) ? nil : sample
        }
    }

    /// Returns the beginnings of the jumps that are new in many bands, or unlike anything shortly before.
    private func strikes() -> [Int] {
        var test = StrikeTest(sound, loudest: loudest, before: 0.024)
        let novelty = Float(options.novelty)
        return contour.jumps(share: share, growth: growth).compactMap { jump in
            guard let sample = attack(of: jump, in: contour) else { return nil }
            let rise = test.rise(at: sample)
            let isNew = rise >= Self.rise * novelty || jump.share >= Self.unusual * contour.largestShare(before: jump)
            return isNew ? sample : nil
        }
    }

    /// Returns the beginnings of weaker peaks of the flux at which the amplitude also jumps a little, as at a stroke
    /// over a loud bass.
    private func softStrikes() -> [Int] {
        var test = StrikeTest(sound, loudest: loudest, before: 0.024)
        return peaks(above: Self.softFlux * threshold, lasting: 0).compactMap { peak in
            // The end of the sound is new in many bands too.
            guard (peak + Self.reach) * flux.hop < sound.count,
                let jump = contour.sharpest(in: range(around: peak)), Double(jump.share) >= Self.softJump * share,
                let sample = attack(of: jump, in: contour),
                test.rise(at: sample) >= Self.softRise * Self.rise * Float(options.novelty)
            else { return nil }
            return sample
        }
    }

    private var threshold: Float { Self.fullFlux * Float(options.novelty) }

    private var growth: Float { Float(Self.floor * options.novelty) * contour.largest }

    /// The share of the amplitude that must be new for a jump.
    private var share: Double {
        let standard = TranscriptionOptions().novelty
        return options.novelty < standard ? Self.jump * options.novelty / standard : max(Self.jump, options.novelty)
    }

    private func candidate(at sample: Int) -> Candidate {
        let jump = contour.jump(at: sample / contour.step)
        return Candidate(sample: sample, growth: jump.largest - jump.held)
    }

    /// Returns the candidates without those that are closer than the gap to a stronger one that stays, in their order.
    /// Of equal ones the first is the stronger.
    private func farApart(_ candidates: [Candidate]) -> [Candidate] {
        // Half a millisecond less, because the beginning of an attack is known to the millisecond.
        let gap = max(1, Int(((options.gap - 0.0005) * sound.sampleRate).rounded(.up)))
        var open = candidates.map { _ in true }
        let strongestFirst = candidates.indices.sorted {
            (candidates[$0].growth, $1) > (candidates[$1].growth, $0)
        }
        for index in strongestFirst where open[index] {
            let sample = candidates[index].sample
            let first = candidates.partitionPoint { $0.sample > sample - gap }
            let end = candidates.partitionPoint { $0.sample >= sample + gap }
            for other in first..<end where other != index { open[other] = false }
        }
        return candidates.indices.filter { open[$0] }.map { candidates[$0] }
    }

    // MARK: - Peaks

    /// Returns the hops whose flux is a local maximum and exceeds the threshold. The usual flux before or after raises
    /// the threshold (as the moving median of Bello et al. 2005, 2.4), because a glide and noise keep changing.
    private func peaks(above threshold: Float, lasting: Float) -> [Int] {
        let values = flux.values
        return values.indices.filter { index in
            guard values[index] >= threshold, flux.lasting[index] >= lasting, isPeak(index) else { return false }
            let before = max(0, index - Self.surroundings)..<max(0, index - Self.reach)
            let after = min(values.count, index + Self.reach + 1)..<min(values.count, index + Self.surroundings + 1)
            return values[index] >= threshold + 2 * max(usual(in: before), usual(in: after))
        }
    }

    /// Returns the upper quartile of the flux, which fast notes do not reach, but a glide does.
    private func usual(in range: Range<Int>) -> Float {
        let sorted = flux.values[range].sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count * 3 / 4]
    }

    /// Whether a hop is a local maximum of the flux. Of equal neighbours the first is the peak.
    private func isPeak(_ index: Int) -> Bool {
        let values = flux.values
        return values[max(0, index - Self.reach)..<index].allSatisfy { $0 < values[index] }
            && values[index...min(values.count - 1, index + Self.reach)].allSatisfy { $0 <= values[index] }
    }

    // MARK: - Attacks

    private func attack(of jump: AmplitudeContour.Jump, in contour: AmplitudeContour) -> Int? {
        let start = jump.step * contour.step
        let end = min(start + contour.rise * contour.step, sound.count)
        return contour.sound.crossing(in: start..<end, from: jump.held, to: jump.largest)
    }

    /// Returns the sample in which the attack behind a peak begins: at the amplitude jump, or failing that at a rise
    /// of at least a fifth. If nothing gets louder, as between two tones in sequence, returns the middle of the
    /// window.
    private func attack(of peak: Int) -> Int? {
        let range = range(around: peak)
        guard !range.isEmpty, let sharpest = contour.sharpest(in: range) else { return nil }
        if Double(sharpest.share) >= Self.jump { return attack(of: sharpest, in: contour) }
        let before = contour.jump(at: range.lowerBound / contour.step).held
        let largest = sound.magnitudes(range).max() ?? 0
        if largest > 1.2 * before { return sound.crossing(in: range, from: before, to: largest) }
        return min(peak * flux.hop, sound.count - 1)
    }

    /// Returns the samples in which the attack behind a peak begins.
    private func range(around peak: Int) -> Range<Int> {
        let middle = peak * flux.hop
        let first = max(0, middle - Int(Self.before * sound.sampleRate))
        return first..<max(first, min(middle + Int(Self.after * sound.sampleRate), sound.count))
    }

    /// The samples in which the window opens before the attack: 1 ms, so that a hard cut adds no frequencies.
    private var rise: Int { max(1, features.hop / 5) }

    /// Returns a window that opens before the attack, is full at its first sample and closes over 20 ms.
    private func attackWindow() -> [Float] {
        let opening = (0..<rise).map { Float(0.5 - 0.5 * cos(.pi * Double($0) / Double(rise))) }
        let closing = (0..<features.length).map { Float(0.5 + 0.5 * cos(.pi * Double($0) / Double(features.length))) }
        return opening + closing
    }
}

/// The beginning of an event in a sound, such as a note or a blow.
package struct Onset: Hashable, Sendable {
    /// The time at which the attack begins, in seconds from the start of the sound.
    package let time: Double
    /// The amplitude of a sine with the energy of the 20 ms after the attack begins, linear; 1 is full scale.
    package let level: Double
    /// The mean frequency of those 20 ms, weighted by power, in hertz.
    package let centroid: Double
}
