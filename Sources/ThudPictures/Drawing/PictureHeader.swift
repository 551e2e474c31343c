import Glibc
import ThudCore
import ThudPatterns

extension PictureDrawing {
    /// Draws the title, the length, and a legend with the count of each kind of mark.
    func drawHeader(on surface: inout some Surface) {
        let baseline = layout.length(56, compact: 14)
        let length = TextStyle(size: 0.75 * layout.titleSize, paint: .muted, anchor: .end)
        surface.write(summary.duration, at: Point(x: layout.intensity.right, y: baseline), length)

        let style = TextStyle(size: layout.titleSize, paint: .ink, isBold: true)
        let left = layout.length(layout.intensity.left / layout.unit, compact: 4)
        let room = layout.intensity.right - left - measure.width(summary.duration, length) - layout.titleSize
        surface.write(measure.fitted(picture.title, style, within: room), at: Point(x: left, y: baseline), style)
        if !layout.isCompact { drawLegend(from: left, on: &surface) }
    }

    private func drawLegend(from start: Double, on surface: inout some Surface) {
        let (unit, baseline) = (layout.unit, 91 * layout.unit)
        let style = layout.text(.muted)
        var left = start
        func entry(_ words: String) {
            surface.write(words, at: Point(x: left + 26 * unit, y: baseline), style)
            left += 26 * unit + measure.width(words, style) + 30 * unit
        }
        let (top, bottom) = (baseline - 13 * unit, baseline + unit)
        if let taps = summary.taps {
            let (foot, head) = (Point(x: left + 8 * unit, y: bottom), Point(x: left + 8 * unit, y: top + 3 * unit))
            var (stem, dot) = (Path(), Path())
            stem.addLine(from: foot, to: head)
            dot.addCircle(head, radius: 5 * unit)
            surface.stroke(stem, .intensity, width: 3 * unit)
            surface.fill(dot, .intensity)
            entry(taps)
        }
        if let vibrations = summary.vibrations {
            let box = Box(left: left, top: top, right: left + 17 * unit, bottom: bottom)
            surface.fill(Path(box), .intensity, opacity: 0.24)
            surface.stroke(
                Path([Point(x: box.left, y: box.top), Point(x: box.right, y: box.top)]), .intensity, width: 2.5 * unit)
            entry(vibrations)
        }
        if let sounds = summary.sounds {
            let box = Box(left: left, top: top, right: left + 17 * unit, bottom: bottom)
            surface.fill(Path(box), .sound, opacity: 0.22)
            surface.fill(Path(Box(left: left, top: top, right: left + 3 * unit, bottom: bottom)), .sound)
            entry(sounds)
        }
        if summary.taps == nil, summary.vibrations == nil, summary.sounds == nil {
            surface.write("No events", at: Point(x: left, y: baseline), style)
        }
    }
}

/// A picture in words: how many events of each kind it has, how long it is and how strong.
struct PictureSummary: Sendable {
    /// The taps, vibrations and sounds, for example `2 taps`; nil if there are none.
    let taps: String?
    let vibrations: String?
    let sounds: String?
    /// The length of the pattern with its unit; its waveform may be longer.
    let duration: String
    /// The waveform's peak in dBFS, and how many of its samples are not numbers.
    let peak: String
    private let waveformName: String

    init(_ picture: PatternPicture) {
        func count(_ one: String, where belongs: (HapticEvent) -> Bool) -> String? {
            let count = picture.pattern.events.count(where: belongs)
            return count == 0 ? nil : Count.of(count, one)
        }
        taps = count("tap") { $0.kind == .transient }
        vibrations = count("vibration") { $0.kind == .continuous }
        sounds = count("sound") { !$0.kind.isHaptic }
        duration = PictureText.time(picture.pattern.duration)
        waveformName = picture.waveformName
        peak = Self.peak(of: picture.waveform)
    }

    private static func peak(of waveform: WaveformShape) -> String {
        let text = waveform.peak > 0 ? "peak \(PictureText.number(20 * log10(waveform.peak))) dBFS" : "silent"
        guard waveform.broken > 0 else { return text }
        return text + ", " + Count.of(waveform.broken, "sample is not a number", "samples are not numbers")
    }

    /// The whole summary, for people who cannot see the picture.
    var sentence: String {
        let events = [taps, vibrations, sounds].compactMap(\.self)
        let contents = events.isEmpty ? "No events" : events.joined(separator: ", ")
        return "\(contents), \(duration); \(waveformName): \(peak)."
    }
}
