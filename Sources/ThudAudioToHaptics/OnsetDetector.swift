import Glibc
import ThudCore

/// Finds onsets, each at the beginning of its attack, from two signs: a jump of the amplitude, and new frequencies.
/// Neither sign is enough alone. A drum roll repeats the same frequencies, but each stroke stands out from the ring
/// of the one before. A soft note within a chord adds little amplitude, but new frequencies.
struct OnsetDetector {
    /// The shortest distance of two onsets, in seconds: 30 ms, to the millisecond. Closer taps merge under a finger.
    static let shortestDistance = 0.0295
    private let sound: AnalysedSound
    private let features: SoundFeatures
    private let contour: AmplitudeContour
    private let options: TranscriptionOptions

    /// The share of the loudest level that quieter windows are raised to. Near silence everything would be new.
    private static let floor = 0.1
    /// The share of the amplitude that must be new for a jump: the amplitude must double. Less is not enough, because
    /// the beats of three low tones grow by four fifths as suddenly.
    private static let jump = 0.5
    /// The windows on each side among which a peak must be the largest: 15 ms.
    private static let reach = 3
    /// The farthest windows on each side whose median, beyond ``reach``, sets the threshold: 50 ms.
    private static let surroundings = 10

    init(_ sound: AnalysedSound, _ features: SoundFeatures, _ options: TranscriptionOptions) {
        self.sound = sound
        self.features = features
        self.options = options
        contour = AmplitudeContour(of: sound)
    }

    /// Returns the onsets in chronological order, at least ``shortestDistance`` apart.
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

    /// Returns the attacks of all jumps and peaks in chronological order; of those too close, the strongest.
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

    /// Adds a candidate. If it is too close to the last, the stronger remains, unless it is too close to the one
    /// before.
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

    /// Returns the windows whose novelty is a local maximum and exceeds the threshold. The threshold is a share of
    /// the level plus the median of the novelty before or after, whichever is larger (the moving median of Bello et
    /// al. 2005, 2.4). A swell keeps growing after its beginning and so is no onset.
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

    /// Whether a window is a local maximum of novelty. Of equal neighbours the first is the peak.
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

    /// Returns the sample in which the attack behind a peak begins: at the amplitude jump, or failing that at a rise
    /// of at least a fifth. If nothing gets louder, as between two tones in sequence, returns the middle of the
    /// window. Returns nil if the sound does not continue after the peak either, because then a tone broke off.
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

    /// Returns the first sample whose magnitude exceeds the earlier level by a tenth of the way to the largest.
    private func crossing(in range: Range<Int>, from before: Float, to largest: Float) -> Int? {
        let threshold = before + 0.1 * (largest - before)
        return sound.magnitudes(range).firstIndex { $0 > threshold }.map { range.lowerBound + $0 }
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
