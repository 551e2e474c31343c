import ThudPatterns

/// The sounds of a pattern as labelled bars, each from start to end, release included, if it has a duration.
struct SoundStrip: Sendable {
    /// The most rows; sounds that do not fit are counted instead.
    static let mostRows = 3

    private struct Bar {
        let row: Int
        let left: Double
        let right: Double
        let label: String
        let labelX: Double
    }

    private var bars: [Bar] = []

    /// How many sounds did not fit.
    private(set) var hidden = 0

    /// Returns how many rows a pattern's sounds get: one each, up to ``mostRows``.
    static func rows(_ pattern: HapticPattern) -> Int { min(pattern.events.count { !$0.kind.isHaptic }, mostRows) }

    init(
        _ pattern: HapticPattern, _ evaluation: HapticEvaluation, _ axis: TimeAxis, _ layout: PictureLayout,
        _ measure: TextMeasure
    ) {
        let sounds = pattern.events.filter { !$0.kind.isHaptic }.sorted { $0.time < $1.time }
        var free = [Double](repeating: -.infinity, count: Self.rows(pattern))
        let padding = layout.length(10, compact: 4)
        for sound in sounds {
            let left = axis.x(sound.time)
            guard let row = free.firstIndex(where: { $0 <= left }) else {
                hidden += 1
                continue
            }
            let right = axis.x(evaluation.span(of: sound).upperBound)
            let labelX = left + padding
            let style = layout.text(.ink)
            let label = measure.fitted(Self.name(sound), style, within: layout.sounds.right - labelX)
            let end = label.isEmpty ? left : labelX + measure.width(label, style)
            free[row] = max(right, end) + padding
            bars.append(Bar(row: row, left: left, right: right, label: label, labelX: labelX))
        }
    }

    private static func name(_ sound: HapticEvent) -> String {
        sound.kind == .audioContinuous ? "tone" : sound.waveformPath ?? "sound without a file"
    }

    func draw(_ layout: PictureLayout, on surface: inout some Surface) {
        let edge = layout.length(3, compact: 1.6)
        let margin = layout.length(2, compact: 1)
        for bar in bars {
            let top = layout.sounds.top + Double(bar.row) * layout.soundRow + margin
            let bottom = top + layout.soundRow - 2 * margin
            if bar.right > bar.left {
                surface.fill(
                    Path(Box(left: bar.left, top: top, right: bar.right, bottom: bottom)), .sound, opacity: 0.22)
            }
            surface.fill(
                Path(Box(left: bar.left - edge / 2, top: top, right: bar.left + edge / 2, bottom: bottom)), .sound,
                opacity: 1)
            surface.write(
                bar.label, at: Point(x: bar.labelX, y: (top + bottom) / 2 + 0.36 * layout.textSize), layout.text(.ink))
        }
    }
}
