import ThudCore
import ThudCues
import ThudFeedback
import ThudOutputCapture
import ThudReports

struct BenchMeasurement {
    private(set) var cues: [BenchCue]
    private let captured: CapturedSignal
    private let templates: BenchTemplates
    private let length: Int

    /// Searches for each cue around its predicted output. `xruns` are those of the device.
    init(_ cues: [BenchCue], in captured: CapturedSignal, xruns: [BenchXrun], templates: BenchTemplates) {
        let expected = cues.indices.compactMap { index -> (index: Int, cue: CueFinder.Expectation)? in
            guard cues[index].predictedLatency != nil, let predicted = cues[index].predicted else { return nil }
            let sound = templates.sound(of: cues[index])
            return captured.frame(at: predicted).map { (index, (frame: $0, sound: sound)) }
        }.sorted { $0.cue.frame < $1.cue.frame }
        self.captured = captured
        self.templates = templates
        length = templates.length
        let found = templates.find(in: captured.samples, expected: expected.map(\.cue))
        var matches: [Int: MatchedFilter.Match] = [:]
        for (place, match) in zip(expected, found) { matches[place.index] = match }
        self.cues = []
        self.cues = cues.indices.map { measured(cues[$0], matches[$0], xruns: xruns) }
    }

    /// Returns the cue with its measured output or the reason for doubt.
    private func measured(_ cue: BenchCue, _ match: MatchedFilter.Match?, xruns: [BenchXrun]) -> BenchCue {
        var measured = cue
        var found: Instant?
        if let match, let instant = captured.instant(ofFrame: match.frame) {
            found = instant
            (measured.measured, measured.confidence, measured.gain) = (instant, match.confidence, match.gain)
        }
        guard cue.outcome.isHeard else { return measured }
        // A cue cannot come out before its trigger.
        let isPossible = found.flatMap { found in cue.triggered.map { found > $0 } } ?? false
        measured.isSure = match?.isSure == true && isPossible
        if let match, measured.isSure, !captured.isWhole(from: match.frame, to: match.frame + Double(length)) {
            measured.measured = onset(of: cue, near: match.frame)
            measured.isSure = measured.measured != nil
        }
        if !measured.isSure { measured.doubt = doubt(cue, match, isPossible, xruns: xruns) }
        return measured
    }

    /// Returns the onset of a cue that a missed cycle has cut. Such a cue is recognisable but may be misplaced, so
    /// only its beginning is searched for. Nil if the capture of the beginning has gaps or does not match.
    private func onset(of cue: BenchCue, near frame: Double) -> Instant? {
        let (beginning, filter) = templates.beginning(of: cue)
        guard captured.isWhole(from: frame - Double(beginning), to: frame + Double(beginning)) else { return nil }
        let place = Int(frame.rounded())
        let match = filter.best(in: captured.samples, place - Self.shift...place + Self.shift, leastGain: 0)
        guard let match, match.confidence >= Self.leastOnset else { return nil }
        return captured.instant(ofFrame: match.frame)
    }

    /// The largest offset in frames of the onset from the whole match, and the least confidence of the onset match.
    private static let shift = 24
    private static let leastOnset = 0.6

    /// Returns why the capture does not hold a cue for certain. Known events take precedence over what was heard.
    private func doubt(
        _ cue: BenchCue, _ match: MatchedFilter.Match?, _ isPossible: Bool, xruns: [BenchXrun]
    ) -> CueDoubt {
        guard let from = cue.triggered, let output = cue.predicted else { return .silent }
        let last = max(output, from) + .seconds(Double(length) / Double(captured.sampleRate))
        let tear = captured.tear(from: from, to: last)
        if tear != .captureEnded, xruns.contains(where: { (from...last + Self.notice).contains($0.instant) }) {
            return .xrun
        }
        if let tear { return tear }
        guard let match, match.confidence >= MatchedFilter.leastConfidence else { return .silent }
        if match.isFaint { return .faint }
        return isPossible ? .rival : .early
    }

