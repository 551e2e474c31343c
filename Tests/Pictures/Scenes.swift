import ThudPatternView
import ThudPatterns
import ThudTerminal

@testable import ThudGameUI
@testable import ThudKape

/// A right answer in Kape, as the README shows it.
enum RightAnswer {
    static let name = "correct"

    static func draw(on canvas: inout Canvas) {
        CardView(card: "Flija me kos", remaining: 41.3, length: 60, score: 6, passes: 2).draw(on: &canvas)
        FlashOverlay(colour: Neon.green, brightness: 1, age: 0, length: 0.3).draw(on: &canvas)
    }
}

/// The live view of `thud audition`, in the middle of a pattern.
enum LiveAudition {
    static let name = "live"

    /// Returns the view of a preset as a grid.
    static func grid(_ size: Size) -> Grid {
        let pattern = HapticPreset.androidSpin.pattern
        let samples = HapticRenderer().heard(pattern)
        let figures = PatternMetrics(pattern, samples: samples)
        var view = AuditionView(name: HapticPreset.androidSpin.rawValue, renderings: ["heard", "drive", "felt: phone"])
        view.description = HapticPreset.androidSpin.summary
        (view.place, view.count) = (31, 43)
        (view.intensity, view.sharpness, view.isLooping) = (0.9, 0.15, true)
        view.figures = ["length \(figures.duration) s", "peak \((figures.peak * 100).rounded() / 100)"]
        view.chart = PatternChart(
            pattern, waveform: samples, sampleRate: 48_000, columns: AuditionView.columns(of: size))
        view.playhead = 0.4
        return view.draw(size)
    }
}
