import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal

extension Kape: GameView {
    package static let theme = Theme(
        words: ShellWords(PackageResources.Words_txt), emblem: Eagle.emblem, flashShape: .radial)

    package static func draw(_ scene: RoundScene<KapePlayerModel>, on canvas: inout Canvas) {
        switch scene.round.phase {
        case .waitingForForehead: ForeheadView(age: scene.age).draw(on: &canvas)
        case .tutorial:
            TutorialView(angle: scene.model.detector.angle, hasPassed: scene.round.hasTriedPass).draw(on: &canvas)
        case .playing: CardView(scene).draw(on: &canvas)
        case .handOver, .countdown, .paused, .finished, .over: break
        }
    }

    /// Returns a key that changes with each step of the time bar, so that identical pictures are not drawn again.
    package static func stillFrame(_ scene: RoundScene<KapePlayerModel>, size: Size) -> AnyHashable? {
        let card = CardView(scene)
        let share = card.length > 0 ? card.remaining / card.length : 0
        let counts = [
            card.score, card.passes, Int(card.remaining.rounded(.up)),
            Int((share * Double(8 * size.columns)).rounded()),
        ]
        return AnyHashable([card.card, counts, card.leaving, card.isTooSoon] as [AnyHashable])
    }

    package static func figures(of round: KapeState, at now: Instant) -> RoundFigures {
        RoundFigures(remaining: round.remaining(at: now), score: round.progress.got.count)
    }

    package static func result(of round: KapeState) -> ResultContent? {
        if case .finished(let result) = round.phase { ResultContent(result) } else { nil }
    }

    package static func commands(for input: RoundInput, in round: KapeState, size: Size) -> [KapeCommand] {
        guard round.stage != .paused else { return [] }
        switch input {
        case .key(let event): return KapeAction.isTilt(event) ? [.action(.key(event))] : []
        // The wheel cannot be held like a key.
        case .action(.up): return [.tiltUp]
        case .action(.down): return [.tiltDown]
        case .action, .pointer: return []
        }
    }
}

extension CardView {
    init(_ scene: RoundScene<KapePlayerModel>) {
        let (state, now) = (scene.round, scene.now)
        let sinceIgnored = scene.model.ignored.map { (now - $0).seconds } ?? .infinity
        self.init(
            card: state.progress.card ?? "", remaining: state.remaining(at: now).seconds,
            length: state.settings.length.seconds, score: state.progress.got.count,
            passes: state.progress.passed.count, isNew: state.progress.seen.count < 3,
            leaving: LeavingCard(state.lastAnswer, at: now),
            isTooSoon: (0..<Self.tooSoonLength).contains(sinceIgnored), inARow: state.progress.inARow,
            gloss: state.progress.card.flatMap { state.settings.glosses[$0] })
    }
}

extension ResultContent {
    package init(_ result: KapeResult) {
        let isLegend = result.rank == .legend
        let answered = result.score + result.passes
        self.init(
            title: KapeWords.timeIsUp, remark: isLegend ? KapeWords.legendRemark : KapeWords.foreignerRemark,
            score: result.score,
            figures: "\(result.score)/\(answered) · \(Int((result.accuracy * 100).rounded())) % ",
            figuresNote: KapeWords.accuracy, stamp: result.rank.rawValue,
            stampMeaning: isLegend ? KapeWords.legendMeaning : KapeWords.foreignerMeaning,
            stampColour: isLegend ? Neon.gold : Neon.red, isTriumph: isLegend,
            lists: [
                List(mark: "✓", phrase: KapeWords.cardsGot, colour: Neon.green, entries: result.got),
                List(mark: "↷", phrase: KapeWords.cardsPassed, colour: Neon.orange, entries: result.passed),
            ], nearMiss: KapeWords.moreToLegend(from: result.score))
    }
}

