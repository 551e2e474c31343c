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

    /// Left, right and haptic channels, as long as the cues last.
    let sound: Sound
    let reports: [CueReport]
    private let start: Instant
    /// How many cues the engine could not take because too many were requested at once.
    let lost: Int

    /// Frames a second, the same as for `--record`.
    static let sampleRate = PCMRequest().sampleRate
    /// The channels in words, for a sentence.
    static let channels = CoupledChannels.haptic.words
    private static let stretch = 4_096

    /// Renders `entries`, in order of time, with a library loaded at `sampleRate`. Throws if the result would be empty.
    init(_ entries: [Entry], of library: CueLibrary, _ settings: FeedbackSettings) throws {
        let engine = try Engine.virtual(sampleRate: Self.sampleRate)
        let scheduler = FeedbackScheduler(engine: engine, library: library, settings: settings)
        let clocks = scheduler.clocks
        let start = clocks.main.instant(of: .zero)
        self.start = start
        var waiting = entries[...]
        var reports: [CueReport] = []
        var channels = CueChannels()
        while !waiting.isEmpty || engine.voiceCount > 0 || scheduler.pendingCount > 0 {
            let end = clocks.main.instant(of: Frame(Int64(channels.count + Self.stretch)))
            while let entry = waiting.first, start + entry.time < end {
                waiting.removeFirst()
                let due = start + entry.time
                scheduler.schedule(entry.cue, cause: due, due: due, by: clocks, gain: entry.gain)
            }
            channels.render(Self.stretch, of: engine)
            reports += scheduler.reports()
        }
        try engine.stop()
        let length =
            reports.filter(\.receipt.outcome.isHeard)
            .map { Int($0.receipt.frame.index) + (library.cues[$0.name]?.frameCount ?? 0) }.max() ?? 0
        guard length > 0 else { throw ThudError(.badInput, "there is nothing to hear or feel") }
        sound = Sound(sampleRate: Self.sampleRate, channels: channels.first(length))
        self.reports = reports
        lost = scheduler.lostTriggers
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

private struct CueChannels {
    private var samples: [[Float]] = [[], [], []]

    var count: Int { samples[0].count }

    mutating func render(_ count: Int, of engine: Engine) {
        var (left, right, haptic) = (Self.silence(count), Self.silence(count), Self.silence(count))
        left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
                haptic.withUnsafeMutableBufferPointer { haptic in
                    guard let left = left.baseAddress, let right = right.baseAddress else { return }
                    engine.render(count, left: left, right: right, haptic: haptic.baseAddress)
                }
            }
        }
        for (channel, block) in [left, right, haptic].enumerated() { samples[channel] += block }
    }

    func first(_ count: Int) -> [[Float]] { samples.map { Array($0.prefix(count)) } }

    private static func silence(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }
}