    /// Whether a jump in time or an xrun happened between the trigger of a delayed cue and its end.
    func isTorn(_ cue: BenchCue, by xruns: [BenchXrun]) -> Bool {
        guard let triggered = cue.triggered, let asked = cue.asked, let first = captured.frame(at: triggered),
            let begin = captured.frame(at: asked)
        else { return true }
        let last = begin + Double(length)
        guard captured.isWhole(from: first, to: last) else { return true }
        let end = asked + .seconds(Double(length) / Double(captured.sampleRate)) + Self.notice
        return xruns.contains { $0.instant >= triggered && $0.instant <= end }
    }

    /// The longest delay before an xrun is noticed.
    private static let notice = Interval.milliseconds(100)
}

extension CapturedSignal {
    /// Returns what tore the capture between two instants; nil if it is whole there.
    func tear(from start: Instant, to end: Instant) -> CueDoubt? {
        if let captured = self.end, end > captured { return .captureEnded }
        guard let first = frame(at: start), let last = frame(at: end) else { return .jump }
        if hasGap(from: first, to: last) { return .captureGap }
        return isWhole(from: first, to: last) ? nil : .jump
    }
}

/// The sounds of a run's cues as they may appear in the capture's left channel.
///
/// Usually the channel holds only the cue's left track. A two-channel device that gets the drive signal on two further
/// channels mixes it in at an unknown level. The level at which the capture is most like the cues is then used.
struct BenchTemplates {
    /// The sounds of a run for each level of the drive signal.
    private let candidates: [[[Float]]]
    private let areMarkers: Bool

    /// The possible mixing levels: none; -3 dB, as in ITU-R BS.775 for the surround channels; -6 dB; unchanged.
    private static let levels: [Float] = [0, 0.707_107, 0.5, 1]
    private static let deciding = 12

    /// Collects the sounds of `cues` under the current settings.
    ///
    /// - Parameters:
    ///   - areMarkers: whether each cue carries a marker. The drive signal is outside the markers' band and is ignored.
    ///   - isDriven: whether the drive signal goes to further channels of the same device.
    init(_ cues: [PreparedCue], areMarkers: Bool, under settings: FeedbackSettings, isDriven: Bool) {
        self.areMarkers = areMarkers
        candidates = (isDriven && !areMarkers ? Self.levels : [0]).map { level in
            cues.map { cue in
                let left = cue.samples(of: .left, under: settings)
                guard level > 0 else { return Array(left.prefix((left.lastIndex { $0 != 0 } ?? -1) + 1)) }
                return zip(left, cue.samples(of: .haptic, under: settings)).map { $0 + level * $1 }
            }
        }
    }

    /// The length of the longest sound, in frames.
    var length: Int { candidates.joined().map(\.count).max() ?? 0 }

    /// Returns the first 40 ms of a cue as a frame count and a matched filter.
    func beginning(of cue: BenchCue) -> (frames: Int, filter: MatchedFilter) {
        let beginning = Array(candidates[0][sound(of: cue)].prefix(Self.beginning))
        return (beginning.count, MatchedFilter(beginning))
    }

    private static let beginning = 1_920

    /// Returns the index of a cue's sound. The sounds take turns.
    func sound(of cue: BenchCue) -> Int { (cue.index - 1) % max(1, candidates[0].count) }

    /// Returns the match of each expected cue; nil if nothing similar is found.
    func find(in samples: [Float], expected: [CueFinder.Expectation]) -> [MatchedFilter.Match?] {
        let finders = candidates.map { CueFinder($0, areMarkers: areMarkers) }
        guard finders.count > 1 else { return finders[0].find(in: samples, expected: expected) }
        let first = Array(expected.prefix(Self.deciding))
        let confidences = finders.map { $0.find(in: samples, expected: first).reduce(0) { $0 + ($1?.confidence ?? 0) } }
        let best = finders.indices.max { confidences[$0] < confidences[$1] } ?? 0
        return finders[best].find(in: samples, expected: expected)
    }
}
