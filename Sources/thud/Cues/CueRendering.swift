import ThudCore
import ThudCues
import ThudFeedback
import ThudPlayback
import ThudSoundFiles

/// Renders cues through the same scheduler, mixer and soft clipper as a live round, on a virtual clock.
struct CueRendering {
    struct Entry {
        let cue: String
        let time: Interval
        /// How much louder it is, as a factor.
        var gain = 1.0
    }

    /// Left, right and haptic channels, as long as the cues last; empty if there is nothing to hear or feel.
    let sound: Sound
    let reports: [CueReport]
    private let start: Instant
    /// How many cues the engine could not take because too many were requested at once.
    let lost: Int

    /// Frames a second, the same as for `--record`.
    static let sampleRate = PCMRequest().sampleRate
    static let channels = CoupledChannels.haptic.words
    private static let stretch = 4_096

    /// Renders `entries`, in order of time, with a library loaded at `sampleRate`.
    init(_ entries: [Entry], of library: CueLibrary, _ settings: FeedbackSettings) throws {
        let engine = try Engine.virtual(sampleRate: Self.sampleRate)
        let scheduler = FeedbackScheduler(engine: engine, library: library, settings: settings)
        let clocks = scheduler.clocks
        let start = clocks.main.instant(of: .zero)
        self.start = start
        var waiting = entries[...]
        var reports: [CueReport] = []
        var channels: [[Float]] = [[], [], []]
        while !waiting.isEmpty || engine.voiceCount > 0 || scheduler.pendingCount > 0 {
            let end = clocks.main.instant(of: Frame(Int64(channels[0].count + Self.stretch)))
            while let entry = waiting.first, start + entry.time < end {
                waiting.removeFirst()
                let due = start + entry.time
                scheduler.schedule(entry.cue, cause: due, due: due, by: clocks, gain: entry.gain)
            }
            for (channel, samples) in Self.rendered(by: engine).enumerated() { channels[channel] += samples }
            reports += scheduler.reports()
        }
        try engine.stop()
        let length =
            reports.filter(\.receipt.outcome.isHeard)
            .map { Int($0.receipt.frame.index) + (library.cues[$0.name]?.frameCount ?? 0) }.max() ?? 0
        sound = Sound(sampleRate: Self.sampleRate, channels: channels.map { Array($0.prefix(length)) })
        self.reports = reports
        lost = scheduler.lostTriggers
    }

    /// Renders the next stretch of the three channels, which follow each other in one block.
    private static func rendered(by engine: Engine) -> [ArraySlice<Float>] {
        var block = [Float](repeating: 0, count: 3 * stretch)
        block.withUnsafeMutableBufferPointer { block in
            guard let left = block.baseAddress else { return }
            engine.render(stretch, left: left, right: left + stretch, haptic: left + 2 * stretch)
        }
        return (0..<3).map { block[$0 * stretch..<($0 + 1) * stretch] }
    }

    func time(of report: CueReport) -> Interval { report.triggered - start }

    /// Sentences about the cues that were not rendered as requested.
    var losses: [String] {
        let changed = reports.compactMap { report -> String? in
            let time = "\(report.name) at \(Decimals.fixed(time(of: report).seconds, 3)) s"
            switch (report.receipt.outcome, report.thinned) {
            case (.thinned, let reason?): return "\(time) is left out: \(reason.sentence)"
            case (.refused, _): return "\(time) is not heard: no free voice"
            case (_, let reason?): return "\(time) is without haptics: \(reason.sentence)"
            default: return nil
            }
        }
        let late = reports.filter { $0.receipt.outcome == .late }
        let latest = late.map(\.latency.milliseconds).max() ?? 0
        let delays = "\(Count.of(late.count, "cue")) up to \(Decimals.fixed(latest, 1)) ms late: too many cues at once"
        let count = "\(Count.of(lost, "cue")) not heard: too many cues at once"
        return changed + (late.isEmpty ? [] : [delays]) + (lost == 0 ? [] : [count])
    }
}
