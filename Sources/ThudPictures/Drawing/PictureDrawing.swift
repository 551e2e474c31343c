import ThudCore
import ThudPatterns

/// A picture laid out and ready to be drawn on any surface.
struct PictureDrawing {
    let layout: PictureLayout
    let axis: TimeAxis
    let summary: PictureSummary
    let picture: PatternPicture
    let measure: TextMeasure
    private let taps: TapMarks
    private let vibrations: VibrationTraces
    private let intensityControl: DashedControl?
    private let sharpnessControl: DashedControl?
    private let sounds: SoundStrip
    private let hasHeader: Bool

    init(_ picture: PatternPicture, hasHeader: Bool = true) throws(ThudError) {
        measure = try TextMeasure()
        let pattern = picture.pattern
        let controls: [DynamicParameterID] = [.hapticIntensity, .hapticSharpness]
        layout = PictureLayout(
            picture.size, hasHeader: hasHeader, soundRows: SoundStrip.rows(pattern),
            hasControls: controls.contains { DashedControl.isUsed($0, in: pattern) })
        axis = TimeAxis(seconds: picture.seconds, in: layout.intensity, inset: layout.length(14, compact: 5))
        let evaluation = HapticEvaluation(pattern, controls: picture.controls)
        self.picture = picture
        self.hasHeader = hasHeader
        summary = PictureSummary(picture)
        taps = TapMarks(pattern, evaluation, axis)
        vibrations = VibrationTraces(pattern, evaluation, axis)
        intensityControl = DashedControl(.hapticIntensity, pattern, evaluation, axis)
        sharpnessControl = DashedControl(.hapticSharpness, pattern, evaluation, axis)
        sounds = SoundStrip(pattern, evaluation, axis, layout, measure)
    }

    func draw(on surface: inout some Surface) {
        if hasHeader { drawHeader(on: &surface) }
        drawFrame(on: &surface)
        drawHeadings(on: &surface)

        vibrations.draw(\.intensity, in: layout.intensity, .intensity, area: 0.24, layout, on: &surface)
        intensityControl?.draw(in: layout.intensity, layout, on: &surface)
        taps.draw(\.intensity, in: layout.intensity, .intensity, stem: 1, layout, on: &surface)

        vibrations.draw(\.sharpness, in: layout.sharpness, .sharpness, area: 0.12, layout, on: &surface)
        sharpnessControl?.draw(in: layout.sharpness, layout, on: &surface)
        taps.draw(\.sharpness, in: layout.sharpness, .sharpness, stem: 0.45, layout, on: &surface)

        sounds.draw(layout, on: &surface)
        picture.waveform.draw(in: layout.waveform, axis, layout, on: &surface)
        drawVeil(on: &surface)
    }

    /// Dims the part that is not played.
    private func drawVeil(on surface: inout some Surface) {
        guard let part = picture.part else { return }
        for lane in layout.plots + (summary.sounds == nil ? [] : [layout.sounds]) {
            let first = min(max(axis.x(part.lowerBound), axis.left), axis.right)
            let last = min(max(axis.x(part.upperBound), first), axis.right)
            for (left, right) in [(lane.left, first), (last, lane.right)] {
                let veil = Path(Box(left: left, top: lane.top, right: right, bottom: lane.bottom))
                surface.fill(veil, .paper, opacity: 0.65)
            }
        }
    }

    private func drawHeadings(on surface: inout some Surface) {
        heading(
            "Intensity", ["from nothing to full strength"], [intensityControl?.note], .intensity,
            above: layout.intensity, on: &surface)
        heading(
            "Sharpness", ["from round to crisp"], [sharpnessControl?.note], .sharpness, above: layout.sharpness,
            on: &surface)
        if summary.sounds != nil, !layout.isCompact {
            let more = sounds.hidden > 0 ? "and \(sounds.hidden) more" : nil
            heading("Sounds", [], [more], .sound, above: layout.sounds, on: &surface)
        }
        heading(
            "Waveform, \(picture.waveformName)", ["as a fraction of full scale"], [summary.peak], .waveform,
            above: layout.waveform, on: &surface)
    }

    /// Writes the name of a lane with its notes and, if there is room, the meaning of its values.
    private func heading(
        _ name: String, _ meaning: [String], _ notes: [String?], _ paint: Paint, above lane: Box,
        on surface: inout some Surface
    ) {
        let note = ((layout.isCompact ? [] : meaning) + notes.compactMap(\.self)).joined(separator: " · ")
        let baseline = lane.top - layout.length(10, compact: 3.5)
        let style = layout.text(paint, bold: true)
        let name = measure.fitted(name, style, within: lane.width / 2)
        surface.write(name, at: Point(x: lane.left, y: baseline), style)
        guard !note.isEmpty else { return }
        let left = lane.left + measure.width(name, style) + layout.textSize * 0.7
        let muted = layout.text(.muted)
        surface.write(measure.fitted(note, muted, within: lane.right - left), at: Point(x: left, y: baseline), muted)
    }
}
