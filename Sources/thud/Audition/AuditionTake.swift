import ThudCore
import ThudPatternRendering
import ThudPatterns
import ThudPlayback
import ThudSoundFiles

/// A rendered pattern, ready to be played, saved, drawn and measured.
struct AuditionTake {
    let pattern: HapticPattern
    /// The pattern with explicit durations for its sounds, for the picture.
    let drawn: HapticPattern
    let rendering: Rendering
    /// The loudspeaker signals of the part to play, with what rings on after its end.
    let left: [Float]
    let right: [Float]
    private let part: TakePart
    /// The distance between two repetitions of a loop, in frames. It is the same in every rendering.
    var period: Int
    /// The gains of the loudspeakers and of the haptic channel, with which two takes are equally loud.
    var gain: Float = 1
    var driveGain: Float = 1
    /// The electrical drive signal of that part, for the haptic channel.
    let drive: [Float]
    /// The louder channel of the whole pattern, for the picture.
    let whole: [Float]
    let sampleRate: Int
    /// The figures of the whole pattern, measured on the clipped signal that is saved.
    let figures: PatternMetrics
    let controls: LiveControls
    /// A sentence about anything that was cut, is missing or leaves nothing to play; nil if there is no such thing.
    let diagnostic: String?

    /// - Throws: `ThudError` if the decoded sounds take too much memory.
    init(_ loaded: AuditionSubject.Loaded, _ settings: AuditionSettings, sampleRate: Int) throws(ThudError) {
        let sounds = try AuditionTake.sounds(of: loaded, settings, sampleRate: sampleRate)
        self.init(loaded, sounds: sounds, settings, sampleRate: sampleRate)
    }

    init(_ loaded: AuditionSubject.Loaded, sounds: PatternSounds, _ settings: AuditionSettings, sampleRate: Int) {
        let rate = settings.rate
        pattern = settings.kept(of: loaded.pattern).played(atRate: rate)
        rendering = settings.rendering
        controls = settings.controls
        self.sampleRate = sampleRate
        drawn = sounds.timed(pattern, sampleRate: sampleRate)
        let renderer = HapticRenderer(sampleRate: Double(sampleRate))
        let driven = renderer.render(pattern, as: .driven(settings.actuator ?? .ideal), controls: settings.controls)
        let rendition = Rendition(
            settings.heard(of: pattern, as: rendering), sounds: sounds, as: rendering, controls: settings.controls,
            balance: settings.balance, sampleRate: sampleRate)
        // An actuator can ring for longer than the loudspeakers.
        let frames = max(rendition.left.count, rendition.right.count, driven.count)
        part = TakePart(
            from: settings.from / rate, to: settings.to / rate, lasting: drawn.duration, frames: frames, sampleRate)
        period = part.period
        left = part.cut(rendition.left)
        right = part.cut(rendition.right)
        drive = part.cut(driven)
        let saved = (left: SoftClipper.clipped(rendition.left), right: SoftClipper.clipped(rendition.right))
        whole = rendition.isLouderOnTheRight ? saved.right : saved.left
        let measured = settings.actuator ?? .phone
        figures = PatternMetrics(
            pattern, lasting: max(pattern.duration, rendition.seconds), samples: saved.left, right: saved.right,
            felt: HapticRenderer().render(pattern, as: .felt(measured), controls: settings.controls),
            feltRate: HapticRenderer().sampleRate, sampleRate: Double(sampleRate), actuator: measured,
            controls: settings.controls)
        let remarks = [
            AuditionTake.diagnostic(on: loaded.pattern, settings, isEmpty: part.range.isEmpty && frames > 0),
            AuditionTake.silence(of: pattern, sounds, rendering),
        ].compactMap(\.self)
        diagnostic = remarks.isEmpty ? nil : remarks.joined(separator: "; ")
    }

    /// Returns the sounds of a subject, except those that are missing or unreadable.
    ///
    /// They are decoded at the sample rate divided by the playback rate. Played back at `sampleRate` they are then
    /// faster and higher, like a tape.
    ///
    /// - Throws: `ThudError` if they take too much memory.
    static func sounds(
        of loaded: AuditionSubject.Loaded, _ settings: AuditionSettings, sampleRate: Int
    ) throws(ThudError) -> PatternSounds {
        try PatternSounds.found(
            for: settings.kept(of: loaded.pattern), beside: loaded.folder, settings.search,
            sampleRate: max(1, Int((Double(sampleRate) / settings.rate).rounded()))
        ).sounds
    }

    /// How long the part is that is played and saved.
    var seconds: Double { Double(part.range.count) / Double(sampleRate) }
    /// The start of the played part, in seconds of the whole.
    var first: Double { Double(part.range.lowerBound) / Double(sampleRate) }
    /// The played part in seconds of the whole; nil if it is the whole.
    var played: ClosedRange<Double>? {
        part.isWhole ? nil : first...(first + Double(part.range.count) / Double(sampleRate))
    }
    var clip: Clip { Clip(tracks: [left, right, drive]) }

    /// Returns the sound to save at a volume of the loudspeakers, through the same soft clipper as in the engine.
    func sound(at volume: Double = 1) -> Sound {
        let channels = [left, right].map { channel in
            SoftClipper.clipped(part.ended(channel).map { $0 * Float(volume) })
        }
        return Sound(sampleRate: sampleRate, channels: channels)
    }

    private static func diagnostic(on pattern: HapticPattern, _ settings: AuditionSettings, isEmpty: Bool) -> String? {
        if isEmpty { return "nothing to play: the pattern ends before --from" }
        let cuts = cuts(of: pattern, atRate: settings.rate)
        return cuts.isEmpty ? nil : "at this rate " + cuts.joined(separator: ", and ")
    }

    /// Returns a sentence about missing sounds; nil if none is missing or the rendering does not play sounds.
    private static func silence(of pattern: HapticPattern, _ sounds: PatternSounds, _ rendering: Rendering) -> String? {
        let missing = pattern.soundPaths.filter { sounds.sounds[$0] == nil }
        guard rendering == .heard, let first = missing.first else { return nil }
        let more = missing.count > 1 ? " and \(missing.count - 1) more" : ""
        return "cannot play the sound \(first)\(more); --lint says why, --sounds adds a folder"
    }

    /// Returns sentences about the parts that are cut because they would last too long at this rate.
    private static func cuts(of pattern: HapticPattern, atRate rate: Double) -> [String] {
        func cut(_ what: String, _ longest: Double?, at limit: Double) -> String? {
            guard let longest, longest / rate > limit else { return nil }
            return "\(what) would last longer than \(Decimals.fixed(limit, 0)) s and is cut"
        }
        // A tap has no envelope.
        let shaped = pattern.events.filter { $0.kind != .transient }
        let adjusters = shaped.flatMap { [$0.attackTime, $0.decayTime, $0.releaseTime] }
        let vibrations = pattern.events.filter { $0.kind == .continuous }
        return [
            cut("a vibration", vibrations.compactMap(\.duration).max(), at: HapticLimits.longestContinuous),
            cut("an attack, a decay or a release", adjusters.map(EnvelopeTime.seconds).max(), at: EnvelopeTime.longest),
        ].compactMap(\.self)
    }
}
