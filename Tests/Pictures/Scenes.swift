import ThudPatternView
import ThudPatterns
import ThudTerminal

@testable import ThudGameUI
@testable import ThudKape

/// A moment of Kape that is shown in the README.
struct Scene: Sendable {
    let name: String
    let draw: @Sendable (inout Canvas) -> Void

    static let all = [
        Scene(name: "title") {
            TitleView(title: "KAPE!", deck: nil, hasTournament: true).draw(on: &$0)
        },
        Scene(name: "card") { card.draw(on: &$0) },
        Scene(name: "correct") {
            card.draw(on: &$0)
            FlashOverlay(colour: Neon.green, brightness: 1, age: 0, length: 0.3).draw(on: &$0)
        },
        Scene(name: "pass") {
            card.draw(on: &$0)
            FlashOverlay(colour: Neon.orange, brightness: 1, age: 0, length: 0.3).draw(on: &$0)
        },
        Scene(name: "result") {
            ResultView(
                content: ResultContent(result), age: 10,
                verdict: "11 of 11 triggered cues within 50 ms: p50 6.5, p99 7.8, worst 7.8 ms, jitter 0.7 ms, xruns 0"
            ).draw(on: &$0)
            Confetti(age: 1.2, seed: 7, pieces: 100).draw(on: &$0)
        },
        Scene(name: "podium") { PodiumView(places: places, age: 10).draw(on: &$0) },
    ]

    private static let card = CardView(card: "Flija me kos", remaining: 41.3, length: 60, score: 6, passes: 2)

    private static let result = KapeResult(
        got: [
            "Rakia", "Besa", "Çifteli", "Flija", "Xhubleta", "Skënderbeu", "Valbona", "Gjiroasta", "Turshi",
        ], passed: ["Iso-polifonia", "Lahuta"], seen: [])

    private static let places = [
        PodiumView.Place(place: 1, name: "Arta", score: 11, title: "Legjendë"),
        PodiumView.Place(place: 2, name: "Gëzim", score: 9, title: "Argjend"),
        PodiumView.Place(place: 3, name: "Teuta", score: 8, title: "Bronz"),
        PodiumView.Place(place: 4, name: "Lojtari 4", score: 5, title: "Turist"),
    ]
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
