import Glibc
import ThudCore

/// Finds onsets, each at the beginning of its attack: where the amplitude jumps, and where frequencies are new.
///
/// Neither alone would do. A roll brings back the same frequencies again and again, but each stroke stands out of the
/// ring of the one before; a soft note within a chord adds little amplitude, but frequencies that were not there.
struct OnsetDetector {
    /// Two taps that follow closer than this, in seconds, merge into one under a finger: 30 ms, to the millisecond.
    static let shortestDistance = 0.0295

    private let sound: AnalysedSound
    private let features: SoundFeatures
    private let contour: AmplitudeContour
    private let options: TranscriptionOptions

    /// Against levels under this share of the loudest one novelty is not measured: there everything is new.
    private static let floor = 0.1

    /// The share of the amplitude that must be new for a jump: all that is there must double, for the beats of three low
    /// tones make it grow by four fifths as suddenly.
    private static let jump = 0.5

    /// The windows on each side of which a peak must be the largest: 15 ms.
    private static let reach = 3

    /// Beyond them, the windows on each side that make up the threshold: to 50 ms.
    private static let surroundings = 10

    init(_ sound: AnalysedSound, _ features: SoundFeatures, _ options: TranscriptionOptions) {
        self.sound = sound
        self.features = features
        self.options = options
        contour = AmplitudeContour(of: sound)
    }

    /// The onsets in the order of time, ``shortestDistance`` or more apart.
    func onsets() -> [Onset] {
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
        let novelty: Double
    }

    /// The attacks behind all jumps and peaks in the order of time; of those that are too close the strongest.
    private func candidates() -> [Candidate] {
        let jumps = contour.jumps(share: max(Self.jump, options.novelty), growth: Self.floor * options.novelty)
        let louder = jumps.compactMap { jump in
            attack(of: jump).map { Candidate(sample: $0, novelty: Double(jump.largest - jump.held)) }
        }
        let newer = peaks().compactMap { peak in
            attack(of: peak).map { Candidate(sample: $0, novelty: features.windows[peak].novelty) }
        }
        var found: [Candidate] = []
        for candidate in (louder + newer).sorted(by: { $0.sample < $1.sample }) { add(candidate, to: &found) }
        return found
    }

    /// Adds a candidate, or lets the stronger of two that are too close remain, unless that brings it too close to the
    /// one before.
    private func add(_ candidate: Candidate, to found: inout [Candidate]) {
        func isFar(from other: Candidate?) -> Bool {
            other.map { Double(candidate.sample - $0.sample) >= Self.shortestDistance * sound.sampleRate } ?? true
        }
        if isFar(from: found.last) {
            found.append(candidate)
        } else if let last = found.last, candidate.novelty > last.novelty, isFar(from: found.dropLast().last) {
            found[found.count - 1] = candidate
        }
    }

    // MARK: - Peaks

    /// The windows whose novelty is the largest around and stands over the threshold: a share of the level, and the
    /// median of the novelty before or after (the moving median of Bello et al. 2005, 2.4), whichever is larger. What
    /// goes on growing after its beginning has no attack, so a swell is no onset.
    private func peaks() -> [Int] {
        let windows = features.windows
        let loudest = windows.map(\.spectrum.level).max() ?? 0
        guard loudest > 0 else { return [] }
        return windows.indices.filter { index in
            let level = max(windows[index].spectrum.level, Self.floor * loudest)
            let rise = windows[index].novelty - options.novelty * level
            guard rise >= 0, isPeak(index) else { return false }
            let before = max(0, index - Self.surroundings)..<max(0, index - Self.reach)
            let after = min(windows.count, index + Self.reach + 1)..<min(windows.count, index + Self.surroundings + 1)
            return rise >= max(median(before), median(after))
        }
    }

    private func median(_ range: Range<Int>) -> Double {
        let sorted = features.windows[range].map(\.novelty).sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }

    /// Of equal neighbours the first is the peak.
    private func isPeak(_ index: Int) -> Bool {
        let windows = features.windows
        let novelty = windows[index].novelty
        let first = max(0, index - Self.reach)
        let last = min(windows.count - 1, index + Self.reach)
        return windows[first..<index].allSatisfy { $0.novelty < novelty }
            && windows[index...last].allSatisfy { $0.novelty <= novelty }
    }

    // MARK: - Attacks

    private func attack(of jump: AmplitudeContour.Jump) -> Int? {
        let start = jump.step * contour.step
        let end = min(start + contour.rise * contour.step, sound.count)
        return crossing(in: start..<end, from: jump.held, to: jump.largest)
    }

    /// The sample in which the attack behind a peak begins: where the amplitude jumps, or at least rises by a fifth. Where
    /// nothing grows louder, as from one tone to the next, the middle of the window; nil if nothing goes on after it
    /// either, for then a tone broke off.
    private func attack(of peak: Int) -> Int? {
        let end = peak * features.hop
        let range = max(0, end - features.length)..<min(end, sound.count)
        guard !range.isEmpty, let sharpest = contour.sharpest(in: range) else { return nil }
        if Double(sharpest.share) >= Self.jump { return attack(of: sharpest) }
        let before = contour.jump(at: range.lowerBound / contour.step).held
        let largest = sound.magnitudes(range).max() ?? 0
        if largest > 1.2 * before { return crossing(in: range, from: before, to: largest) }
        let following = min(peak + features.length / features.hop, features.windows.count - 1)
        let goesOn = features.windows[following].spectrum.level > 0.3 * features.windows[peak].spectrum.level
        return goesOn ? min(max(end - features.length / 2, 0), sound.count - 1) : nil
    }

    /// The first sample whose magnitude rises over what was before by a tenth of the way to the largest.
    private func crossing(in range: Range<Int>, from before: Float, to largest: Float) -> Int? {
        let threshold = before + 0.1 * (largest - before)
        return sound.magnitudes(range).firstIndex { $0 > threshold }.map { range.lowerBound + $0 }
    }

    /// Samples before the attack in which its window opens: 1 ms, so that cutting into a tone makes no spectrum of its
    /// own.
    private var rise: Int { max(1, features.hop / 5) }

    /// Opens before the attack, is full at its first sample and closes over 20 ms.
    private func attackWindow() -> [Float] {
        let opening = (0..<rise).map { Float(0.5 - 0.5 * cos(.pi * Double($0) / Double(rise))) }
        let closing = (0..<features.length).map { Float(0.5 + 0.5 * cos(.pi * Double($0) / Double(features.length))) }
        return opening + closing
    }
}

/// The beginning of something in a sound.
package struct Onset: Hashable, Sendable {
    /// When the attack begins, in seconds from the start of the sound.
    package let time: Double

    /// The amplitude of a sine with the energy of the 20 ms from there on, linear; 1 is full scale.
    package let level: Double

    /// The mean frequency of the same 20 ms, weighted by power, in hertz.
    package let centroid: Double
}
