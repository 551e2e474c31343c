import ThudCore
import ThudCues
import ThudHaptics
import ThudPatternRendering
import ThudPlayback
import ThudSoundFiles

/// The cues of a game, loaded and rendered once, so that a trigger neither reads a file nor renders a pattern.
public struct CueLibrary: Sendable {
    /// Each cue by its full name, `kape/correct`.
    public let cues: [String: PreparedCue]

    /// Loads the folder of a game (`Sounds/kape`): `catalog.json`, the patterns beside it and the sounds they name,
    /// resampled to the stream's rate in Hz.
    ///
    /// - Throws: `ThudError` where catalog or a pattern is broken, `ThudError` where a sound cannot be read.
    public init(folder: String, sampleRate: Int) throws {
        let catalogPath = "\(folder)/catalog.json"
        let catalog = try CueCatalog.parse(SourceFile.read(catalogPath), file: catalogPath)
        var patterns: [String: [UInt8]] = [:]
        for name in try SourceFile.names(in: folder, endingIn: ".ahap") {
            patterns[String(name.dropLast(".ahap".count))] = try SourceFile.read("\(folder)/\(name)")
        }
        let cues = try catalog.cues(patterns: patterns)
        let sounds = try PatternSounds.load(
            for: cues.values.map(\.pattern), folder: folder, sampleRate: sampleRate)
        self.cues = cues.mapValues { PreparedCue($0, sounds: sounds, sampleRate: sampleRate) }
    }

    /// The library with one more cue, `name`: the sound at `path`, with no change of its level.
    ///
    /// - Throws: `ThudError` where the sound cannot be read.
    public func adding(sound path: String, as name: String, sampleRate: Int) throws(ThudError) -> CueLibrary {
        var event = HapticEvent(.audioCustom)
        event.waveformPath = path
        let sound = try SoundFile.read(path).resampled(to: sampleRate)
        let cue = Cue(name: name, pattern: HapticPattern([event]))
        let prepared = PreparedCue(cue, sounds: PatternSounds([path: sound]), sampleRate: sampleRate)
        return CueLibrary(cues: cues.merging([name: prepared]) { _, new in new })
    }

    /// The library and a copy of one of its cues with other samples, at `sampleRate` Hz, in place of the cue's sounds and of its
    /// haptics as they are heard; all else about it stays.
    public func adding(
        _ samples: [Float], inPlaceOfSoundsOf original: String, as name: String, sampleRate: Int
    ) -> CueLibrary {
        guard let cue = cues[original]?.cue else { return self }
        let prepared = PreparedCue(cue, heardAs: samples, sampleRate: sampleRate)
        return CueLibrary(cues: cues.merging([name: prepared]) { _, new in new })
    }

    private init(cues: [String: PreparedCue]) { self.cues = cues }

    /// A library of cues that are already in memory, each found by its full name.
    init(cues: [Cue], sounds: PatternSounds, sampleRate: Int) {
        self.cues = Dictionary(
            cues.map { ($0.name, PreparedCue($0, sounds: sounds, sampleRate: sampleRate)) },
            uniquingKeysWith: { _, last in last })
    }
}

/// A cue ready to be played: its sounds are decoded and its pattern is rendered, in one clip that begins on one frame.
public struct PreparedCue: Sendable {
    /// The cue that it was made of.
    public let cue: Cue
    /// Four tracks: the sounds left and right, the haptics as they are heard, the haptics as they drive an actuator.
    let clip: Clip
    /// The clip's sample rate in Hz.
    private let sampleRate: Int

    /// Which track of the clip holds what.
    enum Track {
        static let left = 0
        static let right = 1
        static let heard = 2
        static let drive = 3
    }

    /// Renders `cue` at `sampleRate` Hz; `sounds` are its sound files, at that rate.
    init(_ cue: Cue, sounds: PatternSounds, sampleRate: Int) {
        self.cue = cue
        self.sampleRate = sampleRate
        let speakers = Rendition.sounds(of: cue.pattern, sounds, sampleRate: sampleRate)
        let renderer = HapticRenderer(sampleRate: Double(sampleRate))
        clip = Clip(tracks: [
            speakers.left, speakers.right, renderer.heard(cue.pattern), renderer.drive(cue.pattern),
        ])
    }

    /// The cue with other samples, at `sampleRate` Hz, in place of its sounds and of its haptics as they are heard.
    init(_ cue: Cue, heardAs samples: [Float], sampleRate: Int) {
        self.cue = cue
        self.sampleRate = sampleRate
        let drive = HapticRenderer(sampleRate: Double(sampleRate)).drive(cue.pattern)
        clip = Clip(tracks: [samples, samples, samples, drive])
    }

    /// The samples that the cue puts on a channel under some settings, from its first frame on.
    public func samples(of channel: Channel, under settings: FeedbackSettings) -> [Float] {
        let request = VoiceRequest(
            id: 0, clip: clip, routing: .sounds(of: FeedbackPolicy.plan(for: cue, settings)), start: .frame(.zero),
            triggered: Instant(nanoseconds: 0))
        let renderer = OfflineRenderer([request], sampleRate: sampleRate, capacity: max(1, clip.length))
        renderer.render(from: .zero, count: clip.length)
        // Copied here, because the renderer owns the memory and ends with this call.
        return unsafe Array(renderer.samples(of: channel, count: clip.length))
    }
}
