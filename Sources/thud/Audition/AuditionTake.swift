import ThudCore
import ThudPatternRendering
import ThudPatterns
import ThudPlayback
import ThudSoundFiles

/// A pattern rendered as it is to be heard: what is played, saved, drawn and measured.
struct AuditionTake {
    /// The rendered pattern, at its own speed and whole.
    let pattern: HapticPattern
    /// The same with the lengths of its sounds written out, as a picture shows it.
    let drawn: HapticPattern
    let rendering: Rendering
    /// The signals for loudspeakers of the part that was asked for.
    let left: [Float]
    let right: [Float]
    /// The electrical signal of that part, for the haptic channel.
    let drive: [Float]
    /// The louder of the two channels of the whole pattern: what a picture shows.
    let whole: [Float]
    let sampleRate: Int
    /// The whole length in seconds, and the part of it that is played.
    let wholeSeconds: Double
    let first: Double
    /// Measured on what is saved, whole.
    let figures: PatternMetrics
    let controls: LiveControls
    /// A sentence about anything that differs from what was asked for; nil where nothing does.
    let diagnostic: String?

    /// Renders a subject.
    ///
    /// - Throws: `ThudError` where its sounds take too much memory.
    init(_ loaded: AuditionSubject.Loaded, _ settings: AuditionSettings, sampleRate: Int) throws(ThudError) {
        let sounds = try AuditionTake.sounds(of: loaded, settings, sampleRate: sampleRate)
        self.init(loaded, sounds: sounds, settings, sampleRate: sampleRate)
    }

    /// Renders a subject whose sounds were decoded before.
    init(
        _ loaded: AuditionSubject.Loaded, sounds: PatternSounds, _ settings: AuditionSettings, sampleRate: Int
    ) {
        let rate = settings.rate
        pattern = settings.kept(of: loaded.pattern).played(atRate: rate)
        rendering = settings.renderings[0]
        controls = settings.controls
        self.sampleRate = sampleRate
        drawn = sounds.timed(pattern, sampleRate: sampleRate)
        let rendition = Rendition(
            pattern, sounds: sounds, as: rendering, controls: settings.controls, balance: settings.balance,
            sampleRate: sampleRate)
        let frames = max(rendition.left.count, rendition.right.count)
        let part = AuditionTake.part(from: settings.from / rate, to: settings.to / rate, frames, sampleRate)
        left = AuditionTake.cut(rendition.left, part)
        right = AuditionTake.cut(rendition.right, part)
        let renderer = HapticRenderer(sampleRate: Double(sampleRate))
        drive = AuditionTake.cut(renderer.render(pattern, as: .drive, controls: settings.controls), part)
        let saved = (left: SoftClipper.clipped(rendition.left), right: SoftClipper.clipped(rendition.right))
        whole = rendition.isLouderOnTheRight ? saved.right : saved.left
        wholeSeconds = max(Double(frames) / Double(sampleRate), 0.001)
        first = Double(part.lowerBound) / Double(sampleRate)
        figures = PatternMetrics(
            pattern, lasting: rendition.seconds, samples: saved.left, right: saved.right,
            felt: renderer.render(pattern, as: .felt(settings.actuator), controls: settings.controls),
            sampleRate: Double(sampleRate), actuator: settings.actuator)
        let remarks = [
            AuditionTake.diagnostic(on: loaded.pattern, settings, isEmpty: part.isEmpty && frames > 0),
            AuditionTake.silence(of: pattern, sounds, rendering),
        ].compactMap(\.self)
        diagnostic = remarks.isEmpty ? nil : remarks.joined(separator: "; ")
    }

    /// The sounds of a subject, but for those that are not found or cannot be read.
    ///
    /// Decoded as if at another rate and played at this one, a sound is faster and higher, as a tape is.
    ///
    /// - Throws: `ThudError` where they take too much memory.
    static func sounds(
        of loaded: AuditionSubject.Loaded, _ settings: AuditionSettings, sampleRate: Int
    ) throws(ThudError) -> PatternSounds {
        try PatternSounds.found(
            for: settings.kept(of: loaded.pattern), beside: loaded.folder, settings.search,
            sampleRate: max(1, Int((Double(sampleRate) / settings.rate).rounded()))
        ).sounds
    }