enum KapeWords {
    static let placeOnForehead = Phrase("Vendose në ballë", "Place it on your forehead")
    static let screenOutwards = Phrase("Ekrani nga shokët. Mos shiko!", "Screen to your friends. No peeking!")
    static let tiltBackToPass = Phrase("Koka prapa: kaloje (↑ a k)", "Tilt back to pass (↑ or k)")
    static let tiltToStart = Phrase("Ule kokën për të filluar", "Nod to start")
    static let nodDown = Phrase("Ul kokën, ose shtyp ↓ a j", "Nod, or press ↓ or j")
    static let wellTilted = Phrase("Qashtu!", "Just like that!")
    static let got = Phrase("E gjete", "Got it")
    static let pass = Phrase("Kaloje", "Pass")
    static let tooSoon = Phrase("Prit pak!", "Too soon!")
    static let timeIsUp = Phrase("Koha mbaroi!", "Time's up!")
    static let accuracy = Phrase("saktësi", "accuracy")
    static let cardsGot = Phrase("Të gjetura", "Got")
    static let cardsPassed = Phrase("Të kaluara", "Passed")
    static let legendRemark = Phrase("Të lumtë! Gjaku s'bëhet ujë.", "Bravo! Blood runs thick.")
    static let foreignerRemark = Phrase("S'ka gjë. Edhe shqiponja rrëzohet.", "Never mind. Even eagles fall.")

    /// What the ranks mean, for guests.
    static let legendMeaning = "a legend"
    static let foreignerMeaning = "“foreign meat”: a foreigner, for now"

    /// From how many missing cards on a score is near LEGJENDË.
    private static let nearLegend = 1...3

    /// Returns how many cards a score is short of LEGJENDË. nil unless it is near.
    static func moreToLegend(from score: Int) -> Phrase? {
        let missing = KapeResult.legendAbove + 1 - score
        return nearLegend.contains(missing)
            ? Phrase("Edhe \(missing) për LEGJENDË", "\(missing) more to LEGJENDË") : nil
    }
}

/// The two-headed eagle of Albania, the emblem of Kape.
enum Eagle {
    static let emblem = Emblem(mirroring: corners(half), holes: [corners(eye)])

    /// The outline from the necks over head, wing and claws to the tip of the tail; x is the distance from the axis.
    private static let half = neck + wing + legAndTail

    private static let neck: [(Double, Double)] = [
        (0, 0.275), (0.030, 0.220), (0.046, 0.155), (0.048, 0.105), (0.034, 0.062), (0.068, 0.066), (0.070, 0.022),
        (0.104, 0.052), (0.140, 0.056), (0.186, 0.078), (0.212, 0.128), (0.176, 0.112), (0.184, 0.140), (0.154, 0.132),
        (0.138, 0.165), (0.128, 0.205), (0.134, 0.250), (0.160, 0.275),
    ]

    private static let wing: [(Double, Double)] = [
        (0.205, 0.240), (0.242, 0.180), (0.284, 0.128), (0.330, 0.100), (0.452, 0.062), (0.398, 0.150), (0.490, 0.152),
        (0.412, 0.225), (0.500, 0.255), (0.412, 0.302), (0.488, 0.360), (0.398, 0.382), (0.460, 0.465), (0.370, 0.455),
        (0.410, 0.556), (0.325, 0.516), (0.340, 0.626), (0.272, 0.562), (0.262, 0.656), (0.214, 0.585),
    ]

    private static let legAndTail: [(Double, Double)] = [
        (0.178, 0.645), (0.232, 0.700), (0.318, 0.682), (0.272, 0.722), (0.340, 0.760), (0.262, 0.757),
        (0.282, 0.822), (0.212, 0.768), (0.155, 0.722), (0.100, 0.690),
        (0.112, 0.775), (0.190, 0.872), (0.122, 0.858), (0.132, 0.948), (0.070, 0.893), (0.058, 0.984),
        (0.022, 0.912), (0, 1),
    ]

    private static let eye: [(Double, Double)] = [(0.118, 0.086), (0.130, 0.098), (0.142, 0.086), (0.130, 0.074)]

    private static func corners(_ places: [(Double, Double)]) -> [Emblem.Corner] {
        places.map { Emblem.Corner(x: $0.0, y: $0.1) }
    }
}
