import Haptics
import JSONText
import Playback
import Renditions
import SoundFiles

/// A pattern rendered as it is to be heard: what is played, saved, drawn and measured.
struct AuditionTake {
    /// What was rendered, at its own speed and whole.
    let pattern: HapticPattern
    let rendering: Rendering
    /// What loudspeakers get of the part that was asked for.
    let left: [Float]
    let right: [Float]
    /// The electrical signal of that part, for the haptic channel.
    let drive: [Float]
    /// What loudspeakers get of the whole pattern, as one signal: what a picture shows.
    let whole: [Float]
    let sampleRate: Int
    /// The whole length in seconds, and the part of it that is played.
    let wholeSeconds: Double
    let first: Double
    let figures: PatternFigures

    /// Renders a subject.
    ///
    /// - Throws: `SoundFileError` where a sound of the pattern cannot be read.
    init(_ loaded: AuditionSubject.Loaded, _ settings: AuditionSettings, sampleRate: Int) throws(SoundFileError) {
        let rate = settings.rate
        pattern = settings.kept(of: loaded.pattern).played(atRate: rate)
        rendering = settings.renderings[0]
        self.sampleRate = sampleRate
        // Decoded as if at another rate and played at this one, a sound is faster and higher, as a tape is.
        let sounds = try PatternSounds.load(
            for: [pattern], folder: loaded.folder, sampleRate: max(1, Int((Double(sampleRate) / rate).rounded())))
        let rendition = Rendition(
            pattern, sounds: sounds, as: rendering, controls: settings.controls, sampleRate: sampleRate)
        let frames = max(rendition.left.count, rendition.right.count)
        let part = AuditionTake.part(from: settings.from / rate, to: settings.to / rate, frames, sampleRate)
        left = AuditionTake.cut(rendition.left, part)
        right = AuditionTake.cut(rendition.right, part)
        let renderer = HapticRenderer(sampleRate: Double(sampleRate))
        drive = AuditionTake.cut(renderer.render(pattern, as: .drive, controls: settings.controls), part)
        whole = AuditionTake.mean(rendition.left, rendition.right)
        wholeSeconds = max(Double(frames) / Double(sampleRate), pattern.duration, 0.001)
        first = Double(part.lowerBound) / Double(sampleRate)
        figures = PatternFigures(
            pattern, samples: rendition.haptic,
            felt: renderer.render(pattern, as: .felt(settings.actuator), controls: settings.controls),
            sampleRate: Double(sampleRate), actuator: settings.actuator)
    }

    /// Its length in seconds.
    var seconds: Double { Double(left.count) / Double(sampleRate) }

    /// As the engine plays it: left, right, and the drive signal.
    var clip: Clip { Clip(tracks: [left, right, drive]) }

    /// As it is saved.
    var sound: Sound { Sound(sampleRate: sampleRate, channels: [left, right]) }

    /// The frames between two times in seconds.
    private static func part(from: Double, to: Double, _ frames: Int, _ sampleRate: Int) -> Range<Int> {
        let end = Double(frames)
        let first = Int(min(max(0, from * Double(sampleRate)), end))
        return first..<max(first, Int(min(max(0, to * Double(sampleRate)), end)))
    }

    private static func mean(_ left: [Float], _ right: [Float]) -> [Float] {
        (0..<max(left.count, right.count)).map { index in
            ((index < left.count ? left[index] : 0) + (index < right.count ? right[index] : 0)) / 2
        }
    }

    /// A part of a signal, silent where it is shorter. What is cut out of the midst fades within 2 ms at its ends, so that
    /// the cut is not heard as a click.
    private static func cut(_ samples: [Float], _ part: Range<Int>) -> [Float] {
        var piece = part.map { $0 < samples.count ? samples[$0] : 0 }
        let ramp = min(96, piece.count / 2)
        for index in 0..<ramp {
            let gain = Float(index) / Float(ramp)
            if part.lowerBound > 0 { piece[index] *= gain }
            if part.upperBound < samples.count { piece[piece.count - 1 - index] *= gain }
        }
        return piece
    }
}