    /// Its length in seconds.
    var seconds: Double { Double(left.count) / Double(sampleRate) }

    /// Where it stands in the whole, in seconds; nil where it is the whole.
    var part: ClosedRange<Double>? { left.count < whole.count ? first...(first + seconds) : nil }

    /// As the engine plays it: left, right, and the drive signal.
    var clip: Clip { Clip(tracks: [left, right, drive]) }

    /// As it is saved: through the soft clipper that the engine plays it through.
    var sound: Sound {
        Sound(sampleRate: sampleRate, channels: [SoftClipper.clipped(left), SoftClipper.clipped(right)])
    }

    /// The frames between two times in seconds.
    private static func part(from: Double, to: Double, _ frames: Int, _ sampleRate: Int) -> Range<Int> {
        let end = Double(frames)
        let first = Int(min(max(0, from * Double(sampleRate)), end))
        return first..<max(first, Int(min(max(0, to * Double(sampleRate)), end)))
    }

    private static func diagnostic(
        on pattern: HapticPattern, _ settings: AuditionSettings, isEmpty: Bool
    ) -> String? {
        if isEmpty { return "nothing is left to play: the pattern is over before --from" }
        let cuts = cuts(of: pattern, atRate: settings.rate)
        return cuts.isEmpty ? nil : "at this rate " + cuts.joined(separator: ", and ")
    }

    /// A sentence about the sounds that are left out where one listens for them.
    private static func silence(
        of pattern: HapticPattern, _ sounds: PatternSounds, _ rendering: Rendering
    ) -> String? {
        let named = Set(pattern.events.compactMap(\.waveformPath))
        let missing = named.filter { sounds.sounds[$0] == nil }.sorted()
        guard rendering == .heard, let first = missing.first else { return nil }
        let more = missing.count > 1 ? " and \(missing.count - 1) more" : ""
        return "without the sound \(first)\(more), which cannot be had; --lint says why, --sounds names a folder"
    }

    /// Sentences about whatever would last too long at a rate, and is cut.
    private static func cuts(of pattern: HapticPattern, atRate rate: Double) -> [String] {
        func cut(_ what: String, _ longest: Double?, at limit: Double) -> String? {
            guard let longest, longest / rate > limit else { return nil }
            return "\(what) would last longer than \(Decimals.fixed(limit, 0)) s, at which it is cut"
        }
        // A tap has no envelope.
        let shaped = pattern.events.filter { $0.kind != .transient }
        let adjusters = shaped.flatMap { [$0.attackTime, $0.decayTime, $0.releaseTime] }
        let vibrations = pattern.events.filter { $0.kind == .continuous }
        return [
            cut("a vibration", vibrations.compactMap(\.duration).max(), at: HapticLimits.longestContinuous),
            cut(
                "an attack, a decay or a release", adjusters.map(EnvelopeTime.seconds).max(), at: EnvelopeTime.longest),
        ].compactMap(\.self)
    }

    /// A part of a signal, silent where it is shorter. What is cut out of the midst fades within 2 ms at its ends, so that
    /// the cut is not heard as a click.
    private static func cut(_ samples: [Float], _ part: Range<Int>) -> [Float] {
        let there = part.clamped(to: 0..<samples.count)
        var piece = Array(samples[there]) + [Float](repeating: 0, count: part.count - there.count)
        let ramp = min(96, piece.count / 2)
        for index in 0..<ramp {
            let gain = Float(index) / Float(ramp)
            if part.lowerBound > 0 { piece[index] *= gain }
            if part.upperBound < samples.count { piece[piece.count - 1 - index] *= gain }
        }
        return piece
    }
}
