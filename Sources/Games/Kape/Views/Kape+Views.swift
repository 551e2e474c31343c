import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal

extension Kape: GameView {
    package static let theme = Theme(
        words: ShellWords(PackageResources.Words_txt, over: .albanian), emblem: Eagle.emblem, flashShape: .radial)

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

    package static func commands(for input: RoundInput, in round: KapeState, size: Size, page: Area) -> [KapeCommand] {
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
            gloss: state.progress.card.flatMap { state.settings.glosses?[$0] })
    }
}

extension ResultContent {
    package init(_ result: KapeResult) {
        let isLegend = result.rank == .legend
        let answered = result.score + result.passes
        self.init(
            title: KapeWords.timeIsUp, remark: isLegend ? KapeWords.legendRemark : KapeWords.foreignerRemark,
            score: result.score,
            figures: "\(result.score)/\(answered) · \(Decimals.percent(result.accuracy)) % ",
            figuresNote: KapeWords.accuracy, stamp: result.rank.rawValue,
            stampMeaning: isLegend ? KapeWords.legendMeaning : KapeWords.foreignerMeaning,
            stampColour: isLegend ? Neon.gold : Neon.red, isTriumph: isLegend,
            lists: [
                List(mark: "✓", phrase: KapeWords.cardsGot, colour: Neon.green, entries: result.got),
                List(mark: "↷", phrase: KapeWords.cardsPassed, colour: Neon.orange, entries: result.passed),
            ], nearMiss: KapeWords.moreToLegend(from: result.score))
    }
}
