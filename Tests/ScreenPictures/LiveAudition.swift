import ThudHaptics
import ThudScreens
import ThudTerminal

/// The live view of `thud audition`, in the midst of a pattern.
enum LiveAudition {
    static let name = "live"

    /// A preset on a grid.
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
