public import Timebase

/// All of a round that outlives an interruption: to be saved, and to go on from.
public struct KapeProgress: Hashable, Sendable, Codable {
    /// The cards to come.
    public internal(set) var dealer: CardDealer
    /// The card in play, if the round has begun.
    public internal(set) var card: String?
    /// The cards guessed.
    public internal(set) var got: [String] = []
    /// The cards passed.
    public internal(set) var passed: [String] = []
    /// The cards shown.
    public internal(set) var seen: [String] = []
    private var remainingNanoseconds: Int64

    /// A round of `length` not yet begun.
    public init(dealer: CardDealer, length: Interval) {
        self.dealer = dealer
        remainingNanoseconds = length.nanoseconds
    }

    /// How much of the round is left to play, as of the last pause.
    public internal(set) var remaining: Interval {
        get { Interval(nanoseconds: remainingNanoseconds) }
        set { remainingNanoseconds = newValue.nanoseconds }
    }

    /// The result if the round ended here.
    public var result: KapeResult { KapeResult(got: got, passed: passed, seen: seen) }

    /// Deals the next card.
    mutating func deal() {
        card = dealer.deal()
        if let card { seen.append(card) }
    }
}
