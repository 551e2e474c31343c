/// A pattern with named parameters, as a start for one's own.
///
///     let beat = PatternTemplate.named("heartbeat")?.pattern([.bpm: 70])
public struct PatternTemplate: Sendable {
    /// The parameters. No template has all of them.
    public enum Parameter: String, CaseIterable, Sendable {
        case bpm, rpm, cylinders, pace, drops, count, gap, seconds, intensity, sharpness, seed

        /// The unit of the values; empty for a pure number.
        public var unit: String {
            switch self {
            case .bpm: "beats a minute"
            case .rpm: "revolutions a minute"
            case .pace: "steps a minute"
            case .drops: "drops a second"
            case .gap: "ms"
            case .seconds: "s"
            case .count: "times"
            case .cylinders, .intensity, .sharpness, .seed: ""
            }
        }

        /// Whether only whole numbers make sense.
        public var isWhole: Bool { [.cylinders, .count, .seed].contains(self) }
    }

    /// A parameter of one template.
    public struct Setting: Sendable {
        /// Which parameter this is.
        public let parameter: Parameter
        /// The accepted values.
        public let range: ClosedRange<Double>
        /// The value unless another one is chosen.
        public let standard: Double

        init(_ parameter: Parameter, _ range: ClosedRange<Double>, _ standard: Double) {
            (self.parameter, self.range, self.standard) = (parameter, range, standard)
        }
    }

    /// The values of the parameters of one pattern.
    typealias Values = [Parameter: Double]

    /// A vibration over the whole pattern. Its curves have evenly spaced points.
    struct Body: Sendable {
        /// Factors of the intensity. They also weaken the taps.
        var intensity = [1.0]
        /// Offsets of the sharpness.
        var sharpness = [0.0]
    }

    /// One tap of a figure.
    struct Stroke: Sendable {
        /// The time from the start of the figure, as a fraction of the period.
        var at = 0.0
        /// A factor of the intensity.
        var intensity = 1.0
        /// An offset of the sharpness.
        var sharpness = 0.0
    }

    /// A figure of taps that repeats.
    struct Train: Sendable {
        enum Regularity { case exact, uneven, random }

        /// The seconds from one figure to the next.
        let period: @Sendable (Values) -> Double
        var strokes = [Stroke()]
        var regularity = Regularity.exact
    }

    /// The name on the command line, for example `double-tap`.
    public let name: String
    /// One sentence about the pattern.
    public let summary: String
    /// The parameters in the order in which they are listed.
    public let settings: [Setting]
    let body: Body?
    let trains: [Train]

    private init(_ name: String, _ summary: String, _ settings: [Setting], body: Body? = nil, _ trains: Train...) {
        (self.name, self.summary, self.settings) = (name, summary, settings)
        (self.body, self.trains) = (body, trains)
    }

    /// Returns the template of a name; nil if there is none.
    public static func named(_ name: String) -> PatternTemplate? { all.first { $0.name == name } }

    /// All templates, the simplest first.
    public static let all = [
        PatternTemplate("tap", "One tap.", strength(0.8, 0.5), Train { _ in 1 }),
        PatternTemplate(
            "double-tap", "Two taps, the second a little stronger.",
            [Setting(.gap, 40...1_000, 120)] + strength(0.8, 0.5),
            Train(period: gap, strokes: [Stroke(intensity: 0.8), Stroke(at: 1)])),
        PatternTemplate("buzz", "An even vibration.", [seconds(30, 0.3)] + strength(0.7, 0.4), body: Body()),
        PatternTemplate(
            "ramp-up", "A vibration that grows.", [seconds(30, 0.6)] + strength(1, 0.4),
            body: Body(intensity: [0.05, 0.2, 0.45, 0.75, 1], sharpness: [-0.2, 0.2])),
        PatternTemplate(
            "ramp-down", "A vibration that fades.", [seconds(30, 0.6)] + strength(1, 0.4),
            body: Body(intensity: [1, 0.75, 0.45, 0.2, 0.05], sharpness: [0.2, -0.2])),
        // The second sound of a heart at rest comes about 0.3 s after the first.
        PatternTemplate(
            "heartbeat", "A beating heart: each beat has a weaker one after it.",
            [Setting(.bpm, 30...220, 70), Setting(.count, 1...150, 4)] + strength(0.9, 0.2),
            Train(
                period: { 60 / $0[.bpm, default: 60] },
                strokes: [Stroke(), Stroke(at: 0.35, intensity: 0.65, sharpness: -0.1)])),
        PatternTemplate(
            "footsteps", "Steps: a heel, and more softly the ball of the foot.",
            [Setting(.pace, 40...240, 110), Setting(.count, 1...200, 4)] + strength(0.7, 0.35),
            Train(
                period: { 60 / $0[.pace, default: 60] },
                strokes: [Stroke(), Stroke(at: 0.22, intensity: 0.5, sharpness: 0.2)])),
        // A four-stroke engine fires each cylinder at every second revolution.
        PatternTemplate(
            "engine", "A four-stroke engine that idles unevenly.",
            [Setting(.rpm, 300...2_000, 800), Setting(.cylinders, 1...6, 4), seconds(20, 2)] + strength(0.6, 0.15)
                + [seed],
            body: Body(intensity: [0.6]),
            Train(
                period: { 120 / ($0[.rpm, default: 800] * $0[.cylinders, default: 4]) }, strokes: [Stroke()],
                regularity: .uneven)),
        PatternTemplate(
            "rain", "Drops at random times.",
            [Setting(.drops, 1...50, 12), seconds(60, 3)] + strength(0.6, 0.7) + [seed],
            Train(period: { 1 / $0[.drops, default: 12] }, regularity: .random)),
        PatternTemplate(
            "explosion", "A blow, a rumble that fades, and debris.",
            [seconds(10, 1.2)] + strength(1, 0.3) + [seed],
            // The curve also acts on the debris, which must be felt to the end.
            body: Body(intensity: [1, 0.8, 0.65, 0.53, 0.44, 0.37, 0.32, 0.28], sharpness: [0, -0.25]),
            Train(period: { $0[.seconds, default: 1] }, strokes: [Stroke(sharpness: 0.3)]),
            Train(period: { _ in 0.08 }, strokes: [Stroke(intensity: 0.9, sharpness: 0.3)], regularity: .random)),
        PatternTemplate(
            "success", "Two taps that rise.", [Setting(.gap, 40...500, 140)] + strength(0.9, 0.5),
            Train(period: gap, strokes: [Stroke(intensity: 0.6), Stroke(at: 1, sharpness: 0.3)])),
        PatternTemplate(
            "error", "Three hard taps and a dull one.", [Setting(.gap, 40...500, 100)] + strength(1, 0.5),
            Train(
                period: gap,
                strokes: [Stroke(), Stroke(at: 1), Stroke(at: 2), Stroke(at: 3.4, intensity: 0.7, sharpness: -0.3)])),
    ]

    @Sendable private static func gap(_ values: Values) -> Double { values[.gap, default: 100] / 1_000 }

    private static let seed = Setting(.seed, 0...1_000_000, 1)

    private static func seconds(_ longest: Double, _ standard: Double) -> Setting {
        Setting(.seconds, 0.05...longest, standard)
    }

    private static func strength(_ intensity: Double, _ sharpness: Double) -> [Setting] {
        [Setting(.intensity, 0...1, intensity), Setting(.sharpness, 0...1, sharpness)]
    }
}
