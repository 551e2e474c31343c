import ThudCore
import ThudGameKit
import ThudKape

extension Part {
    /// The tilt detector, and a whole round.
    static let rounds = [
        Part("TiltDetector, a minute at 100 Hz", 6000, "sample") {
            var head = SyntheticMotion(seed: 1, start: Instant(nanoseconds: 0))
            let samples = (0..<6000).compactMap { head.sample(at: Instant(nanoseconds: Int64($0) * 10_000_000)) }
            return {
                var detector = TiltDetector()
                for sample in samples { use(detector.take(sample)) }
            }
        },
        Part("KapeSession, a whole round of 60 s", 1, "time") {
            let state = KapeState(
                settings: KapeSettings(), dealer: CardDealer(cards: (0..<100).map { "card \($0)" }, seed: 1))
            return {
                let start = Instant(nanoseconds: 0)
                let model = KapePlayerModel(seed: 1, bot: KapeBot(seed: 1), start: start)
                var session = Session<Kape>(round: state, model: model, start: start)
                use(session.advance(to: start + .seconds(66)))
            }
        },
    ]
}
